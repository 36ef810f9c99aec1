//! A character judged by numbers: its weights and its surface at rest, and what its skin does over clips and a range of motion of its
//! own rig, held against limits.
//!
//! [`Limits`] say what is too much, [`judge`] measures everything, and a [`Verdict`] is plain data: command line and window show it.

mod check;
mod checked;
mod clothes;
mod document;
mod limit;
mod limits;
mod places;
mod purpose;
mod rows;
mod surface;
mod weights;
mod work;

use std::sync::Arc;

use character::Character;
use rig::{DrivenSet, GoOn, InfluenceRow, JointIndex, JointLimits, ScaleInheritance};
use scene::distinct::Distinct;
use scene::judge::{
    Judging, Measure, MeasureResult, MotionChoice, PosePlan, PoseSource, WorstPlace, choose_poses,
    judge_poses,
};
use scene::names::{clip_name, joint_named};
use scene::parallel::{Work, do_all};
use scene::placed::placed_primitives;
use scene::posed_character::Look;

pub use check::Check;
pub use checked::{Checked, CheckedPlace, ClipMoment, NotJudged};
pub use limit::Limit;
pub use limits::{LIMITS_EXAMPLE, Limits};
use places::Names;
pub use purpose::Purpose;
pub use rows::PlaceRow;
pub use work::{Findings, JudgingIntent, JudgingOutcome, JudgingWork};

/// All that was found of a character.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// Each check, in the order of [`Check::ALL`], and by method.
    pub checks: Vec<Checked>,
    /// How many poses were looked at, and how many there would be if the character were smaller.
    pub poses: [usize; 2],
    /// How many turns of the range of motion go less far, or are left out, since limits of joints are in the way.
    pub limited: usize,
    /// Clips and joints of the limits that the character does not have.
    pub unknown: Vec<String>,
    /// Why there is nothing to be judged, where the limits ask for a skin; none where there is one.
    pub no_skin: Option<NoSkin>,
}

/// Why a character has no skin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoSkin {
    /// No mesh is shown, or only such as have points and lines alone.
    NoMesh,
    /// No joint moves a vertex of any.
    NoWeights,
}

impl NoSkin {
    /// In words, after the name of a file.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::NoMesh => {
                "it shows no mesh with triangles, so that there is no skin to be judged"
            }
            Self::NoWeights => {
                "no joint moves a vertex of it, so that there is no skin to be judged; bind it first, or leave it out"
            }
        }
    }
}

impl Verdict {
    /// Checks that are beyond their limit.
    pub fn over(&self) -> impl Iterator<Item = &Checked> {
        self.checks.iter().filter(|checked| checked.is_over())
    }

    /// Checks that have a limit and are not judged.
    pub fn not_judged(&self) -> impl Iterator<Item = &Checked> {
        let limited = self.checks.iter().filter(|of| of.limit.is_some());
        limited.filter(|of| of.not_judged.is_some())
    }

    /// Whether there is a skin, or none is asked for, and nothing is beyond its limit.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.no_skin.is_none() && self.over().next().is_none()
    }
}

/// What is judged, by which methods, against which limits.
#[derive(Clone, Copy, Debug)]
pub struct Judged<'a> {
    /// The character, whose clips and joints limits may name.
    pub character: &'a Arc<Character>,
    /// The scale inheritance of each joint.
    pub scale_inheritance: &'a [ScaleInheritance],
    /// How far each joint may turn in the range of motion; none where as far as it likes, and empty where no joint has limits.
    pub joint_limits: &'a [Option<JointLimits>],
    /// What follows the angles of joints, in all poses.
    pub driven: &'a DrivenSet,
    /// The methods: limits are those of the first, that of flips of the first with signs; others are measured too, and compared with
    /// the first.
    pub looks: &'a [Look],
    /// Clothes with the body that they lie over, by places of meshes; none where nobody has said so.
    pub worn: &'a [[usize; 2]],
    /// What is too much.
    pub limits: &'a Limits,
    /// Threads to use; the verdict is the same with any number.
    pub threads: usize,
}

