//! What bakes and exact exports write of nodes that move no vertex, below joints too that keep their scale to themselves.

use std::ops::ControlFlow;

use bake::{BakeJob, Goal, MOST_JOINTS, USUAL_BYTES, USUAL_RATE, exact_scale};
use character::{Character, open_bytes, to_glb};
use glam::{DMat4, Mat4, Vec3};
use proptest::prelude::*;
use rig::{Channel, Interpolation, JointTrack, Method, ScaleInheritance, Track, forward};
use scene::posed_character::Look;
use serde_json::json;
use testkit::animation_player::Player;

use super::{Case, Node, bones, case, node};

/// A case with a skin, whose last node but one is scaled and has the last one below it.
fn scaled_case() -> impl Strategy<Value = Case> {
    (case(), node(), node()).prop_map(|(mut case, above, below)| {
        case.skinned = case.skinned.max(1);
        case.nodes.push(Node {
            speed: 5.0 + above.speed,
            turns: above.turns.max(0.1),
            ..above
        });
        case.nodes.push(Node {
            parent: 1.0,
            ..below
        });
        case.nodes.iter_mut().for_each(|node| node.slope = 0.0);
        case
    })
}

impl Case {
    /// The file with names by which its nodes are found in others.
    fn named_glb(&self) -> Vec<u8> {
        testkit::glb::edit_glb(&self.glb(), |json| {
            let nodes = json["nodes"].as_array_mut().unwrap();
            for (number, node) in nodes.iter_mut().enumerate() {
                node["name"] = json!(format!("n{number}"));
            }
        })
    }

    /// Whether a clip scales a node, as the fast ones but for the root.
    fn is_scaled(&self, node: usize) -> bool {
        node > 0 && self.nodes[node].speed > 5.0
    }

    /// The character of such a file with uneven scale in its first clip.
    fn scaled(&self, character: &Character) -> Character {
        let clip = &character.clips[0];
        let mut tracks = clip.tracks().to_vec();
        for (number, node) in self.nodes.iter().enumerate() {
            if self.is_scaled(number) {
                let times = node.times();
                let scales = times.iter().map(|&time| Vec3::ONE + 0.4 * node.wave(time));
                let scales: Vec<Vec3> = scales.collect();
                let track = Track::new(times, scales, Interpolation::Linear).unwrap();
                tracks.push(JointTrack {
                    joint: character.rig.skeleton.find(&format!("n{number}")).unwrap(),
                    channel: Channel::Scale(track),
                });
            }
        }
        let clip = clip.clone().with_tracks(tracks, clip.morphs().to_vec());
        character.with_clips(vec![clip])
    }
}

/// Scene from node for all joints at a time of the first clip.
fn frames(character: &Character, flags: &[ScaleInheritance], time: f32) -> Vec<DMat4> {
    let skeleton = &character.rig.skeleton;
    let pose = character.clips[0].sample(skeleton, &character.file_pose(), time);
    let posed = forward(skeleton, pose.user_transforms(), flags).unwrap();
    let frame = |joint| Mat4::from(posed.model_from_posed_joint(joint)).as_dmat4();
    skeleton.joints().map(frame).collect()
}

/// How far the axes of two nodes are apart at length one: twice the sine of half an angle, without an arc cosine that rounding reaches.
fn axes_apart(one: &DMat4, other: &DMat4) -> f64 {
    let axes = |node: &DMat4| {
        let axes = [node.x_axis, node.y_axis, node.z_axis];
        axes.map(|axis| axis.truncate().normalize())
    };
    let pairs = axes(one).into_iter().zip(axes(other));
    pairs
        .map(|(one, other)| one.distance(other))
        .fold(0.0, f64::max)
}

/// What a character is in files that other programs play: with scale that stays with its joint in nodes of its own, and baked.
fn written(character: &Character, flags: &[ScaleInheritance]) -> [Player; 2] {
    let exact = exact_scale(character, flags).unwrap();
    let job = BakeJob {
        character,
        scale_inheritance: flags,
        look: Look::new(Method::TWO_PHASE),
        clips: &[0],
        goal: Goal::Helpers(1),
        rate: USUAL_RATE,
        most_joints: MOST_JOINTS,
        most_bytes: USUAL_BYTES,
        threads: 1,
    };
    let baked = job.run(&|_| ControlFlow::Continue(())).unwrap().unwrap();
    let (exact, _) = to_glb(&exact.character).unwrap();
    [exact, baked.glb].map(|glb| Player::of_glb(&glb))
}

/// The first node of two states whose place, or the end of whose bone of this length, is farther apart than this.
fn first_off<'a>(
    mut nodes: impl Iterator<Item = ([DMat4; 2], &'a f64)>,
    most: f64,
) -> Option<usize> {
    nodes.position(|([from, to], bone)| {
        let apart = from.w_axis.truncate().distance(to.w_axis.truncate());
        let swept = bone * axes_apart(&from, &to);
        // What is no number is off.
        !(apart <= most && swept <= most)
    })
}

/// Whatever moves vertices and whatever does not, below joints too that keep their scale to themselves: nodes stay where they are, and what
/// no clip scales is turned as it was.
#[test]
fn bakes_and_exact_exports_move_every_node_as_before() {
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 12,
        ..ProptestConfig::default()
    });
    let check = |case: Case| {
        let character = open_bytes("random.glb", &case.named_glb()).unwrap();
        let character = case.scaled(&character);
        let skeleton = &character.rig.skeleton;
        let flags = vec![ScaleInheritance::Joint; skeleton.len()];
        let players = written(&character, &flags);
        let bones = bones(&case);
        let size = bones.iter().copied().fold(0.1, f64::max);
        // Keys and their sums are f32.
        let most = 1e-4 * (size + f64::from(case.scale));
        let duration = character.clips[0].duration();
        let names: Vec<String> = (0..bones.len()).map(|node| format!("n{node}")).collect();
        let joints = names
            .iter()
            .map(|name| skeleton.find(name).unwrap().index());
        let joints: Vec<usize> = joints.collect();
        let turned = bones.iter().enumerate();
        let turned = turned.map(|(node, &bone)| if case.is_scaled(node) { 0.0 } else { bone });
        let turned: Vec<f64> = turned.collect();
        for step in 0..12_u8 {
            let time = duration * (f32::from(step) * 0.618_034).fract();
            let wanted = frames(&character, &flags, time);
            for player in &players {
                let played = player.at(0, f64::from(time));
                let ends = joints.iter().zip(&names);
                let ends =
                    ends.map(|(&joint, name)| [wanted[joint], played.world[player.node(name)]]);
                let off = first_off(ends.zip(&turned), most);
                prop_assert_eq!(off, None, "more than {} off at {}", most, time);
            }
        }
        Ok(())
    };
    runner.run(&scaled_case(), check).unwrap();
}
