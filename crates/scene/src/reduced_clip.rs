//! A clip with fewer keys, and how far its motion is from that of all keys: measured vertex by vertex, by the method that is asked
//! for, and joint by joint.
//!
//! [`rig::Reduction`] takes keys out by a bound on linear blending, at the times of keys and in the middles between them, and of
//! curves in the quarters too. Then skin and joints themselves are measured there and, where they are farthest off, in between; where
//! that is too far, keys return.
//! What is reported is the largest distances that were measured.
//!
//! Poses are measured as they are seen, with all that follows: the bound of the search knows nothing of that, so that keys of what drives
//! return where what follows is too far off.
//!
//! Every joint and every node counts, whether it moves vertices or not: what hangs on it, as a weapon on its socket, may be in another
//! file. Tracks whose motion nothing measures keep all their keys.

use std::collections::BTreeSet;

use character::Character;
use rig::{
    AnyTrack, Clip, ClipEdit, DrivenSet, GoOn, JointChannel, JointIndex, KeptKeys, ReducedKeys,
    Reduction, ScaleInheritance, SearchLimits, Target, least_frames, reduced_track,
};

use crate::pose::deform::base_pose;
use crate::pose::placed::placed_primitives;
use crate::pose::posed_character::Look;
use crate::report::pluralize;
use crate::surface::vertex_facts::VertexPlace;

mod carried;
mod hidden;
mod joint_cubes;
mod judge;
mod restored;
mod words;

pub use carried::joint_boxes;

use carried::morph_reach;
use hidden::Hidden;
use joint_cubes::JointCubes;
use judge::Judge;

/// Share of the tolerance that measured distances may have: between the times that are measured there may be more.
const SAFE: f32 = 0.95;
/// Share of the work that the search for keys is, the rest being measured.
const SEARCH: f32 = 0.5;

/// A clip whose keys are to become fewer.
#[derive(Clone, Copy, Debug)]
pub struct ClipReduction<'a> {
    /// The character that plays the clip: errors are those of its skin and joints.
    pub character: &'a Character,
    /// The clip whose keys are to become fewer.
    pub clip: &'a Clip,
    /// The scale inheritance of each joint.
    pub scale_inheritance: &'a [ScaleInheritance],
    /// The method that skins.
    pub look: Look,
    /// What follows angles and poses of joints; what that, constraints and helper rows make of a pose is measured.
    pub driven: &'a DrivenSet,
    /// The tracks whose keys may go.
    pub targets: &'a BTreeSet<Target>,
    /// How far a vertex or a joint may be off, in scene units.
    pub tolerance: f32,
    /// The length over which turns of joints are measured, in scene units. None: over the longest bone below a joint, or the one that
    /// leads to it where none is below; where no vertex follows it, over a tenth of the character's size at least, since what will hang
    /// on it is not known.
    pub turn_over: Option<f32>,
}

/// What a reduction may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkLimits {
    /// The search for keys that may go.
    pub search: SearchLimits,
    /// Frames of joints that are computed to measure what fewer keys make of the motion, with all keys and with fewer; eight skinned
    /// vertices count as a frame. Where that is not enough, all keys from a time on stay.
    pub measuring: usize,
}

impl WorkLimits {
    /// Those that [`SearchLimits::of`] gives a search, and as many frames to measure.
    #[must_use]
    pub fn of(clip: &Clip, targets: &BTreeSet<Target>) -> Self {
        let search = SearchLimits::of(clip, targets);
        Self {
            search,
            measuring: search.frames,
        }
    }
}

/// How far a vertex is off at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SkinError {
    /// The vertex, by its placed primitive and its index in that.
    pub place: VertexPlace,
    /// Seconds of the clip.
    pub time: f32,
    /// From where it is with all keys, in scene units.
    pub distance: f32,
}

/// How far a joint is off at a time, its place and its turn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JointError {
    /// The joint, or the node.
    pub joint: JointIndex,
    /// Seconds of the clip.
    pub time: f32,
    /// The farthest way of a corner of the cube that is measured, in scene units: no less than that of the joint itself, and than
    /// `2 L sin (θ/2)`, the way that its turn by θ takes what is as far from it as `over`.
    pub distance: f32,
    /// The length L over which its turn was measured, in scene units; zero where nothing gave one, and its place alone counts.
    pub over: f32,
}

/// What became of a clip.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReducedClip {
    /// The tracks that have fewer keys now.
    pub tracks: Vec<AnyTrack>,
    /// Keys of the tracks asked for, before.
    pub before: usize,
    /// Keys of the same tracks that are left.
    pub after: usize,
    /// The largest distance of a vertex that was measured; none where no vertex moves otherwise.
    pub largest: Option<SkinError>,
    /// The largest distance of a joint; none where no joint moves otherwise.
    pub largest_joint: Option<JointError>,
    /// The number of times at which vertices and joints were measured.
    pub checks: usize,
    /// The numbers of vertices and of joints, other nodes included, that were measured.
    pub measured: MeasuredCounts,
    /// The tracks asked for that kept all their keys, since nothing measures what they do.
    pub unmeasured: Vec<Target>,
    /// How many of these are of joints whose frames are scaled to nothing as long as the clip lasts.
    pub hidden: usize,
    /// Whether the search stopped early, at [`SearchLimits::of`], so that more keys may go.
    pub is_cut: bool,
    /// Whether measuring stopped early, at [`WorkLimits::measuring`], so that all keys from a time on stay.
    pub is_measuring_cut: bool,
}

