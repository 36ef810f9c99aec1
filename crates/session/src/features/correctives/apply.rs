//! Correctives that are made, chosen, named, driven otherwise and removed. Each is a step of undo.

use character::{Character, MorphChange};
use glam::Quat;
use rig::{DriverAngle, JointIndex, Pose, PoseKernel};
use scene::names::{joint_name, morph_name};
use scene::placed::{PlacedPrimitive, placed_primitives};
use scene::report::pluralize;

use crate::document::Document;
use crate::document::correctives::{Corrective, CorrectiveDriver, NewCorrective, correctives};
use crate::document::driven::driven_pose;
use crate::features::Context;
use crate::mode::Mode;
use crate::shown::visible_pose;
use crate::state::correctives::command::CorrectiveIntent;
use crate::state::correctives::mirrored::{SidesAsked, with_mirror_image};
use crate::state::painting::sculpt::SculptTool;
use crate::state::posing::driven::measure_of;
use crate::state::posing::joint_limits::LimitPart;

const NONE: &str =
    "There is no corrective. Pose a joint, select it, and use “New corrective shape”.";
const NO_MESH: &str =
    "No mesh follows the selected joints. Select a vertex of the mesh, or joints that move one.";
/// Angles that are smaller drive nothing, radians.
const LEAST_ANGLE: f32 = 0.02;

