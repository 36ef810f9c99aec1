//! The same transform seen from another parent.

use crate::{
    Channel, EditError, Interpolation, JointTrack, LocalKeys, LocalTransform, Stretch, Track,
    TrackError, Trs,
};
use glam::{DAffine3, DMat3, DQuat, DVec3, Quat, Vec3};

/// Lengths and cosines of columns that differ by less, relative to them, are rounding.
const ROUNDING: f64 = 1e-6;

/// `L → D L Q`: what was given in one parent's space, in another's; and where the joint's own axes are turned, in those.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rebase {
    new_from_old: DAffine3,
    similarity: Option<Similarity>,
    /// Q: the new axes, seen from the old.
    turn: DQuat,
}

/// `x → k R x + t` with k > 0: the maps that keep translation, rotation and scale separate.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Similarity {
    scale: f64,
    rotation: DQuat,
}

impl Rebase {
    pub(crate) fn new(new_from_old: DAffine3) -> Self {
        Self {
            new_from_old,
            similarity: similarity(new_from_old.matrix3),
            turn: DQuat::IDENTITY,
        }
    }

    /// The same for a joint whose own axes are turned too.
    pub(crate) const fn with_turn(self, turn: DQuat) -> Self {
        Self { turn, ..self }
    }

    /// How the joint's own axes are turned, if they are.
    pub(crate) fn turn(&self) -> Option<DQuat> {
        (self.turn != DQuat::IDENTITY).then_some(self.turn)
    }

    /// Whether tracks can be rebased key by key, exactly between the keys too: any sum of values of a channel is carried to the
    /// sum of the values carried, and so are spherical arcs.
    pub(crate) const fn is_exact(&self) -> bool {
        self.similarity.is_some()
    }

    fn product(&self, local: DAffine3) -> DAffine3 {
        self.new_from_old * local * DAffine3::from_quat(self.turn)
    }

    pub(crate) fn local(&self, local: &LocalTransform) -> LocalTransform {
        let product = || self.product(local.to_affine64());
        match (local, &self.similarity) {
            (LocalTransform::Trs(trs), Some(similarity)) if self.keeps_scale(trs.scale) => {
                LocalTransform::Trs(Trs {
                    translation: self.point(trs.translation),
                    rotation: self
                        .in_new_axes(similarity.apply_rotation(trs.rotation))
                        .normalize(),
                    scale: self.along_new_axes(similarity.apply_scale(trs.scale)),
                })
            }
            (LocalTransform::Trs(_), _) => channels_or_matrix(product()),
            (LocalTransform::Matrix(_), _) => LocalTransform::Matrix(narrow(product())),
        }
    }

    /// The track as the new parent sees it; exact when [`is_exact`](Self::is_exact) says so, otherwise not to be called.
    pub(crate) fn channel(&self, channel: &Channel) -> Result<Channel, EditError> {
        let Some(similarity) = &self.similarity else {
            return Ok(channel.clone());
        };
        Ok(match channel {
            Channel::Translation(track) => {
                let turned =
                    |tangent: Vec3| self.new_from_old.transform_vector3(tangent.as_dvec3());
                let track = track.map(|value| self.point(value), |value| turned(value).as_vec3());
                Channel::Translation(track.map_err(far)?)
            }
            Channel::Rotation(track) => {
                let turned = |value| self.in_new_axes(similarity.apply_rotation(value));
                Channel::Rotation(track.map(turned, turned).map_err(far)?)
            }
            Channel::Scale(track) => {
                let scaled = |value| self.along_new_axes(similarity.apply_scale(value));
                Channel::Scale(track.map(scaled, scaled).map_err(far)?)
            }
            Channel::Shear(track) => {
                let scaled = |value| similarity.apply_scale(value);
                Channel::Shear(track.map(scaled, scaled).map_err(far)?)
            }
        })
    }

