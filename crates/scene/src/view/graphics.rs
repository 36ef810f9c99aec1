//! Facts about the graphics device as plain data, for messages and for deciding which commands are possible.

use std::fmt;

/// The hardware or software behind the graphics device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adapter {
    /// The driver's name for it.
    pub name: String,
    /// Whether it is a software renderer on the processor.
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

/// What skins the panes' vertices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SkinnedBy {
    /// Nothing skins them, for nothing is shown.
    #[default]
    Nothing,
    /// The graphics device skins them, in shaders.
    Device,
    /// The processor; the text is why the device cannot, none if the user chose the processor.
    Processor(Option<String>),
}

/// The state of the graphics device, for code that does not draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GraphicsFacts<'a> {
    /// The adapter, also of a lost device.
    pub adapter: Option<&'a Adapter>,
    /// Whether there is a device that is not lost.
    pub works: bool,
}
