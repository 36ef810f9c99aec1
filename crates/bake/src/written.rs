//! The character with helpers: nodes, joint lists, weights and keys.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use character::{Character, HelperJoint, HelperParent};
use glam::{Affine3A, DAffine3, Quat, Vec3};
use rig::{
    BindPose, Clip, ClipEdit, InfluencesBuilder, JointBox, JointIndex, JointSlot, JointTrack, Pose,
    Reduction, ScaleInheritance, SearchLimits, Skeleton, Target, Trs, forward, reduced_track,
};
use scene::deform::base_pose;
use scene::reduced_clip::joint_boxes;

use crate::BakeError;
use crate::frames::{FramedHelpers, HelperFrames};
use crate::greedy::{Fit, Follows};
use crate::nodes::{FrameParts, HelperKind, Nodes, channels, kind_of, nodes_of};
use crate::points::Points;

/// A character with helpers.
#[derive(Clone, Debug)]
pub(crate) struct AssembledCharacter {
    pub(crate) character: Character,
    pub(crate) kinds: Vec<HelperKind>,
    /// The targets of helpers' tracks.
    pub(crate) targets: BTreeSet<Target>,
    /// By helper, the joint that skins list.
    pub(crate) listed: Vec<JointIndex>,
    /// All joints that were added, in the order given.
    pub(crate) added: Vec<JointIndex>,
    /// By joint of the plain character, what it is here.
    pub(crate) moved: Vec<Option<JointIndex>>,
}

/// The parts of an assembled helper.
struct Helper<'a> {
    frames: &'a HelperFrames,
    kind: HelperKind,
    at_rest: Nodes,
    /// Parts of the frames at each key, by baked clip.
    clips: Vec<Vec<FrameParts>>,
}

impl<'a> Helper<'a> {
    fn new(frames: &'a HelperFrames) -> Self {
        let rest = FrameParts::of(&frames.at_rest, Quat::IDENTITY);
        let clips = frames.clips.iter();
        let clips: Vec<Vec<FrameParts>> = clips
            .map(|frames| FrameParts::of_all(frames, rest.rotation))
            .collect();
        let kind = kind_of(clips.iter().flatten().chain([&rest]));
        let mut at_rest = nodes_of(&[rest], kind);
        Self {
            frames,
            kind,
            at_rest: at_rest.pop().unwrap_or(Nodes {
                outer: Trs::IDENTITY,
                inner: None,
            }),
            clips,
        }
    }
}

/// Joints that are added, and what skins list of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct AddedJoints {
    pub(crate) joints: Vec<HelperJoint>,
    /// By helper.
    pub(crate) listed: Vec<ListedJoint>,
}

/// The joint that skins list for a helper.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListedJoint {
    /// Among the joints that are added.
    pub(crate) place: usize,
    /// Its inverse bind matrix.
    pub(crate) from_bind: Affine3A,
}

/// `plain` with the helpers, these fits as weights, and these clips alone.
///
/// # Errors
///
/// A joint list that would be too long for the skeleton, and numbers that are not finite.
pub(crate) fn assemble(
    plain: &Character,
    points: &Points,
    framed: &FramedHelpers,
    fits: &[Fit],
    clips: &[usize],
) -> Result<AssembledCharacter, BakeError> {
    let helpers: Vec<Helper<'_>> = framed.helpers.iter().map(Helper::new).collect();
    let (joints, places) = new_joints(plain, &helpers);
    let listed = helpers
        .iter()
        .zip(&places)
        .map(|(helper, [place, _])| ListedJoint {
            place: *place,
            from_bind: narrow(&helper.frames.bind_from_helper.inverse()),
        });
    let added = AddedJoints {
        listed: listed.collect(),
        joints,
    };
    let mut assembled = assemble_joints(plain, points, &added, fits)?;
    assembled.kinds = helpers.iter().map(|helper| helper.kind).collect();
    let node = |place: usize| assembled.added.get(place).copied().unwrap_or_default();
    let nodes: Vec<[JointIndex; 2]> = places.iter().map(|pair| pair.map(node)).collect();
    assembled.keep_clips(clips, |_, number| {
        let times = framed.times.get(number).cloned().unwrap_or_default();
        tracks_of(&helpers, number, &nodes, &times.into())
    })?;
    Ok(assembled)
}

