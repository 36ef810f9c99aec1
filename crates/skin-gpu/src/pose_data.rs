//! Poses in the words of the shaders: palettes and morph weights of all instances.

use rig::Palette;

use crate::error::{SkinGpuError, expect_length};
use crate::layouts::{JOINTS_AT, Kernel, LARGEST_ENTRY, SkinParams, Word, append_palette, codes};
use crate::mesh_data::{Shape, count};

/// How one instance of a mesh is posed.
#[derive(Clone, Copy, Debug)]
pub struct InstancePose<'a> {
    /// At least one entry per joint of the mesh's influences, all finite; entries beyond them are not looked at.
    pub palette: &'a Palette,
    /// One per morph target of the mesh, in their order; what is missing at the end is zero, more is an error.
    pub morph_weights: &'a [f32],
}

impl<'a> From<&'a Palette> for InstancePose<'a> {
    /// Without morph weights.
    fn from(palette: &'a Palette) -> Self {
        Self {
            palette,
            morph_weights: &[],
        }
    }
}

/// Poses, checked and packed.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PoseData {
    pub kernel: Kernel,
    pub params: SkinParams,
    pub words: Vec<Word>,
}

impl PoseData {
    /// Packs the poses of some instances of a mesh, up to `capacity`, into the memory of those before; none is fine.
    ///
    /// What is left after an error means nothing.
    pub(crate) fn pack(
        &mut self,
        shape: Shape,
        capacity: usize,
        instances: &[InstancePose<'_>],
    ) -> Result<(), SkinGpuError> {
        if instances.len() > capacity {
            return Err(SkinGpuError::TooManyInstances {
                found: instances.len(),
                capacity,
            });
        }
        let (kernel, signs) = instances
            .first()
            .map_or_else(Default::default, |first| codes(first.palette));
        self.kernel = kernel;
        self.params = SkinParams {
            n_vertices: shape.vertices,
            n_instances: count("the list of instances", instances.len())?,
            n_targets: shape.targets,
            signs,
            pairs: shape.pairs,
            ..SkinParams::default()
        };
        self.words.clear();
        for (instance, pose) in instances.iter().enumerate() {
            if codes(pose.palette) != (kernel, signs) {
                return Err(SkinGpuError::MixedMethods { instance });
            }
            self.append(shape, instance, pose)?;
        }
        Ok(())
    }

    fn append(
        &mut self,
        shape: Shape,
        instance: usize,
        pose: &InstancePose<'_>,
    ) -> Result<(), SkinGpuError> {
        let joints = ("joints of the influences", shape.joints);
        for (what, found) in lengths(pose.palette) {
            // A mesh that two skins share counts the joints of the smaller one; the palette of the other is longer.
            expect_length((what, found.min(shape.joints)), joints)?;
        }
        check_weights(pose.morph_weights, instance, shape.targets as usize)?;
        let begin = self.words.len();
        append_palette(&mut self.words, pose.palette, shape.joints);
        let palette = &self.words[begin..];
        check_finite(palette, instance, shape.joints)?;
        self.params.morph_weights = count("a palette", palette.len())?;
        self.params.pose_size = count("a pose", pose_size(shape, self.params.morph_weights))?;
        let weight = |target: usize| pose.morph_weights.get(target).copied().unwrap_or(0.0);
        let firsts = (0..shape.targets as usize).step_by(4);
        let word = |first: usize| [0, 1, 2, 3].map(|lane| weight(first + lane));
        self.words.extend(firsts.map(word));
        Ok(())
    }
}

/// Words of a pose whose palette has so many.
const fn pose_size(shape: Shape, palette: u32) -> usize {
    palette as usize + (shape.targets as usize).div_ceil(4)
}

/// Words of the longest pose that a mesh can have, whatever the method.
pub(crate) const fn largest_pose(shape: Shape) -> usize {
    JOINTS_AT + LARGEST_ENTRY * shape.joints + (shape.targets as usize).div_ceil(4)
}

/// The lists of a palette by name, with their lengths; the same twice where there is but one.
const fn lengths(palette: &Palette) -> [(&'static str, usize); 2] {
    let first = ("palette entries", palette.len());
    let second = match palette {
        Palette::Linear(_) | Palette::DualQuaternion(_) => first,
        Palette::TwoPhase(palette) => ("palette motions", palette.posed_from_stretched.len()),
        Palette::Affine(palette) => ("palette rotations", palette.rotation.len()),
    };
    [first, second]
}

fn check_finite(words: &[Word], instance: usize, n_joints: usize) -> Result<(), SkinGpuError> {
    let is_finite = |word: &Word| word.iter().all(|number| number.is_finite());
    match words.iter().position(|word| !is_finite(word)) {
        None => Ok(()),
        Some(place) => {
            let entry = (words.len() - JOINTS_AT) / n_joints.max(1);
            let joint = place.saturating_sub(JOINTS_AT) / entry.max(1);
            Err(SkinGpuError::PaletteNotFinite { instance, joint })
        }
    }
}

fn check_weights(weights: &[f32], instance: usize, n_targets: usize) -> Result<(), SkinGpuError> {
    if weights.len() > n_targets {
        expect_length(
            ("morph weights", weights.len()),
            ("morph targets", n_targets),
        )?;
    }
    match weights.iter().position(|weight| !weight.is_finite()) {
        None => Ok(()),
        Some(target) => Err(SkinGpuError::WeightNotFinite {
            instance,
            target,
            weight: weights[target],
        }),
    }
}
