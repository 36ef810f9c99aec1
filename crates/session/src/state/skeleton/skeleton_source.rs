//! A skeleton that is taken from another file: which of its joints, and where they go.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use character::{Character, RestFrame, TreeJoint};
use glam::Vec3;
use rig::{JointIndex, Rigid};
use scene::deform::{base_pose, deform};
use scene::names::joint_name;
use scene::posed_character::Look;
use scene::view::bounds::Bounds;

use crate::files::working_folder::whole_source;

/// The joints of another file, and the space that they take there.
#[derive(Clone, Debug, PartialEq)]
pub struct ForeignSkeleton {
    /// The joints, parents before their children, where they rest in their file.
    pub joints: Vec<TreeJoint>,
    /// A box around the file's meshes at rest; around the joints where it has none.
    around: Bounds,
}

/// What was read of a file, with the number of the order to read it.
pub type SkeletonRead = (u64, Result<Arc<ForeignSkeleton>, String>);

/// What the dialog asks, and what is known of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct SkeletonSource {
    /// The content of the field for the file.
    pub typed: String,
    /// The file; empty until one is chosen.
    pub file: String,
    /// Incremented whenever a file is chosen, so that the same path is read again.
    pub reads: u64,
    /// Whether the skeleton is moved and scaled to the mesh.
    pub fit: bool,
    /// What was read, or why there is nothing, with the number of `reads` that it answers.
    pub found: Option<SkeletonRead>,
}

impl Default for SkeletonSource {
    fn default() -> Self {
        Self {
            typed: String::new(),
            file: String::new(),
            reads: 0,
            fit: true,
            found: None,
        }
    }
}

impl SkeletonSource {
    /// Takes the typed path as the file.
    pub fn take_typed(&mut self) {
        self.file = self.typed_source();
        self.reads += 1;
    }

    /// What is known of the file that is chosen now; none while it is read.
    #[must_use]
    pub fn file_result(&self) -> Option<&Result<Arc<ForeignSkeleton>, String>> {
        let found = self.found.as_ref().filter(|_| !self.file.is_empty());
        found
            .filter(|(reads, _)| *reads == self.reads)
            .map(|(_, result)| result)
    }

    /// Whether the typed file is the one that was read, and has joints.
    #[must_use]
    pub fn is_read(&self) -> bool {
        matches!(self.file_result(), Some(Ok(_))) && self.file == self.typed_source()
    }

    fn typed_source(&self) -> String {
        whole_source(self.typed.trim().trim_matches('"'))
    }

    /// The file's name without its folder.
    #[must_use]
    pub fn name(&self) -> String {
        let name = Path::new(&self.file).file_name();
        name.map_or_else(
            || self.file.clone(),
            |name| name.to_string_lossy().into_owned(),
        )
    }
}

impl ForeignSkeleton {
    /// The joints that the skins of a character list, with those between and below that carry no mesh; of a file without skins all
    /// nodes that have no mesh, camera or light at or below them.
    ///
    /// # Errors
    ///
    /// There are none: a sentence with a remedy.
    pub fn of(character: &Character, name: &str) -> Result<Self, String> {
        let skeleton = &character.rig.skeleton;
        let joints = joints_of(character);
        let mut places: BTreeMap<JointIndex, usize> = BTreeMap::new();
        let mut taken: Vec<TreeJoint> = Vec::new();
        for joint in joints {
            let above = |joint: &JointIndex| skeleton.parent(*joint);
            let mut ancestors = std::iter::successors(above(&joint), above);
            places.insert(joint, taken.len());
            taken.push(TreeJoint {
                name: joint_name(skeleton, joint),
                parent: ancestors.find_map(|above| places.get(&above).copied()),
                frame: RestFrame::new(skeleton.rest_model_from_joint(joint)),
            });
        }
        if taken.is_empty() {
            return Err(format!(
                "{name} has no joints: no skin lists any, and no node stands free of meshes. Choose a file with a skeleton."
            ));
        }
        Ok(Self {
            joints: taken,
            around: around(character),
        })
    }

    /// The joints scaled and moved so that the box of their file gets the height of this one and stands in its middle, on its
    /// floor.
    ///
    /// Axes stay as they are. Without extent on either side nothing is scaled.
    #[must_use]
    pub fn fitted_joints(&self, onto: Bounds) -> Vec<TreeJoint> {
        let heights = [onto, self.around].map(|around| around.max.y - around.min.y);
        let scale = heights[0] / heights[1];
        // Not normal are zero, infinity and NaN, which flat boxes give.
        let scale = if scale.is_normal() && scale > 0.0 {
            scale
        } else {
            1.0
        };
        let [to, from] = [onto, self.around].map(|around| {
            let middle = 0.5 * (around.min + around.max);
            Vec3::new(middle.x, around.min.y, middle.z)
        });
        let moved = self.joints.iter().map(|joint| {
            let frame = joint.frame.to_rigid();
            let head = (frame.translation - from) * scale + to;
            TreeJoint {
                frame: RestFrame::new(Rigid::new(frame.rotation, head)),
                ..joint.clone()
            }
        });
        moved.collect()
    }
}

/// A box around the meshes at rest, around the joints where there are none.
fn around(character: &Character) -> Bounds {
    let pose = base_pose(character);
    let inherited = &character.rig.scale_inheritance;
    let meshes = deform(character, &pose, inherited, Look::default()).unwrap_or_default();
    let vertices = meshes
        .iter()
        .flat_map(|mesh| mesh.positions.iter().copied());
    let around = Bounds::from_points(vertices);
    if around.radius() > 0.0 {
        return around;
    }
    let skeleton = &character.rig.skeleton;
    let head = |joint| skeleton.rest_model_from_joint(joint).translation;
    Bounds::from_points(skeleton.joints().map(head))
}

/// In the order of the skeleton, parents first.
fn joints_of(character: &Character) -> Vec<JointIndex> {
    let skeleton = &character.rig.skeleton;
    let count = skeleton.len();
    let mut listed = vec![false; count];
    for joint in character.rig.binds.iter().flat_map(|bind| bind.joints()) {
        if let Some(slot) = listed.get_mut(joint.index()) {
            *slot = true;
        }
    }
    let mut carries = vec![false; count];
    for joint in skeleton.joints() {
        carries[joint.index()] = character.what_is_carried(joint).is_some();
    }
    let is_skinned = listed.contains(&true);
    // Whether something that counts stands above, and at or below.
    let (mut above, mut below) = (listed.clone(), listed.clone());
    let mut carries_below = carries.clone();
    // Parents come before their children, so that one pass down and one up suffice.
    for joint in skeleton.joints() {
        if let Some(parent) = skeleton.parent(joint) {
            above[joint.index()] |= above[parent.index()];
        }
    }
    for joint in skeleton.joints().rev() {
        if let Some(parent) = skeleton.parent(joint) {
            below[parent.index()] |= below[joint.index()];
            carries_below[parent.index()] |= carries_below[joint.index()];
        }
    }
    let is_meant = |joint: &JointIndex| {
        let place = joint.index();
        if is_skinned {
            listed[place] || (above[place] && (below[place] || !carries_below[place]))
        } else {
            !carries_below[place]
        }
    };
    skeleton.joints().filter(is_meant).collect()
}
