//! What every set-up is measured with.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use character::MeshSkinning;
use dq_math::SignRule;
use retarget::BoneMap;
use rig::{GoOn, Method};
use scene::names::{mesh_name, method_title, signs_title};
use scene::placed::placed_primitives;
use scene::posed_character::Look;

use crate::document::Document;
use crate::document::keyed::all_keyed;
use crate::document::layered_clips::{MERGE_RATE, layers_not_merged, merged_document};
use crate::state::advice::{
    AdviceMotion, AdviceStep, AdviceZones, Measured, MeasuredBy, MeshErrors, NoAdvice,
    SkinnedDocument, Target, is_skinned, size_of,
};
use crate::state::weight_table::weights_work::WeightsWork;

/// The part of the limit from which on vertices are noted, to have their weights fitted.
const NOTED: f32 = 0.9;

/// What is right for meshes whose own method says nothing else.
const USUAL_REFERENCE: MeshSkinning = MeshSkinning {
    method: Method::TWO_PHASE,
    signs: Some(SignRule::Followed),
};

/// What advice is asked for.
#[derive(Clone, Copy, Debug)]
pub struct AdviceJob<'a> {
    /// The character with all edits.
    pub document: &'a Document,
    /// What it is for.
    pub target: Target,
    /// How far a vertex may be from the reference, in percent of the size.
    pub within: f32,
    /// Poses to measure in, at most; some 40 at least.
    pub poses: usize,
    /// Its bones, which say where limbs are.
    pub bones: &'a BoneMap,
    /// Joints whose weights are locked.
    pub work: &'a WeightsWork,
    /// Threads to use; the result is the same with any number.
    pub threads: usize,
}

/// A part of all work, from one share of it to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) from: f32,
    pub(super) to: f32,
}

/// A document with a set-up, and how far it is off.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    pub(super) document: Document,
    /// What leads to it from the document that was asked about.
    pub(super) steps: Vec<AdviceStep>,
    pub(super) measured: Measured,
}

/// What every set-up is measured with.
pub(super) struct Bench<'a> {
    pub(super) job: &'a AdviceJob<'a>,
    /// The document with clips as they are seen, and without methods of meshes that the target lacks.
    pub(super) base: Document,
    /// The same with the method of each mesh that is right.
    pub(super) reference: Document,
    pub(super) motion: AdviceMotion,
    pub(super) size: f32,
    zones: AdviceZones,
    /// The meshes that joints move, and their vertices in all, wherever they are placed.
    pub(super) meshes: Vec<usize>,
    pub(super) vertices: usize,
    go_on: &'a GoOn<'a>,
}

impl<'a> Bench<'a> {
    /// # Errors
    ///
    /// One sentence: nothing is bound, a limit that is none, clips that cannot be read.
    pub(super) fn new(job: &'a AdviceJob<'a>, go_on: &'a GoOn<'a>) -> Result<Self, NoAdvice> {
        if !(job.within > 0.0 && job.within <= 100.0) {
            return Err(NoAdvice::Refused(format!(
                "a limit is a number of percent above 0 and at most 100, not {}.",
                job.within
            )));
        }
        let seen = as_seen(job.document)?;
        let character = &seen.character;
        let skinned = placed_primitives(character).filter(is_skinned);
        let sizes = skinned.map(|it| (it.instance.mesh, it.primitive.positions.len()));
        let (mut meshes, mut vertices) = (Vec::new(), 0_usize);
        for (mesh, count) in sizes {
            meshes.push(mesh);
            vertices = vertices.saturating_add(count);
        }
        meshes.sort_unstable();
        meshes.dedup();
        if meshes.is_empty() {
            return Err(NoAdvice::Refused(
                "no joint moves a vertex, so that there is nothing to choose; bind a mesh first."
                    .to_owned(),
            ));
        }
        let reference = reference_of(&seen);
        let right = SkinnedDocument {
            document: &reference,
            look: own_methods(),
        };
        let (size, zones) = (size_of(right)?, AdviceZones::of(right)?);
        Ok(Self {
            motion: AdviceMotion::measured(&seen, vertices, job.poses)?,
            base: without_methods(&seen, job.target),
            reference,
            size,
            zones,
            meshes,
            vertices,
            job,
            go_on,
        })
    }

    /// Measures a document skinned by a look.
    ///
    /// # Errors
    ///
    /// Canceled, or a pose that does not fit.
    pub(super) fn measure(
        &self,
        document: &Document,
        look: Look,
        part: Part,
    ) -> Result<Measured, NoAdvice> {
        let by = MeasuredBy {
            reference: SkinnedDocument {
                document: &self.reference,
                look: own_methods(),
            },
            motion: &self.motion,
            size: self.size,
            zones: &self.zones,
            noted: self.job.within * NOTED,
            threads: self.job.threads,
        };
        by.measure(SkinnedDocument { document, look }, &|share| {
            self.tell(part, share)
        })
    }

