//! Things to look at, made of formulas.

use std::f32::consts::{PI, TAU};

use glam::{Quat, Vec2, Vec3};

/// A surface in memory.
pub(crate) struct Subject {
    pub(crate) positions: Vec<Vec3>,
    pub(crate) normals: Vec<Vec3>,
    pub(crate) tex_coords: Vec<Vec2>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

/// A ball of radius `radius` about `center`.
pub(crate) fn ball(center: Vec3, radius: f32) -> Subject {
    swept(48, 64, |u, v| {
        let (polar, around) = (PI * u, TAU * v);
        let normal = Vec3::new(
            polar.sin() * around.sin(),
            -polar.cos(),
            polar.sin() * around.cos(),
        );
        (center + radius * normal, normal)
    })
}

/// A tube of radius 0.2 from the origin upwards, 2 long, bent forward by `angle` about its middle, with round ends.
pub(crate) fn bent_tube(angle: f32) -> Subject {
    swept(160, 64, |u, v| {
        let around = Vec3::new((TAU * v).sin(), 0.0, (TAU * v).cos());
        let height = 2.0 * u;
        let cap = |end: f32| (1.0 - (1.0 - (end / 0.2).min(1.0)).powi(2)).sqrt();
        let radius = 0.2 * cap(height).min(cap(2.0 - height));
        // Weights 1 → 0 over the middle third, as an artist would paint them.
        let bend = Quat::from_rotation_x(angle * smooth((height - 0.7) / 0.6));
        let middle = Vec3::new(0.0, 1.0, 0.0);
        let cosine = radius / 0.2;
        let normal = cosine * around
            + (1.0 - cosine * cosine).max(0.0).sqrt() * (height - 1.0).signum() * Vec3::Y;
        (
            middle + bend * (Vec3::new(0.0, height - 1.0, 0.0) + radius * around),
            bend * normal,
        )
    })
}

/// A grid of `rows` × `columns` over u, v in 0 … 1, counter-clockwise from the side of the normal.
fn swept(rows: u32, columns: u32, point: impl Fn(f32, f32) -> (Vec3, Vec3)) -> Subject {
    let place =
        |row: u32, column: u32| Vec2::new(row as f32 / rows as f32, column as f32 / columns as f32);
    let places = (0..=rows).flat_map(|row| (0..=columns).map(move |column| place(row, column)));
    let tex_coords: Vec<Vec2> = places.collect();
    let (positions, normals) = tex_coords.iter().map(|uv| point(uv.x, uv.y)).unzip();
    let corner = |row: u32, column: u32| row * (columns + 1) + column;
    let quads = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let triangles = quads.flat_map(|(r, c)| {
        let (a, b, d, e) = (
            corner(r, c),
            corner(r, c + 1),
            corner(r + 1, c),
            corner(r + 1, c + 1),
        );
        [[a, b, e], [a, e, d]]
    });
    Subject {
        positions,
        normals,
        tex_coords,
        triangles: triangles.collect(),
    }
}

pub(crate) fn smooth(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}
