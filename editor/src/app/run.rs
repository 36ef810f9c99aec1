//! Runs the window, and opens it again when its graphics device is lost.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use eframe::egui;
use eframe::egui::{Pos2, Vec2, ViewportCommand};
use eframe::egui_wgpu::WgpuError;
use headless::console;
use thiserror::Error;

use super::{App, Start};
use crate::app::graphics;
use crate::app::graphics::{Loss, Losses, MOST_LOSSES};

/// Why the window could not be opened, or not again.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// There is no display server.
    #[error(
        "there is no display to open a window on ({reason}). Pictures can be made without one: \
         dualskin render FILE --compare linear,two-phase -o OUT.png"
    )]
    NoDisplay {
        /// What the window system says is missing, in its own words.
        reason: String,
    },
    /// No graphics driver can draw the window.
    #[error(
        "the window cannot be drawn: {reason}. Install your GPU's Vulkan driver, or one that runs on the processor \
         (Debian and Ubuntu: apt-get install mesa-vulkan-drivers)"
    )]
    NoGraphics {
        /// The message of the graphics library or its driver, in its own words.
        reason: String,
    },
    /// No adapter fits the environment variable.
    #[error("{reason}. Set the variable to a part of one of these names, or to nothing")]
    NoSuchGraphics {
        /// The requested adapter, and those there are.
        reason: String,
    },
    /// The device was lost, and no other could be set up.
    #[error(
        "the graphics device was lost ({loss}), and no other could be set up: {reason}. Start the program again when \
         the graphics driver works; if it does not, restart the computer"
    )]
    NotSetUpAnew {
        /// Why the device was lost.
        loss: Loss,
        /// Why no other could be set up.
        reason: String,
    },
    /// The device was lost again and again within a minute.
    #[error(
        "the graphics device was lost {MOST_LOSSES} times within a minute, the last time because {loss}. Update the \
         graphics driver, or choose another one: WGPU_BACKEND=gl uses OpenGL, WGPU_ADAPTER_NAME=llvmpipe the processor \
         (Debian and Ubuntu: apt-get install mesa-vulkan-drivers)"
    )]
    LostAgain {
        /// Why the device was lost the last time.
        loss: Loss,
    },
}

/// What the first window opens.
#[derive(Clone, Debug, Default)]
pub struct StartOptions {
    /// A file; `None` for the built-in character.
    pub file: Option<String>,
    /// When the program began, to measure the time until the first frame with a character in it is handed to the
    /// screen: it is written to stdout, and the window closes.
    pub clock: Option<Instant>,
}

/// Opens the window and returns when it is closed.
///
/// After the loss of a graphics device the program goes on in a new window, with its state kept.
///
/// # Errors
///
/// No display, no graphics driver, or one that loses its device over and over.
pub fn run(first: StartOptions) -> Result<(), RunError> {
    look_for_display()?;
    let begin = Instant::now();
    let slot = Slot::default();
    let mut losses = Losses::default();
    open(&slot, first).map_err(not_opened)?;
    while let Some(loss) = slot.loss() {
        if loss != Loss::Asked && !losses.allow_another(begin.elapsed()) {
            return Err(RunError::LostAgain { loss });
        }
        open_again(&slot).map_err(|error| RunError::NotSetUpAnew {
            loss,
            reason: graphics_reason(&error),
        })?;
    }
    Ok(())
}

fn not_opened(error: eframe::Error) -> RunError {
    match error {
        // What libraries say here names their own source files and variables of the system.
        eframe::Error::Winit(_) | eframe::Error::WinitEventLoop(_) => RunError::NoDisplay {
            reason: no_wayland()
                .unwrap_or_else(|| "the display does not answer, or opens no window".to_owned()),
        },
        eframe::Error::Wgpu(WgpuError::CustomNativeAdapterSelectionError(reason)) => {
            RunError::NoSuchGraphics { reason }
        }
        other => RunError::NoGraphics {
            reason: graphics_reason(&other),
        },
    }
}

