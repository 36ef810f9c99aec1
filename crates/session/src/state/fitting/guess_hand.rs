//! Likely places of a hand's markers: of one that is a model of its own, and of the fingers of a figure.

use glam::Vec3;
use rig::TemplateOptions;
use scene::view::bounds::Bounds;

use super::cloud::Cloud;
use super::fingers::{Finger, Hand, fingers};
use super::guess::Guess;
use super::sureness::Sureness;

/// For each finger from the thumb on: the names of its markers, the angle of its tip from the middle one towards the thumb, in radians, its
/// length, and how far on the way to the tip its knuckle is.
const FINGERS: [FingerMarkers; 5] = [
    FingerMarkers::new(["Thumb knuckle", "Thumb tip"], [0.75, 0.68, 0.55]),
    FingerMarkers::new(["Index knuckle", "Index tip"], [0.21, 0.97, 0.49]),
    FingerMarkers::new(["Middle knuckle", "Middle tip"], [0.0, 1.0, 0.49]),
    FingerMarkers::new(["Ring knuckle", "Ring tip"], [-0.17, 0.95, 0.49]),
    FingerMarkers::new(["Little knuckle", "Little tip"], [-0.38, 0.82, 0.49]),
];

/// What is usual of a finger.
struct FingerMarkers {
    knuckle: &'static str,
    tip: &'static str,
    angle: f32,
    length: f32,
    share: f32,
}

impl FingerMarkers {
    const fn new([knuckle, tip]: [&'static str; 2], [angle, length, share]: [f32; 3]) -> Self {
        Self {
            knuckle,
            tip,
            angle,
            length,
            share,
        }
    }
}

/// The wrist and the directions of a hand.
pub(super) struct Palm {
    pub(super) wrist: Vec3,
    /// To the tip of the middle finger.
    pub(super) along: Vec3,
    /// To the thumb, of unit length.
    pub(super) across: Vec3,
}

/// How a hand lies that is a model of its own: its fingers are towards one end of its longest extent.
struct Lie {
    palm: Palm,
    /// The middle of the other end; none where the hand ends at its wrist.
    forearm: Option<Vec3>,
    /// How wide it is near its fingers' tips.
    spread: f32,
    fingers: usize,
}

impl Guess<'_> {
    /// The longest extent is along the fingers. They are at the end at which more of them stand out, else at the wider one.
    pub(super) fn place_hand(&mut self) {
        let size = self.cloud.bounds().size();
        let axes = [Vec3::X, Vec3::Y, Vec3::Z];
        let mut order = [0, 1, 2];
        order.sort_by(|a, b| size[*b].total_cmp(&size[*a]));
        let [long, wide, _] = order.map(|axis| axes[axis]);
        // From both ends: which one the fingers are at shows only in what is found there.
        let [one, other] = [long, -long].map(|along| lie(self.cloud, along, wide));
        let is_first = match one.fingers.cmp(&other.fingers) {
            std::cmp::Ordering::Equal => one.spread >= other.spread,
            order => order.is_gt(),
        };
        let lie = if is_first { one } else { other };
        let Palm { wrist, along, .. } = lie.palm;
        let sureness = Sureness::found_if(lie.forearm.is_some());
        let forearm = lie.forearm.unwrap_or(wrist - along * 0.4);
        self.put("Forearm", forearm, sureness);
        self.put("Wrist", wrist, Sureness::Likely);
        self.place_fingers(&lie.palm, Sureness::Likely);
    }

    /// The fingers that stand out; the others where they usually are. What begins at a wrist that is a guess is one, too.
    pub(super) fn place_fingers(&mut self, palm: &Palm, of_wrist: Sureness) {
        let of_fingers = Sureness::found_if(of_wrist > Sureness::Guess);
        for usual in &FINGERS {
            let [knuckle, tip] = self.usual_finger(palm, usual);
            self.put(usual.knuckle, knuckle, Sureness::Guess);
            self.put(usual.tip, tip, Sureness::Guess);
        }
        let found = find_fingers(self.cloud, palm);
        let Ok(count) = u8::try_from(found.len()) else {
            return;
        };
        // Without triangles no finger can be found, so that none says nothing of their number.
        let has_mesh = !self.cloud.mesh().1.is_empty();
        self.fingers = has_mesh.then_some(count);
        let options = TemplateOptions {
            fingers: count,
            ..TemplateOptions::default()
        };
        for (finger, found) in options.finger_set().iter().zip(found) {
            if let Some(usual) = FINGERS.get(*finger) {
                self.put(usual.knuckle, found.knuckle, of_fingers);
                self.put(usual.tip, found.tip, of_fingers);
            }
        }
    }

