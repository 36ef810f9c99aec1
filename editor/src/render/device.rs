//! A device without a window, for commands and tests.

use thiserror::Error;

/// A device and what it runs on.
#[derive(Clone, Debug)]
pub struct Gpu {
    /// Makes things.
    pub device: wgpu::Device,
    /// Runs things.
    pub queue: wgpu::Queue,
    /// The driver's name for the machine, for messages.
    pub adapter_name: String,
    /// Whether the "GPU" is the processor.
    pub is_software: bool,
}

/// Why there is no device.
#[derive(Debug, Error)]
pub enum DeviceError {
    /// No driver answers, not even one in software.
    #[error(
        "found no graphics driver: {0}. Install your GPU's Vulkan driver, or one that runs on the processor \
         (Debian and Ubuntu: `apt-get install mesa-vulkan-drivers`)"
    )]
    NoAdapter(#[from] wgpu::RequestAdapterError),
    /// The driver is there and refuses.
    #[error("the graphics driver of {adapter} gave no device: {reason}")]
    NoDevice {
        /// Whose driver.
        adapter: String,
        /// In its words.
        reason: wgpu::RequestDeviceError,
    },
}

/// Any device there is: a GPU if possible, else the processor with a software driver.
///
/// Takes a tenth of a second or more: ask once. Environment variables of wgpu (`WGPU_BACKEND`, `WGPU_ADAPTER_NAME`, …)
/// are heeded.
///
/// # Errors
///
/// No driver at all, or one that refuses; the message names the package that helps.
pub fn request_device() -> Result<Gpu, DeviceError> {
    // OpenGL only if nothing better answers: it lacks features, and asking it takes time.
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
    let adapter = instance.request_adapter(&options).await?;
    let info = adapter.get_info();
    let descriptor = wgpu::DeviceDescriptor {
        label: Some("dualskin headless"),
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
