//! Files whose joints follow others by constraints (`VRMC_node_constraint`), in poses that no clip has: what programs for avatars show.

use std::collections::BTreeSet;
use std::f32::consts::TAU;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use bake::{BakeJob, Goal, LivingJob, LivingKind, MOST_JOINTS, USUAL_BYTES, USUAL_RATE};
use character::{Character, SaveOptions, open_bytes, to_glb_with};
use glam::{Quat, Vec3};
use rig::{
    AimAxis, Axis, ConstraintKind, DrivenMemory, JointIndex, Method, NodeConstraint,
    NodeConstraints, Pose, UserTransform,
};
use scene::deform::base_pose;
use scene::parallel::processors;
use scene::posed_character::Look;
use serde::Serialize;
use session::document::Document;
use session::features::skeleton::twist_joints::insert_twist_joints;
use session::files::builtin;
use session::state::export::constraints::DrivenConstraints;
use session::state::export::options::kept_extras;
use session::state::motion_in::kept_maps::FoundBones;
use session::state::weight_table::weights_work::WeightsWork;
use whole_file::{Files, write_whole};

use super::{Outcome, Skinned, diagonal, positions, skinned};

/// Poses that each file is looked at in.
const POSES: u32 = 12;
/// How far joints are turned at most, radians: less than the half turn beyond which constraints go the other way round.
const MOST: f32 = 1.6;
/// Helpers of the bake by chains, and poses that it is fitted to: what is looked at is whether programs agree, not how near it comes.
const CHAINS: usize = 8;
const FITTED: usize = 40;
/// Twist joints on each limb.
const TWIST_JOINTS: usize = 2;

/// A file, and where its vertices are in poses.
#[derive(Serialize)]
pub(super) struct ConstrainedFile {
    /// Below the folder.
    file: String,
    /// The file that it was made of.
    source: String,
    title: String,
    /// The diagonal of the box round all vertices at rest.
    size: f32,
    /// How many nodes have a constraint.
    constraints: usize,
    poses: Vec<ConstrainedPose>,
}

/// A pose of what follows nothing.
#[derive(Serialize)]
struct ConstrainedPose {
    turns: Vec<NodeTurn>,
    /// A file of 32-bit floats, three a vertex.
    positions: String,
    primitives: Vec<Skinned>,
}

/// The rotation of a node in its parent.
#[derive(Serialize)]
struct NodeTurn {
    node: u32,
    rotation: [f32; 4],
}

/// Driven twist joints, every kind of constraint, and helpers that are chains of them.
pub(super) fn constrained_files(folder: &Path) -> Outcome<Vec<ConstrainedFile>> {
    let biped = builtin::ALL.iter().find(|own| own.name == "biped");
    let biped = biped.ok_or("there is no biped")?.open()?;
    let all = [
        ("twist joints", twisted(&biped)?),
        ("roll, aim and rotation", every_kind(&biped)?),
        ("chains of a bake", chains(&biped)?),
    ];
    let files = all
        .into_iter()
        .map(|(kind, glb)| written(folder, kind, &glb));
    files.collect()
}

/// Twist joints on arms and legs, whose channels are written as constraints where they fit.
fn twisted(biped: &Character) -> Outcome<Vec<u8>> {
    let document = Document::new(Arc::new(biped.clone()));
    let bones = FoundBones::of(biped, None, &Files::default());
    let work = WeightsWork::default();
    let twisted = insert_twist_joints(&document, bones.map(), &work, None, TWIST_JOINTS)?.after;
    let options = SaveOptions {
        kept: Some(kept_extras(&twisted, None)),
        driven_constraints: Some(DrivenConstraints::of(&twisted).constraints),
        ..SaveOptions::default()
    };
    Ok(to_glb_with(&twisted.character, &options)?.0)
}

/// A roll, an aim and two rotations, one of which follows a node that follows.
fn every_kind(biped: &Character) -> Outcome<Vec<u8>> {
    let skeleton = &biped.rig.skeleton;
    let joint = |name: &str| skeleton.find(name).ok_or_else(|| format!("no {name}"));
    let follows = |of: [&str; 2], kind, weight| -> Outcome<NodeConstraint> {
        Ok(NodeConstraint {
            source: joint(of[1])?,
            destination: joint(of[0])?,
            kind,
            weight,
        })
    };
    let ahead = AimAxis {
        axis: Axis::Z,
        negative: false,
    };
    let all = vec![
        follows(["shin.R", "shin.L"], ConstraintKind::Rotation, 0.7)?,
        follows(["foot.R", "shin.R"], ConstraintKind::Rotation, 0.4)?,
        follows(
            ["forearm.R", "forearm.L"],
            ConstraintKind::Roll(Axis::Y),
            0.8,
        )?,
        follows(["head", "hand.L"], ConstraintKind::Aim(ahead), 0.6)?,
    ];
    let character = Character {
        constraints: Arc::new(NodeConstraints::new(all, skeleton)?),
        ..biped.clone()
    };
    Ok(to_glb_with(&character, &SaveOptions::default())?.0)
}

