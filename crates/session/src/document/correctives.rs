//! Corrective shapes: morph targets that follow a pose or the angle of a joint. What drives a target makes it one, whether it was made here
//! or came with the file.

use std::sync::Arc;

use character::{EditError, MorphChange, MorphGround, MorphPlace, MorphShape, SkeletonEdit};
use glam::{Quat, Vec3};
use rig::{
    DrivenChannel, DrivenCombine, DrivenCurve, DrivenKey, DrivenTarget, DriverAngle, DriverMeasure,
    InterpolatedPose, JointIndex, Pose, PoseInterpolator, PoseInterpolatorError, PoseKernel,
};

use super::Document;

/// A morph target that is driven, with its places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corrective {
    /// The place of its weight in a pose's morph weights.
    pub weight: usize,
    /// The joint that shows the mesh.
    pub node: JointIndex,
    /// The place of the mesh among the character's.
    pub mesh: usize,
    /// Its place among the targets of the mesh.
    pub target: usize,
    /// What drives it.
    pub driver: CorrectiveDriver,
}

/// What drives a corrective, by places in the document's lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CorrectiveDriver {
    /// A pose of an interpolator.
    Pose {
        /// The place of the interpolator.
        interpolator: usize,
        /// The place of the pose in it.
        pose: usize,
    },
    /// A driven channel.
    Angle {
        /// The place of the channel.
        channel: usize,
    },
}

/// What a new corrective is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct NewCorrective<'a> {
    /// The joint that shows the mesh.
    pub node: JointIndex,
    /// What it is called.
    pub name: String,
    /// The joints whose pose drives it; one to three.
    pub joints: Vec<JointIndex>,
    /// The pose in which it is all there.
    pub pose: &'a Pose,
}

/// A corrective that has its shape already, and follows the angle of a joint.
#[derive(Clone, Debug, PartialEq)]
pub struct AngleShape {
    /// The joint that shows the mesh.
    pub node: JointIndex,
    /// What it is called.
    pub name: String,
    /// What it displaces where all of it is there.
    pub shape: MorphShape,
    /// The angle.
    pub driver: DriverAngle,
    /// From the angle, radians, to how much of it is there.
    pub curve: DrivenCurve,
}

/// All correctives of a document, in the order of their weights.
#[must_use]
pub fn correctives(document: &Document) -> Vec<Corrective> {
    let mut found = Vec::new();
    let mut add = |weight: usize, driver| {
        let mut instances = document.character.instances.iter();
        if let Some(instance) = instances.find(|instance| instance.morph.contains(&weight)) {
            found.push(Corrective {
                weight,
                node: instance.node,
                mesh: instance.mesh,
                target: weight - instance.morph.start,
                driver,
            });
        }
    };
    for (channel, own) in document.driven.channels().iter().enumerate() {
        if let Some(weight) = own.target.morph() {
            add(weight, CorrectiveDriver::Angle { channel });
        }
    }
    for (interpolator, own) in document.driven.interpolators().iter().enumerate() {
        for (pose, of) in own.poses().iter().enumerate() {
            add(of.morph, CorrectiveDriver::Pose { interpolator, pose });
        }
    }
    found.sort_by_key(|own| own.weight);
    // Several angles may add to one target.
    found.dedup_by_key(|own| own.weight);
    found
}

/// The pose with its correctives by a strength from 0, what weights alone make of it, to 1.
pub fn weaken_correctives(document: &Document, pose: &mut Pose, strength: f32) {
    for weight in document.driven.driven_morphs() {
        if let Some(own) = pose.morph_weights.get_mut(weight) {
            *own *= strength;
        }
    }
}

impl Document {
    /// The document with other morph targets of a mesh.
    ///
    /// # Errors
    ///
    /// See [`EditError`].
    pub fn with_morph_change(
        &self,
        node: JointIndex,
        change: MorphChange,
    ) -> Result<Self, EditError> {
        let node = self.character.rig.skeleton.key(node);
        let edit = SkeletonEdit::Morph { node, change };
        Ok(self.with_skeleton_edit(&edit)?.0)
    }

    /// The morph target of a corrective, as edits name it.
    #[must_use]
    pub fn place_of(&self, corrective: &Corrective) -> MorphPlace {
        let mesh = self.character.meshes.get(corrective.mesh);
        mesh.map_or_else(MorphPlace::default, |mesh| {
            MorphPlace::of(mesh, corrective.target)
        })
    }

    /// The document with another shape of a corrective; unchanged if it has that.
    ///
    /// Nothing but the character and the journal are others.
    ///
    /// # Errors
    ///
    /// See [`EditError`]: a target that is gone, displacements that are none.
    pub fn with_shape(
        &self,
        corrective: &Corrective,
        shape: MorphShape,
    ) -> Result<Self, EditError> {
        let mesh = self.character.meshes.get(corrective.mesh);
        let ground = mesh.map(MorphGround::of).unwrap_or_default();
        self.with_shape_on(corrective, shape, &ground)
    }

