//! The window: receives, applies commands, lets time pass, then draws.

use eframe::egui;
use thiserror::Error;

use crate::apply::apply;
use crate::builtin;
use crate::command::{Command, Sink};
use crate::document::Document;
use crate::file_dialog::FileDialog;
use crate::history::History;
use crate::loading::{Loader, Loading, Wish};
use crate::notices::Severity;
use crate::panes::Panes;
use crate::session::{Request, Session};
use crate::shown::Shown;
use crate::theme;
use crate::view::View;
use crate::watch::Watch;

mod keyboard;
mod layout;

/// Why there is no window.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// Nowhere to open one.
    #[error(
        "there is no display to open a window on ({reason}). Pictures can be made without one: \
         dualskin render FILE --compare linear,two-phase --out OUT.png"
    )]
    NoDisplay {
        /// What is missing.
        reason: String,
    },
    /// Nothing to draw with.
    #[error(
        "the window cannot be drawn: {reason}. Install your GPU's Vulkan driver, or one that runs on the processor \
         (Debian and Ubuntu: apt-get install mesa-vulkan-drivers)"
    )]
    NoGraphics {
        /// In the driver's words.
        reason: String,
    },
}

/// Opens the window on a file, or on the built-in character, until it is closed.
///
/// # Errors
///
/// No display, or no graphics driver.
pub fn run(file: Option<String>) -> Result<(), RunError> {
    look_for_display()?;
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("Dualskin")
            .with_app_id("dualskin")
            .with_inner_size([1600.0, 1000.0])
            .with_min_inner_size([720.0, 420.0])
            .with_drag_and_drop(true),
        renderer: eframe::Renderer::Wgpu,
        ..eframe::NativeOptions::default()
    };
    let create: eframe::AppCreator<'_> = Box::new(move |cc| Ok(Box::new(App::new(cc, file))));
    eframe::run_native("Dualskin", options, create).map_err(|error| match error {
        eframe::Error::Winit(error) => RunError::NoDisplay {
            reason: error.to_string(),
        },
        eframe::Error::WinitEventLoop(error) => RunError::NoDisplay {
            reason: error.to_string(),
        },
        other => RunError::NoGraphics {
            reason: other.to_string(),
        },
    })
}

/// On Unix a window needs one of two variables; asking before saves a stack of messages from libraries.
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

/// The application's state.
#[derive(Debug)]
pub struct App {
    document: Document,
    history: History,
    session: Session,
    shown: Shown,
    panes: Panes,
    loading: Loading,
    dialog: FileDialog,
    watch: Option<Watch>,
    sink: Sink,
    title: String,
    aspect: Option<f32>,
    /// The clock when notices were aged last.
    aged: Option<f64>,
}

impl App {
    /// A window that begins to open `file`, or the built-in character.
    #[must_use]
    pub fn new(cc: &eframe::CreationContext<'_>, file: Option<String>) -> Self {
        Self::with_loader(cc, file, Loader::default())
    }

    /// As [`new`](Self::new), with another function that opens files.
    #[must_use]
    pub fn with_loader(
        cc: &eframe::CreationContext<'_>,
        file: Option<String>,
        loader: Loader,
    ) -> Self {
        theme::install(&cc.egui_ctx);
        theme::choose(&cc.egui_ctx, false);
        let mut app = Self {
            document: Document::empty(),
            history: History::default(),
            session: Session::default(),
            shown: Shown::default(),
            panes: Panes::new(cc.wgpu_render_state.as_ref()),
            loading: Loading::new(loader),
            dialog: FileDialog::default(),
            watch: None,
            sink: Sink::default(),
            title: String::new(),
            aspect: None,
            aged: None,
        };
        let wish = Wish {
            file: file.unwrap_or_else(|| builtin::DEFAULT.to_owned()),
            ..Wish::default()
        };
        app.fulfil(Request::Load(wish), &cc.egui_ctx);
        app
    }

    /// What is saved and undone.
    #[must_use]
    pub const fn document(&self) -> &Document {
        &self.document
    }

    /// The steps that can be undone.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// What is never undone.
    #[must_use]
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// What the panes show.
    #[must_use]
    pub const fn shown(&self) -> &Shown {
        &self.shown
    }

    /// Whether a file is being read.
    #[must_use]
    pub fn is_loading(&self) -> bool {
        self.loading.opening().is_some()
    }

