//! What readers are given. `fuzz/` has this file and `readers.rs` too.

/// What a case is given to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// A character as .glb, .gltf, .vrm or .vrma: opened, inspected, skinned, exported.
    Model,
    /// The same of a motion capture.
    Bvh,
    /// The same of FBX, binary or text.
    Fbx,
    Project,
    Recovery,
    Preset,
    /// Settings, with the layout of the window.
    Settings,
    KeyMap,
    WeightsCsv,
    WeightsRon,
}

impl Kind {
    /// All but glTF: texts, and FBX, which may be one.
    pub(crate) const TEXTS: [Self; 9] = [
        Self::Bvh,
        Self::Fbx,
        Self::Project,
        Self::Recovery,
        Self::Preset,
        Self::Settings,
        Self::KeyMap,
        Self::WeightsCsv,
        Self::WeightsRon,
    ];

    /// The name of its folder in a corpus of texts, and of its cases.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::Bvh => "bvh",
            Self::Fbx => "fbx",
            Self::Project => "project",
            Self::Recovery => "recovery",
            Self::Preset => "preset",
            Self::Settings => "settings",
            Self::KeyMap => "keymap",
            Self::WeightsCsv => "weights-csv",
            Self::WeightsRon => "weights-ron",
        }
    }

    /// The extension of its cases; those of characters have their own.
    pub(crate) const fn extension(self) -> &'static str {
        match self {
            Self::Model => "glb",
            Self::Bvh => "bvh",
            Self::Fbx => "fbx",
            Self::Project => "dualskin",
            Self::WeightsCsv => "csv",
            Self::Recovery | Self::Preset | Self::Settings | Self::KeyMap | Self::WeightsRon => {
                "ron"
            }
        }
    }

    /// The kind whose name begins a file's name, as that of a kept case; characters and captures by their extension.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        let has = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
        let kinds = [
            (Self::Model, &[".glb", ".gltf", ".vrm", ".vrma"][..]),
            (Self::Bvh, &[".bvh"]),
            (Self::Fbx, &[".fbx"]),
        ];
        if let Some((kind, _)) = kinds.into_iter().find(|(_, ends)| has(ends)) {
            return Some(kind);
        }
        Self::TEXTS
            .into_iter()
            .find(|kind| name.starts_with(&format!("{}-", kind.name())))
    }
}

/// One file for a reader.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) kind: Kind,
    /// Without the dot.
    pub(crate) extension: String,
    pub(crate) bytes: Vec<u8>,
}