/// `plain` with these joints and these fits as weights; helpers have no keys yet.
///
/// # Errors
///
/// As [`assemble`].
pub(crate) fn assemble_joints(
    plain: &Character,
    points: &Points,
    more: &AddedJoints,
    fits: &[Fit],
) -> Result<AssembledCharacter, BakeError> {
    let (edited, added) = plain.with_helpers(&more.joints)?;
    let mut character = edited.character;
    let node = |place: usize| added.get(place).copied().unwrap_or_default();
    let used = helpers_of_skins(plain, points, fits);
    let rig = Arc::make_mut(&mut character.rig);
    // One more for each helper; children inherit scale, which is the only way that glTF knows.
    rig.scale_inheritance = vec![ScaleInheritance::Children; rig.skeleton.len()];
    let moved = |joint: JointIndex| edited.moved.get(joint.index()).copied().flatten();
    let binds = plain.rig.binds.iter().zip(&used);
    for (slot, (bind, used)) in rig.binds.iter_mut().zip(binds) {
        let own = used.iter().filter_map(|&helper| {
            let listed = more.listed.get(helper as usize)?;
            Some((node(listed.place), listed.from_bind))
        });
        let own: Vec<(JointIndex, Affine3A)> = own.collect();
        *slot = extend_bind(&rig.skeleton, bind, moved, &own)?;
    }
    write_weights(&mut character, plain, points, fits, &used)?;
    let listed = more.listed.iter().map(|listed| node(listed.place));
    Ok(AssembledCharacter {
        kinds: vec![HelperKind::Rigid; more.listed.len()],
        targets: BTreeSet::new(),
        listed: listed.collect(),
        character,
        added,
        moved: edited.moved,
    })
}

impl AssembledCharacter {
    /// Leaves these clips alone, with the tracks that `tracks_of` gives by the character and the place in the list.
    ///
    /// # Errors
    ///
    /// Those of `tracks_of`.
    pub(crate) fn keep_clips(
        &mut self,
        clips: &[usize],
        tracks_of: impl Fn(&Character, usize) -> Result<Vec<JointTrack>, BakeError>,
    ) -> Result<(), BakeError> {
        let mut kept = Vec::with_capacity(clips.len());
        for (number, &clip) in clips.iter().enumerate() {
            let Some(clip) = self.character.clips.get(clip) else {
                continue;
            };
            let tracks = tracks_of(&self.character, number)?;
            self.targets.extend(tracks.iter().map(JointTrack::target));
            kept.push(with_tracks(clip, tracks));
        }
        self.character.clips = kept.into();
        Ok(())
    }
}

