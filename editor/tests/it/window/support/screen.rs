//! Windows on a graphics device, which can be chosen, lost and exchanged, and what is to be seen there.

use std::cell::RefCell;
use std::rc::Rc;

use editor::app::{App, Start};
use eframe::egui::{Pos2, Rect, Vec2};
use eframe::egui_wgpu::{RenderState, RendererOptions, WgpuSetup};
use eframe::{CreationContext, egui};
use egui_kittest::HarnessBuilder;
use egui_kittest::kittest::Queryable as _;
use egui_kittest::wgpu::{WgpuTestRenderer, create_render_state, default_wgpu_setup};
use image::RgbaImage;
use session::settings::SettingChange;

use super::lent::Lent;
use super::{SIZE, Window, builder, finished, start_with, wait_until};
use crate::support::has_device;

/// What a window measures that is drawn: a device in software takes time for every pixel.
pub(crate) const DRAWN: Vec2 = Vec2::new(1180.0, 760.0);

/// Pixels a point of windows that are drawn: a quarter of the pixels of a usual screen, with everything in its usual place.
pub(crate) const DENSITY: f32 = 0.5;

/// A window on the graphics device with this file open; none, said out loud, where there is none.
///
/// A device in software takes its time for each pixel, and ambient occlusion takes the processor's: panes are drawn when they are looked at,
/// by [`seen`] and [`panes`], and are not shaded by what lies around them, which is what [`open_shaded`] is for.
pub(crate) fn open_drawn(file: &str) -> Option<Window> {
    open_drawn_as(DRAWN, |cc| App::new(cc, start_with(file)))
}

/// As [`open_drawn`], as large as windows that are not drawn: nothing is scrolled out of sight or covered by a list.
pub(crate) fn open_drawn_wide(file: &str) -> Option<Window> {
    open_drawn_as(SIZE, |cc| App::new(cc, start_with(file)))
}

