//! A character of any size for measuring frames: a tube along a chain of joints, with a clip that bends it.

use std::f32::consts::TAU;

use character::{Authored, AuthoredClip, AuthoredJoint, AuthoredPrimitive, write_glb};
use glam::{Quat, Vec3};
use rig::{
    Channel, Influences, InfluencesBuilder, Interpolation, JointIndex, JointTrack, Track, Trs,
};

use crate::source::subject::Size;

/// Vertices around the tube.
const AROUND: u32 = 100;
/// Distance between joints, in meters.
const STEP: f32 = 0.1;

/// The glTF file of a tube with at least so many vertices.
///
/// # Errors
///
/// There are more influences than joints; one sentence.
pub(super) fn tube(size: Size) -> Result<Vec<u8>, String> {
    let Size {
        vertices,
        joints,
        influences,
    } = size;
    if influences > joints {
        return Err(format!(
            "{influences} influences need as many joints, and --joints is {joints}."
        ));
    }
    let rings = vertices.div_ceil(AROUND).max(2);
    let chain = (0..joints).map(|joint| AuthoredJoint {
        name: format!("joint {joint}"),
        parent: usize::from(joint).checked_sub(1),
        local: Trs {
            translation: if joint == 0 {
                Vec3::ZERO
            } else {
                STEP * Vec3::Y
            },
            ..Trs::IDENTITY
        },
    });
    let authored = Authored {
        name: "tube".to_owned(),
        joints: chain.collect(),
        primitives: vec![surface(rings, size)?],
        materials: Vec::new(),
        clips: vec![curl(joints)?],
    };
    write_glb(&authored).map_err(|error| error.to_string())
}

fn surface(rings: u32, size: Size) -> Result<AuthoredPrimitive, String> {
    let height = STEP * f32::from(size.joints.max(2) - 1);
    let mut surface = AuthoredPrimitive {
        influences: influences(rings, size)?,
        ..AuthoredPrimitive::default()
    };
    for ring in 0..rings {
        for column in 0..AROUND {
            let (sin, cos) = (TAU * part(column, AROUND)).sin_cos();
            let out = Vec3::new(cos, 0.0, sin);
            surface
                .positions
                .push(0.08 * height * out + height * part(ring, rings - 1) * Vec3::Y);
            surface.normals.push(out);
        }
    }
    for ring in 1..rings {
        for column in 0..AROUND {
            let next = (column + 1) % AROUND;
            let [below, above] = [ring - 1, ring].map(|ring| ring * AROUND);
            surface
                .triangles
                .push([below + column, above + next, below + next]);
            surface
                .triangles
                .push([below + column, above + column, above + next]);
        }
    }
    Ok(surface)
}

/// The influences: neighboring vertices follow neighboring joints.
fn influences(rings: u32, size: Size) -> Result<Influences, String> {
    let mut builder = InfluencesBuilder::new(usize::from(size.joints));
    for ring in 0..rings {
        let span = u32::from(size.joints - size.influences);
        let first =
            u16::try_from(u64::from(span) * u64::from(ring) / u64::from(rings)).unwrap_or(0);
        for _ in 0..AROUND {
            let row = (0..size.influences).map(|place| (first + place, f32::from(1 + place % 3)));
            builder.vertex(row).map_err(|error| error.to_string())?;
        }
    }
    Ok(builder.build())
}

fn curl(joints: u16) -> Result<AuthoredClip, String> {
    let times: Vec<f32> = (0..30_u8).map(|key| f32::from(key) / 15.0).collect();
    // All joints together turn by as much, however many there are.
    let bend = 2.0 / f32::from(joints);
    let turn =
        |&time: &f32| Quat::from_rotation_z(bend * time) * Quat::from_rotation_y(bend * time);
    let turns: Vec<Quat> = times.iter().map(turn).collect();
    let track =
        Track::new(times, turns, Interpolation::Linear).map_err(|error| error.to_string())?;
    let tracks = (0..joints).map(|joint| JointTrack {
        joint: JointIndex(joint),
        channel: Channel::Rotation(track.clone()),
    });
    Ok(AuthoredClip {
        name: "curl".to_owned(),
        tracks: tracks.collect(),
    })
}

#[expect(
    clippy::cast_precision_loss,
    reason = "places in a mesh; a measurement needs no exact ones"
)]
fn part(place: u32, of: u32) -> f32 {
    place as f32 / of.max(1) as f32
}
