//! The file of a living character, with its rows.

use std::collections::BTreeMap;

use character::{
    Character, KeptRow, KeptSkinning, SaveOptions, SaveReport, SavedState, open_bytes, to_glb_with,
};
use rig::{JointIndex, JointLimits, Method, NormalRule};
use scene::posed_character::Look;

use crate::BakeError;
use crate::points::Points;
use crate::written::AssembledCharacter;

/// What the `extras` of the file keep.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keeping<'a> {
    pub(super) points: &'a Points,
    /// The points whose rows helpers are; none of chains, whose constraints say all.
    pub(super) rows: &'a [u32],
    /// The method whose rows they are.
    pub(super) look: Look,
    /// How far the joints of the character may turn that was baked.
    pub(super) limits: &'a [Option<JointLimits>],
}

/// A file in memory, read again, with what was told of it.
pub(super) struct WrittenLiving {
    pub(super) glb: Vec<u8>,
    pub(super) character: Character,
    pub(super) saved: SaveReport,
}

impl Keeping<'_> {
    /// Writes a character with its rows and reads it again.
    ///
    /// # Errors
    ///
    /// The character cannot be written, or not be read again.
    pub(super) fn write(
        &self,
        name: &str,
        assembled: &AssembledCharacter,
    ) -> Result<WrittenLiving, BakeError> {
        let options = SaveOptions {
            plain_shear: true,
            // What joints drive has become keys, and drives nothing in the file.
            driven_constraints: Some(Vec::new()),
            kept: Some(self.kept(assembled)),
            ..SaveOptions::default()
        };
        let (glb, saved) = to_glb_with(&assembled.character, &options)
            .map_err(|error| BakeError::Written(error.to_string()))?;
        let character = open_bytes(&format!("{name}.glb"), &glb)
            .map_err(|error| BakeError::Written(error.to_string()))?;
        Ok(WrittenLiving {
            glb,
            character,
            saved,
        })
    }

    fn kept(&self, assembled: &AssembledCharacter) -> SavedState {
        let skeleton = &assembled.character.rig.skeleton;
        let new = |joint: JointIndex| assembled.moved.get(joint.index()).copied().flatten();
        let limits = self.limits.iter().zip(&assembled.moved);
        let limits = limits.filter_map(|(limits, new)| Some((skeleton.key((*new)?), (*limits)?)));
        let row = |(point, helper): (&u32, &JointIndex)| {
            let point = self.points.list.get(usize::try_from(*point).ok()?)?;
            // A joint that a skin lists twice is one joint of the row.
            let mut joints: BTreeMap<u32, f32> = BTreeMap::new();
            for (entry, weight) in &point.row {
                let entry = self.points.entries.get(usize::try_from(*entry).ok()?)?;
                *joints.entry(skeleton.key(new(entry.joint)?)).or_default() += weight;
            }
            Some(KeptRow {
                helper: skeleton.key(*helper),
                joints: joints.into_iter().collect(),
                method: self.look.method,
                signs: self.look.signs,
            })
        };
        let rows = self.rows.iter().zip(&assembled.listed);
        let mut rows: Vec<KeptRow> = rows.filter_map(row).collect();
        rows.sort_by_key(|row| row.helper);
        SavedState {
            // Its weights are meant for linear blending, whatever a pane would show.
            skinning: Some(KeptSkinning {
                method: Method::Linear,
                signs: self.look.signs,
                normals: NormalRule::default(),
            }),
            limits: limits.collect(),
            rows,
            ..SavedState::default()
        }
    }
}
