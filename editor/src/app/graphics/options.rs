//! Which graphics device the window requests.

use std::sync::Arc;

use eframe::egui_wgpu::{
    NativeAdapterSelectorMethod, WgpuConfiguration, WgpuSetup, WgpuSetupCreateNew,
};
use render::{adapter_of_name, wanted_adapter};

/// The window's graphics: the device of [`setup`], and egui's defaults for everything else.
#[must_use]
pub fn options() -> WgpuConfiguration {
    WgpuConfiguration {
        wgpu_setup: setup(wgpu::Adapter::limits),
        ..WgpuConfiguration::default()
    }
}

/// Requests a device with the given limits, which have to be within the adapter's.
///
/// The window takes `wgpu::Adapter::limits`, all that there is: egui's defaults are buffers of 256 MiB and textures of
/// 8192 pixels, and much less on OpenGL. These environment variables apply: `WGPU_BACKEND` (`vulkan`, `dx12`, `metal`,
/// `gl`), `WGPU_POWER_PREF` (`low`, `high`) and `WGPU_ADAPTER_NAME` (a part of the name, which takes precedence over
/// power).
pub fn setup(limits: impl Fn(&wgpu::Adapter) -> wgpu::Limits + Send + Sync + 'static) -> WgpuSetup {
    WgpuSetup::CreateNew(WgpuSetupCreateNew {
        native_adapter_selector: by_name(),
        device_descriptor: Arc::new(move |adapter| wgpu::DeviceDescriptor {
            label: Some("dualskin window"),
            required_limits: limits(adapter),
            ..wgpu::DeviceDescriptor::default()
        }),
        ..WgpuSetupCreateNew::without_display_handle()
    })
}

fn by_name() -> Option<NativeAdapterSelectorMethod> {
    let name = wanted_adapter()?;
    Some(Arc::new(move |adapters, surface| {
        adapter_of_name(&name, adapters, surface)
    }))
}