    /// Knuckle and tip of a finger that does not stand out: near where it usually is, what reaches out farthest.
    fn usual_finger(&self, palm: &Palm, finger: &FingerMarkers) -> [Vec3; 2] {
        let length = palm.along.length();
        let along = palm.along.normalize_or(Vec3::X);
        let way = along * finger.angle.cos() + palm.across * finger.angle.sin();
        let usual = palm.wrist + way * finger.length * length;
        let reach = |p: Vec3| {
            let arm = p - palm.wrist;
            // What lies aside counts against it, so that a longer neighbor does not win.
            arm.dot(way) - 1.5 * arm.reject_from_normalized(way).length()
        };
        let near = |p: &Vec3| p.distance(palm.wrist) < 1.5 * length;
        let points = self.cloud.points().filter(near);
        let best = points.max_by(|a, b| reach(*a).total_cmp(&reach(*b)));
        let best = best.filter(|p| p.distance(usual) < 0.5 * length);
        let around = |tip: Vec3| {
            let found = self.cloud.center(|p| p.distance(tip) < 0.06 * length);
            found.unwrap_or(tip)
        };
        let tip = best.map_or(usual, around);
        [palm.wrist.lerp(tip, finger.share), tip]
    }
}

fn find_fingers(cloud: &Cloud, palm: &Palm) -> Vec<Finger> {
    let (vertices, triangles) = cloud.mesh();
    let hand = Hand {
        wrist: palm.wrist,
        along: palm.along,
        across: palm.across,
    };
    fingers(vertices, triangles, hand)
}

/// A hand whose fingers are at this end of its longest extent: the wrist is the narrowest place, and the thumb is where the palm reaches
/// out from it.
fn lie(cloud: &Cloud, along: Vec3, wide: Vec3) -> Lie {
    let (center, half) = (
        cloud.bounds().center(),
        0.5 * cloud.bounds().size().dot(along.abs()),
    );
    // The box around a slice across the hand; places along it are from −1 to 1.
    let slice = |at: f32, thickness: f32| {
        let within = |p: &Vec3| ((*p - center).dot(along) - at * half).abs() < thickness * half;
        let bounds = Bounds::from_points(cloud.points().filter(within));
        (!bounds.is_empty()).then_some(bounds)
    };
    let mut wrist = (center - along * 0.6 * half, f32::INFINITY);
    // From 0.8 before the middle to 0.3 behind it: farther on are fingers, which are narrower still.
    for step in -8_i8..=3 {
        let found = slice(0.1 * f32::from(step), 0.06);
        let found = found.map(|it| (it.center(), it.size().dot(wide)));
        if let Some(found) = found.filter(|found| found.1 < wrist.1) {
            wrist = found;
        }
    }
    let wrist = wrist.0;
    let tip = slice(1.0, 0.03).map_or(center + along * half, |it| it.center());
    let out = |side: f32| {
        let palm = cloud.points().filter(|p| {
            let share = (*p - wrist).dot(along) / (tip - wrist).dot(along);
            (0.1..0.7).contains(&share)
        });
        let ways = palm.map(|p| side * (p - wrist).dot(wide));
        ways.fold(0.0, f32::max)
    };
    let across = if out(1.0) >= out(-1.0) { wide } else { -wide };
    let end = slice(-1.0, 0.06).map(|it| it.center());
    let is_far = |end: &Vec3| (wrist - *end).dot(along) > 0.2 * half;
    let way = tip - wrist;
    let across = across.reject_from_normalized(way.normalize_or(along));
    let palm = Palm {
        wrist,
        along: way,
        across: across.normalize_or(wide),
    };
    Lie {
        forearm: end.filter(is_far),
        spread: slice(0.9, 0.15).map_or(0.0, |it| it.size().dot(wide)),
        fingers: find_fingers(cloud, &palm).len(),
        palm,
    }
}