/// What keeps the Wayland display that the environment names from being reached; none where nothing that can be seen from outside.
fn no_wayland() -> Option<String> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let display = PathBuf::from(set("WAYLAND_DISPLAY")?);
    let socket = match (display.is_absolute(), set("XDG_RUNTIME_DIR")) {
        (true, _) => display,
        (false, None) => {
            return Some(
                "WAYLAND_DISPLAY names a display in the folder that XDG_RUNTIME_DIR says, and that is not set"
                    .to_owned(),
            );
        }
        (false, Some(folder)) if !Path::new(&folder).is_dir() => {
            return Some(format!(
                "the folder of XDG_RUNTIME_DIR, {}, does not exist; create it, or log in anew",
                Path::new(&folder).display()
            ));
        }
        (false, Some(folder)) => Path::new(&folder).join(display),
    };
    let is_missing = !socket.exists();
    is_missing.then(|| format!("nothing answers at {}", socket.display()))
}

/// Replaces messages of libraries that do not say that there is simply no driver.
fn graphics_reason(error: &eframe::Error) -> String {
    match error {
        eframe::Error::Wgpu(WgpuError::CreateSurfaceError(_)) => {
            "no graphics driver answers that could draw on this display".to_owned()
        }
        eframe::Error::Wgpu(WgpuError::RequestAdapterError(_)) => {
            "found no graphics driver".to_owned()
        }
        eframe::Error::Wgpu(WgpuError::RequestDeviceError(_)) => {
            "the graphics driver does not start".to_owned()
        }
        other => other.to_string(),
    }
}

/// On Unix a window needs one of these variables; checking them first avoids many messages of libraries.
fn look_for_display() -> Result<(), RunError> {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let needs_variable = cfg!(all(
        unix,
        not(target_os = "macos"),
        not(target_os = "android")
    ));
    if needs_variable
        && !["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"]
            .into_iter()
            .any(is_set)
    {
        return Err(RunError::NoDisplay {
            reason: "neither DISPLAY nor WAYLAND_DISPLAY is set".to_owned(),
        });
    }
    Ok(())
}

/// Waits before each try: a driver that restarts takes a while.
const PATIENCE: [Duration; 3] = [
    Duration::ZERO,
    Duration::from_secs(1),
    Duration::from_secs(4),
];

fn open_again(slot: &Slot) -> Result<(), eframe::Error> {
    let mut outcome = Ok(());
    for wait in PATIENCE {
        std::thread::sleep(wait);
        outcome = open(slot, StartOptions::default());
        if outcome.is_ok() {
            break;
        }
    }
    outcome
}

/// Opens a window, for the kept application or else for `first`, until it is closed; its application then lies in the
/// slot.
fn open(slot: &Slot, first: StartOptions) -> Result<(), eframe::Error> {
    let kept = slot
        .0
        .borrow()
        .as_ref()
        .map(|kept| (kept.ctx.clone(), kept.place));
    let (ctx, place) = kept.unzip();
    let options = eframe::NativeOptions {
        viewport: viewport(place.unwrap_or_default()),
        renderer: eframe::Renderer::Wgpu,
        wgpu_options: graphics::options(),
        ..eframe::NativeOptions::default()
    };
    let slot = slot.clone();
    let create: eframe::AppCreator<'_> =
        Box::new(move |cc| Ok(Box::new(Window::new(cc, slot, first))));
    // The same context: panels keep their sizes, and threads that work wake the new window.
    eframe::run_native_ext("Dualskin", options, ctx, create)
}

fn viewport(place: WindowPlace) -> egui::ViewportBuilder {
    let mut viewport = egui::ViewportBuilder::default()
        .with_title("Dualskin")
        .with_app_id("org.dualskin.Dualskin")
        .with_inner_size(place.size)
        .with_min_inner_size([720.0, 420.0])
        .with_maximized(place.maximized)
        .with_fullscreen(place.fullscreen)
        .with_active(place.focused)
        .with_drag_and_drop(true);
    viewport.position = place.position;
    // A program without an icon is better than none.
    viewport.icon = eframe::icon_data::from_png_bytes(ICON).ok().map(Arc::new);
    viewport
}

const ICON: &[u8] = include_bytes!("../../../assets/icon/dualskin.png");

/// Place and state of the window, in points.
#[derive(Clone, Copy, Debug)]
struct WindowPlace {
    size: Vec2,
    /// Unknown on Wayland, and before the first frame.
    position: Option<Pos2>,
    maximized: bool,
    fullscreen: bool,
    /// Whether the window is in front: one in the background must not come forward because its device was lost.
    focused: bool,
}

