//! How far clothes are inside the body over clips and the range of motion, before and after a change of their weights.

use std::collections::BTreeSet;

use rig::{GoOn, JointIndex};
use scene::judge::{
    MotionChoice, PokeAsked, PokeThrough, PosePlan, Range, choose_poses, joints_of_meshes,
    poke_through,
};
use scene::parallel::processors;
use scene::placed::placed_primitives;
use scene::posed_character::Look;

use crate::document::Document;
use crate::settings::Units;

/// Moments of each clip.
const MOMENTS: u16 = 24;
/// Degrees about each axis of joints whose names tell nothing.
const UNNAMED: f32 = 60.0;
/// Vertices that are held against the body, in all poses together, at most: so many take some seconds.
const MOST_WORK: usize = 1_000_000;

/// A body, and clothes over it, by the places of their meshes in the character's file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dressed {
    /// The meshes of the body.
    pub body: Vec<usize>,
    /// Those of the clothes.
    pub clothes: Vec<usize>,
}

/// The same clothes with other weights.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PokeChange {
    /// As they were.
    pub before: PokeThrough,
    /// As they are now.
    pub after: PokeThrough,
    /// The pose in which the deepest place is now, in words; empty where nothing is inside.
    pub worst: String,
}

impl Dressed {
    /// A document that knows which body the clothes follow, where that is one mesh.
    #[must_use]
    pub fn remembered_by(&self, document: Document) -> Document {
        match self.body[..] {
            [body] => document.with_worn(&self.clothes, body),
            _ => document,
        }
    }

    /// Measures clothes of a document in poses of the joints that move them there; none if `go_on` breaks off.
    ///
    /// # Errors
    ///
    /// Why they cannot be measured.
    pub fn poke_through(
        &self,
        document: &Document,
        go_on: &GoOn<'_>,
    ) -> Option<Result<(PokeThrough, PosePlan), String>> {
        let joints = joints_of_meshes(&document.character, &self.clothes);
        let plan = self.poses(document, &joints);
        let found = self.in_poses(document, &plan, go_on)?;
        Some(found.map(|found| (found, plan)))
    }

    /// Measures the same clothes before and after a change, in the poses of the joints that move them in either; none if `go_on` breaks off.
    ///
    /// # Errors
    ///
    /// Why they cannot be measured.
    pub fn poke_change(
        &self,
        [before, after]: [&Document; 2],
        go_on: &GoOn<'_>,
    ) -> Option<Result<PokeChange, String>> {
        let mut joints = joints_of_meshes(&before.character, &self.clothes);
        joints.extend(joints_of_meshes(&after.character, &self.clothes));
        let plan = self.poses(after, &joints);
        let was = match self.in_poses(before, &plan, &|share| go_on(0.5 * share))? {
            Ok(was) => was,
            Err(why) => return Some(Err(why)),
        };
        let now = self.in_poses(after, &plan, &|share| go_on(0.5 + 0.5 * share))?;
        Some(now.map(|now| PokeChange {
            before: was,
            worst: worst_pose(&now, &plan, after),
            after: now,
        }))
    }

    /// Moments of all clips, and these joints turned as far as they go.
    fn poses(&self, document: &Document, joints: &BTreeSet<JointIndex>) -> PosePlan {
        let character = &document.character;
        let clips: Vec<usize> = (0..character.clips.len()).collect();
        let joints: Vec<JointIndex> = joints.iter().copied().collect();
        let all = choose_poses(
            character,
            &MotionChoice {
                clips: &clips,
                moments: MOMENTS,
                joints: Some(&joints),
                range: Range::ByName { unnamed: UNNAMED },
                joint_limits: &document.joint_limits,
                driven: &document.driven,
            },
        );
        let mut places = 1_usize;
        for placed in placed_primitives(character) {
            if self.clothes.contains(&placed.instance.mesh) {
                places += placed.primitive.positions.len();
            }
        }
        let affordable = (MOST_WORK / places).max(1);
        all.thinned(all.sources.len().div_ceil(affordable))
    }

    fn in_poses(
        &self,
        document: &Document,
        plan: &PosePlan,
        go_on: &GoOn<'_>,
    ) -> Option<Result<PokeThrough, String>> {
        let asked = PokeAsked {
            character: &document.character,
            scale_inheritance: &document.scale_inheritance,
            motion: plan,
            look: Look {
                per_mesh: true,
                ..Look::default()
            },
            body: &self.body,
            clothes: &self.clothes,
            threads: processors().saturating_sub(1).max(1),
        };
        let found = poke_through(&asked, go_on)?;
        Some(found.map_err(|error| format!("a pose does not fit: {error}.")))
    }
}

/// The pose with the deepest place, in words; empty where nothing is inside.
#[must_use]
pub fn worst_pose(found: &PokeThrough, plan: &PosePlan, document: &Document) -> String {
    let source = found.worst().and_then(|(pose, _)| plan.sources.get(pose));
    source.map_or_else(String::new, |source| source.words(&document.character))
}

/// What was measured, as a clause without a full stop.
#[must_use]
pub fn poke_words(found: &PokeThrough, worst: &str, units: Units) -> String {
    let poses = found.poses.len();
    let Some((_, deepest)) = found.worst() else {
        return format!("poke-through in {poses} poses: none");
    };
    format!(
        "poke-through in {poses} poses: {} in the mean, at most {} ({worst})",
        units.length(narrow(found.mean_depth())),
        units.length(deepest.deepest),
    )
}

impl PokeChange {
    /// Both, as a clause without a full stop.
    #[must_use]
    pub fn words(&self, units: Units) -> String {
        let now = poke_words(&self.after, &self.worst, units);
        let most = self.before.worst().map_or(0.0, |(_, pose)| pose.deepest);
        format!(
            "{now}; before {} in the mean, at most {}",
            units.length(narrow(self.before.mean_depth())),
            units.length(most)
        )
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a length to be shown")]
fn narrow(length: f64) -> f32 {
    length as f32
}
