//! A clip of a character as a motion capture.
//!
//! A capture rests with the axes of the model: what turns there is what a joint has turned since rest, `D_i = W_i B_i⁻¹` with the rotations
//! of its frames in the model, posed (W) and at rest (B). A joint's own is `R_i = D_p⁻¹ D_i`, and its head lies
//! `D_p⁻¹ (p_i − p_p)` from that of its parent, the offset at rest where nothing but turns moves it.

use std::f64::consts::PI;

use bvh::{Axis, Bvh, Channel, ChannelKind, Joint};
use character::Character;
use glam::{DQuat, DVec3, EulerRot, Vec3};
use rig::{Clip, JointIndex, Pose, PosedSkeleton, Skeleton, forward, polar};

use crate::error::FormatError;

/// How a clip is written as a capture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BvhOptions {
    /// Frames a second.
    pub rate: f64,
    /// Units of a meter: 100 where lengths are centimeters, as most programs expect.
    pub units_a_meter: f64,
}

impl Default for BvhOptions {
    fn default() -> Self {
        Self {
            rate: 30.0,
            units_a_meter: 100.0,
        }
    }
}

/// A capture, and what it could not take along.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenBvh {
    /// The file.
    pub text: String,
    /// What was left out: clauses without a full stop.
    pub notes: Vec<String>,
}

/// The most frames of a file: what a longer one would take no program opens.
const MOST_FRAMES: f64 = 1e6;
/// The most frames of joints, an hour of 150 joints.
const MOST_PLACES: f64 = 16e6;
/// A head that moves less in its parent's axes, as a share of the skeleton's size, has no channels of position.
const STILL: f64 = 1e-5;
/// A stretch that is further from that at rest is told of.
const STRETCHED: f32 = 1e-3;

/// Writes a clip of a character as BVH: the joints of its skins, those that the clip moves and those above them.
///
/// Rotations are exact at every frame; between frames programs mix angles, so a higher rate is nearer. Scale, shear and morph targets are
/// left out, and told.
///
/// # Errors
///
/// There is no such clip, the rate is not above zero, or there would be more than a million frames.
pub fn write_bvh(
    character: &Character,
    clip: usize,
    options: BvhOptions,
) -> Result<WrittenBvh, FormatError> {
    let refused = |reason: &str| FormatError::content(&character.name, &reason);
    let Some(clip) = character.clips.get(clip) else {
        return Err(refused(
            "there is no such clip; choose one that `inspect` lists",
        ));
    };
    let frames = f64::from(clip.duration()) * options.rate;
    let is_possible = options.rate > 0.0 && options.units_a_meter > 0.0 && frames < MOST_FRAMES;
    if !is_possible || !options.units_a_meter.is_finite() {
        return Err(refused(
            "frames a second have to be above 0, and at most a million in all; choose another rate",
        ));
    }
    let rig = &character.rig;
    let rest = Pose::rest(&rig.skeleton);
    let posed = |pose: &Pose| {
        let posed = forward(
            &rig.skeleton,
            pose.user_transforms().to_vec(),
            &rig.scale_inheritance,
        );
        posed.map_err(|error| FormatError::content(&character.name, &error))
    };
    let joints = kept_joints(character, clip);
    if joints.len() > Bvh::MOST_JOINTS || frames * joints.len() as f64 > MOST_PLACES {
        return Err(refused(
            "these are more joints and frames than a capture holds; choose a lower rate, or a shorter clip",
        ));
    }
    let figure = Figure::new(&posed(&rest)?, joints);
    let mut record = Record::default();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0 to a million"
    )]
    let count = frames.round() as u32 + 1;
    for frame in 0..count {
        #[expect(clippy::cast_possible_truncation, reason = "times of clips are f32")]
        let time = (f64::from(frame) / options.rate) as f32;
        let pose = clip.sample(&rig.skeleton, &rest, time);
        record.take(&figure, &posed(&pose)?);
    }
    let text = record.capture(&figure, &rig.skeleton, options).write();
    let mut notes = Vec::new();
    if record.is_stretched {
        notes.push("scale and shear are left out, which the format does not hold".to_owned());
    }
    if !clip.morphs().is_empty() {
        notes.push("weights of morph targets are left out".to_owned());
    }
    Ok(WrittenBvh { text, notes })
}

