//! From chosen helpers to the finished file, with its errors.

use character::open_as_others_do;
use rig::Clip;
use scene::names::joint_name;

use super::bench::Bench;
use super::built::Built;
use super::chosen::Chosen;
use super::job::FEWEST;
use super::measure::Measured;
use super::poses::moments_of;
use super::probe::WrittenLiving;
use super::report::{LivingClip, LivingReport, WorstRow};
use crate::context::most_listed;
use crate::error::BakeError;
use crate::job::{Baked, Goal};
use crate::moments::{CHECKED, between};
use crate::report::BakeReport;
use crate::written::AssembledCharacter;

/// Moments that are measured in each clip.
const MEASURED_MOMENTS: usize = 60;

/// What keys that go may cost, in percent of the size.
const REDUCED: f32 = 0.01;

/// The finished file, and the same with a set of random poses as its last clip.
struct Finished {
    built: Built,
    assembled: AssembledCharacter,
    file: WrittenLiving,
    probe: WrittenLiving,
    names: Vec<String>,
    /// Keys of helpers, before some were taken out and now.
    keys: [usize; 2],
}

impl Bench<'_> {
    /// Keys the helpers in the clips and writes the file, and once more with these clips, the last of them of random poses.
    fn written(&self, chosen: &Chosen, clips: &[usize]) -> Result<Option<Finished>, BakeError> {
        let asked = self.bake.job.clips;
        let Some(built) = self.built(chosen, asked)? else {
            return Ok(None);
        };
        let mut assembled = built.assembled(&self.bake, &chosen.fits, asked)?;
        let on = |share: f32| self.bake.tell(0.8 + 0.1 * share);
        let Some(keys) = self.bake.reduce(&mut assembled, REDUCED, &on)? else {
            return Ok(None);
        };
        let (keeping, name) = (self.keeping(chosen), &self.bake.method.character.name);
        let with_poses = built.assembled(&self.bake, &chosen.fits, clips)?;
        Ok(Some(Finished {
            file: keeping.write(name, &assembled)?,
            probe: keeping.write(name, &with_poses)?,
            names: built.names(&self.bake, &assembled),
            keys,
            built,
            assembled,
        }))
    }

    /// The finished file with its errors.
    pub(super) fn finish(
        &self,
        chosen: &Chosen,
        fitted: usize,
    ) -> Result<Option<Baked>, BakeError> {
        let mut clips = self.bake.job.clips.to_vec();
        clips.push(self.set(2));
        let Some(found) = self.written(chosen, &clips)? else {
            return Ok(None);
        };
        let probe = &found.probe.character;
        let compared = self.compared(probe, probe, &clips);
        let moments = moments_of(self.set(2), self.job.unseen.max(FEWEST));
        let mut on = |share: f32| self.bake.tell(0.9 + 0.1 * share);
        let Some(unseen) = compared.run(&moments, &mut on)? else {
            return Ok(None);
        };
        self.check_held(&unseen, chosen.helpers.len())?;
        let Some(in_clips) = self.in_clips(&found, &clips)? else {
            return Ok(None);
        };
        let living = LivingReport {
            kind: self.job.kind,
            nodes: found.built.nodes(&found.assembled),
            half_turned: found.built.half_turned(&self.bake),
            keyed_alone: found.built.keyed_alone(&self.bake),
            unseen: unseen.errors,
            clips: in_clips,
            given_up: self.given_up(&unseen),
            meshes_without: chosen.meshes_without.clone(),
            worst: self.worst(&unseen),
        };
        let report = BakeReport {
            size: self.bake.size,
            linear: unseen.errors.linear,
            baked: unseen.errors.living,
            moments: unseen.errors.poses,
            fitted,
            helpers: self
                .bake
                .helpers(&found.names, &chosen.fits, &found.assembled.kinds),
            joints: most_listed(&found.file.character),
            exact_scale: 0,
            keys: found.keys,
            vertices: unseen.vertices,
            worst: Vec::new(),
            jumps: Vec::new(),
            remarks: found.file.saved.to_string(),
        };
        Ok(Some(Baked {
            character: found.file.character,
            glb: found.file.glb,
            report,
            living: Some(living),
        }))
    }

    fn check_held(&self, unseen: &Measured, helpers: usize) -> Result<(), BakeError> {
        let reached = unseen.errors.living.maximum;
        match self.bake.job.goal {
            Goal::Tolerance(tolerance) if reached > tolerance => Err(BakeError::LivingNotHeld {
                tolerance,
                reached,
                helpers,
                poses: unseen.errors.poses,
            }),
            Goal::Tolerance(_) | Goal::Helpers(_) => Ok(()),
        }
    }

    /// Errors in each clip that is in the file.
    fn in_clips(
        &self,
        found: &Finished,
        clips: &[usize],
    ) -> Result<Option<Vec<LivingClip>>, BakeError> {
        let name = format!("{}.glb", self.bake.method.character.name);
        let others = open_as_others_do(&name, &found.file.glb)
            .map_err(|error| BakeError::Written(error.to_string()))?;
        let probe = &found.probe.character;
        let compared = self.compared(probe, &others, clips);
        let list: &[Clip] = &self.bake.method.character.clips;
        let mut found = Vec::new();
        for &clip in self.bake.job.clips {
            let moments = between(list, &[clip], MEASURED_MOMENTS, &CHECKED);
            let measured = compared.run(&moments, &mut |_| self.bake.tell(f32::NAN))?;
            let Some(measured) = measured else {
                return Ok(None);
            };
            found.push(LivingClip {
                clip,
                held_back: self.held_back == Some(clip),
                errors: measured.errors,
            });
        }
        Ok(Some(found))
    }

    fn given_up(&self, unseen: &Measured) -> usize {
        let tolerance = match self.bake.job.goal {
            Goal::Tolerance(tolerance) => tolerance,
            Goal::Helpers(_) => self.job.kind.usual_tolerance(),
        };
        let all = unseen.vertices.iter().flatten();
        all.filter(|error| **error > tolerance).count()
    }

    fn worst(&self, unseen: &Measured) -> Option<WorstRow> {
        let (primitive, vertex, error) = unseen.worst()?;
        let skeleton = &self.bake.method.character.rig.skeleton;
        let points = self.bake.points;
        let point = (*points.of.get(primitive)?.get(vertex)?)?;
        let row = &points.list.get(usize::try_from(point).ok()?)?.row;
        let joint = |(entry, weight): &(u32, f32)| {
            let entry = points.entries.get(usize::try_from(*entry).ok()?)?;
            Some((joint_name(skeleton, entry.joint), *weight))
        };
        Some(WorstRow {
            primitive,
            vertex,
            error,
            joints: row.iter().filter_map(joint).collect(),
        })
    }
}