    /// As [`with_shape`](Self::with_shape), on a ground of the mesh that is kept for a stroke.
    ///
    /// # Errors
    ///
    /// As [`with_shape`](Self::with_shape).
    pub fn with_shape_on(
        &self,
        corrective: &Corrective,
        shape: MorphShape,
        ground: &MorphGround,
    ) -> Result<Self, EditError> {
        let mesh = self.character.meshes.get(corrective.mesh);
        if mesh.is_some_and(|mesh| MorphShape::of(mesh, corrective.target) == shape) {
            return Ok(self.clone());
        }
        let target = self.place_of(corrective);
        let node = self.character.rig.skeleton.key(corrective.node);
        let shaped = self
            .character
            .with_morph_shape(node, &target, &shape, ground)?;
        let edit = SkeletonEdit::Morph {
            node,
            change: MorphChange::Shape { target, shape },
        };
        Ok(Self {
            journal: self.journal.with_skeleton(&edit),
            character: Arc::new(shaped),
            ..self.clone()
        })
    }

    /// The document with one corrective more, which displaces nothing yet, and the place of its weight.
    ///
    /// Poses of the same joints make one interpolator: each of its shapes is gone in the poses of all others.
    ///
    /// # Errors
    ///
    /// One sentence with a remedy: no joint, more than three, the rest pose, a pose that has a corrective already, a mesh that can have none.
    pub fn with_corrective(&self, new: &NewCorrective<'_>) -> Result<(Self, usize), String> {
        let change = MorphChange::Add {
            name: new.name.clone(),
        };
        let after = self.with_morph_change(new.node, change);
        let after = after.map_err(|error| format!("{error}."))?;
        let weight = last_corrective(&after, new.node)?.weight;
        let turns = new.joints.iter().map(|&joint| {
            let own = new.pose.rigid.get(joint.index());
            (joint, own.map_or(Quat::IDENTITY, |own| own.rotation))
        });
        let turns: Vec<(JointIndex, Quat)> = turns.collect();
        let all = with_pose(after.driven.interpolators(), &turns, weight, None);
        let all = all.map_err(|why| format!("No corrective for this pose: {why}."))?;
        let channels = after.driven.channels().to_vec();
        Ok((after.with_driven_and(channels, all)?, weight))
    }

    /// The document with one corrective more, which has its shape and follows the angle of a joint.
    ///
    /// # Errors
    ///
    /// One sentence with a remedy: a mesh that can have none, a shape of another mesh, joints that drive each other in a ring.
    pub fn with_angle_shape(&self, new: &AngleShape) -> Result<Self, String> {
        let change = MorphChange::Add {
            name: new.name.clone(),
        };
        let after = self.with_morph_change(new.node, change);
        let after = after.map_err(|error| format!("{error}."))?;
        let corrective = last_corrective(&after, new.node)?;
        let after = after.with_shape(&corrective, new.shape.clone());
        let after = after.map_err(|error| format!("{error}."))?;
        let mut channels = after.driven.channels().to_vec();
        channels.push(DrivenChannel {
            driver: new.driver,
            target: DrivenTarget::Morph(corrective.weight),
            curve: new.curve.clone(),
            combine: DrivenCombine::Replaces,
            muted: false,
        });
        after.with_driven(channels)
    }

    /// The document with another kernel of an interpolator.
    ///
    /// # Errors
    ///
    /// One sentence: poses too near to each other for a smooth one.
    pub fn with_kernel(&self, interpolator: usize, kernel: PoseKernel) -> Result<Self, String> {
        let mut all = self.driven.interpolators().to_vec();
        if let Some(own) = all.get_mut(interpolator) {
            let made = PoseInterpolator::new(own.joints().to_vec(), kernel, own.poses().to_vec());
            *own = made.map_err(|why| format!("The kernel stays as it is: {why}."))?;
        }
        self.with_driven_and(self.driven.channels().to_vec(), all)
    }

    /// The document in which a corrective follows an angle, by a straight line from nothing at rest to all of it at `full`, in place of
    /// what drove it.
    ///
    /// # Errors
    ///
    /// One sentence: an angle that is that of the rest.
    pub fn with_angle_driver(
        &self,
        corrective: &Corrective,
        driver: DriverAngle,
        full: f32,
    ) -> Result<Self, String> {
        let key = |angle, value| DrivenKey { angle, value };
        let curve = DrivenCurve::new([key(0.0, 0.0), key(full, 1.0)]);
        let curve = curve.map_err(|why| format!("No angle drives it: {why}."))?;
        let freed = self.without_driver(corrective)?;
        let mut channels = freed.driven.channels().to_vec();
        channels.push(DrivenChannel {
            driver,
            target: DrivenTarget::Morph(corrective.weight),
            curve,
            combine: DrivenCombine::Replaces,
            muted: false,
        });
        freed.with_driven(channels)
    }

