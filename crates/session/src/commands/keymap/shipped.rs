//! The key maps that come with the program.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use whole_file::Files;

use super::by_action::KeysByAction;
use super::{Conflict, KeyMap, KeyMapError, KeyMapFile};

/// A key map that comes with the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Preset {
    /// Keys and mouse similar to Blender's.
    #[default]
    Blender,
    /// Keys and mouse similar to Maya's.
    Maya,
}

impl Preset {
    /// All shipped maps, in the order of the menu.
    pub const ALL: [Self; 2] = [Self::Blender, Self::Maya];

    /// Name in menus and preferences; files say [`id`](Self::id) instead.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blender => "Blender-like",
            Self::Maya => "Maya-like",
        }
    }

    /// Name in the settings file.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Blender => "blender-like",
            Self::Maya => "maya-like",
        }
    }

    /// The shipped map of a name in the settings file; none if unknown.
    #[must_use]
    pub fn of_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.id() == id)
    }

    /// File name and text of the map.
    #[must_use]
    pub const fn source(self) -> (&'static str, &'static str) {
        match self {
            Self::Blender => ("blender.ron", include_str!("../../../keymaps/blender.ron")),
            Self::Maya => ("maya.ron", include_str!("../../../keymaps/maya.ron")),
        }
    }

    /// The parsed map; parsing happens once.
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

    /// An empty map if the text is faulty; a test ensures that no shipped text is.
    fn read(self) -> KeyMap {
        let (file, text) = self.source();
        let empty = KeyMap {
            preset: self,
            name: self.name().to_owned(),
            bindings: Vec::new(),
            keys: KeysByAction::default(),
            drags: Vec::new(),
        };
        empty.with(KeyMapFile::parse(file, text).unwrap_or_default())
    }
}

impl KeyMap {
    /// A shipped map with the user's file over it, and the conflicts of the two.
    ///
    /// # Errors
    ///
    /// A file that exists but cannot be read or understood, with place and remedy. Without a file, the map is the
    /// shipped one.
    pub fn load(
        preset: Preset,
        path: &Path,
        files: &Files,
    ) -> Result<(Self, Vec<Conflict>), KeyMapError> {
        let map = preset.keymap();
        let Some(user) = KeyMapFile::read(path, files)? else {
            return Ok((Self::clone(&map), Vec::new()));
        };
        let map = Self::clone(&map).with(user);
        let conflicts = map.conflicts();
        Ok((map, conflicts))
    }
}