    fn apply(&mut self, command: Command) {
        apply(
            command,
            &mut self.document,
            &mut self.history,
            &mut self.session,
        );
    }

    fn receive(&mut self, ctx: &egui::Context) -> Vec<Command> {
        let mut commands = self.dialog.receive(ctx);
        commands.extend(self.loading.receive(ctx));
        if self.watch.as_ref().is_some_and(Watch::has_changed) {
            commands.push(Command::OfferReload(true));
        }
        commands.extend(self.sink.take());
        let dropped = ctx.input(|input| {
            input
                .raw
                .dropped_files
                .iter()
                .map(|file| file.path().to_string_lossy().into_owned())
                .next_back()
        });
        commands.extend(dropped.map(Command::Open));
        commands
    }

    fn fulfil(&mut self, request: Request, ctx: &egui::Context) {
        match request {
            Request::Load(wish) => {
                self.cancel_loading();
                if let Err(text) = self.loading.start(wish, ctx) {
                    self.apply(Command::Notify(Severity::Error, text));
                }
            }
            Request::CancelLoading => self.cancel_loading(),
            Request::Watch => {
                let side_files = &self.document.character.source.side_files;
                let stamp = self.loading.stamp();
                self.watch = Watch::start(&self.session.file, stamp, side_files, ctx);
            }
            Request::Dialog => self.dialog.ask(ctx),
            Request::Quit => ctx.send_viewport_cmd(egui::ViewportCommand::Close),
        }
    }

    /// Leaves all as it was, an offer to reload included.
    fn cancel_loading(&mut self) {
        if self.loading.cancel().is_some_and(|wish| wish.offered) {
            self.apply(Command::OfferReload(true));
        }
    }

    /// Before anything new comes in: a notice that ends a long wait must not be as old as the wait.
    fn age_notices(&mut self, ctx: &egui::Context) {
        let now = ctx.input(|input| input.time);
        let then = self.aged.replace(now).unwrap_or(now);
        let seconds = std::time::Duration::try_from_secs_f64(now - then).unwrap_or_default();
        self.session.notices.advance(seconds.as_secs_f32());
    }

    fn let_time_pass(&mut self, ctx: &egui::Context) {
        // A long wait is no reason to leap.
        let seconds = ctx.input(|input| input.stable_dt).min(0.25);
        let clip = self.session.playback.moment.map(|moment| moment.clip);
        let duration = clip
            .and_then(|clip| self.document.character.clips.get(clip))
            .map_or(0.0, |clip| clip.duration);
        self.session.playback.advance(seconds, duration);
        if self.session.playback.moves() {
            ctx.request_repaint();
        }
        if let Some(seconds) = self.session.notices.next_change() {
            ctx.request_repaint_after(std::time::Duration::from_secs_f32(seconds.max(0.03)));
        }
    }

    fn show_title(&mut self, ctx: &egui::Context) {
        let title = match self.document.character.name.as_str() {
            "" => "Dualskin".to_owned(),
            name => format!("{name} — Dualskin"),
        };
        if title != self.title {
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        self.age_notices(ctx);
        for command in self.receive(ctx) {
            self.apply(command);
        }
        // A widget that goes away in the middle of a drag does not say so.
        if !ctx.input(|input| input.pointer.any_down()) {
            self.apply(Command::EndGesture);
        }
        for request in std::mem::take(&mut self.session.requests) {
            self.fulfil(request, ctx);
        }
        self.let_time_pass(ctx);
        if let Some(aspect) = self.aspect {
            self.session.pane_aspect = aspect;
            if std::mem::take(&mut self.session.frame_all) {
                self.apply(Command::FrameOpened);
            }
        }
        self.shown.refresh(&self.document, &self.session);
        theme::choose(ctx, self.session.switches.light);
        self.show_title(ctx);
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        let view = View {
            document: &self.document,
            history: &self.history,
            session: &self.session,
            shown: &self.shown,
            opening: self.loading.opening(),
        };
        let menu_open = egui::Popup::is_any_open(ui.ctx());
        let aspect = layout::window(ui, &view, &mut self.panes, &mut self.sink);
        keyboard::shortcuts(ui.ctx(), menu_open, &view, &mut self.sink);
        let waits_for_size = self.session.frame_all && aspect.is_some();
        self.aspect = aspect.or(self.aspect);
        if !self.sink.is_empty() || waits_for_size {
            ui.ctx().request_repaint();
        }
    }
}