/// As [`open_drawn`] with the application that is made of the device.
pub(crate) fn open_drawn_as(
    size: Vec2,
    make: impl FnOnce(&CreationContext<'_>) -> App,
) -> Option<Window> {
    has_device().then(|| {
        finished(drawn_builder(size).renderer(Lent::new()), |cc| {
            plain(make(cc))
        })
    })
}

/// As [`open_drawn_wide`], with ambient occlusion, as the program begins.
pub(crate) fn open_shaded(file: &str) -> Option<Window> {
    open_shaded_as(SIZE, |cc| App::new(cc, start_with(file)))
}

/// As [`open_drawn_as`], with ambient occlusion if the settings have it.
pub(crate) fn open_shaded_as(
    size: Vec2,
    make: impl FnOnce(&CreationContext<'_>) -> App,
) -> Option<Window> {
    has_device().then(|| {
        finished(drawn_builder(size).renderer(Lent::new()), |cc| {
            held(make(cc))
        })
    })
}

/// An application whose panes are drawn when they are looked at.
fn held(mut app: App) -> App {
    app.hold_pictures(true);
    app
}

/// The same without ambient occlusion.
fn plain(mut app: App) -> App {
    app.prefer(SettingChange::Contact(false));
    held(app)
}

/// As [`open_drawn_as`] with a pixel a point, where letters have the widths of a usual screen.
pub(crate) fn open_sharp(
    size: Vec2,
    make: impl FnOnce(&CreationContext<'_>) -> App,
) -> Option<Window> {
    has_device().then(|| finished(builder(size).renderer(Lent::new()), |cc| plain(make(cc))))
}

fn drawn_builder(size: Vec2) -> HarnessBuilder<App> {
    builder(size).with_pixels_per_point(DENSITY)
}

/// A window as the program opens it on a device of this kind, and the screen that draws it.
pub(crate) fn open_on(setup: WgpuSetup, file: &str) -> Option<(Window, Screen)> {
    if !has_device() {
        return None;
    }
    let screen = Screen::new(setup);
    let builder = drawn_builder(DRAWN).renderer(screen.clone());
    let window = finished(builder, |cc| {
        plain(App::new(
            cc,
            Start {
                reports_device: true,
                ..start_with(file)
            },
        ))
    });
    Some((window, screen))
}

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

    /// Another window on another device, as `run` opens it. Its first frames are drawn all.
    pub(crate) fn renew(&self, window: &mut Window) {
        *self.0.borrow_mut() = renderer(default_wgpu_setup());
        let ctx = window.ctx.clone();
        window
            .state_mut()
            .set_render_state(Some(&self.state()), &ctx);
        // egui's letters were on the old device: this makes it give them all again, as eframe does.
        ctx.set_font_providers(Vec::new());
        window.run_steps(4);
        window.state_mut().hold_pictures(true);
    }
}

fn renderer(setup: WgpuSetup) -> (RenderState, WgpuTestRenderer) {
    let state = create_render_state(setup, RendererOptions::PREDICTABLE);
    (state.clone(), WgpuTestRenderer::from_render_state(state))
}

impl egui_kittest::TestRenderer for Screen {
    fn setup_eframe(&self, cc: &mut CreationContext<'_>, frame: &mut eframe::Frame) {
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

/// The window as it is on the screen, after a frame that draws what has changed.
pub(crate) fn seen(window: &mut Window) -> RgbaImage {
    let held = window.state_mut().hold_pictures(false);
    window.step();
    window.state_mut().hold_pictures(held);
    window.render().unwrap()
}

/// Whether what panes show is still being computed.
fn is_unfinished(window: &Window) -> bool {
    let state = window.state();
    state.view().contact.is_working() || state.view().shown.is_measuring()
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
    assert!(
        window.state().graphics().facts().adapter.is_some(),
        "without a device the panes are empty"
    );
    window.remove_cursor();
    window.run_steps(2);
    // Shading, or a number in a pane, that comes between two pictures would be a difference.
    if is_unfinished(window) {
        wait_until(window, "all is known", |window| !is_unfinished(window));
        window.step();
    }
    let picture = seen(window);
    let rects = ["Pane A", "Pane B"].map(|name| window.get_by_label(name).rect());
    rects.map(|rect| cut(&picture, rect)).to_vec()
}

pub(crate) fn pane_a(window: &mut Window) -> RgbaImage {
    panes(window).swap_remove(0)
}

/// Part of the picture of a window; the rectangle is in points.
pub(crate) fn cut(picture: &RgbaImage, rect: Rect) -> RgbaImage {
    let [x, y, width, height] =
        [rect.left(), rect.top(), rect.width(), rect.height()].map(to_pixels);
    image::imageops::crop_imm(picture, x, y, width, height).to_image()
}

/// The color at a place in points in the picture of a window.
pub(crate) fn color_at(picture: &RgbaImage, place: Pos2) -> [u8; 4] {
    picture.get_pixel(to_pixels(place.x), to_pixels(place.y)).0
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "pixels of a picture"
)]
fn to_pixels(points: f32) -> u32 {
    (points * DENSITY) as u32
}

/// How many colors there are: an empty pane has one.
pub(crate) fn colors(picture: &RgbaImage) -> usize {
    let mut last = None;
    let mut colors = std::collections::HashSet::new();
    for pixel in picture.as_raw().chunks_exact(4) {
        // Most are as the one before, and those are passed over faster than found.
        if last != Some(pixel) {
            colors.insert(pixel);
            last = Some(pixel);
        }
    }
    colors.len()
}

/// Pixels of two pictures that differ by more than rounding may make of a color.
pub(crate) fn unlike(a: &RgbaImage, b: &RgbaImage) -> usize {
    const ROUNDING: u8 = 6;
    assert_eq!(a.dimensions(), b.dimensions());
    let differ = |a: &[u8], b: &[u8]| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > ROUNDING);
    let row = 4 * a.width().max(1) as usize;
    let rows = a.as_raw().chunks(row).zip(b.as_raw().chunks(row));
    // Whole rows that are equal are most of them.
    let unequal = rows.filter(|(a, b)| a != b);
    let pixels = unequal.flat_map(|(a, b)| a.chunks_exact(4).zip(b.chunks_exact(4)));
    pixels.filter(|(a, b)| differ(a, b)).count()
}
