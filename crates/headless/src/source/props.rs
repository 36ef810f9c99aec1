//! The props of an opened project, and where they are in a pose.

use std::sync::Arc;

use character::Character;
use glam::Affine3A;
use rig::{JointIndex, Pose, ScaleInheritance};
use session::document::moment::Moment;
use session::document::props::{HolderFrames, Prop};
use session::shown::joint_frames;
use session::state::props::model::{PropModel, PropModels};
use session::state::props::placed::{PlacedProp, placed_props};
use whole_file::Files;

use crate::terminal::console;

/// The props of a project. What their files show is known once they are read.
#[derive(Clone, Debug, Default)]
pub struct OpenedProps {
    props: Arc<[Prop]>,
    models: PropModels,
}

/// A prop that is shown: its place in the list, and what its file shows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShownProp<'a> {
    number: usize,
    pub(crate) model: &'a PropModel,
}

impl OpenedProps {
    /// Props whose files are not read: nothing of them is shown.
    #[must_use]
    pub fn unread(props: &Arc<[Prop]>) -> Self {
        Self {
            props: Arc::clone(props),
            models: PropModels::default(),
        }
    }

    /// The same with what the files show. One that cannot be read is left out.
    #[must_use]
    pub fn read(&self) -> Self {
        Self {
            props: Arc::clone(&self.props),
            models: PropModels::read(&self.props, &Files::default(), &|| true),
        }
    }

    /// The same with what the files show, unless props are left out; what cannot be read is told on stderr.
    pub(crate) fn read_unless(&self, left_out: bool) -> Self {
        if left_out {
            return Self::default();
        }
        let read = self.read();
        for why in read.remarks() {
            console::message(&format!("note: {why}"));
        }
        read
    }

    /// What is left out, in sentences.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let faults = self.models.faults();
        faults
            .map(|why| format!("Left out: a prop. {why}"))
            .collect()
    }

    /// Those that are shown, in the order of the list.
    pub(crate) fn shown(&self) -> impl Iterator<Item = ShownProp<'_>> {
        let models = &self.models;
        let props = self.props.iter().enumerate();
        let shown = props.filter(|(_, prop)| !prop.hidden);
        shown.filter_map(move |(number, prop)| {
            Some(ShownProp {
                number,
                model: models.shown(&prop.file)?,
            })
        })
    }

    /// Where those that are shown are, in a pose of a character at a moment. One at a place that is not finite is where its file has it.
    pub(crate) fn places(
        &self,
        character: &Character,
        pose: &Pose,
        scale_inheritance: &[ScaleInheritance],
        moment: Option<Moment>,
    ) -> Vec<Affine3A> {
        if self.shown().next().is_none() {
            return Vec::new();
        }
        let joints = joint_frames(character, pose, scale_inheritance);
        let frames = HolderFrames {
            props: &self.props,
            moment,
            joint: |joint: JointIndex| joints.get(joint.index()).copied(),
        };
        let place = |shown: ShownProp<'_>| {
            let place = frames.prop(shown.number);
            place.filter(Affine3A::is_finite).unwrap_or_default()
        };
        self.shown().map(place).collect()
    }

    /// Those that are shown, each with its place, as panes have it: one at a place that is not finite is left out.
    pub(crate) fn placed(
        &self,
        character: &Character,
        pose: &Pose,
        scale_inheritance: &[ScaleInheritance],
        moment: Option<Moment>,
    ) -> Vec<PlacedProp> {
        if self.shown().next().is_none() {
            return Vec::new();
        }
        let joints = joint_frames(character, pose, scale_inheritance);
        let frame_of = |joint: JointIndex| joints.get(joint.index()).copied();
        placed_props(&self.props, &self.models, moment, &frame_of)
    }
}
