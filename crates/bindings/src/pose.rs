//! A pose of a character, by joints and numbers.

use glam::{Quat, Vec3};
use rig::{Axis, LayeredClip, Rigid, Stretch};

use crate::numbers::finite;
use crate::{Character, Error, ErrorKind};

/// What is done to every joint, relative to rest, and the weights of morph targets.
///
/// In the joint's rest frame it is `U = T S`: first the symmetric stretch S of scale and shear, then the rigid motion T. What follows other
/// joints, by constraints, drivers or rows of helpers, is not in it: skinning adds it.
#[derive(Clone, Debug)]
pub struct Pose {
    character: Character,
    pub(crate) pose: rig::Pose,
}

impl Pose {
    pub(crate) fn of(character: &Character) -> Self {
        Self {
            character: character.clone(),
            pose: character.model.file_pose(),
        }
    }

    /// The character that it is a pose of.
    #[must_use]
    pub const fn character(&self) -> &Character {
        &self.character
    }

    /// Makes it the pose that the file shows when no clip plays.
    pub fn reset(&mut self) {
        self.pose = self.character.model.file_pose();
    }

    /// Makes it what a clip shows at a time, in seconds from its beginning, with the layers over it.
    ///
    /// # Errors
    ///
    /// There is no such clip, or the time is not finite.
    pub fn set_from_clip(&mut self, clip: usize, seconds: f32) -> Result<(), Error> {
        let character = self.character.clone();
        character.check_clip(clip)?;
        finite(&[seconds], "seconds")?;
        let clips = &character.model.clips;
        if let Some(clip) = clips.get(clip) {
            let base = character.model.file_pose();
            let seen = LayeredClip::of(clip, clips);
            self.pose = seen.sample(&character.model.rig.skeleton, &base, seconds);
        }
        Ok(())
    }

    /// Turns a joint about an axis of its own, `x`, `y` or `z`, as it stands now, by so many degrees.
    ///
    /// # Errors
    ///
    /// There is no such joint or axis, or the angle is not finite.
    pub fn rotate(&mut self, joint: usize, axis: &str, degrees: f32) -> Result<(), Error> {
        let about = match axis {
            "x" | "X" => Axis::X,
            "y" | "Y" => Axis::Y,
            "z" | "Z" => Axis::Z,
            other => {
                return Err(Error::new(
                    ErrorKind::UnknownName,
                    "axis",
                    &format!("there is no axis {other:?}"),
                    "give x, y or z",
                ));
            }
        };
        finite(&[degrees], "degrees")?;
        let turn = Quat::from_axis_angle(about.direction(), degrees.to_radians());
        let rigid = self.rigid(joint)?;
        rigid.rotation = (rigid.rotation * turn).normalize();
        Ok(())
    }

    /// Turns a joint as it stands now by a quaternion `x, y, z, w`, which is made one of length one.
    ///
    /// # Errors
    ///
    /// There is no such joint; the quaternion is not finite, or zero.
    pub fn rotate_by(&mut self, joint: usize, turn: [f32; 4]) -> Result<(), Error> {
        let turn = unit_quaternion(turn)?;
        let rigid = self.rigid(joint)?;
        rigid.rotation = (rigid.rotation * turn).normalize();
        Ok(())
    }

    /// Sets the rotation of a joint from rest, as a quaternion `x, y, z, w`, which is made one of length one.
    ///
    /// # Errors
    ///
    /// As [`rotate_by`](Self::rotate_by).
    pub fn set_rotation(&mut self, joint: usize, rotation: [f32; 4]) -> Result<(), Error> {
        let rotation = unit_quaternion(rotation)?;
        self.rigid(joint)?.rotation = rotation;
        Ok(())
    }

    /// Moves a joint, along the axes of its rest frame.
    ///
    /// # Errors
    ///
    /// There is no such joint, or a number is not finite.
    pub fn translate(&mut self, joint: usize, by: [f32; 3]) -> Result<(), Error> {
        finite(&by, "translation")?;
        self.rigid(joint)?.translation += Vec3::from(by);
        Ok(())
    }

    /// Scales a joint along its own axes, times what it is scaled by already.
    ///
    /// # Errors
    ///
    /// There is no such joint, or a number is not finite.
    pub fn scale(&mut self, joint: usize, by: [f32; 3]) -> Result<(), Error> {
        finite(&by, "scale")?;
        self.stretch(joint)?.scale *= Vec3::from(by);
        Ok(())
    }

    /// Shears a joint: adds to the numbers off the diagonal of the symmetric S, `xy`, `yz` and `zx`.
    ///
    /// # Errors
    ///
    /// There is no such joint, or a number is not finite.
    pub fn shear(&mut self, joint: usize, by: [f32; 3]) -> Result<(), Error> {
        finite(&by, "shear")?;
        self.stretch(joint)?.shear += Vec3::from(by);
        Ok(())
    }

    /// The rotation of a joint from rest, as a quaternion `x, y, z, w`.
    ///
    /// # Errors
    ///
    /// There is no such joint.
    pub fn rotation(&self, joint: usize) -> Result<[f32; 4], Error> {
        let rigid = self.pose.rigid.get(joint);
        let rotation = rigid.map(|rigid| rigid.rotation.to_array());
        rotation.ok_or_else(|| self.character.no_joint(joint))
    }

    /// Puts one joint to rest.
    ///
    /// # Errors
    ///
    /// There is no such joint.
    pub fn reset_joint(&mut self, joint: usize) -> Result<(), Error> {
        *self.rigid(joint)? = Rigid::IDENTITY;
        *self.stretch(joint)? = Stretch::IDENTITY;
        Ok(())
    }

    /// The weights of the morph targets of all meshes, one after another; see [`Character::morph_name`].
    #[must_use]
    pub fn morph_weights(&self) -> &[f32] {
        &self.pose.morph_weights
    }

    /// Sets the weight of a morph target.
    ///
    /// # Errors
    ///
    /// There is no such target, or the weight is not finite.
    pub fn set_morph_weight(&mut self, target: usize, weight: f32) -> Result<(), Error> {
        finite(&[weight], "weight")?;
        let targets = self.pose.morph_weights.len();
        match self.pose.morph_weights.get_mut(target) {
            Some(own) => {
                *own = weight;
                Ok(())
            }
            None => Err(Error::new(
                ErrorKind::OutOfRange,
                "target",
                &format!("there is no morph target {target}"),
                &format!("there are {targets}, counted from 0"),
            )),
        }
    }

    fn rigid(&mut self, joint: usize) -> Result<&mut Rigid, Error> {
        let found = self.pose.rigid.get_mut(joint);
        found.ok_or_else(|| self.character.no_joint(joint))
    }

    fn stretch(&mut self, joint: usize) -> Result<&mut Stretch, Error> {
        let found = self.pose.stretch.get_mut(joint);
        found.ok_or_else(|| self.character.no_joint(joint))
    }
}

fn unit_quaternion(numbers: [f32; 4]) -> Result<Quat, Error> {
    finite(&numbers, "rotation")?;
    let unit = Quat::from_array(numbers).normalize();
    match unit.is_finite() {
        true => Ok(unit),
        false => Err(Error::new(
            ErrorKind::BadArray,
            "rotation",
            "a quaternion of length zero turns nowhere",
            "give 0, 0, 0, 1 for no turn",
        )),
    }
}
