//! One device for all tests, or the reason why they skip.

use std::sync::OnceLock;

use skin_gpu::Skinner;
use testkit::say;

/// A device with its kernels.
pub(crate) struct Gpu {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    pub(crate) skinner: Skinner,
    /// The driver's name for the machine.
    pub(crate) name: String,
}

/// None, said out loud, where there is no driver; a failure with `DUALSKIN_REQUIRE_GPU=1`.
pub(crate) fn gpu() -> Option<&'static Gpu> {
    static GPU: OnceLock<Option<Gpu>> = OnceLock::new();
    GPU.get_or_init(|| match adapter() {
        Ok(adapter) => {
            let (device, queue) = request(&adapter, adapter.limits());
            Some(Gpu {
                skinner: Skinner::new(&device).unwrap(),
                device,
                queue,
                name: adapter.get_info().name,
            })
        }
        Err(error) => {
            let required = std::env::var("DUALSKIN_REQUIRE_GPU").is_ok_and(|value| value == "1");
            assert!(!required, "DUALSKIN_REQUIRE_GPU=1, but {error}");
            say(&format!("GPU tests are skipped: {error}"));
            None
        }
    })
    .as_ref()
}

/// A device of its own, with less than the driver has to give.
pub(crate) fn limited(limits: wgpu::Limits) -> Option<(wgpu::Device, wgpu::Queue)> {
    gpu()?;
    Some(request(&adapter().unwrap(), limits))
}

fn adapter() -> Result<wgpu::Adapter, wgpu::RequestAdapterError> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    pollster::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions {
        power_preference: wgpu::PowerPreference::HighPerformance,
        ..wgpu::RequestAdapterOptions::default()
    }))
}

fn request(adapter: &wgpu::Adapter, limits: wgpu::Limits) -> (wgpu::Device, wgpu::Queue) {
    let descriptor = wgpu::DeviceDescriptor {
        required_limits: limits,
        ..wgpu::DeviceDescriptor::default()
    };
    pollster::block_on(adapter.request_device(&descriptor)).unwrap()
}
