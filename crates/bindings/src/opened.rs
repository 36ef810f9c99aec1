//! A character: its skeleton, meshes and clips by numbers and names.

use std::path::Path;
use std::sync::Arc;

use character::OnProgress;
use rig::{DrivenSet, JointIndex};
use scene::names::{clip_name, joint_name, joint_named, morph_name};
use scene::placed::placed_primitives;
use scene::vertex_layout::with_vertex_layout;
use text_files::did_you_mean;

use crate::{Error, ErrorKind, GoOn, Mesh, Pose};

/// A character that was opened. It never changes; a clone is the same one.
#[derive(Clone, Debug)]
pub struct Character {
    pub(crate) model: Arc<character::Character>,
    /// What follows the angles of joints, by the file.
    pub(crate) driven: Arc<DrivenSet>,
    meshes: Arc<[Mesh]>,
}

impl Character {
    /// Opens a file: `.glb`, `.gltf`, `.vrm`, and with the feature `session` `builtin:NAME`, FBX and motion captures.
    ///
    /// # Errors
    ///
    /// One sentence that names the file, the place, what is wrong and a remedy.
    pub fn open(source: &str) -> Result<Self, Error> {
        Self::open_watched(source, &|_done| std::ops::ControlFlow::Continue(()))
    }

    /// As [`open`](Self::open), and asks now and then whether to go on.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open); [`ErrorKind::Canceled`] if it was told to stop.
    pub fn open_watched(source: &str, go_on: &GoOn<'_>) -> Result<Self, Error> {
        load(source, &mut |progress| go_on(progress.fraction)).map(Self::of)
    }

    /// Opens a file that is in memory: GLB, or glTF with its buffers inside. `name` stands for it in messages.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open); side files are none.
    pub fn open_bytes(name: &str, bytes: &[u8]) -> Result<Self, Error> {
        let opened = character::open_bytes(name, bytes)?;
        Ok(Self::of(with_vertex_layout(opened)))
    }

    /// A character of the crates below.
    #[must_use]
    pub fn of(model: character::Character) -> Self {
        let model = Arc::new(model);
        let driven = Arc::new(model.driven_of_file().set);
        let mut first = 0;
        let meshes = placed_primitives(&model).map(|placed| {
            let mesh = Mesh::of(&model, &placed, first);
            first += mesh.vertex_count();
            mesh
        });
        let meshes = meshes.collect();
        Self {
            model,
            driven,
            meshes,
        }
    }

    /// The character of the crates below, for what has no call here.
    #[must_use]
    pub const fn model(&self) -> &Arc<character::Character> {
        &self.model
    }

