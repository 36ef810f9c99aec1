//! Automatic weights of plain arrays.

use std::ops::ControlFlow;

use glam::{Affine3A, Vec3};
use mesh::Adjacency;
use rig::{
    BindPose, JointIndex, JointSlot, LocalTransform, MAX_JOINTS, Skeleton, SkeletonBuilder, Trs,
};
use weights::{AutomaticOptions, Bone};

use crate::numbers::{triangles, vectors};
use crate::{Error, ErrorKind, GoOn};

/// The joints that are to move a mesh, in its space.
#[derive(Clone, Copy, Debug, Default)]
pub struct AutomaticBones<'a> {
    /// Where each joint is, three numbers a joint.
    pub heads: &'a [f32],
    /// Where the bone of each joint ends, as many numbers. Where the slice is empty, bones end at the joints below by `parents`, as those of
    /// a character do.
    pub tails: &'a [f32],
    /// The parent of each joint, below zero for none. Only looked at where there are no tails; an empty slice then stands for a chain.
    pub parents: &'a [i32],
}

/// Weights in rows of one length, as a mesh takes them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weights {
    /// Joints and weights a vertex.
    pub influences_per_vertex: usize,
    /// Places of joints in the list that was given; 0 beside a weight of zero.
    pub joints: Vec<u32>,
    /// Those of a vertex sum to one, or are all zero where nothing moves it.
    pub weights: Vec<f32>,
}

impl Weights {
    /// A row for each vertex with a number for each joint.
    #[must_use]
    pub fn dense(&self, joints: usize) -> Vec<f32> {
        let width = self.influences_per_vertex.max(1);
        let mut all = vec![0.0; self.weights.len() / width * joints];
        for (place, (&joint, &weight)) in self.joints.iter().zip(&self.weights).enumerate() {
            if let Some(own) = all.get_mut(place / width * joints + joint as usize) {
                *own += weight;
            }
        }
        all
    }
}

/// Weights for every vertex of a mesh from the joints that are to move it alone: heat along the surface, else through the volume, else the
/// nearest bone. `most_joints` of a vertex, 0 for no limit.
///
/// # Errors
///
/// An array has another length than it must have, or numbers that are not finite; parents that go in a circle; or `go_on` breaks.
pub fn automatic_weights(
    positions: &[f32],
    triangle_list: &[u32],
    bones: AutomaticBones<'_>,
    most_joints: usize,
    go_on: &GoOn<'_>,
) -> Result<Weights, Error> {
    let positions = vectors(positions, "vertices")?;
    let triangles = triangles(triangle_list, positions.len(), "triangles")?;
    let bones = bones.listed()?;
    let surface = Adjacency::new(positions, triangles);
    let options = AutomaticOptions {
        limit: (most_joints > 0).then_some(most_joints),
        ..AutomaticOptions::default()
    };
    let watch = |_phase: weights::Phase, done: f32| -> ControlFlow<()> { go_on(done) };
    let made = weights::automatic_weights(&surface, &bones, &options, &watch)
        .map_err(|_canceled| Error::canceled("automatic weights"))?;
    let rows: Vec<(u32, &weights::Row)> = made.edit.vertex_rows(&surface).collect();
    let width = rows.iter().map(|(_, row)| row.len()).max().unwrap_or(0);
    let mut all = Weights {
        influences_per_vertex: width,
        joints: vec![0; width * positions.len()],
        weights: vec![0.0; width * positions.len()],
    };
    for (vertex, row) in rows {
        let first = vertex as usize * width;
        let lists = all.joints.iter_mut().zip(&mut all.weights).skip(first);
        for ((joint, weight), (slot, own)) in lists.zip(row.pairs()) {
            (*joint, *weight) = (slot.into(), own);
        }
    }
    Ok(all)
}

impl AutomaticBones<'_> {
    /// The bones, in the order of the joints.
    fn listed(self) -> Result<Vec<Bone>, Error> {
        let heads = vectors(self.heads, "heads")?;
        if heads.is_empty() || heads.len() > MAX_JOINTS {
            return Err(Error::new(
                ErrorKind::BadArray,
                "heads",
                &format!("{} joints cannot move a mesh", heads.len()),
                &format!("give between 1 and {MAX_JOINTS}"),
            ));
        }
        if self.tails.is_empty() {
            return self.below(heads);
        }
        let tails = vectors(self.tails, "tails")?;
        same_length("tails", tails.len(), heads.len())?;
        let ends = heads.iter().zip(tails);
        let bones = JointSlot::all().zip(ends);
        let bones = bones.map(|(joint, (&head, &tail))| Bone { joint, head, tail });
        Ok(bones.collect())
    }

    /// Bones to the joints below.
    fn below(self, heads: &[Vec3]) -> Result<Vec<Bone>, Error> {
        let chain: Vec<i32> = (-1..).take(heads.len()).collect();
        let parents = match self.parents {
            [] => &chain[..],
            parents => parents,
        };
        same_length("parents", parents.len(), heads.len())?;
        let skeleton = skeleton_of(heads, parents)?;
        // The skeleton puts parents first; the list is as it was given.
        let mut by_key = vec![JointIndex(0); heads.len()];
        for joint in skeleton.joints() {
            if let Some(own) = by_key.get_mut(skeleton.key(joint) as usize) {
                *own = joint;
            }
        }
        let inverse = heads.iter().map(|&head| Affine3A::from_translation(-head));
        let inverse: Vec<Affine3A> = inverse.collect();
        let (bind, _warnings) = BindPose::new(&skeleton, &by_key, &inverse)
            .map_err(|error| not_joints(&error.to_string()))?;
        Ok(Bone::of_skin(&skeleton, &bind))
    }
}

fn skeleton_of(heads: &[Vec3], parents: &[i32]) -> Result<Skeleton, Error> {
    let mut builder = SkeletonBuilder::new();
    for (key, (&head, &parent)) in (0_u32..).zip(heads.iter().zip(parents)) {
        let parent = u32::try_from(parent).ok();
        let above = parent.and_then(|parent| heads.get(parent as usize));
        if parent.is_some() && above.is_none() {
            return Err(not_joints(&format!(
                "joint {key} has a parent that is not there"
            )));
        }
        let local = Trs {
            translation: head - above.copied().unwrap_or_default(),
            ..Trs::IDENTITY
        };
        builder = builder.joint(key, parent, "", LocalTransform::Trs(local));
    }
    builder
        .build()
        .map_err(|error| not_joints(&error.to_string()))
}

fn not_joints(problem: &str) -> Error {
    Error::new(
        ErrorKind::BadArray,
        "parents",
        problem,
        "give for each joint the place of its parent, and -1 for none",
    )
}

fn same_length(place: &str, found: usize, joints: usize) -> Result<(), Error> {
    if found == joints {
        return Ok(());
    }
    Err(Error::new(
        ErrorKind::BadArray,
        place,
        &format!("there are {found} for {joints} joints"),
        "give one for each",
    ))
}
