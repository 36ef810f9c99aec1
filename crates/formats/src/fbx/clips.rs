//! Animation stacks as clips: keys at the file's rate, with how far they are off between.

use character::{AuthoredClip, AuthoredScene, AuthoredWeights, SceneClip};
use glam::{Quat, Vec3};
use rig::{Channel, Interpolation, JointIndex, JointTrack, Keyed, ScaleInheritance, Track, Trs};
use ufbx::{AnimStack, BakeOpts, BakedAnim, BakedElement, BakedNode, BakedQuat, BakedVec3, Scene};

use super::meshes::MorphedNode;
use super::nodes::{Nodes, f32_of, quat, trs, vec3};
use super::{Budget, Notes};

/// Keys a second where a file says nothing that can be.
const USUAL_RATE: f64 = 30.0;

/// What clips are made of.
pub(super) struct Motions<'a> {
    pub(super) scene: &'a Scene,
    pub(super) nodes: &'a Nodes,
    pub(super) morphed: &'a [MorphedNode],
}

/// Bytes of a key of a node, with all that it is on the way.
const KEY: usize = 128;
/// The most segments of a curve, an hour at 30 frames a second: fewer would make keys rarer than the rate says.
const MOST_SEGMENTS: usize = 108_000;

impl Motions<'_> {
    pub(super) fn add(&self, authored: &mut AuthoredScene, budget: &mut Budget, notes: &mut Notes) {
        let rate = self.scene.settings.frames_per_second;
        let rate = if (1.0..=240.0).contains(&rate) {
            rate
        } else {
            USUAL_RATE
        };
        let mut off = Off::default();
        for stack in &self.scene.anim_stacks {
            let mut options = BakeOpts {
                resample_rate: rate,
                max_keyframe_segments: MOST_SEGMENTS,
                ..BakeOpts::default()
            };
            options.temp_allocator.memory_limit = budget.0;
            options.result_allocator.memory_limit = budget.0;
            let name: &str = &stack.element.name;
            let baked = match ufbx::bake_anim(self.scene, &stack.anim, options) {
                Ok(baked) => baked,
                Err(error) => {
                    let why: &str = &error.description;
                    notes.push(format!("the motion {name:.60} was left out ({why})"));
                    continue;
                }
            };
            if budget.takes(key_count(&baked).saturating_mul(KEY), "motions", notes) {
                let stack = Stack::new(self.scene, stack, &baked);
                let clip = stack.clip(&authored.nodes, self.nodes, self.morphed, &mut off);
                authored.clips.extend(clip);
            }
        }
        if off.degrees > 0.01 || off.meters > 1e-5 {
            notes.push(format!(
                "motions have {rate:.0} keys a second, and are at most {:.2}° and {:.2} mm off between",
                off.degrees,
                1000.0 * off.meters
            ));
        }
    }
}

fn key_count(baked: &BakedAnim) -> usize {
    let of = |node: &BakedNode| {
        node.translation_keys.len() + node.rotation_keys.len() + node.scale_keys.len()
    };
    baked.nodes.iter().map(of).sum()
}

/// How far keys are off between them.
#[derive(Default)]
struct Off {
    degrees: f64,
    meters: f64,
    /// Moments that were looked at.
    count: usize,
}

/// Moments between keys at which a file is asked, in all.
const MOST_LOOKS: usize = 20_000;

struct Stack<'a> {
    scene: &'a Scene,
    stack: &'a AnimStack,
    baked: &'a BakedAnim,
    /// The part of the file's time that is the motion, in seconds.
    begin: f64,
    end: f64,
}

impl<'a> Stack<'a> {
    /// From the stack's begin to its end; of a stack that says none, from the first key to the last.
    fn new(scene: &'a Scene, stack: &'a AnimStack, baked: &'a BakedAnim) -> Self {
        let of_stack = (stack.time_begin, stack.time_end);
        let of_keys = (baked.key_time_min, baked.key_time_max);
        let (begin, end) = if of_stack.1 > of_stack.0 {
            of_stack
        } else {
            of_keys
        };
        Self {
            scene,
            stack,
            baked,
            begin,
            end: end.max(begin),
        }
    }

    /// Keys within the motion, with those at its ends, by times from its begin.
    fn within<T: Copy>(
        &self,
        keys: impl Fn(f64) -> T,
        times: impl Iterator<Item = f64>,
    ) -> Vec<(f64, T)> {
        let inner = times.filter(|time| *time > self.begin && *time < self.end);
        let all = std::iter::once(self.begin).chain(inner).chain([self.end]);
        all.map(|time| (time - self.begin, keys(time))).collect()
    }
}