impl Default for WindowPlace {
    fn default() -> Self {
        Self {
            size: Vec2::new(1600.0, 1000.0),
            position: None,
            maximized: false,
            fullscreen: false,
            focused: true,
        }
    }
}

impl WindowPlace {
    /// `None` for a minimized window, which has no place.
    fn of(ctx: &egui::Context) -> Option<Self> {
        let size = ctx.viewport_rect().size();
        ctx.input(|input| {
            let viewport = input.viewport();
            let stands = viewport.minimized != Some(true) && size.min_elem() >= 1.0;
            stands.then(|| Self {
                size,
                position: viewport.outer_rect.map(|rect| rect.min),
                maximized: viewport.maximized == Some(true),
                fullscreen: viewport.fullscreen == Some(true),
                focused: viewport.focused != Some(false),
            })
        })
    }
}

/// Where a closing window leaves the application for the next one.
#[derive(Clone, Debug, Default)]
struct Slot(Rc<RefCell<Option<KeptApp>>>);

#[derive(Debug)]
struct KeptApp {
    app: App,
    ctx: egui::Context,
    place: WindowPlace,
}

impl Slot {
    /// Why the window was closed, if its device was lost.
    fn loss(&self) -> Option<Loss> {
        self.0.borrow().as_ref()?.app.graphics().loss()
    }
}

/// The application as eframe runs it, on this window's device.
struct Window {
    /// `Some` until the window is dropped.
    app: Option<App>,
    ctx: egui::Context,
    place: WindowPlace,
    slot: Slot,
    closing: bool,
    clock: Option<Instant>,
    /// Whether a frame with a character in it was drawn.
    has_drawn: bool,
}

impl Window {
    fn new(cc: &eframe::CreationContext<'_>, slot: Slot, first: StartOptions) -> Self {
        let StartOptions { file, clock } = first;
        let kept = slot.0.borrow_mut().take();
        let (app, place) = match kept {
            Some(mut kept) => {
                kept.app.move_into(cc);
                (kept.app, kept.place)
            }
            None => (
                App::new(cc, Start::of_program(file)),
                WindowPlace::default(),
            ),
        };
        Self {
            app: Some(app),
            ctx: cc.egui_ctx.clone(),
            place,
            slot,
            closing: false,
            clock,
            has_drawn: false,
        }
    }

    /// Prints the time of the first frame once the next one begins, since it has been handed over by then.
    fn report_time(&mut self, ctx: &egui::Context) {
        if let Some(begin) = self.clock.take_if(|_| self.has_drawn) {
            let milliseconds = begin.elapsed().as_millis();
            let _unheard = console::result(&format!("first frame after {milliseconds} ms"));
            self.closing = true;
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
    }
}

impl eframe::App for Window {
    fn logic(&mut self, ctx: &egui::Context, frame: &mut eframe::Frame) {
        self.report_time(ctx);
        let Some(app) = &mut self.app else {
            return;
        };
        self.place = WindowPlace::of(ctx).unwrap_or(self.place);
        app.logic(ctx, frame);
        if app.graphics().is_lost() && !self.closing {
            self.closing = true;
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
    }

    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        let Some(app) = &mut self.app else {
            return;
        };
        // A large character in software takes seconds to draw, and nobody would see it.
        if app.graphics().is_lost() || self.closing || app.is_leaving() {
            return;
        }
        app.ui(ui, frame);
        let session = app.view().session;
        self.has_drawn = session.opened > 0 && !session.frame_all;
        if self.clock.is_some() && self.has_drawn {
            ui.ctx().request_repaint();
        }
        // egui paints after this, and only until then can the frame be withdrawn.
        app.graphics().check();
        if app.graphics().is_lost() {
            withdraw(ui.ctx());
        }
    }
}

/// Discards what was painted in this frame: on a lost device egui's painter cannot allocate, and would end the program.
fn withdraw(ctx: &egui::Context) {
    ctx.graphics_mut(|layers| {
        layers.drain(&[], &HashMap::default());
    });
    ctx.request_repaint();
}

impl Drop for Window {
    fn drop(&mut self) {
        if let Some(mut app) = self.app.take() {
            app.finish();
            *self.slot.0.borrow_mut() = Some(KeptApp {
                app,
                ctx: self.ctx.clone(),
                place: self.place,
            });
        }
    }
}