impl Context<'_> {
    pub(in crate::features) fn on_corrective_intent(&mut self, intent: CorrectiveIntent) {
        match intent {
            CorrectiveIntent::Choose(weight) => {
                let work = &mut self.session.character.correctives;
                (work.chosen, work.name) = (Some(weight), None);
            }
            CorrectiveIntent::Type(name) => self.session.character.correctives.name = name,
            CorrectiveIntent::Rename(weight, name) => self.rename_corrective(weight, &name),
            CorrectiveIntent::FollowPose(weight, kernel) => self.follow_pose(weight, kernel),
            CorrectiveIntent::FollowAngle(weight) => self.follow_angle(weight),
        }
    }

    /// The corrective that actions mean; none, and told, where there is none.
    pub(super) fn chosen_corrective(&mut self) -> Option<Corrective> {
        let chosen = self.session.character.correctives.chosen(self.document);
        if chosen.is_none() {
            self.say(NONE);
        }
        chosen
    }

    fn corrective_of(&self, weight: usize) -> Option<Corrective> {
        let mut all = correctives(self.document).into_iter();
        all.find(|own| own.weight == weight)
    }

    pub(super) fn corrective_name(&self, corrective: &Corrective) -> String {
        morph_name(&self.document.character, corrective.weight)
    }

    pub(in crate::features) fn new_corrective(&mut self) {
        let joints = self.session.character.selection.joints().to_vec();
        let Some(node) = self.mesh_for(&joints) else {
            return self.say(NO_MESH);
        };
        // Joints that follow others drive by what they are then.
        let pose = visible_pose(self.document, self.session);
        let pose = driven_pose(&self.document.driven, pose);
        let name = self.name_of_pose(node, &joints, &pose);
        let new = NewCorrective {
            node,
            name: name.clone(),
            joints,
            pose: &pose,
        };
        match self.document.with_corrective(&new) {
            Ok((after, weight)) => {
                self.take_edited(&format!("New corrective {name}"), after, &[]);
                self.session.character.correctives.chosen = Some(weight);
                self.say(&format!(
                    "{name}: this pose is its own, and at rest it is gone. Sculpt it with “Sculpt corrective: Grab”."
                ));
            }
            Err(why) => self.say(&why),
        }
    }

    /// The joint that shows the mesh of the selected vertex, or else the mesh that the joints move most.
    fn mesh_for(&self, joints: &[JointIndex]) -> Option<JointIndex> {
        let character = &self.document.character;
        let place = self.session.vertex_at_work();
        let of_vertex = place.and_then(|place| placed_primitives(character).nth(place.primitive));
        if let Some(placed) = of_vertex {
            return Some(placed.instance.node);
        }
        let moved = |node: JointIndex| -> f32 {
            let placed = placed_primitives(character);
            let own = placed.filter(|placed| placed.instance.node == node);
            own.map(|placed| moved_by(character, &placed, joints)).sum()
        };
        let nodes = character.instances.iter().map(|instance| instance.node);
        let weighed = nodes.map(|node| (node, moved(node)));
        let most = weighed.max_by(|one, other| one.1.total_cmp(&other.1));
        most.filter(|(_, moved)| *moved > 0.0).map(|(node, _)| node)
    }

    /// As “forearm.L 90”, by the joint that is turned most; with a number where the mesh has a target of that name.
    fn name_of_pose(&self, node: JointIndex, joints: &[JointIndex], pose: &Pose) -> String {
        let character = &self.document.character;
        let angle = |joint: &JointIndex| {
            let own = pose.rigid.get(joint.index());
            own.map_or(0.0, |own| own.rotation.to_axis_angle().1)
        };
        let most = joints.iter().copied();
        let most = most.max_by(|one, other| angle(one).total_cmp(&angle(other)));
        let name = most.map_or_else(String::new, |joint| {
            let turned = angle(&joint);
            // The shorter way round.
            let turned = turned.min(std::f32::consts::TAU - turned);
            let name = joint_name(&character.rig.skeleton, joint);
            format!("{name} {:.0}", turned.to_degrees())
        });
        let mut instances = character.instances.iter();
        let instance = instances.find(|instance| instance.node == node);
        let mesh = instance.and_then(|instance| character.meshes.get(instance.mesh));
        let known = mesh.map_or(&[][..], |mesh| &mesh.target_names);
        let numbered = (2..).map(|number: u32| format!("{name} {number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        let free = names.find(|name| !known.contains(name));
        free.unwrap_or(name)
    }

    pub(in crate::features) fn go_to_corrective(&mut self) {
        let Some(corrective) = self.chosen_corrective() else {
            return;
        };
        let Some(turns) = self.document.turns_of_corrective(&corrective) else {
            return;
        };
        let name = format!("Go to {}", self.corrective_name(&corrective));
        self.edit_pose(&name, None, |pose| {
            turns.into_iter().for_each(|turn| set_rotation(pose, turn));
        });
    }

    pub(in crate::features) fn choose_next_corrective(&mut self) {
        let Some(now) = self.chosen_corrective() else {
            return;
        };
        let all = correctives(self.document);
        let next = all.iter().find(|own| own.weight > now.weight);
        let next = next.or(all.first());
        if let Some(next) = next.copied() {
            self.session.character.correctives.chosen = Some(next.weight);
            let name = self.corrective_name(&next);
            self.say(&format!("Chosen: {name}."));
        }
    }

    /// Mirrors the chosen corrective, and chooses the image.
    pub(in crate::features) fn mirror_corrective(&mut self) {
        let Some(corrective) = self.chosen_corrective() else {
            return;
        };
        let step = format!("Mirror {}", self.corrective_name(&corrective));
        let pairs = self.pairs();
        let sides = SidesAsked {
            patterns: self.session.settings.mirror.patterns(),
            pairs: &pairs,
            by_topology: self.session.settings.brush.topology,
        };
        match with_mirror_image(self.document, &corrective, sides) {
            Ok(mirrored) => {
                self.take_edited(&step, mirrored.document, &[]);
                self.session.character.correctives.chosen = Some(mirrored.weight);
                let name = morph_name(&self.document.character, mirrored.weight);
                let mut text = match mirrored.was_there {
                    true => format!("{name} has the mirrored shape now."),
                    false => format!("{name}: the mirrored shape, driven by the other side."),
                };
                if mirrored.n_left_out > 0 {
                    let points = pluralize(mirrored.n_left_out, "displaced point");
                    text += &format!(" Left out, for no mirror image is on the mesh: {points}.");
                }
                self.say(&text);
            }
            Err(why) => self.say(&why),
        }
    }

    pub(in crate::features) fn remove_corrective(&mut self) {
        let Some(corrective) = self.chosen_corrective() else {
            return;
        };
        let name = format!("Remove corrective {}", self.corrective_name(&corrective));
        let target = self.document.place_of(&corrective);
        let change = MorphChange::Remove { target };
        match self.document.with_morph_change(corrective.node, change) {
            Ok(after) => {
                self.take_edited(&name, after, &[]);
                let work = &mut self.session.character.correctives;
                work.chosen = None;
                if correctives(self.document).is_empty() {
                    work.tool = None;
                }
            }
            Err(error) => self.refuse_edit(&name, &error),
        }
    }

    fn rename_corrective(&mut self, weight: usize, name: &str) {
        self.session.character.correctives.name = None;
        let name = name.trim();
        let Some(corrective) = self.corrective_of(weight) else {
            return;
        };
        let before = self.corrective_name(&corrective);
        if name.is_empty() || name == before {
            return;
        }
        let step = format!("Rename {before} to {name}");
        let change = MorphChange::Rename {
            target: self.document.place_of(&corrective),
            name: name.to_owned(),
        };
        match self.document.with_morph_change(corrective.node, change) {
            Ok(after) => self.commit(&step, None, after),
            Err(error) => self.refuse_edit(&step, &error),
        }
    }

    fn follow_pose(&mut self, weight: usize, kernel: PoseKernel) {
        let Some(corrective) = self.corrective_of(weight) else {
            return;
        };
        let after = match corrective.driver {
            CorrectiveDriver::Pose { interpolator, .. } => {
                self.document.with_kernel(interpolator, kernel)
            }
            CorrectiveDriver::Angle { .. } => self.document.with_pose_driver(&corrective, kernel),
        };
        self.take_driver(&corrective, after);
    }

    fn follow_angle(&mut self, weight: usize) {
        let Some(corrective) = self.corrective_of(weight) else {
            return;
        };
        let turns = self.document.turns_of_corrective(&corrective);
        let skeleton = &self.document.character.rig.skeleton;
        let pairs = self.pairs();
        let angles = turns.into_iter().flatten().flat_map(|(joint, rotation)| {
            LimitPart::ALL.map(|part| {
                let measure = measure_of(skeleton, &pairs, joint, part);
                let angle = measure.angle(rotation, 0.0);
                (DriverAngle { joint, measure }, angle)
            })
        });
        let most = angles.max_by(|one, other| one.1.abs().total_cmp(&other.1.abs()));
        let most = most.filter(|(_, angle)| angle.abs() > LEAST_ANGLE);
        let after = match most {
            Some((driver, angle)) => self.document.with_angle_driver(&corrective, driver, angle),
            None => Err("No angle of these joints tells the pose from rest.".to_owned()),
        };
        self.take_driver(&corrective, after);
    }

    fn take_driver(&mut self, corrective: &Corrective, after: Result<Document, String>) {
        let name = format!("Drive {}", self.corrective_name(corrective));
        match after {
            Ok(after) => self.commit(&name, None, after),
            Err(why) => self.say(&why),
        }
    }

    /// Has the brush shape the chosen corrective; once more, paint weights again.
    pub(in crate::features) fn sculpt_corrective(&mut self, tool: SculptTool) {
        if self.session.sculpts() == Some(tool) {
            self.session.character.correctives.tool = None;
            return;
        }
        let Some(corrective) = self.chosen_corrective() else {
            return;
        };
        let before = self.session.shading_before_weights;
        self.change_mode(Mode::Weights);
        let session = &mut *self.session;
        session.character.correctives.chosen = Some(corrective.weight);
        session.character.correctives.tool = Some(tool);
        session.character.weights.selecting = false;
        // Colors of weights would hide what is shaped.
        if let Some(shading) = session.shading_before_weights.or(before) {
            session.shading = shading;
        }
    }
}

fn set_rotation(pose: &mut Pose, (joint, rotation): (JointIndex, Quat)) {
    if let Some(own) = pose.rigid.get_mut(joint.index()) {
        own.rotation = rotation;
    }
}

/// The sum of the weights that joints have in a placed primitive.
fn moved_by(character: &Character, placed: &PlacedPrimitive<'_>, joints: &[JointIndex]) -> f32 {
    let skin = placed.instance.skin;
    let bind = skin.and_then(|skin| character.rig.binds.get(skin));
    let (Some(bind), Some(influences)) = (bind, &placed.primitive.influences) else {
        return 0.0;
    };
    let slots = joints.iter().filter_map(|&joint| bind.slot_of(joint));
    let slots: Vec<usize> = slots.map(usize::from).collect();
    let pairs = influences.rows();
    let pairs = pairs.flat_map(|row| row.joints.iter().zip(row.weights));
    let own = pairs.filter(|(slot, _)| slots.contains(&usize::from(**slot)));
    own.map(|(_, weight)| *weight).sum()
}