    /// The character as it is, by what the target has.
    ///
    /// # Errors
    ///
    /// As [`measure`](Self::measure).
    pub(super) fn measure_as_it_is(&self, part: Part) -> Result<Measured, NoAdvice> {
        let look = match self.job.target.is_linear() {
            true => Look::new(Method::Linear),
            false => Look {
                method: Method::Linear,
                ..own_methods()
            },
        };
        self.measure(&self.base, look, part)
    }

    /// The reference beside itself: what it loses of volumes.
    ///
    /// # Errors
    ///
    /// As [`measure`](Self::measure).
    pub(super) fn measure_reference(&self, part: Part) -> Result<Measured, NoAdvice> {
        self.measure(&self.reference, own_methods(), part)
    }

    /// Tells how far a part of the work is. A share that is none only asks.
    pub(super) fn tell(&self, part: Part, share: f32) -> ControlFlow<()> {
        (self.go_on)(part.from + share * (part.to - part.from))
    }

    /// Whether these errors are within the limit.
    pub(super) fn is_held(&self, errors: &MeshErrors) -> bool {
        errors.maximum <= self.job.within
    }

    /// The errors of a mesh.
    pub(super) fn errors_of(measured: &Measured, mesh: usize) -> MeshErrors {
        measured.meshes.get(mesh).copied().unwrap_or_default()
    }

    /// The method that is right for a mesh.
    pub(super) fn right_for(&self, mesh: usize) -> MeshSkinning {
        let own = self.reference.character.meshes.get(mesh);
        own.and_then(|own| own.skinning).unwrap_or(USUAL_REFERENCE)
    }

    /// The same in words.
    pub(super) fn right_in_words(&self, mesh: usize) -> String {
        let MeshSkinning { method, signs } = self.right_for(mesh);
        let signs = signs.filter(|_| method.has_signs()).map(signs_title);
        let signs = signs.map_or_else(String::new, |signs| format!(", signs: {signs}"));
        format!("{}{signs}", method_title(method))
    }

    /// The look that is right for all meshes; none where they have different ones.
    pub(super) fn right_for_all(&self) -> Option<Look> {
        let mut all = self.meshes.iter().map(|mesh| self.right_for(*mesh));
        let first = all.next()?;
        let is_one = all.all(|other| other == first);
        is_one.then(|| Look {
            method: first.method,
            signs: first.signs.unwrap_or(SignRule::Followed),
            ..Look::default()
        })
    }

    pub(super) fn name_of(&self, mesh: usize) -> String {
        mesh_name(&self.base.character, mesh)
    }

    /// The most joints of a vertex, by mesh.
    pub(super) fn most_joints(&self) -> BTreeMap<usize, usize> {
        let mut most: BTreeMap<usize, usize> = BTreeMap::new();
        for placed in placed_primitives(&self.base.character).filter(is_skinned) {
            let influences = placed.primitive.influences.iter();
            let rows = influences.flat_map(|influences| influences.rows());
            let own = rows.map(|row| row.joints.len()).max().unwrap_or(0);
            let slot = most.entry(placed.instance.mesh).or_default();
            *slot = (*slot).max(own);
        }
        most
    }
}

/// What skins each mesh by a method of its own.
pub(super) fn own_methods() -> Look {
    Look {
        method: Method::TWO_PHASE,
        signs: SignRule::Followed,
        per_mesh: true,
        ..Look::default()
    }
}

/// The document with keys for all that waits for some, and clips as they are seen with their layers. What drives joints stays.
fn as_seen(document: &Document) -> Result<Document, String> {
    let keyed = match document.pending.is_empty() {
        true => document.clone(),
        false => all_keyed(document).map_err(|error| {
            format!("what was posed and is not keyed yet cannot get keys: {error}.")
        })?,
    };
    merged_document(&keyed, MERGE_RATE).map_err(|error| layers_not_merged(&error))
}

/// The document with the right method of each mesh: its own where it does not blend linearly, else two-phase. Weights that go with
/// helpers are meant for linear blending.
fn reference_of(document: &Document) -> Document {
    let is_baked = !document.character.helper_rows().is_empty();
    let mut reference = document.clone();
    for (mesh, own) in document.character.meshes.iter().enumerate() {
        let own = own.skinning.filter(|own| own.method != Method::Linear);
        let right = match is_baked {
            true => MeshSkinning {
                method: Method::Linear,
                ..USUAL_REFERENCE
            },
            false => own.map_or(USUAL_REFERENCE, |own| MeshSkinning {
                signs: own.signs.or(USUAL_REFERENCE.signs),
                ..own
            }),
        };
        reference = reference.with_mesh_skinning(mesh, Some(right));
    }
    reference
}

/// The document without methods of meshes that a target lacks.
fn without_methods(document: &Document, target: Target) -> Document {
    let mut without = document.clone();
    for (mesh, own) in document.character.meshes.iter().enumerate() {
        if own.skinning.is_some_and(|own| !target.has(own.method)) {
            without = without.with_mesh_skinning(mesh, None);
        }
    }
    without
}
