//! How far the baked character is from the method, at times of which the fit knew nothing.

use std::collections::HashMap;

use character::Character;
use glam::Vec3;
use rig::ScaleInheritance;
use scene::deform::{DeformedPrimitive, deform_posed};
use scene::placed::{PlacedPrimitive, placed_primitives};

use crate::BakeError;
use crate::moments::Moment;
use crate::motions::{MethodCharacter, ratio};
use crate::points::{narrow, skin_of};

/// Distances of one skin from another, over all vertices that joints move and all times looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SkinErrors {
    /// The largest distance in percent of the size.
    pub maximum: f32,
    /// The root of the mean square of the distances, in percent of the size.
    pub rms: f32,
    /// The largest angle between normals, in degrees.
    pub normal_maximum: f32,
    /// The root of the mean square of these angles, in degrees.
    pub normal_rms: f32,
    /// The least and the largest share of the method's volume that the surface encloses; 1 where it keeps it.
    pub volume: [f32; 2],
}

/// Sums on the way to [`SkinErrors`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sums {
    maximum: f32,
    squares: f64,
    angle: f32,
    angle_squares: f64,
    count: f64,
    volume: [f32; 2],
}

impl Sums {
    pub(crate) const fn new() -> Self {
        Self {
            maximum: 0.0,
            squares: 0.0,
            angle: 0.0,
            angle_squares: 0.0,
            count: 0.0,
            volume: [f32::INFINITY, 0.0],
        }
    }

    pub(crate) fn errors(&self, size: f32) -> SkinErrors {
        let percent = 100.0 / size.max(f32::MIN_POSITIVE);
        let count = self.count.max(1.0);
        SkinErrors {
            maximum: self.maximum * percent,
            rms: narrow((self.squares / count).sqrt()) * percent,
            normal_maximum: self.angle.to_degrees(),
            normal_rms: narrow((self.angle_squares / count).sqrt()).to_degrees(),
            volume: match self.volume[0].is_finite() {
                true => self.volume,
                false => [1.0; 2],
            },
        }
    }
}

/// What a measurement at many moments gives.
#[derive(Clone, Debug)]
pub(crate) struct MeasuredErrors {
    /// Of plain linear blending by the weights as they are.
    pub(crate) linear: SkinErrors,
    pub(crate) baked: SkinErrors,
    /// By placed primitive and vertex the largest distance in scene units, and when.
    pub(crate) vertices: Vec<Vec<(f32, Moment)>>,
}

/// The characters that are compared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comparing<'a> {
    /// The character as the method shows it: the reference.
    pub(crate) method: &'a MethodCharacter<'a>,
    /// The same by linear blending, as the clips show it.
    pub(crate) linear: &'a MethodCharacter<'a>,
    pub(crate) baked: &'a Character,
    /// Clips of the baked character, in the order of its own list.
    pub(crate) clips: &'a [usize],
    pub(crate) size: f32,
}

