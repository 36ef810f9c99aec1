//! The segment that a joint stands for.

use glam::Vec3;

use crate::{BindPose, Skeleton};

/// Of the joints that follow on one, those count for its bone that are at least this far away as a share of the farthest: joints that twist
/// along a limb are on the way to its end.
const FAR: f32 = 0.75;

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
        let mut place_of = vec![None; skeleton.len()];
        for (place, joint) in bind.joints().iter().enumerate() {
            if let Some(slot) = place_of.get_mut(joint.index()) {
                slot.get_or_insert(place);
            }
        }
        let heads: Vec<Vec3> = bind
            .joints()
            .iter()
            .map(|&joint| bind.model_from_joint(joint).translation)
            .collect();
        // The nearest listed joint above each: a parent comes before its children, so one pass finds all.
        let mut above = vec![None; skeleton.len()];
        for joint in skeleton.joints() {
            if let Some(parent) = skeleton.parent(joint) {
                above[joint.index()] = place_of[parent.index()].or(above[parent.index()]);
            }
        }
        let parents: Vec<Option<usize>> = bind
            .joints()
            .iter()
            .map(|joint| above.get(joint.index()).copied().flatten())
            .collect();
        let mut ends: Vec<Vec<Vec3>> = vec![Vec::new(); heads.len()];
        for (place, (&parent, &joint)) in parents.iter().zip(bind.joints()).enumerate() {
            let is_first = place_of.get(joint.index()) == Some(&Some(place));
            if let Some(parent) = parent.filter(|_| is_first) {
                ends[parent].push(heads[place]);
            }
        }
        let mut bones: Vec<Self> = Vec::with_capacity(heads.len());
        for (place, &head) in heads.iter().enumerate() {
            let first = bind.joints()[place].index();
            let first = place_of.get(first).copied().flatten().unwrap_or(place);
            // A joint listed again: its first place has its bone.
            if first < place {
                bones.push(bones[first]);
                continue;
            }
            let along = match middle_of_far(&ends[first], head) {
                Some(end) => end - head,
                None => parents[place].map_or(Vec3::ZERO, |parent| head - heads[parent]),
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

/// The middle of the ends that are far enough from a bone's head.
fn middle_of_far(ends: &[Vec3], head: Vec3) -> Option<Vec3> {
    let distance = |end: &Vec3| end.distance(head);
    let farthest = ends.iter().map(distance).fold(0.0, f32::max);
    let far = ends.iter().filter(|end| distance(end) >= FAR * farthest);
    let (sum, count) = far.fold((Vec3::ZERO, 0.0_f32), |(sum, count), end| {
        (sum + *end, count + 1.0)
    });
    (count > 0.0).then(|| sum / count)
}
