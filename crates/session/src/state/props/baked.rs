//! Props in a baked file: as an export takes them along.

use std::ops::ControlFlow;
use std::sync::Arc;

use character::{AttachedProp, SaveOptions, open_bytes, to_glb_with};
use rig::{Clip, JointIndex, Skeleton};
use whole_file::Files;

use super::exported::{ExportedProps, PropsToExport};
use crate::document::Document;
use crate::state::export::written::sentence;

/// Props that go along with a bake, in the poses of the clips that were baked.
#[derive(Clone, Debug)]
pub struct PropsToBake {
    props: PropsToExport,
}

/// A baked file with props in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BakedWithProps {
    /// The bytes of the file.
    pub glb: Vec<u8>,
    /// What is to be told of the props, in sentences.
    pub remarks: Vec<String>,
}

impl PropsToBake {
    /// The props of a document, of which the clips at these places were baked; `document` has the character that was baked, and the scale
    /// inheritance by which it was.
    #[must_use]
    pub fn new(document: &Document, clips: &[usize], frames_per_second: f64) -> Self {
        let of = |place: &usize| document.character.clips.get(*place).cloned();
        let baked: Vec<Clip> = clips.iter().filter_map(of).collect();
        let character = document.character.with_clips(baked);
        Self {
            props: PropsToExport {
                document: Document {
                    character: Arc::new(character),
                    ..document.clone()
                },
                frames_per_second,
                exact_scale: true,
            },
        }
    }

    /// A baked file with the props; none where `go_on` breaks.
    ///
    /// Those that one joint holds all along hang under that joint's node, or stand in the scene with keys where
    /// the file has not just one node of its name.
    ///
    /// # Errors
    ///
    /// One sentence: the file would have too many nodes, or could not be read again.
    pub fn add_to(
        &self,
        glb: &[u8],
        files: &Files,
        go_on: &dyn Fn() -> ControlFlow<()>,
    ) -> Result<Option<BakedWithProps>, String> {
        let character = &self.props.document.character;
        let baked = open_bytes(&character.name, glb);
        let baked = baked.map_err(|error| sentence(&error.to_string()))?;
        let nodes = |key: u32| node_of(&character.rig.skeleton, key, &baked.rig.skeleton);
        let found = self.props.read_where(character, &nodes, files, go_on);
        let Some(ExportedProps { props, remarks }) = found else {
            return Ok(None);
        };
        let props = props.into_iter().map(|prop| AttachedProp {
            under: prop.under.and_then(nodes),
            ..prop
        });
        let options = SaveOptions {
            plain_shear: true,
            props: props.collect(),
            ..SaveOptions::default()
        };
        let (glb, _) =
            to_glb_with(&baked, &options).map_err(|error| sentence(&error.to_string()))?;
        Ok(Some(BakedWithProps { glb, remarks }))
    }
}

/// The key in another file of the only joint there that is called as the one of a key here.
fn node_of(skeleton: &Skeleton, key: u32, baked: &Skeleton) -> Option<u32> {
    let name = skeleton.name(skeleton.joint_of_key(key)?);
    let is_called_so = |joint: &JointIndex| baked.name(*joint) == name;
    let mut found = baked.joints().filter(is_called_so);
    let only = found.next()?;
    found.next().is_none().then(|| baked.key(only))
}
