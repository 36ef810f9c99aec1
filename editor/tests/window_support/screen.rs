//! A screen whose graphics device can be chosen, lost and exchanged, and what is to be seen on it.

use std::cell::RefCell;
use std::rc::Rc;

use eframe::egui::{self, Rect};
use eframe::egui_wgpu::{RenderState, RendererOptions, WgpuSetup};
use egui_kittest::kittest::Queryable as _;
use egui_kittest::wgpu::{WgpuTestRenderer, create_render_state, default_wgpu_setup};
use image::RgbaImage;

use super::{Window, notices};

/// What draws the window: as a window on a screen, it gets another device with another renderer.
#[derive(Clone)]
pub(crate) struct Screen(Rc<RefCell<(RenderState, WgpuTestRenderer)>>);

impl Screen {
    pub(crate) fn new(setup: WgpuSetup) -> Self {
        Self(Rc::new(RefCell::new(renderer(setup))))
    }

    pub(crate) fn state(&self) -> RenderState {
        self.0.borrow().0.clone()
    }

    pub(crate) fn device(&self) -> wgpu::Device {
        self.state().device
    }

    /// The driver takes the device away.
    pub(crate) fn lose(&self) {
        self.device().destroy();
        let _done = self.device().poll(wgpu::PollType::Poll);
    }

    /// Another window on another device, as `run` opens it.
    pub(crate) fn renew(&self, window: &mut Window) {
        *self.0.borrow_mut() = renderer(default_wgpu_setup());
        let ctx = window.ctx.clone();
        window
            .state_mut()
            .set_render_state(Some(&self.state()), &ctx);
        // egui's letters were on the old device: this makes it give them all again, as eframe does.
        ctx.set_font_providers(Vec::new());
        window.run_steps(4);
    }
}

fn renderer(setup: WgpuSetup) -> (RenderState, WgpuTestRenderer) {
    let state = create_render_state(setup, RendererOptions::PREDICTABLE);
    (state.clone(), WgpuTestRenderer::from_render_state(state))
}

impl egui_kittest::TestRenderer for Screen {
    fn setup_eframe(&self, cc: &mut eframe::CreationContext<'_>, frame: &mut eframe::Frame) {
        self.0.borrow().1.setup_eframe(cc, frame);
    }

    fn handle_delta(&mut self, delta: &mut egui::TexturesDelta) {
        self.0.borrow_mut().1.handle_delta(delta);
    }

    fn render(
        &mut self,
        ctx: &egui::Context,
        output: &egui::FullOutput,
    ) -> Result<RgbaImage, String> {
        self.0.borrow_mut().1.render(ctx, output)
    }
}

/// Both panes as they are on the screen, without what lies over them.
pub(crate) fn panes(window: &mut Window) -> Vec<RgbaImage> {
    let close = |window: &Window| {
        let toast = window.query_all_by_label("Close message").next();
        toast.map(|button| button.click()).is_some()
    };
    while close(window) {
        window.run_steps(3);
    }
    window.remove_cursor();
    window.run_steps(3);
    let rects = ["Pane A", "Pane B"].map(|name| window.get_by_label(name).rect());
    let picture = window.render().unwrap();
    rects.map(|rect| cut(&picture, rect)).to_vec()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "pixels of a picture"
)]
pub(crate) fn cut(picture: &RgbaImage, rect: Rect) -> RgbaImage {
    let [x, y, width, height] =
        [rect.left(), rect.top(), rect.width(), rect.height()].map(|length| length as u32);
    image::imageops::crop_imm(picture, x, y, width, height).to_image()
}

/// How many colours there are: an empty pane has one.
pub(crate) fn colors(picture: &RgbaImage) -> usize {
    let colors: std::collections::HashSet<[u8; 4]> =
        picture.pixels().map(|pixel| pixel.0).collect();
    colors.len()
}

/// Pixels of two pictures that differ by more than rounding may make of a colour.
pub(crate) fn unlike(a: &RgbaImage, b: &RgbaImage) -> usize {
    const ROUNDING: u8 = 6;
    assert_eq!(a.dimensions(), b.dimensions());
    let differ = |a: &[u8; 4], b: &[u8; 4]| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > ROUNDING);
    let pairs = a.pixels().zip(b.pixels());
    pairs.filter(|(a, b)| differ(&a.0, &b.0)).count()
}

/// How many notices have these words.
pub(crate) fn count(window: &Window, words: &str) -> usize {
    let notices = notices(window);
    notices.iter().filter(|text| text.contains(words)).count()
}
