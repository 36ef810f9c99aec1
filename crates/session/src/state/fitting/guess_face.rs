//! Likely places of the markers of a face: of eyes, ears, and the tip of the jaw.

use std::ops::Range;

use glam::{Vec3, vec3};

use super::guess::Guess;
use super::sureness::Sureness;

/// Of a figure on two legs, as shares of the height of its head from the chin on: half the distance of the eyes, and their height.
const EYES: [f32; 2] = [0.14, 0.5];
/// The height of the tip of the jaw.
const JAW: f32 = 0.06;
/// How far behind the surface the center of an eye is, and the tip of the bone of the jaw.
const DEPTH: f32 = 0.06;
/// How far before the middle of the head they are where the mesh has no vertex near.
const AHEAD: f32 = 0.35;
/// How far from a place vertices are looked at.
const NEAR: f32 = 0.1;

/// Of a figure on four legs, as shares of the length of its head: where on the way from the back of the head to the nose its eyes, ears and
/// the tip of its jaw are, and how far up.
const EYES_OF_FOUR: [f32; 2] = [0.45, 0.05];
const EARS_OF_FOUR: [f32; 2] = [0.08, 0.1];
const JAW_OF_FOUR: [f32; 2] = [0.92, -0.14];
/// Half the distance of its eyes and of its ears, as a share of half the width of the head there.
const BESIDE: f32 = 0.6;
/// Half that width where the mesh has no vertex near, and the length of an ear, as shares of the length of the head.
const WIDTH: f32 = 0.2;
const EAR: f32 = 0.3;

impl Guess<'_> {
    /// The face of a figure on two legs, whose head is between these heights; `is_usual` where these were found.
    pub(super) fn place_biped_face(&mut self, head: Range<f32>, is_usual: bool) {
        let (cloud, chin, size) = (self.cloud, head.start, head.end - head.start);
        let in_head = |p: Vec3| p.y > chin && p.x < 0.5 * size;
        let middle = cloud.center(in_head).unwrap_or(cloud.bounds().center()).z;
        let [aside, eyes] = EYES.map(|share| share * size);
        for (name, x, y) in [
            ("Eye", aside, chin + eyes),
            ("Jaw tip", 0.0, chin + JAW * size),
        ] {
            let is_near = |p: &Vec3| (p.x - x).abs() < NEAR * size && (p.y - y).abs() < NEAR * size;
            let depths = cloud.points().filter(is_near).map(|p| p.z);
            // The figure looks along +Z here: the largest z is the skin in front.
            let front = depths.reduce(f32::max);
            let z = front.map_or(middle + AHEAD * size, |front| front - DEPTH * size);
            let sureness = Sureness::likely_if(is_usual && front.is_some());
            self.put(name, vec3(x, y, z), sureness);
        }
    }

    /// The face of a figure on four legs, by the back of its head and its nose.
    pub(super) fn place_quadruped_face(&mut self, back: Vec3, nose: Vec3) {
        let cloud = self.cloud;
        let size = back.distance(nose);
        let at = |[share, up]: [f32; 2]| back.lerp(nose, share) + Vec3::Y * up * size;
        let beside = |place: Vec3| {
            let is_near = |p: &Vec3| {
                (p.z - place.z).abs() < NEAR * size && (p.y - place.y).abs() < NEAR * size
            };
            let widths = cloud.points().filter(is_near).map(|p| p.x);
            let width = widths.reduce(f32::max).unwrap_or(WIDTH * size);
            // Horns and large ears count no farther out than the head is long.
            place.with_x(BESIDE * width.min(size))
        };
        let ear = beside(at(EARS_OF_FOUR));
        for (name, place) in [
            ("Eye", beside(at(EYES_OF_FOUR))),
            ("Ear", ear),
            ("Ear tip", ear + vec3(0.3, 1.0, 0.0) * (EAR * size)),
            ("Jaw tip", at(JAW_OF_FOUR)),
        ] {
            self.put(name, place, Sureness::Guess);
        }
    }
}
