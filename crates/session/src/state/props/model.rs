//! What the files of props show, as they were read.

use std::collections::BTreeMap;
use std::sync::Arc;

use character::Character;
use glam::{Affine3A, Mat3A, Vec3, Vec3A};
use scene::deform::DeformedPrimitive;
use whole_file::Files;

use super::prop_file::read_prop;
use crate::document::props::Prop;

/// What the file of a prop shows: its meshes at rest.
#[derive(Clone, Debug)]
pub struct PropModel {
    /// The file as it was opened.
    pub character: Arc<Character>,
    /// Its vertices at rest, in its own frame.
    pub at_rest: Arc<Vec<DeformedPrimitive>>,
}

/// Equal if they are of one reading.
impl PartialEq for PropModel {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.at_rest, &other.at_rest)
    }
}

impl PropModel {
    /// Its vertices where `map` brings them; normals by the inverse transpose, of length one, or zero where the map is flat.
    #[must_use]
    pub fn moved(&self, map: &Affine3A) -> Vec<DeformedPrimitive> {
        let turn = normals_of(map.matrix3);
        let moved = self.at_rest.iter().map(|own| DeformedPrimitive {
            instance: own.instance,
            primitive: own.primitive,
            positions: own
                .positions
                .iter()
                .map(|point| map.transform_point3(*point))
                .collect(),
            normals: own
                .normals
                .iter()
                .map(|normal| Vec3::from(turn * Vec3A::from(*normal)).normalize_or_zero())
                .collect(),
            tangents: Vec::new(),
        });
        moved.collect()
    }
}

fn normals_of(linear: Mat3A) -> Mat3A {
    let turn = linear.inverse().transpose();
    match turn.is_finite() {
        true => turn,
        false => Mat3A::ZERO,
    }
}

/// The files of props that were read, by their paths.
#[derive(Clone, Debug, Default)]
pub struct PropModels(BTreeMap<String, Result<PropModel, String>>);

impl PropModels {
    /// What a file shows, or one sentence why nothing; none before it is read.
    #[must_use]
    pub fn get(&self, file: &str) -> Option<Result<&PropModel, &str>> {
        let read = self.0.get(file)?;
        Some(read.as_ref().map_err(String::as_str))
    }

    /// What a file shows, if it was read.
    #[must_use]
    pub fn shown(&self, file: &str) -> Option<&PropModel> {
        self.0.get(file)?.as_ref().ok()
    }

    /// Reads the files of props that are not hidden, each once.
    #[must_use]
    pub fn read(props: &[Prop], files: &Files, goes_on: &dyn Fn() -> bool) -> Self {
        let mut models = Self::default();
        for prop in props.iter().filter(|prop| !prop.hidden) {
            if models.get(&prop.file).is_none() {
                models.take(prop.file.clone(), read_prop(&prop.file, files, goes_on));
            }
        }
        models
    }

    /// Why files show nothing, a sentence each.
    pub fn faults(&self) -> impl Iterator<Item = &str> {
        let read = self.0.values();
        read.filter_map(|read| read.as_ref().err().map(String::as_str))
    }

    /// Takes what was read of a file.
    pub(crate) fn take(&mut self, file: String, read: Result<PropModel, String>) {
        self.0.insert(file, read);
    }

    /// Has a file read again.
    pub(crate) fn forget(&mut self, file: &str) {
        self.0.remove(file);
    }

    /// Keeps those files alone for which that is so.
    pub(crate) fn retain(&mut self, is_wanted: impl Fn(&str) -> bool) {
        self.0.retain(|file, _| is_wanted(file));
    }
}