impl Judged<'_> {
    /// Whether a method is measured by this: the difference of the first method from itself is none.
    fn measures(&self, measure: Measure, look: Look) -> bool {
        measure != Measure::Difference || self.looks.first() != Some(&look)
    }

    /// The limit of a measure by a method; none where it is of another method.
    fn limit(&self, measure: Measure, look: Look) -> Option<Limit> {
        let is_first = self.looks.first() == Some(&look);
        let is_limited = match measure {
            // Of each other method from the first, which has none of its own.
            Measure::Difference => true,
            // Linear blending comes first as a rule, and nothing of it can flip.
            Measure::Flips => {
                let has_signs = |look: &&Look| {
                    let mut meshes = self.character.meshes.iter();
                    meshes.any(|mesh| look.of_mesh(mesh).method.has_signs())
                };
                let with_signs = self.looks.iter().find(has_signs);
                with_signs.map_or(is_first, |with_signs| *with_signs == look)
            }
            _ => is_first,
        };
        let limit = self.limits.of(Check::InPoses(measure));
        limit.filter(|_| is_limited)
    }
}

/// Judges a character; none if `go_on`, which gets the share that is done, breaks off.
///
/// A character without a skin has nothing that could be wrong but its surface: nothing else is measured, and the verdict says so.
/// In poses a mesh that one skin shows at several nodes is measured once, since it is at the same place, and so are vertices that
/// several primitives share.
///
/// # Errors
///
/// One sentence: a pose does not fit the character.
pub fn judge(of: &Judged<'_>, go_on: &GoOn<'_>) -> Option<Result<Verdict, String>> {
    go_on(0.0).continue_value()?;
    let character = of.character;
    let names = Names::new(character);
    let (clips, joints, unknown) = resolve_names(character, of.limits);
    if !has_skin(character) {
        return Some(Ok(without_skin(of, &names, unknown)));
    }
    let distinct = Distinct::of(character);
    let choice = MotionChoice {
        clips: &clips,
        moments: of.limits.moments,
        joints: joints.as_deref(),
        range: of.limits.range,
        joint_limits: of.joint_limits,
        driven: of.driven,
    };
    let (mut checks, mut of_surface) = (Vec::new(), None);
    let mut motion = PosePlan::default();
    let works: Vec<Work<'_>> = vec![
        Box::new(|| checks = weights::check_weights(character, of.limits, &names)),
        Box::new(|| {
            of_surface = Some(surface::check_surface(character, of.limits, &names));
        }),
        Box::new(|| motion = choose_poses(distinct.character(), &choice)),
    ];
    do_all(works, of.threads);
    checks.extend(of_surface);
    let judging = Judging {
        character: distinct.character(),
        scale_inheritance: of.scale_inheritance,
        motion: &motion,
        looks: of.looks,
        measures: &Measure::ALL,
        threads: of.threads,
    };
    let mut found = match judge_poses(&judging, go_on)? {
        Ok(found) => found,
        Err(error) => return Some(Err(format!("a pose does not fit: {error}."))),
    };
    // Found on distinct vertices; people know those of the whole character.
    for place in found.iter_mut().flat_map(|worst| &mut worst.places) {
        place.vertex = distinct.whole(place.vertex);
    }
    let in_poses = found.iter();
    let skinned = count_skinned_vertices(distinct.character());
    let in_poses = in_poses.filter_map(|worst| check_measure(of, worst, &motion, &names));
    checks.extend(in_poses.map(|checked| with_count(checked, skinned)));
    if !of.worn.is_empty() {
        match clothes::check_clothes(of, &motion, &names, go_on)? {
            Ok(checked) => checks.push(checked),
            Err(error) => return Some(Err(error)),
        }
    }
    Some(Ok(Verdict {
        checks,
        poses: [motion.sources.len(), motion.all],
        limited: motion.limited,
        unknown,
        no_skin: None,
    }))
}

/// The verdict on a character without a skin: all but its surface is not judged, by any method.
fn without_skin(of: &Judged<'_>, names: &Names<'_>, unknown: Vec<String>) -> Verdict {
    let character = of.character;
    let not_judged = |check: Check, look: Option<Look>, limit: Option<Limit>| Checked {
        of: check.is_count().then_some(0.0),
        not_judged: Some(NotJudged::NoSkin),
        ..Checked::of(check, look, limit)
    };
    let checks = Check::ALL.into_iter().flat_map(|check| match check {
        Check::Flaws => vec![surface::check_surface(character, of.limits, names)],
        Check::InPoses(measure) => {
            let looks = of.looks.iter().copied();
            let looks = looks.filter(|look| of.measures(measure, *look));
            let by = |look| not_judged(check, Some(look), of.limit(measure, look));
            looks.map(by).collect()
        }
        // Clothes without a skin lie over nothing.
        Check::PokeThrough => Vec::new(),
        _ => vec![not_judged(check, None, of.limits.of(check))],
    });
    let has_mesh = placed_primitives(character).next().is_some();
    Verdict {
        checks: checks.collect(),
        poses: [0; 2],
        limited: 0,
        unknown,
        no_skin: of.limits.needs_skin.then_some(match has_mesh {
            true => NoSkin::NoWeights,
            false => NoSkin::NoMesh,
        }),
    }
}