impl Stack<'_> {
    /// Nothing where nothing moves.
    fn clip(
        &self,
        authored: &[character::AuthoredNode],
        nodes: &Nodes,
        morphed: &[MorphedNode],
        off: &mut Off,
    ) -> Option<SceneClip> {
        let mut tracks = Vec::new();
        for node in &self.baked.nodes {
            let Some(place) = nodes.place_of(node.typed_id) else {
                continue;
            };
            let Some(at_rest) = authored.get(place) else {
                continue;
            };
            let compensated = at_rest
                .parent
                .and_then(|parent| authored.get(parent).map(|of| (parent, of)))
                .filter(|(_, of)| of.scale_inheritance == ScaleInheritance::Joint);
            let scales = compensated.and_then(|(parent, _)| self.scales_of(nodes, parent));
            self.add_tracks(&mut tracks, node, place, &at_rest.local, scales);
            self.measure(node, off);
        }
        let weights: Vec<AuthoredWeights> =
            morphed.iter().filter_map(|of| self.weights(of)).collect();
        if tracks.is_empty() && weights.is_empty() {
            return None;
        }
        let name: &str = &self.stack.element.name;
        Some(SceneClip {
            joints: AuthoredClip {
                name: name.to_owned(),
                tracks,
            },
            weights,
        })
    }

    /// The keys of scale of the node at a place of the scene.
    fn scales_of(&self, nodes: &Nodes, place: usize) -> Option<&[BakedVec3]> {
        let mut all = self.baked.nodes.iter();
        let node = all.find(|node| nodes.place_of(node.typed_id) == Some(place))?;
        Some(&node.scale_keys)
    }

    /// `scales` are those of a parent that keeps its scale: FBX scales the way of a child by it, here its offset at rest is scaled
    /// and its way is not.
    fn add_tracks(
        &self,
        tracks: &mut Vec<JointTrack>,
        node: &BakedNode,
        place: usize,
        at_rest: &Trs,
        scales: Option<&[BakedVec3]>,
    ) {
        let Ok(joint) = u16::try_from(place).map(JointIndex) else {
            return;
        };
        let mut push = |channel: Option<Channel>| {
            tracks.extend(channel.map(|channel| JointTrack { joint, channel }));
        };
        let way = |time: f64| {
            let place = vec3_at(&node.translation_keys, time).unwrap_or(at_rest.translation);
            let scale = scales
                .and_then(|scales| vec3_at(scales, time))
                .unwrap_or(Vec3::ONE);
            at_rest.translation + scale * (place - at_rest.translation)
        };
        let mut times: Vec<f64> = times_of(&node.translation_keys).collect();
        times.extend(scales.into_iter().flat_map(times_of));
        times.sort_by(f64::total_cmp);
        let places = keys(self.within(way, times.into_iter()));
        push(track(places, at_rest.translation).map(Channel::Translation));
        let turn = |time: f64| quat_at(&node.rotation_keys, time).unwrap_or(at_rest.rotation);
        let times = node.rotation_keys.iter().map(|key| key.time);
        let turns = continued(keys(self.within(turn, times)));
        push(track(turns, at_rest.rotation).map(Channel::Rotation));
        let size = |time: f64| vec3_at(&node.scale_keys, time).unwrap_or(at_rest.scale);
        let sizes = keys(self.within(size, times_of(&node.scale_keys)));
        push(track(sizes, at_rest.scale).map(Channel::Scale));
    }

    /// Keys of all targets of a mesh, at the times of all of them.
    fn weights(&self, of: &MorphedNode) -> Option<AuthoredWeights> {
        let channel = |id: &u32| {
            self.baked
                .elements
                .iter()
                .find(|element| element.element_id == *id)
        };
        let found: Vec<Option<&BakedElement>> = of.channels.iter().map(channel).collect();
        let lists: Vec<Option<&[BakedVec3]>> = found
            .into_iter()
            .map(|element| {
                let mut props = element?.props.iter();
                let of_weight = props.find(|prop| &*prop.name == "DeformPercent")?;
                Some(&*of_weight.keys)
            })
            .collect();
        let mut times: Vec<f64> = lists
            .iter()
            .flatten()
            .flat_map(|keys| times_of(keys))
            .collect();
        if times.is_empty() {
            return None;
        }
        times.sort_by(f64::total_cmp);
        let (times, at): (Vec<f32>, Vec<f64>) = keys(self.within(|time| time, times.into_iter()));
        let value = |list: &Option<&[BakedVec3]>, otherwise: f32, time: f64| match list {
            Some(keys) => vec3_at(keys, time).map_or(otherwise, |percent| percent.x / 100.0),
            None => otherwise,
        };
        let values = at.iter().flat_map(|&time| {
            let both = lists.iter().zip(&of.weights);
            both.map(move |(list, &otherwise)| value(list, otherwise, time))
        });
        let values: Vec<f32> = values
            .map(|value| if value.is_finite() { value } else { 0.0 })
            .collect();
        Some(AuthoredWeights {
            node: of.node,
            values,
            times,
        })
    }

    /// Compares the middle between keys with what the file says there.
    fn measure(&self, node: &BakedNode, off: &mut Off) {
        let Some(of) = self.scene.nodes.as_ref().get(node.typed_id as usize) else {
            return;
        };
        for pair in node.rotation_keys.windows(2) {
            let [before, after] = pair else { continue };
            if off.count >= MOST_LOOKS || node.constant_rotation {
                break;
            }
            off.count += 1;
            let middle = f64::midpoint(before.time, after.time);
            let there = ufbx::evaluate_transform(&self.stack.anim, of, middle);
            let between = quat(&before.value).slerp(quat(&after.value), 0.5);
            let angle = f64::from(between.angle_between(trs(&there).rotation)).to_degrees();
            // Angles near zero are rounding.
            off.degrees = off.degrees.max(if angle < 0.06 { 0.0 } else { angle });
            let there_is = trs(&there).translation;
            let place = vec3_at(&node.translation_keys, middle).unwrap_or(there_is);
            let distance = f64::from((place - there_is).length());
            off.meters = off.meters.max(if node.constant_translation {
                0.0
            } else {
                distance
            });
        }
    }
}

