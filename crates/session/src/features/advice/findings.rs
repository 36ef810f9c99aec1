//! What was tried on which mesh, and what of it holds.

use std::collections::BTreeMap;

use dq_math::SignRule;
use rig::Method;
use scene::names::{decimal, joint_name, percent};

use super::bench::Bench;
use crate::state::advice::{Measured, MeshAdvice, MeshErrors, SetUp, Tried, ZoneLoss};

/// A loss of volume that anyone sees.
const MUCH: f32 = 0.6;

/// What was tried on each mesh, and the first that holds.
#[derive(Clone, Debug, Default)]
pub(super) struct Findings {
    chosen: BTreeMap<usize, Tried>,
    tried: BTreeMap<usize, Vec<Tried>>,
    /// Sentences about what could not be tried, or what has to be known.
    notes: BTreeMap<usize, Vec<String>>,
}

impl Findings {
    /// Meshes that hold by nothing yet.
    pub(super) fn open(&self, bench: &Bench<'_>) -> Vec<usize> {
        let all = bench.meshes.iter().copied();
        all.filter(|mesh| !self.chosen.contains_key(mesh)).collect()
    }

    /// Notes what a set-up makes of a mesh, and takes it where it holds and nothing cheaper does.
    pub(super) fn try_on(
        &mut self,
        bench: &Bench<'_>,
        mesh: usize,
        set_up: SetUp,
        errors: MeshErrors,
    ) -> bool {
        let tried = Tried { set_up, errors };
        self.tried.entry(mesh).or_default().push(tried);
        let holds = bench.is_held(&errors);
        if holds {
            self.chosen.entry(mesh).or_insert(tried);
        }
        holds
    }

    /// The same for each of these meshes; those that hold by it.
    pub(super) fn try_on_each(
        &mut self,
        bench: &Bench<'_>,
        meshes: &[usize],
        set_up: SetUp,
        measured: &Measured,
    ) -> Vec<usize> {
        let mut held = Vec::new();
        for &mesh in meshes {
            if self.try_on(bench, mesh, set_up, Bench::errors_of(measured, mesh)) {
                held.push(mesh);
            }
        }
        held
    }

    /// Notes what a set-up makes of a mesh without taking it.
    pub(super) fn note_tried(&mut self, mesh: usize, set_up: SetUp, errors: MeshErrors) {
        let tried = Tried { set_up, errors };
        self.tried.entry(mesh).or_default().push(tried);
    }

    /// Takes a set-up for a mesh whatever it makes of it.
    pub(super) fn take(&mut self, mesh: usize, set_up: SetUp, errors: MeshErrors) {
        self.chosen.insert(mesh, Tried { set_up, errors });
    }

    /// Whether a set-up was tried on a mesh.
    pub(super) fn has_tried(&self, mesh: usize, set_up: SetUp) -> bool {
        let mut tried = self.tried.get(&mesh).into_iter().flatten();
        tried.any(|it| it.set_up == set_up)
    }

    /// What was taken for a mesh.
    pub(super) fn taken(&self, mesh: usize) -> Option<Tried> {
        self.chosen.get(&mesh).copied()
    }

    /// The signs of dual quaternions that come nearest on a mesh; those of the paper where none were tried.
    pub(super) fn nearest_signs(&self, mesh: usize) -> SignRule {
        let tried = self.tried.get(&mesh).into_iter().flatten();
        let signs = tried.filter_map(|it| {
            let SetUp::Method(Method::DualQuaternion, signs) = it.set_up else {
                return None;
            };
            Some((signs, it.errors.maximum))
        });
        let nearest = signs.min_by(|one, other| one.1.total_cmp(&other.1));
        nearest.map_or(SignRule::First, |(signs, _)| signs)
    }

    /// Of all that was tried on a mesh and is right in every pose the nearest; of equal ones the first.
    pub(super) fn nearest(&self, mesh: usize) -> Option<Tried> {
        let tried = self.tried.get(&mesh).into_iter().flatten();
        let able = tried.filter(|it| !it.set_up.is_of_clips_alone());
        able.copied()
            .min_by(|one, other| one.errors.maximum.total_cmp(&other.errors.maximum))
    }