/// Flips are counted among all vertices of skins.
fn with_count(mut checked: Checked, skinned: usize) -> Checked {
    checked.of = (checked.check.is_count()).then(|| weights::number(skinned));
    checked
}

/// Whether a joint moves a vertex.
fn has_skin(character: &Character) -> bool {
    weighted_rows(character).next().is_some()
}

/// Vertices of all placed primitives that joints move.
fn count_skinned_vertices(character: &Character) -> usize {
    weighted_rows(character).count()
}

fn weighted_rows(character: &Character) -> impl Iterator<Item = InfluenceRow<'_>> {
    let placed = placed_primitives(character).filter(|placed| placed.instance.skin.is_some());
    let influences = placed.filter_map(|placed| placed.primitive.influences.as_ref());
    let rows = influences.flat_map(|influences| influences.rows());
    rows.filter(|row| row.weights.iter().any(|weight| *weight > 0.0))
}

/// What a measure comes to; none of the difference of the first method from itself.
fn check_measure(
    of: &Judged<'_>,
    worst: &MeasureResult,
    motion: &PosePlan,
    names: &Names<'_>,
) -> Option<Checked> {
    if !of.measures(worst.measure, worst.look) {
        return None;
    }
    let place = |place: &WorstPlace| {
        let source = motion.sources.get(place.pose)?;
        let words = source.words(of.character);
        let value = f64::from(place.value);
        let at_rest = names.place_at_rest(place.vertex, place.joint, value);
        Some(CheckedPlace {
            pose: Some((words, Arc::new(source.pose(of.character)))),
            moment: moment_of(*source, of.character),
            at: if place.at.is_finite() {
                place.at
            } else {
                at_rest.at
            },
            ..at_rest
        })
    };
    // Places come worst first.
    let value = worst.places.first().map_or(0.0, |place| place.value);
    let limit = of.limit(worst.measure, worst.look);
    let not_judged = match motion.sources.is_empty() {
        true => Some(NotJudged::NoPoses),
        false => worst.is_blind.then_some(match worst.measure {
            Measure::Stretch => NotJudged::NoLength,
            Measure::NormalError => NotJudged::NoArea,
            Measure::VolumeLoss | Measure::Flips | Measure::Difference => NotJudged::NoVolume,
        }),
    };
    Some(Checked {
        value: f64::from(value),
        not_judged,
        places: worst.places.iter().filter_map(place).collect(),
        ..Checked::of(Check::InPoses(worst.measure), Some(worst.look), limit)
    })
}

/// The moment that a pose is of, where it is of a clip.
fn moment_of(source: PoseSource, character: &Character) -> Option<ClipMoment> {
    match source {
        PoseSource::Clip { clip, time } => Some(ClipMoment {
            clip: character.clips.get(clip).map(clip_name)?,
            seconds: time,
        }),
        PoseSource::Turned(_) => None,
    }
}

/// The clips and joints that limits name, all if they name none; and what the character does not have.
fn resolve_names(
    character: &Character,
    limits: &Limits,
) -> (Vec<usize>, Option<Vec<JointIndex>>, Vec<String>) {
    let mut unknown = Vec::new();
    let clips = match &limits.clips {
        None => (0..character.clips.len()).collect(),
        Some(asked) => {
            let mut clips = Vec::new();
            for name in asked {
                let mut all = character.clips.iter();
                match all.position(|clip| clip.name() == Some(name)) {
                    Some(clip) => clips.push(clip),
                    None => unknown.push(format!("clip {name:?}")),
                }
            }
            clips
        }
    };
    let joints = limits.joints.as_ref().map(|asked| {
        let mut joints = Vec::new();
        for name in asked {
            match joint_named(&character.rig.skeleton, name) {
                Some(joint) => joints.push(joint),
                None => unknown.push(format!("joint {name:?}")),
            }
        }
        joints
    });
    (clips, joints, unknown)
}