fn times_of(keys: &[BakedVec3]) -> impl Iterator<Item = f64> {
    keys.iter().map(|key| key.time)
}

/// Between keys linearly, before and behind them as at the ends; none without keys.
fn vec3_at(keys: &[BakedVec3], time: f64) -> Option<Vec3> {
    let after = keys.partition_point(|key| key.time <= time);
    let before = after.checked_sub(1).and_then(|before| keys.get(before));
    match (before, keys.get(after)) {
        (Some(before), Some(after)) => {
            let part = part(before.time, after.time, time);
            Some(vec3(&before.value).lerp(vec3(&after.value), part))
        }
        (only, other) => only.or(other).map(|only| vec3(&only.value)),
    }
}

/// The same by the shorter way of rotations.
fn quat_at(keys: &[BakedQuat], time: f64) -> Option<Quat> {
    let after = keys.partition_point(|key| key.time <= time);
    let before = after.checked_sub(1).and_then(|before| keys.get(before));
    match (before, keys.get(after)) {
        (Some(before), Some(_)) if before.time >= time => Some(quat(&before.value)),
        (Some(before), Some(after)) => {
            let part = part(before.time, after.time, time);
            Some(quat(&before.value).slerp(quat(&after.value), part))
        }
        (only, other) => only.or(other).map(|only| quat(&only.value)),
    }
}

fn part(before: f64, after: f64, time: f64) -> f32 {
    f32_of((time - before) / (after - before).max(f64::MIN_POSITIVE))
}

/// Times and values, of equal times the last; those at no time are left out.
fn keys<T: Copy>(list: Vec<(f64, T)>) -> (Vec<f32>, Vec<T>) {
    let (mut times, mut values): (Vec<f32>, Vec<T>) = (Vec::new(), Vec::new());
    for (time, value) in list {
        let now = f32_of(time);
        if !now.is_finite() {
            continue;
        }
        if times.last().is_some_and(|&last| now <= last) {
            if let Some(last) = values.last_mut() {
                *last = value;
            }
            continue;
        }
        times.push(now);
        values.push(value);
    }
    (times, values)
}

/// Each on the side of the one before.
fn continued((times, mut values): (Vec<f32>, Vec<Quat>)) -> (Vec<f32>, Vec<Quat>) {
    let mut before = Quat::IDENTITY;
    for value in &mut values {
        if before.dot(*value) < 0.0 {
            *value = -*value;
        }
        before = *value;
    }
    (times, values)
}

/// None where nothing differs from rest; one key where nothing changes.
fn track<T: Keyed + PartialEq>(
    (mut times, mut values): (Vec<f32>, Vec<T>),
    rest: T,
) -> Option<Track<T>> {
    if values.iter().all(|value| *value == rest) {
        return None;
    }
    let first = values.first().copied()?;
    if values.iter().all(|value| *value == first) {
        times.truncate(1);
        values.truncate(1);
    }
    Track::new(times, values, Interpolation::Linear).ok()
}