/// Helpers that follow every pose, by rotations that hang on each other; without clips, since poses are looked at that no clip has.
fn chains(biped: &Character) -> Outcome<Vec<u8>> {
    let job = LivingJob {
        bake: BakeJob {
            character: biped,
            scale_inheritance: &biped.rig.scale_inheritance,
            look: Look::new(Method::TWO_PHASE),
            clips: &[],
            goal: Goal::Helpers(CHAINS),
            rate: USUAL_RATE,
            most_joints: MOST_JOINTS,
            most_bytes: USUAL_BYTES,
            threads: processors(),
        },
        kind: LivingKind::Chains,
        limits: &[],
        poses: FITTED,
        unseen: FITTED,
    };
    let baked = job.run(&|_| ControlFlow::Continue(()))?;
    Ok(baked.ok_or("a bake that nobody stopped has ended")?.glb)
}

fn written(folder: &Path, kind: &str, glb: &[u8]) -> Outcome<ConstrainedFile> {
    let name = format!("constrained-{}", kind.replace([' ', ','], "_"));
    let file = format!("{name}.glb");
    write_whole(&folder.join(&file), glb)?;
    let again = open_bytes(&name, glb)?;
    let rest = positions(&again, &base_pose(&again))?;
    let constrained = constrained_nodes(&again);
    let mut poses = Vec::new();
    for number in 0..POSES {
        let positions = format!("{name}-{number}.f32");
        let (bytes, pose) = posed(&again, &constrained, number)?;
        write_whole(&folder.join(&positions), &bytes)?;
        poses.push(ConstrainedPose { positions, ..pose });
    }
    Ok(ConstrainedFile {
        file,
        source: "biped.glb".to_owned(),
        title: format!("biped, {kind}"),
        size: diagonal(&rest),
        constraints: constrained.len(),
        poses,
    })
}

/// The nodes of the file that have a constraint.
fn constrained_nodes(character: &Character) -> BTreeSet<u32> {
    let json = character.source.json();
    let nodes = json["nodes"].as_array().into_iter().flatten();
    let numbered = (0_u32..).zip(nodes);
    let constrained =
        numbered.filter(|(_, node)| !node["extensions"]["VRMC_node_constraint"].is_null());
    constrained.map(|(number, _)| number).collect()
}

/// Where vertices are in a pose of what follows nothing. What the file says by keys alone is posed as it is seen.
fn posed(
    character: &Character,
    constrained: &BTreeSet<u32>,
    number: u32,
) -> Outcome<(Vec<u8>, ConstrainedPose)> {
    let driven = character.driven_of_file().set;
    let skeleton = &character.rig.skeleton;
    let mut pose = base_pose(character);
    let mut random = Random(number.wrapping_mul(7919) + 1);
    for joint in skeleton.joints() {
        let turn = random.turn();
        if !driven.drives(joint) && !constrained.contains(&skeleton.key(joint)) {
            pose.rigid[joint.index()].rotation = turn;
        }
    }
    driven.apply(&mut pose, &mut [], &mut DrivenMemory::default());
    let (bytes, primitives) = skinned(character, &positions(character, &pose)?);
    let posed = skeleton.joints();
    let posed = posed.filter(|joint| !constrained.contains(&skeleton.key(*joint)));
    let pose = ConstrainedPose {
        turns: posed
            .map(|joint| turn_of(character, &pose, joint))
            .collect(),
        positions: String::new(),
        primitives,
    };
    Ok((bytes, pose))
}

fn turn_of(character: &Character, pose: &Pose, joint: JointIndex) -> NodeTurn {
    let skeleton = &character.rig.skeleton;
    let at = joint.index();
    let user = UserTransform {
        rigid: pose.rigid[at],
        linear: pose.stretch[at].to_mat3(),
    };
    let local = skeleton.local_keys_of_user(joint, &user);
    NodeTurn {
        node: skeleton.key(joint),
        rotation: local.rotation.to_array(),
    }
}

/// Numbers that are the same in every run.
struct Random(u32);

impl Random {
    /// From 0 to 1.
    fn share(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / (1_u32 << 24) as f32
    }

    fn turn(&mut self) -> Quat {
        let (height, around) = (2.0 * self.share() - 1.0, TAU * self.share());
        let flat = (1.0 - height * height).max(0.0).sqrt();
        let axis = Vec3::new(flat * around.cos(), flat * around.sin(), height);
        let axis = axis.try_normalize().unwrap_or(Vec3::X);
        Quat::from_axis_angle(axis, MOST * self.share())
    }
}