/// Joints that skins list or the clip moves, and all above them; all joints where there are none.
fn kept_joints(character: &Character, clip: &Clip) -> Vec<JointIndex> {
    let skeleton = &character.rig.skeleton;
    let mut keeps = vec![false; skeleton.len()];
    let of_skins = character.rig.binds.iter().flat_map(|bind| bind.joints());
    let moved = clip.tracks().iter().map(|track| &track.joint);
    for joint in of_skins.chain(moved) {
        if let Some(keeps) = keeps.get_mut(joint.index()) {
            *keeps = true;
        }
    }
    // Children come behind their parents, so going backwards a joint is reached before the one above it.
    for joint in skeleton.joints().rev() {
        if let Some(parent) = skeleton.parent(joint).filter(|_| keeps[joint.index()]) {
            keeps[parent.index()] = true;
        }
    }
    let keeps_any = keeps.contains(&true);
    skeleton
        .joints()
        .filter(|joint| !keeps_any || keeps[joint.index()])
        .collect()
}

/// The joints of a capture at rest.
struct Figure {
    joints: Vec<JointIndex>,
    /// Places in `joints` of those above them.
    parents: Vec<Option<usize>>,
    /// From the axes of joints to those of the model.
    turns: Vec<DQuat>,
    heads: Vec<DVec3>,
    /// As the joints are stretched there.
    stretches: Vec<Vec3>,
    /// The greatest distance of two heads along an axis, at least something.
    size: f64,
}

impl Figure {
    fn new(rest: &PosedSkeleton<'_>, joints: Vec<JointIndex>) -> Self {
        let skeleton = rest.skeleton();
        let mut places = vec![None; skeleton.len()];
        for (place, joint) in joints.iter().enumerate() {
            if let Some(at) = places.get_mut(joint.index()) {
                *at = Some(place);
            }
        }
        let place = |parent: JointIndex| places.get(parent.index()).copied().flatten();
        let parents: Vec<Option<usize>> = joints
            .iter()
            .map(|&joint| skeleton.parent(joint).and_then(place))
            .collect();
        let frames: Vec<JointFrame> = joints
            .iter()
            .map(|&joint| JointFrame::of(rest, joint))
            .collect();
        let heads: Vec<DVec3> = frames.iter().map(|frame| frame.head).collect();
        let least = heads.iter().copied().fold(DVec3::INFINITY, DVec3::min);
        let most = heads.iter().copied().fold(DVec3::NEG_INFINITY, DVec3::max);
        Self {
            joints,
            parents,
            turns: frames.iter().map(|frame| frame.turn).collect(),
            stretches: frames.iter().map(|frame| frame.stretch).collect(),
            size: (most - least).max_element().max(f64::MIN_POSITIVE),
            heads,
        }
    }

    /// From the parent's head to a joint's own at rest; from the origin for a root.
    fn offset(&self, joint: usize) -> DVec3 {
        let parent = self.parents[joint].map_or(DVec3::ZERO, |parent| self.heads[parent]);
        self.heads[joint] - parent
    }
}

/// A joint's frame in the model, taken apart.
struct JointFrame {
    turn: DQuat,
    head: DVec3,
    /// The lengths of its axes.
    stretch: Vec3,
}

impl JointFrame {
    fn of(posed: &PosedSkeleton<'_>, joint: JointIndex) -> Self {
        let frame = posed.model_from_posed_frame(joint);
        let stretched = posed.model_from_posed_joint(joint).matrix3;
        let lengths =
            [stretched.x_axis, stretched.y_axis, stretched.z_axis].map(glam::Vec3A::length);
        Self {
            turn: polar(frame.matrix3.into()).rotation.as_dquat().normalize(),
            head: Vec3::from(frame.translation).as_dvec3(),
            stretch: Vec3::from_array(lengths),
        }
    }
}

/// All frames, joint by joint of each.
#[derive(Default)]
struct Record {
    turns: Vec<DQuat>,
    /// Heads in the axes of the parent.
    places: Vec<DVec3>,
    is_stretched: bool,
}

