//! What all steps of a bake go by, whether helpers have keys alone or follow every pose.

use character::Character;
use glam::Vec3;
use rig::{BindPose, GoOn, Method, ScaleInheritance};
use scene::deform::{base_pose, deform};
use scene::posed_character::Look;

use crate::error::BakeError;
use crate::frames::{FramedHelpers, Framing};
use crate::greedy::{Fit, Stop, follower_counts};
use crate::job::{BakeJob, Goal};
use crate::motions::MethodCharacter;
use crate::nodes::HelperKind;
use crate::points::Points;
use crate::report::BakedHelper;
use crate::written::{AssembledCharacter, assemble, reduce_keys};

/// The characters of a job with what is fitted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subjects<'a> {
    /// As the method shows it: that of the job, which may have more clips here.
    pub(crate) method: &'a Character,
    /// The same with nodes of their own for scale that stays with its joint.
    pub(crate) plain: &'a Character,
    pub(crate) points: &'a Points,
}

/// What all steps go by.
pub(crate) struct BakeContext<'a> {
    pub(crate) job: &'a BakeJob<'a>,
    /// The reference.
    pub(crate) method: MethodCharacter<'a>,
    /// The same by linear blending.
    pub(crate) linear: MethodCharacter<'a>,
    /// What a viewer of plain linear blending plays, without helpers.
    pub(crate) plain: MethodCharacter<'a>,
    pub(crate) points: &'a Points,
    /// The diagonal of the box at rest, in scene units: 100 percent.
    pub(crate) size: f32,
    /// Joints that may be added.
    pub(crate) room: usize,
    go_on: &'a GoOn<'a>,
}

impl<'a> BakeContext<'a> {
    /// # Errors
    ///
    /// More joints than are allowed.
    pub(crate) fn new(
        job: &'a BakeJob<'a>,
        subjects: Subjects<'a>,
        go_on: &'a GoOn<'a>,
    ) -> Result<Self, BakeError> {
        let method = MethodCharacter {
            character: subjects.method,
            scale_inheritance: job.scale_inheritance,
            look: job.look,
            threads: job.threads,
        };
        let linear = Look {
            method: Method::Linear,
            ..job.look.for_all()
        };
        Ok(Self {
            job,
            method,
            linear: MethodCharacter {
                look: linear,
                ..method
            },
            plain: MethodCharacter {
                character: subjects.plain,
                scale_inheritance: &subjects.plain.rig.scale_inheritance,
                look: linear,
                ..method
            },
            points: subjects.points,
            size: size_of_character(job.character)?,
            room: job.room()?,
            go_on,
        })
    }

    /// When the fit has enough helpers, with this part of a tolerance left to it.
    pub(crate) fn stop(&self, margin: f32) -> Stop {
        match self.job.goal {
            Goal::Tolerance(tolerance) => Stop {
                target: tolerance / 100.0 * self.size * margin,
                helpers: self.room,
            },
            Goal::Helpers(count) => Stop {
                target: 0.0,
                helpers: count.min(self.room),
            },
        }
    }

    /// What frames of helpers are made of, with keys in these clips.
    pub(crate) const fn framing<'b>(&'b self, clips: &'b [usize]) -> Framing<'b> {
        Framing {
            method: &self.method,
            plain: &self.plain,
            points: self.points,
            clips,
            rate: self.job.rate,
            most_bytes: self.job.most_bytes,
            size: self.size,
        }
    }

    /// The plain character with helpers and these clips alone.
    ///
    /// # Errors
    ///
    /// As [`assemble`].
    pub(crate) fn assembled(
        &self,
        framed: &FramedHelpers,
        fits: &[Fit],
        clips: &[usize],
    ) -> Result<AssembledCharacter, BakeError> {
        assemble(self.plain.character, self.points, framed, fits, clips)
    }

    /// Takes out keys of helpers that move no vertex by more than so many percent of the size: how many there were, and are left. None if
    /// `go_on` breaks.
    ///
    /// # Errors
    ///
    /// As [`reduce_keys`].
    pub(crate) fn reduce(
        &self,
        assembled: &mut AssembledCharacter,
        percent: f32,
        go_on: &(dyn Fn(f32) -> bool + Sync),
    ) -> Result<Option<[usize; 2]>, BakeError> {
        let before = key_count(assembled);
        let reduced = reduce_keys(assembled, percent / 100.0 * self.size, go_on)?;
        Ok(reduced.map(|()| [before, key_count(assembled)]))
    }

    /// The helpers as they are told of: their names, what follows them, and what their nodes do.
    pub(crate) fn helpers(
        &self,
        names: &[String],
        fits: &[Fit],
        kinds: &[HelperKind],
    ) -> Vec<BakedHelper> {
        let followed = follower_counts(fits, self.points, names.len());
        let rest = followed.into_iter().zip(kinds);
        let helpers = names.iter().zip(rest);
        helpers
            .map(|(name, (vertices, &kind))| BakedHelper {
                name: name.clone(),
                vertices,
                kind,
            })
            .collect()
    }

    /// Whether to go on. A share that is none asks without telling.
    pub(crate) fn tell(&self, share: f32) -> bool {
        (self.go_on)(share).is_continue()
    }
}

pub(crate) const fn megabytes(bytes: usize) -> usize {
    bytes / 1_000_000
}

/// Joints of the longest list.
pub(crate) fn most_listed(character: &Character) -> usize {
    let binds = character.rig.binds.iter();
    binds.map(BindPose::len).max().unwrap_or(0)
}

fn key_count(assembled: &AssembledCharacter) -> usize {
    let clips = assembled.character.clips.iter();
    let keys = clips.flat_map(|clip| {
        let targets = assembled.targets.iter();
        targets.filter_map(|target| Some(clip.keys(*target)?.times().len()))
    });
    keys.sum()
}

/// The diagonal of the box at rest; one unit for a character of a single point.
fn size_of_character(character: &Character) -> Result<f32, BakeError> {
    let flags = vec![ScaleInheritance::Children; character.rig.skeleton.len()];
    let look = Look::new(Method::Linear);
    let skin = deform(character, &base_pose(character), &flags, look)?;
    let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    for position in skin.iter().flat_map(|of| &of.positions) {
        (low, high) = (low.min(*position), high.max(*position));
    }
    let size = (high - low).length();
    Ok(match size > 0.0 && size.is_finite() {
        true => size,
        false => 1.0,
    })
}
