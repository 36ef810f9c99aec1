//! What the panes show: the pose at this moment, and what it makes of the character.

use std::sync::Arc;

use character::Character;
use glam::Affine3A;
use rig::{JointIndex, Pose, ScaleReach, forward};

use crate::compare::{Difference, difference};
use crate::deform::{DeformedPrimitive, Look, base_pose, deform, deform_into};
use crate::document::Document;
use crate::playback::Moment;
use crate::render::Bounds;
use crate::session::Session;

/// The pose that counts: that of the clip while one is shown, else the user's.
#[must_use]
pub fn current_pose(document: &Document, session: &Session) -> Arc<Pose> {
    let Some(moment) = session.playback.moment else {
        return Arc::clone(&document.pose);
    };
    let character = &document.character;
    let Some(clip) = character.clips.get(moment.clip) else {
        return Arc::clone(&document.pose);
    };
    Arc::new(clip.sample(&character.rig.skeleton, &base_pose(character), moment.time))
}

/// The pose that is seen, and so the one that edits begin with: rest while the switch for it is on, else the one that counts.
#[must_use]
pub fn visible_pose(document: &Document, session: &Session) -> Arc<Pose> {
    if session.switches.rest {
        Arc::new(base_pose(&document.character))
    } else {
        current_pose(document, session)
    }
}

/// The frames of all joints in the model; nothing if pose and skeleton do not fit.
#[must_use]
pub fn joint_frames(character: &Character, pose: &Pose, reach: &[ScaleReach]) -> Vec<Affine3A> {
    let user = pose.user_transforms();
    let Ok(posed) = forward(&character.rig.skeleton, &user, reach) else {
        return Vec::new();
    };
    character
        .rig
        .skeleton
        .joints()
        .map(|joint| posed.model_from_posed_joint(joint))
        .collect()
}

/// The box around all vertices.
#[must_use]
pub fn bounds_of(deformed: &[DeformedPrimitive]) -> Bounds {
    let boxes = deformed
        .iter()
        .map(|primitive| Bounds::from_points(primitive.positions.iter().copied()));
    boxes.fold(Bounds::EMPTY, Bounds::union)
}

/// A joint with its neighbours: what framing a selection shows.
#[must_use]
pub fn bounds_around(character: &Character, frames: &[Affine3A], joint: JointIndex) -> Bounds {
    let skeleton = &character.rig.skeleton;
    let near = skeleton
        .children(joint)
        .chain(skeleton.parent(joint))
        .chain([joint]);
    let points = near
        .filter_map(|joint| frames.get(joint.index()))
        .map(|frame| frame.translation.into());
    Bounds::from_points(points)
}

/// Everything that the panes and the statistics are drawn from; made anew when something changed.
#[derive(Debug, Default)]
pub struct Shown {
    key: Option<Key>,
    /// Counts up with every change.
    pub revision: u64,
    /// The pose that is shown.
    pub pose: Arc<Pose>,
    /// Frames of the joints in the model.
    pub frames: Vec<Affine3A>,
    /// Vertices of the panes, left and right.
    pub deformed: [Vec<DeformedPrimitive>; 2],
    /// The right pane against the left.
    pub difference: Difference,
    /// Vertices as the file shows them.
    pub at_rest: Vec<DeformedPrimitive>,
    /// Around them.
    pub rest_bounds: Bounds,
    /// Why there is nothing to show.
    pub fault: Option<String>,
}

/// What the result depends on.
#[derive(Clone, Debug)]
struct Key {
    document: Document,
    moment: Option<Moment>,
    rest: bool,
    looks: [Look; 2],
}

impl Key {
    fn of(document: &Document, session: &Session) -> Self {
        Self {
            document: document.clone(),
            moment: session.playback.moment,
            rest: session.switches.rest,
            looks: session.looks,
        }
    }

    fn same_as(&self, other: &Self) -> bool {
        let parts = (self.moment, self.rest, self.looks) == (other.moment, other.rest, other.looks);
        parts && self.document.same_as(&other.document)
    }
}

impl Shown {
    /// Brings everything up to date; does nothing if nothing changed.
    pub fn refresh(&mut self, document: &Document, session: &Session) {
        let key = Key::of(document, session);
        if self.key.as_ref().is_some_and(|old| old.same_as(&key)) {
            return;
        }
        let character = &*document.character;
        let reopened = self
            .key
            .as_ref()
            .is_none_or(|old| !Arc::ptr_eq(&old.document.character, &document.character));
        if reopened {
            self.at_rest = at_rest(character);
            self.rest_bounds = rest_bounds(character, &self.at_rest);
        }
        self.pose = visible_pose(document, session);
        self.frames = joint_frames(character, &self.pose, &document.reach);
        self.fault = self.deform(document, session.looks).err();
        self.difference = difference(&self.deformed[0], &self.deformed[1]);
        self.revision += 1;
        self.key = Some(key);
    }

    /// Both panes at once, on two threads.
    fn deform(&mut self, document: &Document, looks: [Look; 2]) -> Result<(), String> {
        let pose = &*self.pose;
        let work = |look: Look, out: &mut Vec<DeformedPrimitive>| {
            deform_into(&document.character, pose, &document.reach, look, out)
                .map_err(|error| error.to_string())
        };
        let [left, right] = &mut self.deformed;
        std::thread::scope(|scope| {
            let left = scope.spawn(|| work(looks[0], left));
            let right = work(looks[1], right);
            let left = left
                .join()
                .unwrap_or_else(|_| Err("skinning ended unexpectedly".to_owned()));
            left.and(right)
        })
    }
}

fn at_rest(character: &Character) -> Vec<DeformedPrimitive> {
    let pose = base_pose(character);
    deform(character, &pose, &character.rig.reach, Look::default()).unwrap_or_default()
}

fn rest_bounds(character: &Character, at_rest: &[DeformedPrimitive]) -> Bounds {
    let surface = bounds_of(at_rest);
    if !surface.is_empty() {
        return surface;
    }
    let frames = joint_frames(character, &base_pose(character), &character.rig.reach);
    Bounds::from_points(frames.iter().map(|frame| frame.translation.into()))
}
