//! What pictures are drawn and vertices skinned with, as plain data: it is said in the window, and decides what can be asked for.

use std::fmt;

/// What the device runs on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adapter {
    /// The driver's name for it.
    pub name: String,
    /// Whether the "GPU" is the processor.
    pub is_software: bool,
}

impl fmt::Display for Adapter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.name.as_str() {
            "" => "a nameless device",
            name => name,
        };
        let how = if self.is_software {
            ", in software"
        } else {
            ""
        };
        write!(f, "{name}{how}")
    }
}

/// By what the panes' vertices are skinned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SkinnedBy {
    /// There is nothing to skin.
    #[default]
    Nothing,
    /// The graphics device.
    Device,
    /// The processor: because the user wants it, or else why not the device.
    Processor(Option<String>),
}

/// The graphics device, as far as those who draw nothing need to know it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GraphicsFacts<'a> {
    /// What the device runs on, also of a lost one.
    pub adapter: Option<&'a Adapter>,
    /// Whether there is a device, and it is not lost.
    pub works: bool,
}