    /// The document in which a morph target follows nothing.
    ///
    /// # Errors
    ///
    /// None in fact: fewer of the same drivers fit.
    fn without_driver(&self, corrective: &Corrective) -> Result<Self, String> {
        let is_other = |channel: &&DrivenChannel| channel.target.morph() != Some(corrective.weight);
        let channels = self.driven.channels().iter().filter(is_other);
        let stays = |weight: usize| (weight != corrective.weight).then_some(weight);
        let interpolators = self.driven.interpolators().iter();
        let interpolators = interpolators.filter_map(|own| own.with_morphs_mapped(stays));
        self.with_driven_and(channels.cloned().collect(), interpolators.collect())
    }

    /// The document in which a corrective follows the pose in which it is all there, in place of an angle.
    ///
    /// Where poses of the same joints have an interpolator it is one of these, and all of them get the kernel.
    ///
    /// # Errors
    ///
    /// One sentence: a pose that is the rest, or that another corrective has.
    pub fn with_pose_driver(
        &self,
        corrective: &Corrective,
        kernel: PoseKernel,
    ) -> Result<Self, String> {
        let turns = self.turns_of_corrective(corrective).unwrap_or_default();
        let freed = self.without_driver(corrective)?;
        let all = freed.driven.interpolators();
        let all = with_pose(all, &turns, corrective.weight, Some(kernel));
        let all = all.map_err(|why| format!("No pose drives it: {why}."))?;
        freed.with_driven_and(freed.driven.channels().to_vec(), all)
    }

    /// The rotations of joints, relative to rest, by which a corrective is all there; none where nothing drives it.
    #[must_use]
    pub fn turns_of_corrective(&self, corrective: &Corrective) -> Option<Vec<(JointIndex, Quat)>> {
        match corrective.driver {
            CorrectiveDriver::Pose { interpolator, pose } => {
                let own = self.driven.interpolators().get(interpolator)?;
                let rotations = own.poses().get(pose)?.rotations.iter().copied();
                Some(own.joints().iter().copied().zip(rotations).collect())
            }
            CorrectiveDriver::Angle { channel } => {
                let own = self.driven.channels().get(channel)?;
                let keys = own.curve.keys().iter();
                let full = keys.max_by(|one, other| one.value.total_cmp(&other.value))?;
                Some(vec![(
                    own.driver.joint,
                    rotation_of(&own.driver, full.angle),
                )])
            }
        }
    }
}

/// The last morph target of the mesh at a joint, as the corrective that the next channel would make it.
fn last_corrective(document: &Document, node: JointIndex) -> Result<Corrective, String> {
    let mut instances = document.character.instances.iter();
    let found = instances.find_map(|instance| {
        let weight = instance.morph.end.checked_sub(1)?;
        (instance.node == node && instance.morph.contains(&weight)).then_some(Corrective {
            weight,
            node,
            mesh: instance.mesh,
            target: weight - instance.morph.start,
            driver: CorrectiveDriver::Angle {
                channel: document.driven.channels().len(),
            },
        })
    });
    found.ok_or_else(|| "No mesh stands at this joint. Select a vertex of a mesh.".to_owned())
}

/// Interpolators with a pose more, which drives a morph target: in that of the same joints if there is one. Without a kernel it keeps its
/// own.
fn with_pose(
    all: &[PoseInterpolator],
    turns: &[(JointIndex, Quat)],
    morph: usize,
    kernel: Option<PoseKernel>,
) -> Result<Vec<PoseInterpolator>, PoseInterpolatorError> {
    let given: Vec<JointIndex> = turns.iter().map(|turn| turn.0).collect();
    let sorted = |joints: &[JointIndex]| {
        let mut joints = joints.to_vec();
        joints.sort();
        joints
    };
    let mut places = all.iter();
    let known = places.position(|own| sorted(own.joints()) == sorted(&given));
    let own = known.and_then(|known| all.get(known));
    let joints = own.map_or(given, |own| own.joints().to_vec());
    let kernel = kernel.or(own.map(PoseInterpolator::kernel));
    let mut poses = own.map_or_else(Vec::new, |own| own.poses().to_vec());
    let rotation = |joint: &JointIndex| {
        let turn = turns.iter().find(|turn| turn.0 == *joint);
        turn.map_or(Quat::IDENTITY, |turn| turn.1)
    };
    poses.push(InterpolatedPose {
        rotations: joints.iter().map(rotation).collect(),
        morph,
    });
    let made = PoseInterpolator::new(joints, kernel.unwrap_or_default(), poses)?;
    let mut all = all.to_vec();
    match known.and_then(|known| all.get_mut(known)) {
        Some(own) => *own = made,
        None => all.push(made),
    }
    Ok(all)
}

/// The plainest rotation that has an angle.
fn rotation_of(driver: &DriverAngle, angle: f32) -> Quat {
    let axis = match driver.measure {
        DriverMeasure::Twist { axis } | DriverMeasure::Swing { axis, .. } => axis,
    };
    Quat::from_axis_angle(axis.normalize_or(Vec3::X), angle)
}
