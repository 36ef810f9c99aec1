//! The graphics device of the window: its adapter, its errors and its loss.
//!
//! A device can be lost at any time: the driver is updated, the computer slept, a program hung the GPU. All that was
//! made on it is gone then, egui's own textures too, and only a new device helps. [`Graphics`] notices, `app/run.rs`
//! opens the window again on a new device, and the application keeps all but what was on the GPU.
//!
//! wgpu is silent about a lost device: calls do nothing, and errors about it go nowhere. There are two exceptions, and
//! both end the program. egui's painter insists on memory for its triangles, hence [`Graphics::check`]. And
//! `wgpu::Device::poll` insists on an answer of the driver: nothing in the window may call it.
//!
//! It has to notice before egui's painter does, for the painter would end the program. "Restart graphics" in the Help
//! menu goes the same way.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use eframe::egui;
use eframe::egui_wgpu::RenderState;
use scene::view::graphics::{Adapter, GraphicsFacts};

mod losses;
mod options;

pub use losses::{Losses, MOST_LOSSES, WITHIN};
pub use options::{options, setup};

/// What a device runs on, as plain data.
fn adapter_of(adapter: &wgpu::Adapter) -> Adapter {
    let info = adapter.get_info();
    Adapter {
        name: info.name,
        is_software: info.device_type == wgpu::DeviceType::Cpu,
    }
}

/// Why a device is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The user restarted the graphics.
    Asked,
    /// It ran out of memory.
    OutOfMemory,
    /// The driver removed it, with this message, which may be empty.
    Driver(String),
}

impl Loss {
    /// The reason in wgpu's message about a lost device.
    #[must_use]
    pub fn of(message: &str) -> Self {
        match message {
            message if message.to_lowercase().contains("out of memory") => Self::OutOfMemory,
            // This message only repeats that the device is lost.
            "Device is lost" => Self::Driver(String::new()),
            message => Self::Driver(message.to_owned()),
        }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asked => f.write_str("it was to be restarted"),
            Self::OutOfMemory => f.write_str("it ran out of memory"),
            Self::Driver(words) if words.is_empty() => {
                f.write_str("the driver took it away without a reason")
            }
            Self::Driver(words) => write!(f, "the driver says: {words}"),
        }
    }
}

/// The graphics device that the window is drawn with, or none.
#[derive(Default)]
pub struct Graphics {
    device: Option<Device>,
    /// The reason of the loss, once the device was released.
    loss: Option<Loss>,
}

struct Device {
    state: RenderState,
    adapter: Adapter,
    faults: Arc<DeviceFaults>,
    probe: wgpu::Buffer,
}

/// Loss and errors that the device reported, on whatever thread.
#[derive(Debug, Default)]
struct DeviceFaults(Mutex<FaultLog>);

#[derive(Debug, Default)]
struct FaultLog {
    loss: Option<Loss>,
    faults: Vec<String>,
    /// All errors so far: a picture that is drawn sixty times a second reports its error each time.
    known: Vec<String>,
}

/// Most errors of a device that are shown; after so many different ones, more would not help.
const MOST_FAULTS: usize = 20;

/// Size of the probe in bytes.
const PROBE: wgpu::BufferSize = match wgpu::BufferSize::new(wgpu::COPY_BUFFER_ALIGNMENT) {
    Some(size) => size,
    None => wgpu::BufferSize::MIN,
};

impl fmt::Debug for Graphics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Graphics")
            .field("adapter", &self.facts().adapter)
            .field("loss", &self.loss())
            .finish_non_exhaustive()
    }
}

impl Graphics {
    /// Registers for the device's errors, see [`take_faults`](Self::take_faults), and for its loss.
    #[must_use]
    pub fn new(state: Option<&RenderState>, ctx: &egui::Context) -> Self {
        Self {
            device: state.map(|state| Device::new(state.clone(), ctx)),
            loss: None,
        }
    }

    /// The device to draw with; `None` without one, or once it is lost.
    #[must_use]
    pub fn state(&self) -> Option<&RenderState> {
        let device = self.device.as_ref().filter(|_| !self.is_lost())?;
        Some(&device.state)
    }