/// The nodes of helpers; and for each helper, by their places in that list, the node that the skin lists and the one above it.
fn new_joints(plain: &Character, helpers: &[Helper<'_>]) -> (Vec<HelperJoint>, Vec<[usize; 2]>) {
    let skeleton = &plain.rig.skeleton;
    let (mut joints, mut places) = (Vec::new(), Vec::new());
    for (number, helper) in helpers.iter().enumerate() {
        let parent = helper.frames.parent;
        let name = name(skeleton, number, helper.frames);
        let outer = joints.len();
        joints.push(HelperJoint {
            name: name.clone(),
            parent: parent.map_or(HelperParent::Scene, HelperParent::Joint),
            local: helper.at_rest.outer,
        });
        joints.extend(helper.at_rest.inner.map(|rotation| HelperJoint {
            name: format!("{name}_axes"),
            parent: HelperParent::Helper(outer),
            local: Trs {
                rotation,
                ..Trs::IDENTITY
            },
        }));
        // Skins list the inner node where there are two; else both are the same one.
        places.push([joints.len() - 1, outer]);
    }
    (joints, places)
}

fn with_tracks(clip: &Clip, tracks: Vec<JointTrack>) -> Clip {
    let all = clip.tracks().iter().cloned().chain(tracks).collect();
    clip.clone().with_tracks(all, clip.morphs().to_vec())
}

fn tracks_of(
    helpers: &[Helper<'_>],
    clip: usize,
    nodes: &[[JointIndex; 2]],
    times: &Arc<[f32]>,
) -> Result<Vec<JointTrack>, BakeError> {
    let mut tracks = Vec::new();
    for (helper, [listed, outer]) in helpers.iter().zip(nodes) {
        let parts = helper.clips.get(clip).map_or(&[][..], Vec::as_slice);
        let keys = nodes_of(parts, helper.kind);
        let [above, below] = channels(times, &keys, &helper.at_rest)?;
        let track = |joint| move |channel| JointTrack { joint, channel };
        tracks.extend(above.into_iter().map(track(*outer)));
        tracks.extend(below.into_iter().map(track(*listed)));
    }
    Ok(tracks)
}

/// A bind with more places at its end.
fn extend_bind(
    skeleton: &Skeleton,
    bind: &BindPose,
    moved: impl Fn(JointIndex) -> Option<JointIndex>,
    more: &[(JointIndex, Affine3A)],
) -> Result<BindPose, BakeError> {
    let mut joints = Vec::with_capacity(bind.len() + more.len());
    let mut matrices = Vec::with_capacity(joints.capacity());
    for (place, &joint) in bind.joints().iter().enumerate() {
        let joint = moved(joint).unwrap_or_default();
        let unstretched = Affine3A::from_mat3(skeleton.rest_stretch(joint).inverse());
        joints.push(joint);
        matrices.push(unstretched * bind.joint_from_bind(place));
    }
    joints.extend(more.iter().map(|(joint, _)| *joint));
    matrices.extend(more.iter().map(|(_, matrix)| *matrix));
    let (bind, _) = BindPose::new(skeleton, &joints, &matrices)?;
    Ok(bind)
}

/// By skin, the helpers that its vertices follow, in rising order.
fn helpers_of_skins(plain: &Character, points: &Points, fits: &[Fit]) -> Vec<Vec<u32>> {
    let mut used = vec![BTreeSet::new(); plain.rig.binds.len()];
    for (placed, of) in scene::placed::placed_primitives(plain).zip(&points.of) {
        let Some(used) = placed.instance.skin.and_then(|skin| used.get_mut(skin)) else {
            continue;
        };
        let fits = of.iter().flatten().filter_map(|it| fits.get(*it as usize));
        used.extend(
            fits.flat_map(Fit::pairs)
                .filter_map(|(follows, _)| match follows {
                    Follows::Helper(helper) => Some(helper),
                    Follows::None | Follows::Entry(_) => None,
                }),
        );
    }
    used.into_iter()
        .map(|used| used.into_iter().collect())
        .collect()
}

/// Rows of joints and helpers; the maps of methods say nothing to linear blending and go.
fn write_weights(
    character: &mut Character,
    plain: &Character,
    points: &Points,
    fits: &[Fit],
    used: &[Vec<u32>],
) -> Result<(), BakeError> {
    for (placed, of) in scene::placed::placed_primitives(plain).zip(&points.of) {
        let Some(skin) = placed.instance.skin.filter(|_| !of.is_empty()) else {
            continue;
        };
        let (Some(bind), Some(used)) = (plain.rig.binds.get(skin), used.get(skin)) else {
            continue;
        };
        let entries = points.entries_of.get(skin).map_or(&[][..], Vec::as_slice);
        let mut builder = InfluencesBuilder::new(bind.len() + used.len());
        for point in of {
            let fit = point.and_then(|point| fits.get(point as usize));
            let place = |follows| match follows {
                Follows::Entry(entry) => entries.iter().position(|own| *own == entry),
                Follows::Helper(helper) => Some(bind.len() + used.binary_search(&helper).ok()?),
                Follows::None => None,
            };
            let row = fit
                .into_iter()
                .flat_map(Fit::pairs)
                .filter_map(|(follows, weight)| {
                    Some((JointSlot::try_from(place(follows)?).ok()?, weight))
                });
            let mut row: Vec<(JointSlot, f32)> = row.filter(|(_, weight)| *weight > 0.0).collect();
            // Largest first: who keeps only the first few keeps those that matter.
            row.sort_by(|one, other| other.1.total_cmp(&one.1));
            match row.is_empty() {
                true => builder.unbound(),
                false => {
                    builder.vertex(row)?;
                }
            }
        }
        let Some(mesh) = character.meshes.get_mut(placed.instance.mesh) else {
            continue;
        };
        // Its own method is baked, and would be another on what was made of it.
        mesh.skinning = None;
        if let Some(primitive) = mesh.primitives.get_mut(placed.primitive_index) {
            primitive.influences = Some(builder.build());
            primitive.maps = rig::ByMap::default();
        }
    }
    Ok(())
}

/// What keys that go may turn normals by, in radians: 0.6°.
const TURNED: f32 = 0.01;

/// The boxes of what joints carry; those of moved ones are so large that a turn is felt: a helper of one vertex, which lies at its origin,
/// could turn as it likes without moving that.
fn padded_boxes(
    assembled: &AssembledCharacter,
    base: &Pose,
    tolerance: f32,
) -> Result<Vec<JointBox>, BakeError> {
    let AssembledCharacter {
        character, targets, ..
    } = assembled;
    let joint_of = |target: &Target| match target {
        Target::Joint(joint, _) => Some(*joint),
        Target::Morph(_) => None,
    };
    let joints: BTreeSet<JointIndex> = targets.iter().filter_map(joint_of).collect();
    let rig = &character.rig;
    let posed = forward(
        &rig.skeleton,
        base.user_transforms(),
        &rig.scale_inheritance,
    )?;
    let mut boxes = joint_boxes(character);
    for carried in boxes.iter_mut().filter(|it| joints.contains(&it.joint)) {
        let scale = posed
            .model_from_posed_joint(carried.joint)
            .matrix3
            .determinant();
        let scale = scale.abs().cbrt().max(f32::MIN_POSITIVE);
        // A corner that far off moves by the tolerance when it turns by `TURNED`; over the scale, since corners are in the joint's space.
        let arm = tolerance / TURNED / scale;
        for (place, corner) in carried.corners.iter_mut().enumerate() {
            let side = |bit: usize| if place & bit == 0 { -arm } else { arm };
            *corner += Vec3::new(side(1), side(2), side(4));
        }
    }
    Ok(boxes)
}

/// Takes keys of helpers out of all clips as long as no vertex moves by more than `tolerance`. None if `go_on` breaks.
///
/// # Errors
///
/// Scale inheritances of another skeleton, which no character has.
pub(crate) fn reduce_keys(
    assembled: &mut AssembledCharacter,
    tolerance: f32,
    go_on: &(dyn Fn(f32) -> bool + Sync),
) -> Result<Option<()>, BakeError> {
    let character = &assembled.character;
    let base = base_pose(character);
    let boxes = padded_boxes(assembled, &base, tolerance)?;
    // Morph weights keep their keys here, so nothing is said of what they move.
    let reach = vec![0.0; base.morph_weights.len()];
    let mut clips = character.clips.to_vec();
    let all = clips.len();
    for (number, clip) in clips.iter_mut().enumerate() {
        let targets: BTreeSet<Target> = clip
            .targets()
            .filter(|target| assembled.targets.contains(target))
            .collect();
        let reduction = Reduction {
            clip,
            skeleton: &character.rig.skeleton,
            base: &base,
            scale_inheritance: &character.rig.scale_inheritance,
            boxes: &boxes,
            morph_reach: &reach,
            targets: &targets,
            tolerance,
            limits: SearchLimits::of(clip, &targets),
        };
        let share = |own: f32| {
            let share = (crate::motions::ratio(number, 1) + own) / crate::motions::ratio(all, 1);
            match go_on(share) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        };
        let Some(found) = reduction.run(&share) else {
            return Ok(None);
        };
        let changed = found
            .kept
            .iter()
            .filter(|(_, keeps)| keeps.contains(&false));
        let set = changed.filter_map(|(target, keeps)| reduced_track(clip, *target, keeps));
        let edit = ClipEdit::SetTracks {
            set: set.collect(),
            remove: Vec::new(),
        };
        if let Ok((after, _)) = clip.with_edit(&edit) {
            *clip = after;
        }
    }
    assembled.character.clips = clips.into();
    Ok(Some(()))
}

fn narrow(matrix: &DAffine3) -> Affine3A {
    Affine3A::from_mat3_translation(matrix.matrix3.as_mat3(), matrix.translation.as_vec3())
}

/// After its main joint, and numbered.
fn name(skeleton: &Skeleton, number: usize, helper: &HelperFrames) -> String {
    format!("{}_bake{}", skeleton.name(helper.main), number + 1)
}

/// The names that helpers are given.
pub(crate) fn names(plain: &Character, framed: &FramedHelpers) -> Vec<String> {
    let helpers = framed.helpers.iter().enumerate();
    let skeleton = &plain.rig.skeleton;
    helpers
        .map(|(number, helper)| name(skeleton, number, helper))
        .collect()
}
