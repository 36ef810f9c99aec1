//! Devices that windows of tests draw on one after another: to look for drivers and to ask one of them for a device takes longer than many
//! a test.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use eframe::egui::mutex::RwLock;
use eframe::egui_wgpu::{RenderState, Renderer, RendererOptions};
use eframe::{CreationContext, egui};
use egui_kittest::TestRenderer;
use egui_kittest::wgpu::{WgpuTestRenderer, create_render_state, default_wgpu_setup};
use image::RgbaImage;

#[derive(Clone)]
struct Machine {
    adapter: wgpu::Adapter,
    instance: wgpu::Instance,
    device: wgpu::Device,
    queue: wgpu::Queue,
    target_format: wgpu::TextureFormat,
}

/// Those that no window has now. No two windows have one at a time: a device tells its errors to the window that asked last.
static IDLE: Mutex<Vec<Machine>> = Mutex::new(Vec::new());

fn idle() -> MutexGuard<'static, Vec<Machine>> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Machine {
    fn new() -> Self {
        let made = create_render_state(default_wgpu_setup(), RendererOptions::PREDICTABLE);
        Self {
            adapter: made.adapter,
            instance: made.instance,
            device: made.device,
            queue: made.queue,
            target_format: made.target_format,
        }
    }

    /// With a renderer that has no textures of another window.
    fn state(&self) -> RenderState {
        let options = RendererOptions::PREDICTABLE;
        let renderer = Renderer::new(&self.device, self.target_format, options);
        RenderState {
            adapter: self.adapter.clone(),
            available_adapters: Vec::new(),
            instance: self.instance.clone(),
            device: self.device.clone(),
            queue: self.queue.clone(),
            target_format: self.target_format,
            renderer: Arc::new(RwLock::new(renderer)),
        }
    }
}

/// Draws a window, and leaves its device to the next. For tests that take no device away.
pub(crate) struct Lent {
    machine: Machine,
    drawn: WgpuTestRenderer,
}

impl Lent {
    pub(crate) fn new() -> Self {
        let known = idle().pop();
        let machine = known.unwrap_or_else(Machine::new);
        let drawn = WgpuTestRenderer::from_render_state(machine.state());
        Self { machine, drawn }
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        // What a test leaves behind that failed is not to fail others.
        if !std::thread::panicking() {
            idle().push(self.machine.clone());
        }
    }
}

impl TestRenderer for Lent {
    fn setup_eframe(&self, cc: &mut CreationContext<'_>, frame: &mut eframe::Frame) {
        self.drawn.setup_eframe(cc, frame);
    }

    fn handle_delta(&mut self, delta: &mut egui::TexturesDelta) {
        self.drawn.handle_delta(delta);
    }

    fn render(
        &mut self,
        ctx: &egui::Context,
        output: &egui::FullOutput,
    ) -> Result<RgbaImage, String> {
        self.drawn.render(ctx, output)
    }
}