    /// Facts about the device for code that draws nothing.
    #[must_use]
    pub fn facts(&self) -> GraphicsFacts<'_> {
        GraphicsFacts {
            adapter: self.device.as_ref().map(|device| &device.adapter),
            works: self.state().is_some(),
        }
    }

    /// Whether the device is lost; stays true after its release.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.loss().is_some()
    }

    /// Why the device is lost, if it is.
    #[must_use]
    pub fn loss(&self) -> Option<Loss> {
        let faults = self.device.as_ref().map(|device| &device.faults);
        faults.map_or_else(|| self.loss.clone(), |faults| faults.news().loss.clone())
    }

    /// Errors of the device since the last call that no caller handled, one sentence each.
    ///
    /// Every error is returned once.
    #[must_use]
    pub fn take_faults(&self) -> Vec<String> {
        let device = self.device.as_ref();
        device.map_or_else(Vec::new, |device| {
            std::mem::take(&mut device.faults.news().faults)
        })
    }

    /// Writes a few bytes the way egui will for its next picture, and takes a refusal as loss of the device: egui would
    /// end the program.
    pub fn check(&self) {
        let Some(device) = self.device.as_ref().filter(|_| !self.is_lost()) else {
            return;
        };
        let queue = &device.state.queue;
        if queue.write_buffer_with(&device.probe, 0, PROBE).is_none() {
            device.faults.lose(Loss::of(""));
        }
    }

    /// Destroys the device so that another one is set up.
    pub fn throw_away(&self) {
        if let Some(device) = &self.device {
            // Before the device is destroyed: the first reason counts, and the driver reports none.
            device.faults.lose(Loss::Asked);
            device.state.device.destroy();
        }
    }

    /// Drops the device; the reason of its loss stays.
    pub fn release(&mut self) {
        self.loss = self.loss();
        self.device = None;
    }
}

impl Device {
    fn new(state: RenderState, ctx: &egui::Context) -> Self {
        let faults = Arc::new(DeviceFaults::default());
        listen(&state.device, &faults, ctx);
        let probe = state.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("probe"),
            size: PROBE.get(),
            usage: wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        Self {
            adapter: adapter_of(&state.adapter),
            state,
            faults,
            probe,
        }
    }
}

fn listen(device: &wgpu::Device, faults: &Arc<DeviceFaults>, ctx: &egui::Context) {
    let (news, waked) = (Arc::clone(faults), ctx.clone());
    device.set_device_lost_callback(move |_reason, message| {
        news.lose(Loss::of(&message));
        waked.request_repaint();
    });
    let (news, waked) = (Arc::clone(faults), ctx.clone());
    device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
        if news.note(fault(&error)) {
            waked.request_repaint();
        }
    }));
}

impl DeviceFaults {
    fn news(&self) -> MutexGuard<'_, FaultLog> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps only the first reason: later ones follow from it.
    fn lose(&self, loss: Loss) {
        self.news().loss.get_or_insert(loss);
    }

    /// Records an error; returns whether it is new.
    fn note(&self, fault: String) -> bool {
        let mut news = self.news();
        let is_new = news.known.len() < MOST_FAULTS && !news.known.contains(&fault);
        if is_new {
            news.known.push(fault.clone());
            news.faults.push(fault);
        }
        is_new
    }
}

/// An unhandled error of the device in words for the user: what happened, and what helps.
#[must_use]
pub fn fault(error: &wgpu::Error) -> String {
    match error {
        wgpu::Error::OutOfMemory { .. } => {
            "The graphics device is out of memory, and what is shown may be incomplete. Close other programs that use \
             it, or open a smaller file; then choose Restart graphics in the Help menu."
                .to_owned()
        }
        wgpu::Error::Validation { description, .. } | wgpu::Error::Internal { description, .. } => {
            format!(
                "The graphics device refused a part of the picture ({}). If something is missing, choose Restart \
                 graphics in the Help menu.",
                compact(description)
            )
        }
    }
}

/// Most characters of a description that are shown.
const LONGEST: usize = 300;

/// Joins wgpu's description to one line; it has many indented ones, from the general to the particular.
fn compact(description: &str) -> String {
    let lines = description.lines().map(str::trim);
    let words: Vec<&str> = lines
        .filter(|line| !line.is_empty() && *line != "Caused by:")
        .collect();
    let text = words.join("; ");
    let mut characters = text.chars();
    let start: String = characters.by_ref().take(LONGEST).collect();
    match characters.next() {
        Some(_) => start + "…",
        None => text,
    }
}