    /// Whether the new axes can show all that the channel does: a scale along the old ones may be shear in them.
    pub(crate) fn keeps(&self, channel: &Channel) -> bool {
        match channel {
            Channel::Translation(_) | Channel::Rotation(_) => true,
            Channel::Scale(track) => track.values().iter().all(|&scale| self.keeps_scale(scale)),
            Channel::Shear(_) => self.turn == DQuat::IDENTITY,
        }
    }

    fn keeps_scale(&self, scale: Vec3) -> bool {
        if self.turn == DQuat::IDENTITY {
            return true;
        }
        let axes = DMat3::from_quat(self.turn);
        let seen = axes.transpose() * DMat3::from_diagonal(scale.as_dvec3()) * axes;
        let [x, y] = [seen.x_axis, seen.y_axis];
        // Symmetric: one half beside the diagonal is enough.
        let shear = x.y.abs().max(x.z.abs()).max(y.z.abs());
        shear <= ROUNDING * scale.as_dvec3().abs().max_element()
    }

    /// `R Q`: linear, so that it does for the tangents of a spline too.
    fn in_new_axes(&self, value: Quat) -> Quat {
        if self.turn == DQuat::IDENTITY {
            return value;
        }
        (value.as_dquat() * self.turn).as_quat()
    }

    /// The diagonal of `Qᵀ S Q`, linear too.
    fn along_new_axes(&self, scale: Vec3) -> Vec3 {
        if self.turn == DQuat::IDENTITY {
            return scale;
        }
        let axes = DMat3::from_quat(self.turn);
        let along = |axis: DVec3| (axis * axis).dot(scale.as_dvec3());
        DVec3::new(along(axes.x_axis), along(axes.y_axis), along(axes.z_axis)).as_vec3()
    }

    fn point(&self, point: Vec3) -> Vec3 {
        self.new_from_old
            .transform_point3(point.as_dvec3())
            .as_vec3()
    }
}

impl Similarity {
    /// Linear, so that it does for the tangents of a spline too.
    fn apply_rotation(&self, value: Quat) -> Quat {
        if self.rotation == DQuat::IDENTITY {
            return value;
        }
        (self.rotation * value.as_dquat()).as_quat()
    }

    fn apply_scale(&self, value: Vec3) -> Vec3 {
        (value.as_dvec3() * self.scale).as_vec3()
    }
}

fn similarity(matrix: DMat3) -> Option<Similarity> {
    let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let scale = (x.length() + y.length() + z.length()) / 3.0;
    let is_even = [x, y, z]
        .iter()
        .all(|axis| (axis.length() - scale).abs() <= ROUNDING * scale);
    // A mirror is none: its product is taken apart anew.
    if !(scale > 0.0 && scale.is_finite() && is_even && is_orthogonal(matrix))
        || matrix.determinant() <= 0.0
    {
        return None;
    }
    // A factor that rounding has touched would change every key.
    let scale = if (scale - 1.0).abs() <= ROUNDING {
        1.0
    } else {
        scale
    };
    let rotation = DQuat::from_mat3(&DMat3::from_cols(
        x.normalize(),
        y.normalize(),
        z.normalize(),
    ))
    .normalize();
    Some(Similarity { scale, rotation })
}