impl Comparing<'_> {
    /// Measures at these moments of the method's character. None if `go_on` breaks.
    ///
    /// # Errors
    ///
    /// Poses that do not fit, which none of these has.
    pub(crate) fn run(
        &self,
        moments: &[Moment],
        go_on: &mut dyn FnMut(f32) -> bool,
    ) -> Result<Option<MeasuredErrors>, BakeError> {
        let flags = vec![ScaleInheritance::Children; self.baked.rig.skeleton.len()];
        let baked = MethodCharacter {
            character: self.baked,
            scale_inheritance: &flags,
            ..*self.linear
        };
        let mut places: HashMap<usize, usize> = HashMap::with_capacity(self.clips.len());
        for (place, &clip) in self.clips.iter().enumerate() {
            places.entry(clip).or_insert(place);
        }
        let placed: Vec<PlacedPrimitive<'_>> = placed_primitives(self.method.character).collect();
        let of_placed = placed.iter().map(|placed| {
            let count = skin_of(placed).map_or(0, |_| placed.primitive.positions.len());
            vec![(0.0, Moment::default()); count]
        });
        let mut vertices: Vec<Vec<(f32, Moment)>> = of_placed.collect();
        let mut sums = [Sums::new(), Sums::new()];
        let mut skins = [Vec::new(), Vec::new(), Vec::new()];
        for (number, &moment) in moments.iter().enumerate() {
            let there = Moment {
                clip: moment.clip.and_then(|clip| places.get(&clip).copied()),
                ..moment
            };
            let looks = [
                (self.method, moment),
                (self.linear, moment),
                (&baked, there),
            ];
            for ((subject, moment), skin) in looks.into_iter().zip(&mut skins) {
                let posed = subject.posed_character(&subject.pose(moment), subject.look)?;
                deform_posed(subject.character, &posed, skin)?;
            }
            let [reference, linear, now] = &skins;
            add(&mut sums[0], &placed, reference, linear, &mut |_, _, _| {});
            let mut note = |primitive: usize, vertex: usize, distance: f32| {
                let of = vertices.get_mut(primitive);
                let slot = of.and_then(|of| of.get_mut(vertex));
                farther(slot, (distance, moment));
            };
            add(&mut sums[1], &placed, reference, now, &mut note);
            if !go_on(ratio(number + 1, moments.len())) {
                return Ok(None);
            }
        }
        let [linear, baked] = sums.map(|sums| sums.errors(self.size));
        Ok(Some(MeasuredErrors {
            linear,
            baked,
            vertices,
        }))
    }
}

fn farther(slot: Option<&mut (f32, Moment)>, found: (f32, Moment)) {
    if let Some(slot) = slot
        && found.0 > slot.0
    {
        *slot = found;
    }
}

/// Adds the distances of one pose; `note` is told that of each vertex, by placed primitive, in scene units.
pub(crate) fn add(
    sums: &mut Sums,
    placed: &[PlacedPrimitive<'_>],
    reference: &[DeformedPrimitive],
    other: &[DeformedPrimitive],
    note: &mut dyn FnMut(usize, usize, f32),
) {
    let mut volumes = [0.0_f64; 2];
    for (number, (placed, (one, other))) in
        placed.iter().zip(reference.iter().zip(other)).enumerate()
    {
        if skin_of(placed).is_none() {
            continue;
        }
        for (vertex, (from, to)) in one.positions.iter().zip(&other.positions).enumerate() {
            let distance = from.distance(*to);
            // What is not finite is as far off as can be.
            let distance = if distance.is_nan() {
                f32::INFINITY
            } else {
                distance
            };
            sums.maximum = sums.maximum.max(distance);
            sums.squares += f64::from(distance).powi(2);
            sums.count += 1.0;
            note(number, vertex, distance);
        }
        for (from, to) in one.normals.iter().zip(&other.normals) {
            // By `atan2`: an arc cosine of f32 has no digits left for small angles.
            let angle = from.cross(*to).length().atan2(from.dot(*to));
            sums.angle = sums.angle.max(angle);
            sums.angle_squares += f64::from(angle).powi(2);
        }
        let triangles = &placed.primitive.triangles;
        volumes[0] += volume(&one.positions, triangles);
        volumes[1] += volume(&other.positions, triangles);
    }
    // A surface may enclose nothing, as an open one that is flat: such a moment says nothing of volume.
    let kept = narrow(volumes[1] / volumes[0]);
    if kept.is_finite() {
        sums.volume = [sums.volume[0].min(kept), sums.volume[1].max(kept)];
    }
}

/// `⅙ Σ a · (b × c)`, of an open surface that of the cone to the first vertex.
fn volume(positions: &[Vec3], triangles: &[[u32; 3]]) -> f64 {
    let first = positions.first().copied().unwrap_or_default().as_dvec3();
    let corner = |vertex: u32| {
        let position = positions.get(vertex as usize).copied();
        position.unwrap_or_default().as_dvec3() - first
    };
    let cones = triangles.iter().map(|triangle| {
        let [a, b, c] = triangle.map(corner);
        a.dot(b.cross(c))
    });
    cones.sum::<f64>() / 6.0
}
