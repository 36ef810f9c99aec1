//! The maps that come with the program.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::{Conflict, KeyMap, KeyMapError, Written};

/// A map that comes with the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Preset {
    /// For hands that know Blender.
    #[default]
    Blender,
    /// For hands that know Maya.
    Maya,
}

impl Preset {
    /// All.
    pub const ALL: [Self; 2] = [Self::Blender, Self::Maya];

    /// Its name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blender => "Blender-like",
            Self::Maya => "Maya-like",
        }
    }

    /// Its name in the settings.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Blender => "blender-like",
            Self::Maya => "maya-like",
        }
    }

    /// The one of this name, if there is one.
    #[must_use]
    pub fn of_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.id() == id)
    }

    /// The name of its file and its text.
    #[must_use]
    pub const fn source(self) -> (&'static str, &'static str) {
        match self {
            Self::Blender => ("blender.ron", include_str!("../../../keymaps/blender.ron")),
            Self::Maya => ("maya.ron", include_str!("../../../keymaps/maya.ron")),
        }
    }

    /// The map itself; read once.
    #[must_use]
    pub fn keymap(self) -> Arc<KeyMap> {
        static MAPS: OnceLock<[Arc<KeyMap>; 2]> = OnceLock::new();
        let maps = MAPS.get_or_init(|| Self::ALL.map(|preset| Arc::new(preset.read())));
        let [blender, maya] = maps;
        Arc::clone(match self {
            Self::Blender => blender,
            Self::Maya => maya,
        })
    }

    /// A test holds that the shipped texts have no fault, so that a map without keys is never seen.
    fn read(self) -> KeyMap {
        let (file, text) = self.source();
        let empty = KeyMap {
            preset: self,
            name: self.name().to_owned(),
            bindings: Vec::new(),
            drags: Vec::new(),
        };
        empty.with(Written::parse(file, text).unwrap_or_default())
    }
}

impl KeyMap {
    /// A shipped map with the user's own file laid over it, and what is claimed twice then.
    ///
    /// # Errors
    ///
    /// A file that is there but cannot be read, or has a fault: where, which, and what to do. Without a file there is
    /// none, and the map is the shipped one.
    pub fn load(preset: Preset, path: &Path) -> Result<(Self, Vec<Conflict>), KeyMapError> {
        let map = preset.keymap();
        let Some(user) = Written::read(path)? else {
            return Ok((Self::clone(&map), Vec::new()));
        };
        let map = Self::clone(&map).with(user);
        let conflicts = map.conflicts();
        Ok((map, conflicts))
    }
}
