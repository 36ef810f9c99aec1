//! Poses in the words of the shaders: palettes and morph weights of all instances.

use rig::Palette;

use crate::error::{SkinGpuError, expect_length};
use crate::layouts::{JOINTS_AT, Kernel, LARGEST_ENTRY, SkinParams, Word, codes, palette_words};
use crate::mesh_data::{Shape, count};

/// How one instance of a mesh is posed.
#[derive(Clone, Copy, Debug)]
pub struct InstancePose<'a> {
    /// One entry per joint of the mesh's influences.
    pub palette: &'a Palette,
    /// One per morph target; what is missing at the end is zero.
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
    /// Packs the poses of some instances of a mesh; none is fine.
    pub(crate) fn new(shape: Shape, instances: &[InstancePose<'_>]) -> Result<Self, SkinGpuError> {
        let (kernel, signs) = instances
            .first()
            .map_or_else(Default::default, |first| codes(first.palette));
        let mut data = Self {
            kernel,
            params: SkinParams {
                n_vertices: shape.vertices,
                n_instances: count("the list of instances", instances.len())?,
                n_targets: shape.targets,
                signs,
                ..SkinParams::default()
            },
            words: Vec::new(),
        };
        for (instance, pose) in instances.iter().enumerate() {
            if codes(pose.palette) != (kernel, signs) {
                return Err(SkinGpuError::MixedMethods { instance });
            }
            data.append(shape, instance, pose)?;
        }
        Ok(data)
    }

    fn append(
        &mut self,
        shape: Shape,
        instance: usize,
        pose: &InstancePose<'_>,
    ) -> Result<(), SkinGpuError> {
        let joints = ("joints of the influences", shape.joints);
        for (what, found) in lengths(pose.palette) {
            expect_length((what, found), joints)?;
        }
        let words = palette_words(pose.palette);
        check_finite(&words, instance, shape.joints)?;
        let n_targets = shape.targets as usize;
        check_weights(pose.morph_weights, instance, n_targets)?;
        self.params.morph_weights = count("a palette", words.len())?;
        self.words.extend(words);
        let mut weights = pose.morph_weights.to_vec();
        weights.resize(n_targets.next_multiple_of(4), 0.0);
        self.words.extend(weights.as_chunks::<4>().0);
        self.params.pose_size = count("a pose", pose_size(shape, self.params.morph_weights))?;
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

/// The lists of a palette by name, with their lengths.
fn lengths(palette: &Palette) -> Vec<(&'static str, usize)> {
    let first = ("palette entries", palette.len());
    match palette {
        Palette::Linear(_) | Palette::DualQuaternion(_) => vec![first],
        Palette::TwoPhase(palette) => {
            vec![
                first,
                ("palette motions", palette.posed_from_stretched.len()),
            ]
        }
        Palette::Affine(palette) => vec![first, ("palette rotations", palette.rotation.len())],
    }
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
