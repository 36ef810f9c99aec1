//! The application: an editor, the device that draws it, and the window around both.
//!
//! Each frame gives what happened to [`session::engine::Editor`], carries out what only a window can, and draws. Panels, panes
//! and docking are drawn by modules of their own.

pub mod graphics;
pub mod shader_watch;

use std::path::PathBuf;
use std::sync::Arc;

use eframe::egui;
use eframe::egui::ViewportCommand;

use crate::app::graphics::Graphics;
use crate::dock::Dock;
use crate::panes::Panes;
use crate::theme;
use scene::view::graphics::SkinnedBy;
use session::commands::command::{Command, Intent, Outcome, Sink};
use session::engine::{Editor, Input, Output, WindowEffect, World};
use session::features::opening::loading::Loader;
use session::features::view::View;
use session::notices::Severity;
use session::settings::{self, Accent, SettingChange};
use session::tasks::{Threads, Waker};
use whole_file::Files;

mod device;
mod host;
mod keyboard;
mod layout;
mod live_shaders;
mod look;
mod run;
#[cfg(feature = "sound")]
mod sound_player;

pub use run::{RunError, StartOptions, run};

use device::SkinningNotices;
use host::WindowHost;
use live_shaders::LiveShaders;

const NO_DEVICE: &str = "There is no graphics device: the panes stay empty. All else works, and the deformations are computed \
                         on the processor.";

/// The editor, and the state of its window.
#[derive(Debug)]
pub struct App {
    editor: Editor,
    graphics: Graphics,
    panes: Panes,
    skinned_by: SkinnedBy,
    skinning_notices: SkinningNotices,
    /// What panels sent while they were drawn; the next frame applies it.
    sink: Sink,
    title: String,
    aspect: Option<f32>,
    dock: Dock,
    /// The interface scale that was applied last.
    scale: Option<f32>,
    shaders: LiveShaders,
    #[cfg(feature = "sound")]
    sound: sound_player::SoundPlayer,
    /// Whether the window closes, so that nothing more is drawn.
    is_leaving: bool,
}

/// What a new window opens, and where it keeps its settings.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// File or built-in name to open; `None` for the default character.
    pub file: Option<String>,
    /// Reads the character files that the window opens.
    pub loader: Loader,
    /// Settings folder; without one, nothing is read or kept.
    pub settings: Option<PathBuf>,
    /// Starts the threads of background work.
    pub threads: Threads,
    /// Whether the welcome card is shown, unless a file is named or the user does not want it.
    pub welcome: bool,
    /// Whether a missing graphics device is told in a message, and not in the panes alone.
    pub reports_device: bool,
    /// A folder such as `shaders/wgsl`, whose shaders draw the window and whose changes it follows.
    pub shaders: Option<PathBuf>,
}

impl Start {
    /// As the program begins: with the user's settings and the welcome card; debug builds follow the shaders on disk.
    #[must_use]
    pub fn of_program(file: Option<String>) -> Self {
        Self {
            file,
            settings: settings::folder(),
            welcome: true,
            reports_device: true,
            shaders: cfg!(debug_assertions).then(|| PathBuf::from(shaders::FOLDER)),
            ..Self::default()
        }
    }
}

impl App {
    /// A window that begins to open a file.
    #[must_use]
    pub fn new(cc: &eframe::CreationContext<'_>, start: Start) -> Self {
        theme::install(&cc.egui_ctx, Accent::default());
        keyboard::install(&cc.egui_ctx);
        let world = World {
            threads: start.threads,
            waker: waker(&cc.egui_ctx),
            files: Files::default(),
            loader: start.loader,
            settings: start.settings,
            host: Arc::new(WindowHost),
        };
        let mut app = Self {
            editor: Editor::new(world, start.file.as_deref(), start.welcome),
            graphics: Graphics::default(),
            panes: Panes::default(),
            skinned_by: SkinnedBy::default(),
            skinning_notices: SkinningNotices::default(),
            sink: Sink::default(),
            title: String::new(),
            aspect: None,
            dock: Dock::default(),
            scale: None,
            shaders: LiveShaders::new(start.shaders),
            #[cfg(feature = "sound")]
            sound: sound_player::SoundPlayer::default(),
            is_leaving: false,
        };
        app.editor.follow_theme(system_is_light(&cc.egui_ctx));
        app.follow_look(&cc.egui_ctx);
        app.draw_with(cc.wgpu_render_state.as_ref(), &cc.egui_ctx);
        if start.reports_device && cc.wgpu_render_state.is_none() {
            app.notify(Severity::Warning, NO_DEVICE.to_owned());
        }
        app
    }

