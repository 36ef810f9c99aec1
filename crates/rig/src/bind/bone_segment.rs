//! The segment that a joint stands for.

use glam::Vec3;

use crate::bind::listed_tree::ListedTree;
use crate::{BindPose, Skeleton};

/// A joint's bone at the bind, in the mesh's space and units: from the joint to where its bone ends. Both ends are one point where it has
/// no length.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BoneSegment {
    /// Where the joint is.
    pub head: Vec3,
    /// Where the bone ends: at the head where it has no length.
    pub tail: Vec3,
}

impl BoneSegment {
    /// The bones of a skin at its bind, one for each place of its list.
    ///
    /// A bone ends in the middle of the nearest joints below its own that the skin lists too, those left out that are nearer than three
    /// quarters of the farthest. Where there are none it goes on as the bone that ends at the joint does, and is as long; where none
    /// ends there either it is a point. A joint listed twice has one bone, by its first place.
    #[must_use]
    pub fn of_skin(skeleton: &Skeleton, bind: &BindPose) -> Vec<Self> {
        let tree = ListedTree::new(skeleton, bind);
        let mut bones: Vec<Self> = Vec::with_capacity(tree.heads.len());
        for (place, &head) in tree.heads.iter().enumerate() {
            let first = tree.first_place(bind.joints()[place]).unwrap_or(place);
            // A joint listed again: its first place has its bone.
            if first < place {
                bones.push(bones[first]);
                continue;
            }
            let along = match middle(tree.ends(first).map(|end| tree.heads[end])) {
                Some(end) => end - head,
                None => tree.parents[place].map_or(Vec3::ZERO, |parent| head - tree.heads[parent]),
            };
            bones.push(Self {
                head,
                tail: head + along,
            });
        }
        bones
    }

    /// The place on the segment that is closest to a point.
    #[must_use]
    #[inline]
    pub fn closest_point(&self, point: Vec3) -> Vec3 {
        self.head + (self.tail - self.head) * self.share(point)
    }

    /// How far along the segment that place is: 0 at the head, 1 at the tail; 0 on a segment without length.
    #[must_use]
    #[inline]
    pub fn share(&self, point: Vec3) -> f32 {
        let along = self.tail - self.head;
        let length_squared = along.length_squared();
        if length_squared > 0.0 {
            ((point - self.head).dot(along) / length_squared).clamp(0.0, 1.0)
        } else {
            0.0
        }
    }
}

fn middle(ends: impl Iterator<Item = Vec3>) -> Option<Vec3> {
    let (sum, count) = ends.fold((Vec3::ZERO, 0.0_f32), |(sum, count), end| {
        (sum + end, count + 1.0)
    });
    (count > 0.0).then(|| sum / count)
}
