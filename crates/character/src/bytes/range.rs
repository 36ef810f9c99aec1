//! How large numbers may be, so that products of them stay finite.
//!
//! A position of 10³⁰ under a scale of 10³⁰ is no number any more, and a chain of joints multiplies scales as often as it
//! has links. So every stored number that becomes a place, a length or a factor is held below [`LARGEST`], and then
//! the rest pose and five moments of every clip are posed once, to see that nothing is carried farther.

use std::sync::Arc;

use glam::{Affine3A, Vec3};
use rig::{BindPose, Pose, PosedSkin, forward};

use crate::bytes::reader::Reader;
use crate::fault::error::{Fault, FilePlace, ReadResult};
use crate::fault::largest::{LARGEST, is_in_range};
use crate::fault::progress::Stage;
use crate::fault::warning::WarningKind;
use crate::json::value::At;
use crate::model::character::{Character, MeshInstance, Primitive};

/// Where in a clip it is checked. Each key alone is in range (`check_values`); a few moments find products that are not.
const FRACTIONS: [f32; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Matrices made and weights copied in checking clips, a fraction of a second's work. Clips beyond that are taken as they are.
const WORK: usize = 4_000_000;

/// Refuses the first element with a number that is not finite or too large. `what` is one of them, with its article.
pub(crate) fn check_range<const N: usize>(
    place: &At<'_>,
    what: &str,
    elements: &[[f32; N]],
) -> ReadResult<()> {
    let is_bad = |element: &[f32; N]| !element.iter().all(|&number| is_in_range(number));
    let Some(element) = elements.iter().position(is_bad) else {
        return Ok(());
    };
    let finite = elements
        .get(element)
        .is_some_and(|numbers| numbers.iter().all(|number| number.is_finite()));
    Err(place.flaw(if finite {
        let what = format!("{what} (element {element})");
        Fault::TooFar { what }
    } else {
        Fault::NotFinite { element }
    }))
}

/// Poses the character at rest and along its clips. A rest that leaves the range is an error; a clip that does is emptied,
/// with a warning.
pub(crate) fn check_poses(reader: &Reader<'_>, character: &mut Character) -> ReadResult<()> {
    let bounds = Bounds::of(character);
    let rest = character.file_pose();
    if let Some(excess) = bounds.excess(character, &rest) {
        let place = FilePlace::Json(format!("/nodes/{}", excess.node));
        let what = format!(
            "the distance to which the rest pose carries {}",
            excess.what
        );
        return Err(Fault::TooFar { what }.at(place));
    }
    let n_clips = character.clips.len();
    let mut work_left = WORK;
    for (index, at) in reader.root.items("animations")?.enumerate().take(n_clips) {
        reader.step(Stage::Poses, index, n_clips)?;
        let Some(rest_of_work) = work_left.checked_sub(FRACTIONS.len() * bounds.work) else {
            break;
        };
        work_left = rest_of_work;
        if let Some(excess) = bounds.excess_of_clip(character, &rest, index) {
            let detail = format!("carries {} farther than {LARGEST}", excess.what);
            reader.warn_because(WarningKind::ClipTooFar, &at, detail);
            if let Some(clip) = Arc::make_mut(&mut character.clips).get_mut(index) {
                // Emptied and not removed, so that the numbers of the clips behind it stay.
                *clip = std::mem::take(clip).with_tracks(Vec::new(), Vec::new());
            }
        }
    }
    Ok(())
}

/// What a pose carries out of the range.
struct Excess {
    node: u32,
    what: &'static str,
}

/// Sizes of what a pose moves.
struct Bounds {
    /// One per mesh of the character.
    meshes: Vec<Extent>,
    /// Matrices made and weights copied per pose.
    work: usize,
}

/// The coordinates of all vertices that a mesh can show with morph weights w are at most
/// `positions + Σ |w_i| targets_i`.
struct Extent {
    positions: f32,
    targets: Vec<f32>,
}

impl Bounds {
    fn of(character: &Character) -> Self {
        let meshes = character.meshes.iter();
        let n_weights: usize = character.instances.iter().map(|i| i.morph.len()).sum();
        let n_listed: usize = character.rig.binds.iter().map(BindPose::len).sum();
        Self {
            meshes: meshes.map(|mesh| Extent::of(&mesh.primitives)).collect(),
            work: character.rig.skeleton.len() + n_listed + character.instances.len() + n_weights,
        }
    }

    fn excess_of_clip(&self, character: &Character, rest: &Pose, clip: usize) -> Option<Excess> {
        let clip = character.clips.get(clip)?;
        FRACTIONS.into_iter().find_map(|fraction| {
            let skeleton = &character.rig.skeleton;
            let pose = clip.sample(skeleton, rest, fraction * clip.duration());
            self.excess(character, &pose)
        })
    }

    fn excess(&self, character: &Character, pose: &Pose) -> Option<Excess> {
        let rig = &character.rig;
        let posed = forward(
            &rig.skeleton,
            pose.user_transforms(),
            &rig.scale_inheritance,
        )
        .ok()?;
        // Joints before meshes: the message names where the fault begins.
        let far_joint = rig
            .skeleton
            .joints()
            .find(|&joint| !Size::of(posed.model_from_node(joint)).is_in_range(0.0));
        if let Some(joint) = far_joint {
            return Some(Excess {
                node: rig.skeleton.key(joint),
                what: "this node",
            });
        }
        let size_of_bind = |bind| {
            let matrices = PosedSkin::new(&posed, bind).map(|skin| skin.posed_from_bind());
            let sizes = matrices.unwrap_or_default().into_iter().map(Size::of);
            sizes.fold(Size::default(), Size::max)
        };
        let binds: Vec<Size> = rig.binds.iter().map(size_of_bind).collect();
        let mut reaches = character.instances.iter().map(|instance| {
            let skin = instance.skin.and_then(|skin| binds.get(skin)).copied();
            let node = Size::of(posed.model_from_node(instance.node));
            let size = skin.map_or(node, |skin| skin.max(node));
            let mesh = self.meshes.get(instance.mesh);
            let extent = mesh.map_or(0.0, |mesh| mesh.with(instance, pose));
            (instance, size.is_in_range(extent))
        });
        let (instance, _) = reaches.find(|(_, in_range)| !in_range)?;
        Some(Excess {
            node: rig.skeleton.key(instance.node),
            what: "the mesh of this node",
        })
    }
}

impl Extent {
    fn of(primitives: &[Primitive]) -> Self {
        let n_targets = primitives.iter().map(|p| p.morph_targets.len());
        let mut targets = vec![0.0; n_targets.max().unwrap_or(0)];
        for primitive in primitives {
            for (extent, target) in targets.iter_mut().zip(&primitive.morph_targets) {
                *extent = largest(&target.positions).max(*extent);
            }
        }
        let positions = primitives.iter().map(|p| largest(&p.positions));
        Self {
            positions: positions.fold(0.0, f32::max),
            targets,
        }
    }

    fn with(&self, instance: &MeshInstance, pose: &Pose) -> f32 {
        let weights = pose.morph_weights.get(instance.morph.clone());
        let terms = self.targets.iter().zip(weights.unwrap_or_default());
        terms.fold(self.positions, |sum, (extent, weight)| {
            // The triangle inequality: displacements in one direction are the worst that can come.
            sum + extent * weight.abs()
        })
    }
}

fn largest(vectors: &[Vec3]) -> f32 {
    vectors
        .iter()
        .fold(Vec3::ZERO, |a, v| a.max(v.abs()))
        .max_element()
}

/// Largest absolute numbers of an affine map.
#[derive(Clone, Copy, Debug, Default)]
struct Size {
    linear: f32,
    translation: f32,
}

impl Size {
    /// Infinite where anything is not a number.
    fn of(matrix: Affine3A) -> Self {
        if !matrix.is_finite() {
            return Self {
                linear: f32::INFINITY,
                translation: f32::INFINITY,
            };
        }
        let m = matrix.matrix3;
        let columns = m.x_axis.abs().max(m.y_axis.abs()).max(m.z_axis.abs());
        Self {
            linear: columns.max_element(),
            translation: matrix.translation.abs().max_element(),
        }
    }

    fn max(self, other: Self) -> Self {
        Self {
            linear: self.linear.max(other.linear),
            translation: self.translation.max(other.translation),
        }
    }

    /// Whether the map and where it takes points with coordinates up to `extent` are in range: three products to a
    /// coordinate.
    fn is_in_range(self, extent: f32) -> bool {
        is_in_range(self.linear) && is_in_range(3.0 * self.linear * extent + self.translation)
    }
}
