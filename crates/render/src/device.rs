//! A graphics device without a window, for commands and tests.

use thiserror::Error;

/// A graphics device with its queue.
#[derive(Clone, Debug)]
pub struct Gpu {
    /// The device, which creates buffers, textures and pipelines.
    pub device: wgpu::Device,
    /// The queue of the device: commands take effect in the order of submission.
    pub queue: wgpu::Queue,
    /// The driver's name for the adapter, for messages.
    pub adapter_name: String,
    /// Whether it is a software renderer on the processor.
    pub is_software: bool,
}

/// Why there is no graphics device.
#[derive(Debug, Error)]
pub enum DeviceError {
    /// No driver was found, not even a software renderer.
    #[error(
        "found no graphics driver. Install your GPU's Vulkan driver, or one that runs on the processor \
         (Debian and Ubuntu: `apt-get install mesa-vulkan-drivers`)"
    )]
    NoAdapter(#[from] wgpu::RequestAdapterError),
    /// No adapter has the requested name.
    #[error("{0}. Set the variable to a part of one of these names, or to nothing")]
    NoSuchAdapter(String),
    /// The driver refuses to create a device.
    #[error(
        "the graphics driver of {adapter} does not start. Update it, or choose another one with {ADAPTER_NAME}=NAME"
    )]
    NoDevice {
        /// The name of the adapter.
        adapter: String,
        /// The driver's message, for developers.
        reason: wgpu::RequestDeviceError,
    },
}

/// Environment variable with a part of the adapter's name, for computers whose first adapter is not the best one.
const ADAPTER_NAME: &str = "WGPU_ADAPTER_NAME";

/// The requested part of the adapter's name, from `WGPU_ADAPTER_NAME`.
#[must_use]
pub fn wanted_adapter() -> Option<String> {
    let name = std::env::var(ADAPTER_NAME).ok();
    name.filter(|name| !name.is_empty())
}

/// The first adapter whose name contains this, ignoring case, and that can draw on the surface, if one is given.
///
/// # Errors
///
/// No adapter matches; the message lists the names.
pub fn adapter_of_name(
    name: &str,
    adapters: &[wgpu::Adapter],
    surface: Option<&wgpu::Surface<'_>>,
) -> Result<wgpu::Adapter, String> {
    let fits = |adapter: &&wgpu::Adapter| {
        surface.is_none_or(|surface| adapter.is_surface_supported(surface))
    };
    let named: Vec<(String, &wgpu::Adapter)> = adapters
        .iter()
        .filter(fits)
        .map(|adapter| (full_name(adapter), adapter))
        .collect();
    let wanted = name.to_lowercase();
    let found = named
        .iter()
        .find(|(name, _)| name.to_lowercase().contains(&wanted));
    found.map(|&(_, adapter)| adapter.clone()).ok_or_else(|| {
        let names: Vec<&str> = named.iter().map(|(name, _)| name.as_str()).collect();
        format!(
            "{ADAPTER_NAME} is {name:?}, but the graphics devices here are called: {}",
            names.join(", ")
        )
    })
}

/// With the graphics API, since one GPU may be available through several.
fn full_name(adapter: &wgpu::Adapter) -> String {
    let info = adapter.get_info();
    format!("{} ({})", info.name, info.backend)
}

/// Any device: a GPU if possible, else a software renderer on the processor.
///
/// Takes a tenth of a second or more: request it once. The environment variables of wgpu (`WGPU_BACKEND`,
/// `WGPU_ADAPTER_NAME`, …) apply.
///
/// # Errors
///
/// No driver at all, or one that refuses; the message names the package to install.
pub fn request_device() -> Result<Gpu, DeviceError> {
    if wanted_adapter().is_some() {
        return pollster::block_on(request_from(wgpu::Backends::all()));
    }
    // OpenGL only if nothing better is available: it lacks features, and asking it takes time.
    match pollster::block_on(request_from(wgpu::Backends::PRIMARY)) {
        Err(DeviceError::NoAdapter(_)) => pollster::block_on(request_from(wgpu::Backends::GL)),
        outcome => outcome,
    }
}

async fn request_from(backends: wgpu::Backends) -> Result<Gpu, DeviceError> {
    let descriptor = wgpu::InstanceDescriptor {
        backends,
        ..wgpu::InstanceDescriptor::new_without_display_handle()
    };
    let instance = wgpu::Instance::new(descriptor.with_env());
    let options = wgpu::RequestAdapterOptions {
        power_preference: wgpu::PowerPreference::HighPerformance,
        ..wgpu::RequestAdapterOptions::default()
    };
    let adapter = match wanted_adapter() {
        Some(name) => {
            let adapters = instance.enumerate_adapters(backends).await;
            adapter_of_name(&name, &adapters, None).map_err(DeviceError::NoSuchAdapter)?
        }
        None => instance.request_adapter(&options).await?,
    };
    let info = adapter.get_info();
    let descriptor = wgpu::DeviceDescriptor {
        label: Some("dualskin headless"),
        // Timestamps, where available, are used by the command `bench`.
        required_features: adapter.features()
            & (wgpu::Features::TIMESTAMP_QUERY | wgpu::Features::TIMESTAMP_QUERY_INSIDE_ENCODERS),
        // All that the adapter has, since the defaults would refuse meshes that the hardware takes.
        required_limits: adapter.limits(),
        ..wgpu::DeviceDescriptor::default()
    };
    let (device, queue) = adapter
        .request_device(&descriptor)
        .await
        .map_err(|reason| DeviceError::NoDevice {
            adapter: info.name.clone(),
            reason,
        })?;
    let is_software = info.device_type == wgpu::DeviceType::Cpu;
    Ok(Gpu {
        device,
        queue,
        adapter_name: info.name,
        is_software,
    })
}
