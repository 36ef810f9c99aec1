//! What the panes show: the pose at this moment, and what it makes of the character.

use std::cell::{Cell, OnceCell, RefCell};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use character::Character;
use glam::{Affine3A, Vec3};
use rig::{JointIndex, Pose, PosedSkeleton, ScaleReach, forward};

use crate::compare::{Difference, difference};
use crate::deform::{DeformedPrimitive, base_pose, deform, deform_posed};
use crate::document::Document;
use crate::drawable::joint_marks;
use crate::playback::Moment;
use crate::posed_character::{Look, PosedCharacter};
use crate::probe::probe;
use crate::render::{Bounds, JointMark};
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
    forward(&character.rig.skeleton, pose.user_transforms(), reach)
        .map_or_else(|_| Vec::new(), |posed| frames(character, &posed))
}

fn frames(character: &Character, posed: &PosedSkeleton<'_>) -> Vec<Affine3A> {
    let joints = character.rig.skeleton.joints();
    joints
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
///
/// Poses are made at once, vertices only when somebody asks: panes that skin on the graphics device do not.
#[derive(Debug, Default)]
pub struct Shown {
    key: Option<Key>,
    /// Counts up with every change.
    pub revision: u64,
    /// The pose that is shown.
    pub pose: Arc<Pose>,
    /// Frames of the joints in the model.
    pub frames: Vec<Affine3A>,
    /// The skeleton as it is drawn, with nothing selected.
    pub marks: Vec<JointMark>,
    /// What the panes skin with, left and right.
    pub posed: [PosedCharacter; 2],
    /// Some vertices of the left pane, all over its surface.
    pub scattered: Vec<Vec3>,
    /// Vertices as the file shows them.
    pub at_rest: Vec<DeformedPrimitive>,
    /// Around them.
    pub rest_bounds: Bounds,
    /// Why there is nothing to show.
    pub fault: Option<String>,
    probe: Character,
    deformed: OnceCell<[Vec<DeformedPrimitive>; 2]>,
    /// Whether somebody outside has asked for `deformed`.
    asked: Cell<bool>,
    difference: OnceCell<Difference>,
    /// The next difference, while a clip plays.
    aside: Option<JoinHandle<Apart>>,
    /// Vertices of an earlier pose, for their memory.
    spare: RefCell<[Vec<DeformedPrimitive>; 2]>,
}

/// How far the panes are apart, and the vertices that it was found with.
type Apart = (Difference, [Vec<DeformedPrimitive>; 2]);

/// What the result depends on.
#[derive(Clone, Debug)]
struct Key {
    document: Document,
    moment: Option<Moment>,
    /// Whether the moment passes.
    moves: bool,
    rest: bool,
    looks: [Look; 2],
}

impl Key {
    fn of(document: &Document, session: &Session) -> Self {
        Self {
            document: document.clone(),
            moment: session.playback.moment,
            moves: session.playback.moves(),
            rest: session.switches.rest,
            looks: session.looks,
        }
    }

    fn same_as(&self, other: &Self) -> bool {
        let pose = (self.moment, self.moves, self.rest) == (other.moment, other.moves, other.rest);
        pose && self.looks == other.looks && self.document.same_as(&other.document)
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
            self.probe = probe(character);
        }
        self.pose = visible_pose(document, session);
        self.fault = self.take_pose(document, session.looks).err();
        if let Some(earlier) = self.deformed.take() {
            self.spare.replace(earlier);
        }
        self.revision += 1;
        let is_needed_now = self.asked.take() || session.switches.heatmap || reopened;
        if key.moves && !is_needed_now && self.fault.is_none() {
            self.compare_aside(&document.character);
        } else {
            (self.difference, self.aside) = (OnceCell::new(), None);
        }
        self.key = Some(key);
    }

    /// Numbers of a playing clip may be some frames old, if only no frame waits for them: nobody could read them otherwise
    /// either. Where no thread is to be had, they stay.
    fn compare_aside(&mut self, character: &Arc<Character>) {
        if let Some(done) = self.aside.take_if(|aside| aside.is_finished())
            && let Ok((difference, vertices)) = done.join()
        {
            self.difference = OnceCell::from(difference);
            self.spare.replace(vertices);
        }
        if self.aside.is_none() {
            let (character, posed) = (Arc::clone(character), self.posed.clone());
            let mut vertices = self.spare.take();
            let compare = move || {
                deform_both(&character, &posed, &mut vertices);
                (difference(&vertices[0], &vertices[1]), vertices)
            };
            self.aside = thread::Builder::new()
                .name("compare panes".to_owned())
                .spawn(compare)
                .ok();
        }
    }

    fn take_pose(&mut self, document: &Document, looks: [Look; 2]) -> Result<(), String> {
        let (character, pose) = (&*document.character, &*self.pose);
        (self.frames, self.scattered) = (Vec::new(), Vec::new());
        self.marks = Vec::new();
        let posed = forward(
            &character.rig.skeleton,
            pose.user_transforms(),
            &document.reach,
        );
        let posed = posed.map_err(|error| error.to_string())?;
        self.frames = frames(character, &posed);
        self.marks = joint_marks(character, &posed, None);
        for (made, look) in self.posed.iter_mut().zip(looks) {
            *made = PosedCharacter::new(character, pose, &posed, look)
                .map_err(|error| error.to_string())?;
        }
        let mut scattered = Vec::new();
        deform_posed(&self.probe, &self.posed[0], &mut scattered)
            .map_err(|error| error.to_string())?;
        let positions = scattered.into_iter().flat_map(|found| found.positions);
        self.scattered = positions.collect();
        Ok(())
    }

    /// Vertices of the panes, left and right, skinned on the processor when they are asked for first.
    #[must_use]
    pub fn deformed(&self) -> &[Vec<DeformedPrimitive>; 2] {
        self.asked.set(true);
        self.vertices()
    }

    fn vertices(&self) -> &[Vec<DeformedPrimitive>; 2] {
        self.deformed.get_or_init(|| {
            let Some(key) = self.key.as_ref().filter(|_| self.fault.is_none()) else {
                return <[Vec<DeformedPrimitive>; 2]>::default();
            };
            let mut out = self.spare.take();
            deform_both(&key.document.character, &self.posed, &mut out);
            out
        })
    }

    /// Whether somebody has waited for vertices on the processor since the last change.
    #[must_use]
    pub fn is_deformed(&self) -> bool {
        self.deformed.get().is_some()
    }

    /// The right pane against the left; while a clip plays, as it was a few frames ago, unless the heatmap shows it.
    #[must_use]
    pub fn difference(&self) -> &Difference {
        self.difference.get_or_init(|| {
            let [left, right] = self.vertices();
            difference(left, right)
        })
    }
}

/// On two threads. Nothing can fail that has not failed with the probe.
fn deform_both(
    character: &Character,
    [left, right]: &[PosedCharacter; 2],
    [left_out, right_out]: &mut [Vec<DeformedPrimitive>; 2],
) {
    let work = |posed: &PosedCharacter, out: &mut Vec<DeformedPrimitive>| {
        if deform_posed(character, posed, out).is_err() {
            out.clear();
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| work(left, left_out));
        work(right, right_out);
    });
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