fn is_orthogonal(matrix: DMat3) -> bool {
    let [x, y, z] =
        [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(|axis| axis.normalize_or_zero());
    let cosine = x.dot(y).abs().max(y.dot(z).abs()).max(z.dot(x).abs());
    cosine <= ROUNDING
}

/// Channels where the matrix has no shear, else the matrix.
pub(crate) fn channels_or_matrix(matrix: DAffine3) -> LocalTransform {
    let [x, y, z] = [
        matrix.matrix3.x_axis,
        matrix.matrix3.y_axis,
        matrix.matrix3.z_axis,
    ];
    // A mirror goes to the scale of x, as in `LocalTransform::to_trs`.
    let sign = if matrix.matrix3.determinant() < 0.0 {
        -1.0
    } else {
        1.0
    };
    let scale = DVec3::new(sign * x.length(), y.length(), z.length());
    let smallest = scale.abs().min_element();
    if !is_orthogonal(matrix.matrix3) || smallest <= ROUNDING * scale.abs().max_element() {
        return LocalTransform::Matrix(narrow(matrix));
    }
    // A scale of one that rounding has touched would look like an edit.
    let tidy = |factor: f64| {
        if (factor - 1.0).abs() <= ROUNDING {
            1.0
        } else {
            factor
        }
    };
    let axes = DMat3::from_cols(x / scale.x, y / scale.y, z / scale.z);
    LocalTransform::Trs(Trs {
        translation: matrix.translation.as_vec3(),
        rotation: DQuat::from_mat3(&axes).normalize().as_quat().normalize(),
        scale: DVec3::new(tidy(scale.x), tidy(scale.y), tidy(scale.z)).as_vec3(),
    })
}

fn narrow(matrix: DAffine3) -> glam::Affine3A {
    glam::Affine3A::from_mat3_translation(matrix.matrix3.as_mat3(), matrix.translation.as_vec3())
}

/// The tracks of one joint as another parent sees them, where no exact way exists: the channels at all key times, each the closest
/// that channels can show, straight in between. With shear only if there is any.
pub(crate) fn bake_channels(
    rebase: &Rebase,
    tracks: &[&JointTrack],
    (rest, new_rest): (LocalKeys, LocalKeys),
) -> Result<Vec<Channel>, EditError> {
    let mut times: Vec<f32> = tracks
        .iter()
        .flat_map(|track| track.channel.times())
        .copied()
        .collect();
    times.sort_by(f32::total_cmp);
    times.dedup();
    let is_sheared = |of: &LocalKeys| of.stretch.shear != Vec3::ZERO;
    let has_shear = is_sheared(&rest)
        || is_sheared(&new_rest)
        || tracks
            .iter()
            .any(|track| matches!(track.channel, Channel::Shear(_)));
    let locals = times.iter().map(|&time| {
        let mut local = rest;
        for track in tracks {
            track.channel.sample_into(&mut local, &mut 0, time);
        }
        if has_shear {
            return LocalKeys::from_affine64(rebase.product(local.to_affine64()), None);
        }
        let trs = rebase.local(&local.to_local()).to_trs();
        LocalKeys {
            translation: trs.translation,
            rotation: trs.rotation,
            stretch: Stretch::from_scale(trs.scale),
        }
    });
    let mut locals: Vec<LocalKeys> = locals.collect();
    if let (Some(first), Some(&time)) = (locals.first_mut(), times.first()) {
        let mut before = rest;
        for track in tracks {
            track.channel.sample_into(&mut before, &mut 0, time);
        }
        // As far round from the new rest as it was from the old.
        let [was, is] = [(&before, &rest), (&*first, &new_rest)]
            .map(|(local, rest)| local.rotation.dot(rest.rotation) < 0.0);
        if was != is {
            first.rotation = -first.rotation;
        }
    }
    let vectors = |of: fn(&LocalKeys) -> Vec3| {
        let values = locals.iter().map(of).collect();
        Track::new(times.as_slice(), values, Interpolation::Linear).map_err(far)
    };
    let rotations = locals.iter().map(|local| local.rotation).collect();
    let rotations = Track::new(times.as_slice(), rotations, Interpolation::Linear);
    let mut channels = vec![
        Channel::Translation(vectors(|local| local.translation)?),
        Channel::Rotation(rotations.map_err(far)?),
        Channel::Scale(vectors(|local| local.stretch.scale)?),
    ];
    if has_shear {
        channels.push(Channel::Shear(vectors(|local| local.stretch.shear)?));
    }
    Ok(channels)
}

fn far(_: TrackError) -> EditError {
    EditError::NotFinite {
        what: "a key of a clip, seen from the joint's new parent,".to_owned(),
    }
}