    /// All that panels and tests may read.
    #[must_use]
    pub fn view(&self) -> View<'_> {
        self.editor.view(self.graphics.facts(), &self.skinned_by)
    }

    /// The graphics device that draws the window.
    #[must_use]
    pub const fn graphics(&self) -> &Graphics {
        &self.graphics
    }

    /// Changes a setting as the preferences do, also before the window's first frame.
    pub fn prefer(&mut self, change: SettingChange) {
        self.editor.apply(Intent::Set(change));
    }

    /// Whether the window closes after this frame, of which nothing will be seen.
    #[must_use]
    pub const fn is_leaving(&self) -> bool {
        self.is_leaving
    }

    fn notify(&mut self, severity: Severity, text: String) {
        self.editor.apply(Outcome::Notify(severity, text));
    }

    /// What panels sent while the last frame was drawn, and the file that was dropped onto the window.
    fn take_commands(&mut self, ctx: &egui::Context) -> Vec<Command> {
        let mut commands: Vec<Command> = self.receive_shaders().into_iter().collect();
        commands.extend(self.sink.take());
        let dropped = ctx.input(|input| {
            let file = input.raw.dropped_files.last()?;
            Some(file.path().to_string_lossy().into_owned())
        });
        commands.extend(dropped.map(|file| Intent::Dropped(file).into()));
        commands
    }

    fn input(&mut self, ctx: &egui::Context) -> Input {
        let commands = self.take_commands(ctx);
        // A window that closes because its device was lost is opened again with all its state.
        let may_close = self.graphics.loss().is_none();
        Input {
            commands,
            aspect: self.aspect,
            // Nothing is shaded without a device.
            draws: self.graphics.state().is_some(),
            menu_open: egui::Popup::is_any_open(ctx),
            system_is_light: system_is_light(ctx),
            thumbnail: self.panes.taker_of_picture(),
            ..ctx.input(|input| Input {
                now: input.time,
                pointer_down: input.pointer.any_down(),
                close_asked: may_close && input.viewport().close_requested(),
                ..Input::default()
            })
        }
    }

    fn carry_out(&self, output: Output, ctx: &egui::Context) {
        for effect in output.effects {
            match effect {
                WindowEffect::CopyText(text) => ctx.copy_text(text),
                WindowEffect::RestartGraphics => self.graphics.throw_away(),
                WindowEffect::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
                WindowEffect::StayOpen => ctx.send_viewport_cmd(ViewportCommand::CancelClose),
            }
        }
        if let Some(time) = output.next_frame {
            ctx.request_repaint_after(time);
        }
    }

    /// What is heard of the sound beside the clips.
    #[cfg(feature = "sound")]
    fn play_sound(&mut self, ctx: &egui::Context) {
        let now = ctx.input(|input| input.time);
        let view = self.editor.view(self.graphics.facts(), &self.skinned_by);
        let heard = view.heard();
        let played = self.sound.follow(heard, now, &view.session.files);
        if let Err(fault) = played {
            self.notify(Severity::Warning, fault);
        }
    }

    fn show_title(&mut self, ctx: &egui::Context) {
        let title = self.editor.title();
        if title != self.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }
}

/// Lets background work request a repaint of this window.
fn waker(ctx: &egui::Context) -> Waker {
    let ctx = ctx.clone();
    Waker::new(move |after| ctx.request_repaint_after(after))
}

/// Whether the window closes: it was asked to and nothing is unsaved, or the user gave that up.
fn is_leaving(close_asked: bool, effects: &[WindowEffect]) -> bool {
    let stays = effects.contains(&WindowEffect::StayOpen);
    effects.contains(&WindowEffect::Quit) || (close_asked && !stays)
}

fn system_is_light(ctx: &egui::Context) -> bool {
    ctx.system_theme() == Some(egui::Theme::Light)
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        self.poll_graphics();
        self.poll_skinning();
        let input = self.input(ctx);
        let close_asked = input.close_asked;
        let output = self.editor.frame(input);
        #[cfg(feature = "sound")]
        self.play_sound(ctx);
        self.is_leaving = is_leaving(close_asked, &output.effects);
        self.carry_out(output, ctx);
        if let Some(fault) = self.panes.take_fault() {
            self.notify(Severity::Warning, fault);
        }
        self.follow_look(ctx);
        self.follow_scale(ctx);
        self.show_title(ctx);
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        let view = self.editor.view(self.graphics.facts(), &self.skinned_by);
        keyboard::drop_text_of_shortcuts(ui.ctx(), &view);
        let menu_open = egui::Popup::is_any_open(ui.ctx());
        let aspect = layout::window(ui, &view, &mut self.dock, &mut self.panes, &mut self.sink);
        keyboard::shortcuts(ui.ctx(), menu_open, &view, &mut self.sink);
        let waits_for_size = view.session.frame_all && aspect.is_some();
        self.aspect = aspect.or(self.aspect);
        let skins_otherwise = self.panes.skinned_by() != self.skinned_by;
        // Commands that were sent while drawing are applied at the start of the next frame.
        if !self.sink.is_empty() || waits_for_size || skins_otherwise {
            ui.ctx().request_repaint();
        }
    }
}
