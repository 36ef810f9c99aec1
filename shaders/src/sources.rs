//! The set of all WGSL texts, as built in or replaced.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::{INCLUDES, ImportError, PROGRAMS, Resolved, Shader, import};

/// The texts of all WGSL files, by their paths in the folder `wgsl` (`"mesh.wgsl"`, `"include/frame.wgsl"`).
///
/// It has a text for every program and include: texts can be replaced and added, but not removed. Texts are not checked
/// here; compiling does that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sources {
    texts: BTreeMap<String, Cow<'static, str>>,
}

impl Sources {
    /// The texts at the time of the build.
    #[must_use]
    pub fn built_in() -> Self {
        let all = PROGRAMS.iter().chain(INCLUDES);
        Self {
            texts: all
                .map(|shader| (shader.path.to_owned(), Cow::Borrowed(shader.text)))
                .collect(),
        }
    }

    /// Replaces or adds a text. A path `include/NAME.wgsl` can then be imported as `NAME`.
    pub fn replace(&mut self, path: &str, text: impl Into<Cow<'static, str>>) {
        self.texts.insert(path.to_owned(), text.into());
    }

    /// The text of one file, `#import` lines unresolved.
    #[must_use]
    pub fn text(&self, path: &str) -> Option<&str> {
        self.texts.get(path).map(AsRef::as_ref)
    }

    /// The paths of all files, in alphabetical order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.texts.keys().map(String::as_str)
    }

    /// The text of a program with all imports replaced, ready to compile.
    ///
    /// A shader whose path is unknown here uses its own text.
    ///
    /// # Errors
    ///
    /// The first import with an unknown name.
    pub fn resolve(&self, program: &Shader) -> Result<Resolved, ImportError> {
        let text = self.text(program.path).unwrap_or(program.text);
        import::resolve_with(self, program.path, text)
    }

    /// Path and text of an include; none if there is none of this name.
    pub(crate) fn include(&self, name: &str) -> Option<(&str, &str)> {
        let (path, text) = self.texts.get_key_value(&include_path(name))?;
        Some((path, text))
    }

    /// The names of all includes.
    pub(crate) fn includes(&self) -> impl Iterator<Item = &str> {
        self.paths()
            .filter_map(|path| path.strip_prefix("include/")?.strip_suffix(".wgsl"))
    }
}

impl Default for Sources {
    fn default() -> Self {
        Self::built_in()
    }
}

fn include_path(name: &str) -> String {
    format!("include/{name}.wgsl")
}