/// How many vertices and joints were measured at each time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MeasuredCounts {
    /// Vertices, each as often as it is shown.
    pub vertices: usize,
    /// Joints, and nodes that are none.
    pub joints: usize,
}

impl ClipReduction<'_> {
    /// Why the search would take too long, where one look at every key already takes three quarters of [`SearchLimits::of`]. None if it
    /// may run.
    #[must_use]
    pub fn refusal(&self) -> Option<String> {
        let skeleton = &self.character.rig.skeleton;
        let least = least_frames(self.clip, skeleton, self.targets);
        let most = SearchLimits::of(self.clip, self.targets).frames / 4 * 3;
        (least > most).then(|| {
            let keys = self.targets.iter().filter_map(|it| self.clip.keys(*it));
            let keys = keys.map(|keys| keys.times().len()).sum();
            format!(
                "{} in a skeleton of {} take too long to try at once; in the window, select fewer joints and choose “Selected joints” in “Reduce keys…”",
                pluralize(keys, "key"),
                pluralize(skeleton.len(), "joint")
            )
        })
    }

    /// Reduces and measures within [`WorkLimits::of`]; `go_on` is told the share that is done. None if it breaks, if it is
    /// [refused](Self::refusal), and if the lists do not fit the skeleton.
    #[must_use]
    pub fn run(&self, go_on: &GoOn<'_>) -> Option<ReducedClip> {
        self.run_within(WorkLimits::of(self.clip, self.targets), go_on)
    }

    /// As [`run`](Self::run), within these limits.
    #[must_use]
    pub fn run_within(&self, limits: WorkLimits, go_on: &GoOn<'_>) -> Option<ReducedClip> {
        if self.refusal().is_some() {
            return None;
        }
        let base = base_pose(self.character);
        let mut boxes = joint_boxes(self.character);
        let hidden = Hidden::new(self, &base, &boxes);
        let cubes = JointCubes::new(self.character, &boxes, self.turn_over);
        // To the search a cube is a box that the joint carries, so turns are bounded as vertices are.
        boxes.extend(cubes.boxes(&boxes));
        let reach = morph_reach(self.character, base.morph_weights.len());
        // Tracks that nothing measures would lose keys unseen, so they stay out of the search.
        let is_measured = |target: &&Target| match **target {
            target if hidden.has(target) => false,
            Target::Joint(joint, channel) => {
                channel == JointChannel::Translation || cubes.over(joint) > 0.0
            }
            Target::Morph(weight) => reach.get(weight).is_some_and(|reach| *reach > 0.0),
        };
        let (measured, unmeasured): (BTreeSet<Target>, BTreeSet<Target>) =
            (self.targets.iter()).partition(is_measured);
        let own = ClipReduction {
            targets: &measured,
            ..*self
        };
        let search = Reduction {
            clip: self.clip,
            skeleton: &self.character.rig.skeleton,
            base: &base,
            scale_inheritance: self.scale_inheritance,
            boxes: &boxes,
            morph_reach: &reach,
            targets: &measured,
            tolerance: SAFE * self.tolerance,
            limits: limits.search,
        };
        let found = search.run(&|share| go_on(SEARCH * share))?;
        let ReducedKeys { mut kept, is_cut } = found;
        let mut judge = Judge::new(&own, base, &cubes, limits.measuring);
        let settled = judge.settle(&mut kept, go_on)?;
        let mut result = self.result(&kept, &unmeasured);
        let largest = settled.largest;
        (result.largest, result.largest_joint) = (largest.vertex, largest.joint);
        result.is_measuring_cut = settled.is_cut;
        result.checks = judge.checks();
        result.is_cut = is_cut;
        let unmeasured = result.unmeasured.iter();
        result.hidden = unmeasured.filter(|target| hidden.has(**target)).count();
        Some(result)
    }

    fn result(&self, kept: &KeptKeys, unmeasured: &BTreeSet<Target>) -> ReducedClip {
        let flags = || kept.values().flatten();
        let changed = kept.iter().filter(|(_, keeps)| keeps.contains(&false));
        let keys = |target: &Target| self.clip.keys(*target).map(|keys| keys.times().len());
        let whole: usize = unmeasured.iter().filter_map(keys).sum();
        let unmeasured = unmeasured.iter().copied();
        ReducedClip {
            tracks: changed
                .filter_map(|(target, keeps)| reduced_track(self.clip, *target, keeps))
                .collect(),
            before: whole + flags().count(),
            after: whole + flags().filter(|keeps| **keeps).count(),
            measured: self.measured_counts(),
            unmeasured: unmeasured
                .filter(|target| self.clip.keys(*target).is_some())
                .collect(),
            ..ReducedClip::default()
        }
    }

    /// What is measured at a time.
    fn measured_counts(&self) -> MeasuredCounts {
        let placed = placed_primitives(self.character);
        MeasuredCounts {
            vertices: placed.map(|of| of.primitive.positions.len()).sum(),
            joints: self.character.rig.skeleton.len(),
        }
    }

    /// The clip with these keys alone.
    fn with(&self, kept: &KeptKeys) -> Clip {
        let changed = kept.iter().filter(|(_, keeps)| keeps.contains(&false));
        let set = changed.filter_map(|(target, keeps)| reduced_track(self.clip, *target, keeps));
        let edit = ClipEdit::SetTracks {
            set: set.collect(),
            remove: Vec::new(),
        };
        let edited = self.clip.with_edit(&edit);
        edited.map_or_else(|_| self.clip.clone(), |(clip, _)| clip)
    }
}