impl Record {
    fn take(&mut self, figure: &Figure, posed: &PosedSkeleton<'_>) {
        let mut turned: Vec<(DQuat, DVec3)> = Vec::with_capacity(figure.joints.len());
        for (number, &joint) in figure.joints.iter().enumerate() {
            let frame = JointFrame::of(posed, joint);
            let change = frame.stretch - figure.stretches[number];
            self.is_stretched |=
                change.abs().max_element() > STRETCHED * figure.stretches[number].max_element();
            let since_rest = frame.turn * figure.turns[number].conjugate();
            let parent = figure.parents[number].map(|parent| turned[parent]);
            let (of_parent, head) = parent.unwrap_or((DQuat::IDENTITY, DVec3::ZERO));
            self.turns.push(of_parent.conjugate() * since_rest);
            self.places
                .push(of_parent.conjugate() * (frame.head - head));
            turned.push((since_rest, frame.head));
        }
    }

    fn capture(&self, figure: &Figure, skeleton: &Skeleton, options: BvhOptions) -> Bvh {
        let count = figure.joints.len();
        let moves = |joint: usize| {
            let offset = figure.offset(joint);
            let mut places = self.places.iter().skip(joint).step_by(count);
            figure.parents[joint].is_none()
                || places.any(|place| place.distance(offset) > STILL * figure.size)
        };
        let moves: Vec<bool> = (0..count).map(moves).collect();
        let mut is_leaf = vec![true; count];
        for &parent in figure.parents.iter().flatten() {
            is_leaf[parent] = false;
        }
        let joint = |joint: usize| Joint {
            name: skeleton.name(figure.joints[joint]).to_owned(),
            parent: figure.parents[joint],
            offset: (figure.offset(joint) * options.units_a_meter).as_vec3(),
            channels: channels(figure.parents[joint].is_none(), moves[joint]),
            // Along the bone above it and half as long: nothing says where it ends.
            end: is_leaf[joint]
                .then(|| (figure.offset(joint) * options.units_a_meter / 2.0).as_vec3()),
            adds_position: false,
        };
        let mut capture = Bvh::new((0..count).map(joint).collect(), options.rate.recip());
        let mut angles = vec![DVec3::ZERO; count];
        let frames = self
            .turns
            .chunks_exact(count)
            .zip(self.places.chunks_exact(count));
        for (turns, places) in frames {
            let mut row = Vec::new();
            for joint in 0..count {
                let order = order_of(figure.parents[joint].is_none());
                angles[joint] = angles_near(turns[joint], order, angles[joint]);
                let place = places[joint] * options.units_a_meter;
                let place = moves[joint].then_some(place.as_vec3());
                row.extend(place.into_iter().flat_map(|place| place.to_array()));
                row.extend(angles[joint].map(f64::to_degrees).as_vec3().to_array());
            }
            capture.push_frame(&row);
        }
        capture
    }
}

/// The order of turns. The middle one loses an axis at a right angle: about Z, which a whole figure seldom turns by that much, or about
/// Y, along which limbs seldom twist so far.
const fn order_of(is_root: bool) -> EulerRot {
    if is_root {
        EulerRot::YXZ
    } else {
        EulerRot::ZYX
    }
}

fn channels(is_root: bool, moves: bool) -> Vec<Channel> {
    let of = |kind: ChannelKind, axes: [Axis; 3]| axes.map(|axis| Channel { kind, axis });
    let turns = if is_root {
        [Axis::Y, Axis::X, Axis::Z]
    } else {
        [Axis::Z, Axis::Y, Axis::X]
    };
    let places = of(ChannelKind::Position, [Axis::X, Axis::Y, Axis::Z]);
    let places = places.into_iter().filter(|_| moves);
    places.chain(of(ChannelKind::Rotation, turns)).collect()
}

/// Of the angles that make a turn, those nearest to others: programs mix them between frames.
fn angles_near(turn: DQuat, order: EulerRot, near: DVec3) -> DVec3 {
    let (a, b, c) = turn.to_euler(order);
    // The same turn by the other way round the middle axis.
    let both = [DVec3::new(a, b, c), DVec3::new(a + PI, PI - b, c + PI)];
    let [one, other] =
        both.map(|angles| angles - ((angles - near) / (2.0 * PI)).round() * (2.0 * PI));
    if other.distance_squared(near) < one.distance_squared(near) {
        other
    } else {
        one
    }
}