    /// The file's name without its ending.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.model.name
    }

    /// What was repaired or left out while the file was read, a sentence each.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let warnings = self.model.warnings.iter();
        warnings.map(ToString::to_string).collect()
    }

    // ---- skeleton ------------------------------------------------------------------------------------------------------

    /// How many joints the skeleton has.
    #[must_use]
    pub fn joint_count(&self) -> usize {
        self.model.rig.skeleton.len()
    }

    /// The name of a joint; of one without a name that by which the program calls it.
    ///
    /// # Errors
    ///
    /// There is no such joint.
    pub fn joint_name(&self, joint: usize) -> Result<String, Error> {
        let found = self.joint_at(joint)?;
        Ok(joint_name(&self.model.rig.skeleton, found))
    }

    /// The first joint of a name.
    ///
    /// # Errors
    ///
    /// There is none; the remedy names one that is called nearly so.
    pub fn joint(&self, name: &str) -> Result<usize, Error> {
        let skeleton = &self.model.rig.skeleton;
        let found = joint_named(skeleton, name);
        found.map(JointIndex::index).ok_or_else(|| {
            let names = skeleton.joints().map(|joint| skeleton.name(joint));
            self.unknown("joint", name, names)
        })
    }

    /// The parent of a joint; none of a root.
    ///
    /// # Errors
    ///
    /// There is no such joint.
    pub fn joint_parent(&self, joint: usize) -> Result<Option<usize>, Error> {
        let found = self.joint_at(joint)?;
        let parent = self.model.rig.skeleton.parent(found);
        Ok(parent.map(JointIndex::index))
    }

    /// The rest frame of a joint in the space of the scene: `model_from_joint`, sixteen numbers column by column. Rotation and translation
    /// alone; scale of the rest is no part of a joint's frame.
    ///
    /// # Errors
    ///
    /// There is no such joint.
    pub fn rest_matrix(&self, joint: usize) -> Result<[f32; 16], Error> {
        let found = self.joint_at(joint)?;
        let rest = self.model.rig.skeleton.rest_model_from_joint(found);
        Ok(glam::Mat4::from(rest.to_affine()).to_cols_array())
    }

    // ---- meshes --------------------------------------------------------------------------------------------------------

    /// The meshes, in the order in which [`Meshes::All`](crate::Meshes::All) has their vertices.
    #[must_use]
    pub fn meshes(&self) -> &[Mesh] {
        &self.meshes
    }

    /// The first mesh of a name, by its place.
    ///
    /// # Errors
    ///
    /// There is none; the remedy names one that is called nearly so.
    pub fn mesh(&self, name: &str) -> Result<usize, Error> {
        let found = self.meshes.iter().position(|mesh| mesh.name() == name);
        found.ok_or_else(|| self.unknown("mesh", name, self.meshes.iter().map(Mesh::name)))
    }

    /// The vertices of all meshes together.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.meshes.iter().map(Mesh::vertex_count).sum()
    }

    /// The name of a morph target by its place in [`Pose::morph_weights`].
    #[must_use]
    pub fn morph_name(&self, target: usize) -> String {
        morph_name(&self.model, target)
    }

    // ---- clips ---------------------------------------------------------------------------------------------------------

    /// How many clips there are.
    #[must_use]
    pub fn clip_count(&self) -> usize {
        self.model.clips.len()
    }

    /// The name of a clip, or its number where it has none.
    ///
    /// # Errors
    ///
    /// There is no such clip.
    pub fn clip_name(&self, clip: usize) -> Result<String, Error> {
        self.check_clip(clip)?;
        let found = self.model.clips.get(clip);
        Ok(found.map_or_else(String::new, clip_name))
    }

    /// How long a clip is, in seconds.
    ///
    /// # Errors
    ///
    /// There is no such clip.
    pub fn clip_seconds(&self, clip: usize) -> Result<f32, Error> {
        self.check_clip(clip)?;
        let found = self.model.clips.get(clip);
        Ok(found.map_or(0.0, rig::Clip::duration))
    }

    /// The first clip of a name.
    ///
    /// # Errors
    ///
    /// There is none; the remedy names one that is called nearly so.
    pub fn clip(&self, name: &str) -> Result<usize, Error> {
        let names: Vec<String> = self.model.clips.iter().map(clip_name).collect();
        let found = names.iter().position(|own| own == name);
        found.ok_or_else(|| self.unknown("clip", name, names.iter().map(String::as_str)))
    }

    // ---- poses and files -----------------------------------------------------------------------------------------------

    /// The pose that the file shows when no clip plays.
    #[must_use]
    pub fn pose(&self) -> Pose {
        Pose::of(self)
    }

    /// The file as binary glTF. What was not changed is as it came; clips have keys for what follows joints.
    ///
    /// # Errors
    ///
    /// The character cannot be written; the sentence says why.
    pub fn to_glb(&self) -> Result<Vec<u8>, Error> {
        let written = self.written()?;
        let (bytes, _report) = character::to_glb(&written)?;
        Ok(bytes)
    }

    /// Writes the file to a path that ends in `.glb`, `.vrm` or `.gltf`, whole or not at all. A file that is there is replaced.
    ///
    /// # Errors
    ///
    /// The path has another ending, or cannot be written.
    pub fn save(&self, path: &str) -> Result<(), Error> {
        let written = self.written()?;
        character::save(&written, Path::new(path))?;
        Ok(())
    }

    /// The character with clips as they are seen.
    #[cfg(feature = "session")]
    pub(crate) fn written(&self) -> Result<Arc<character::Character>, Error> {
        use session::document::Document;
        use session::document::layered_clips::{MERGE_RATE, layers_not_merged, with_seen_clips};
        with_seen_clips(&Document::new(Arc::clone(&self.model)), MERGE_RATE).map_err(|error| {
            let sentence = format!("{}: {}", self.name(), layers_not_merged(&error));
            Error::told(ErrorKind::Refused, self.name(), &sentence)
        })
    }

    /// Where clips of this character are among those in which layers are merged; all of these where none is named.
    #[cfg(feature = "session")]
    pub(crate) fn places_of(
        &self,
        wanted: &[usize],
        merged: &[rig::Clip],
    ) -> Result<Vec<usize>, Error> {
        if wanted.is_empty() {
            return Ok((0..merged.len()).collect());
        }
        let place = |&clip: &usize| {
            self.check_clip(clip)?;
            let id = self.model.clips.get(clip).map(rig::Clip::id);
            let found = merged.iter().position(|own| Some(own.id()) == id);
            found.ok_or_else(|| {
                Error::new(
                    ErrorKind::Refused,
                    self.name(),
                    &format!("clip {clip} is a layer over another one"),
                    "name that one",
                )
            })
        };
        wanted.iter().map(place).collect()
    }

    #[cfg(not(feature = "session"))]
    #[expect(
        clippy::unnecessary_wraps,
        reason = "with clips to be merged it can fail"
    )]
    fn written(&self) -> Result<Arc<character::Character>, Error> {
        Ok(Arc::clone(&self.model))
    }

    // ---- what is not there ---------------------------------------------------------------------------------------------

    fn joint_at(&self, joint: usize) -> Result<JointIndex, Error> {
        let found = JointIndex::try_from(joint).ok();
        let found = found.filter(|found| found.index() < self.joint_count());
        found.ok_or_else(|| self.no_joint(joint))
    }

    pub(crate) fn no_joint(&self, joint: usize) -> Error {
        self.out_of_range("joint", joint, self.joint_count())
    }

    pub(crate) fn check_clip(&self, clip: usize) -> Result<(), Error> {
        match clip < self.clip_count() {
            true => Ok(()),
            false => Err(self.out_of_range("clip", clip, self.clip_count())),
        }
    }

    pub(crate) fn out_of_range(&self, what: &str, number: usize, count: usize) -> Error {
        Error::new(
            ErrorKind::OutOfRange,
            self.name(),
            &format!("there is no {what} {number}"),
            &format!("there are {count}, counted from 0"),
        )
    }

    fn unknown<'a>(&self, what: &str, name: &str, all: impl Iterator<Item = &'a str>) -> Error {
        let all: Vec<&str> = all.collect();
        let listed = match &all[..] {
            [] => "none".to_owned(),
            _ => all
                .iter()
                .take(LISTED)
                .copied()
                .collect::<Vec<_>>()
                .join(", "),
        };
        let end = did_you_mean(name, all.iter().copied(), &listed);
        let dot = if end.ends_with('?') { "" } else { "." };
        let sentence = format!("{}: no {what} is called {name:?}{end}{dot}", self.name());
        Error::told(ErrorKind::UnknownName, self.name(), &sentence)
    }
}

/// The character of a file, or a built-in one.
#[cfg(feature = "session")]
fn load(source: &str, report: &mut OnProgress<'_>) -> Result<character::Character, Error> {
    use session::state::opening::load::{LoadError, load_with};
    load_with(source, report).map_err(|error| match error {
        LoadError::Character(error) => error.into(),
        error @ LoadError::NoSuchBuiltin { .. } => {
            Error::told(ErrorKind::MissingFile, source, &error.to_string())
        }
        error => Error::told(ErrorKind::NotACharacter, source, &error.to_string()),
    })
}

#[cfg(not(feature = "session"))]
fn load(source: &str, report: &mut OnProgress<'_>) -> Result<character::Character, Error> {
    let path = Path::new(source);
    let opened = character::open_allowing(path, character::HiddenFiles::Refused, report)?;
    Ok(with_vertex_layout(opened))
}

/// Names that a message lists, at most.
const LISTED: usize = 12;