    /// Tells something of meshes.
    pub(super) fn note(&mut self, meshes: &[usize], sentence: &str) {
        for &mesh in meshes {
            let notes = self.notes.entry(mesh).or_default();
            notes.push(sentence.to_owned());
        }
    }

    /// The advice of each mesh.
    pub(super) fn advice(&self, bench: &Bench<'_>, right: &Measured) -> Vec<MeshAdvice> {
        let meshes = bench.meshes.iter();
        let advice = meshes.map(|&mesh| {
            let loss = Bench::errors_of(right, mesh).loss;
            self.of_mesh(bench, mesh, loss)
        });
        advice.collect()
    }

    fn of_mesh(
        &self,
        bench: &Bench<'_>,
        mesh: usize,
        reference_loss: Option<ZoneLoss>,
    ) -> MeshAdvice {
        let tried = self.tried.get(&mesh).cloned().unwrap_or_default();
        let first = tried.first().copied();
        let chosen = self.taken(mesh).or_else(|| self.nearest(mesh)).or(first);
        let Tried { set_up, errors } = chosen.unwrap_or(Tried {
            set_up: SetUp::AsItIs,
            errors: MeshErrors::default(),
        });
        let holds = bench.is_held(&errors) && !set_up.is_of_clips_alone();
        let mut advice = MeshAdvice {
            mesh,
            name: bench.name_of(mesh),
            reference: bench.right_in_words(mesh),
            set_up,
            holds,
            reference_loss,
            before: first.map_or(errors, |first| first.errors),
            after: errors,
            reasons: Vec::new(),
            tried,
        };
        advice.reasons = self.reasons(bench, &advice);
        advice
    }

    fn reasons(&self, bench: &Bench<'_>, of: &MeshAdvice) -> Vec<String> {
        let within = decimal(bench.job.within, 2);
        let beyond = of.tried.iter().filter(|it| {
            it.set_up != of.set_up && (!bench.is_held(&it.errors) || it.set_up.is_of_clips_alone())
        });
        let mut reasons: Vec<String> = beyond
            .map(|it| format!("{}: {}.", it.set_up.title(), off(bench, &it.errors)))
            .collect();
        let taken = format!("{}: {}", of.set_up.title(), off(bench, &of.after));
        reasons.push(match of.holds {
            true => format!("{taken}, within {within} %."),
            false if of.set_up.is_of_clips_alone() => {
                format!("{taken} in the clips; other poses are worse than linear blending.")
            }
            false => {
                format!("{taken}, the nearest of all that was tried, and not within {within} %.")
            }
        });
        reasons.extend(self.notes.get(&of.mesh).into_iter().flatten().cloned());
        reasons.extend(losses(bench, of));
        reasons
    }
}

/// What is lost of volumes: as the mesh is, by the set-up and by what is right.
fn losses(bench: &Bench<'_>, of: &MeshAdvice) -> Vec<String> {
    let skeleton = &bench.base.character.rig.skeleton;
    let told = |loss: ZoneLoss| {
        let joint = joint_name(skeleton, loss.joint);
        format!("{} around {joint}", percent(loss.share))
    };
    let (Some(before), Some(right)) = (of.before.loss, of.reference_loss) else {
        return Vec::new();
    };
    let after = of.after.loss.map(told);
    let after = after.map_or_else(String::new, |after| format!("{after} by the set-up, "));
    let mut said = vec![format!(
        "Volume lost at most: {} as it is, {after}{} by what is right.",
        told(before),
        told(right)
    )];
    if right.share > MUCH {
        said.push(
            "Even what is right loses much there: the weights are the cause, and Volume in test poses shows where."
                .to_owned(),
        );
    }
    said
}

/// How far off, and where.
fn off(bench: &Bench<'_>, errors: &MeshErrors) -> String {
    let percent = decimal(errors.maximum, 2);
    let pose = errors.pose.and_then(|pose| bench.motion.poses.get(pose));
    match pose {
        Some((name, _)) => format!("{percent} % off at most, in \u{201c}{name}\u{201d}"),
        None => format!("{percent} % off at most"),
    }
}
