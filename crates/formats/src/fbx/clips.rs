//! Animation stacks as clips: keys at the file's rate, with how far they are off between.

use character::{AuthoredClip, AuthoredScene, AuthoredWeights, SceneClip};
use glam::{Quat, Vec3};
use rig::{Channel, Interpolation, JointIndex, JointTrack, Keyed, ScaleInheritance, Track, Trs};
use ufbx::{AnimStack, BakeOpts, BakedAnim, BakedElement, BakedNode, BakedQuat, BakedVec3, Scene};

use super::Notes;
use super::meshes::MorphedNode;
use super::nodes::{Nodes, f32_of, quat, trs, vec3};

/// Keys a second where a file says nothing that can be.
const USUAL_RATE: f64 = 30.0;

pub(super) fn add(
    authored: &mut AuthoredScene,
    scene: &Scene,
    nodes: &Nodes,
    morphed: &[MorphedNode],
    notes: &mut Notes,
) {
    let rate = scene.settings.frames_per_second;
    let rate = if (1.0..=240.0).contains(&rate) {
        rate
    } else {
        USUAL_RATE
    };
    let mut off = Off::default();
    for stack in &scene.anim_stacks {
        let options = BakeOpts {
            trim_start_time: true,
            resample_rate: rate,
            ..BakeOpts::default()
        };
        let name: &str = &stack.element.name;
        match ufbx::bake_anim(scene, &stack.anim, options) {
            Ok(baked) => {
                let stack = Stack {
                    scene,
                    stack,
                    baked: &baked,
                };
                authored
                    .clips
                    .extend(stack.clip(&authored.nodes, nodes, morphed, &mut off));
            }
            Err(error) => {
                let why: &str = &error.description;
                notes.push(format!("the motion {name:.60} was left out ({why})"));
            }
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
        (!node.constant_scale).then_some(&node.scale_keys)
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
        let way = |key: &BakedVec3| {
            let place = vec3(&key.value);
            let scale = scales.map_or(Vec3::ONE, |scales| scale_at(scales, key.time));
            at_rest.translation + scale * (place - at_rest.translation)
        };
        let places = keys(&node.translation_keys, |key| key.time, way);
        push(track(places, at_rest.translation).map(Channel::Translation));
        let turns = keys(
            &node.rotation_keys,
            |key: &BakedQuat| key.time,
            |key| quat(&key.value),
        );
        push(track(continued(turns), at_rest.rotation).map(Channel::Rotation));
        let sizes = keys(
            &node.scale_keys,
            |key: &BakedVec3| key.time,
            |key| vec3(&key.value),
        );
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
            .flat_map(|keys| keys.iter().map(|key| key.time))
            .collect();
        times.sort_by(f64::total_cmp);
        times.dedup_by(|later, earlier| f32_of(*later) <= f32_of(*earlier));
        if times.is_empty() {
            return None;
        }
        let value = |list: &Option<&[BakedVec3]>, otherwise: f32, time: f64| match list {
            Some(keys) => vec3_at(keys, time).x / 100.0,
            None => otherwise,
        };
        let values = times.iter().flat_map(|&time| {
            let both = lists.iter().zip(&of.weights);
            both.map(move |(list, &otherwise)| value(list, otherwise, time))
        });
        let values: Vec<f32> = values
            .map(|value| if value.is_finite() { value } else { 0.0 })
            .collect();
        Some(AuthoredWeights {
            node: of.node,
            values,
            times: times.into_iter().map(f32_of).collect(),
        })
    }

    /// Compares the middle between keys with what the file says there.
    fn measure(&self, node: &BakedNode, off: &mut Off) {
        let Some(of) = self.scene.nodes.as_ref().get(node.typed_id as usize) else {
            return;
        };
        let begin = self.baked.playback_time_begin;
        for pair in node.rotation_keys.windows(2) {
            let [before, after] = pair else { continue };
            if off.count >= MOST_LOOKS || node.constant_rotation {
                break;
            }
            off.count += 1;
            let middle = f64::midpoint(before.time, after.time);
            let there = ufbx::evaluate_transform(&self.stack.anim, of, middle + begin);
            let between = quat(&before.value).slerp(quat(&after.value), 0.5);
            let angle = f64::from(between.angle_between(trs(&there).rotation)).to_degrees();
            // Angles near zero are rounding.
            off.degrees = off.degrees.max(if angle < 0.06 { 0.0 } else { angle });
            let place = vec3_at(&node.translation_keys, middle);
            let distance = f64::from((place - trs(&there).translation).length());
            off.meters = off.meters.max(if node.constant_translation {
                0.0
            } else {
                distance
            });
        }
    }
}

fn scale_at(keys: &[BakedVec3], time: f64) -> Vec3 {
    vec3_at(keys, time)
}

/// Between keys linearly, before and behind them as at the ends.
fn vec3_at(keys: &[BakedVec3], time: f64) -> Vec3 {
    let after = keys.partition_point(|key| key.time <= time);
    let before = after.checked_sub(1).and_then(|before| keys.get(before));
    match (before, keys.get(after)) {
        (Some(before), Some(after)) => {
            let part = (time - before.time) / (after.time - before.time).max(f64::MIN_POSITIVE);
            vec3(&before.value).lerp(vec3(&after.value), f32_of(part))
        }
        (Some(only), None) | (None, Some(only)) => vec3(&only.value),
        (None, None) => Vec3::ONE,
    }
}

/// Times and values, of equal times the last; those that are no numbers are left out.
fn keys<K, T: Keyed>(
    list: &[K],
    time: impl Fn(&K) -> f64,
    value: impl Fn(&K) -> T,
) -> (Vec<f32>, Vec<T>) {
    let (mut times, mut values): (Vec<f32>, Vec<T>) = (Vec::new(), Vec::new());
    for key in list {
        let (now, value) = (f32_of(time(key)).max(0.0), value(key));
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
