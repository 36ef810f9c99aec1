//! Likely places of markers on a mesh that stands on the floor and looks along +Z. Wrong ones are dragged by the user.

use glam::{Vec3, vec3};
use rig::{MarkerSide, SkeletonTemplate, TemplateKind};
use scene::view::bounds::Bounds;

use super::cloud::Cloud;

/// Bands in which the outline of a figure is looked at, from the top.
const BANDS: u16 = 64;
/// A reach of the arms over height from which on they are spread.
const SPREAD: f32 = 0.28;
/// For each finger from the thumb on: angle from the middle one towards the thumb, in radians, and length.
const FINGERS: [(&str, f32, f32); 5] = [
    ("Thumb tip", 0.75, 0.68),
    ("Index tip", 0.21, 0.97),
    ("Middle tip", 0.0, 1.0),
    ("Ring tip", -0.17, 0.95),
    ("Little tip", -0.38, 0.82),
];

/// Markers of a quadruped's legs, whether of the front legs: x as a share of the foot's, height as a share of the back's,
/// distance to the front of the foot as a share of the length.
const QUADRUPED_LEGS: [(&str, bool, [f32; 3]); 8] = [
    ("Shoulder", true, [0.8, 0.68, 0.04]),
    ("Elbow", true, [1.0, 0.5, -0.03]),
    ("Wrist", true, [1.0, 0.22, -0.005]),
    ("Front paw", true, [1.0, 0.03, 0.02]),
    ("Hip", false, [0.7, 0.8, 0.02]),
    ("Knee", false, [1.0, 0.5, 0.06]),
    ("Hock", false, [1.0, 0.27, -0.04]),
    ("Hind paw", false, [1.0, 0.03, 0.02]),
];

/// A place for each marker of a template.
pub(super) fn guess(template: &SkeletonTemplate, cloud: &Cloud) -> Vec<Vec3> {
    let mut guess = Guess {
        template,
        cloud,
        places: vec![Vec3::ZERO; template.markers().len()],
    };
    match template.kind() {
        TemplateKind::Biped => guess.biped(),
        TemplateKind::Quadruped => guess.quadruped(),
        TemplateKind::Hand => guess.hand(),
    }
    guess.places
}

struct Guess<'a> {
    template: &'a SkeletonTemplate,
    cloud: &'a Cloud,
    places: Vec<Vec3>,
}

/// The wrist and the directions of a hand.
struct Palm {
    wrist: Vec3,
    /// To the tip of the middle finger.
    along: Vec3,
    /// To the thumb, of unit length.
    across: Vec3,
}

impl Guess<'_> {
    /// Puts the markers of a name; `at` is on the folded side.
    fn put(&mut self, name: &str, at: Vec3) {
        let middle = self.cloud.middle();
        let is_hand = self.template.kind() == TemplateKind::Hand;
        for (marker, place) in self.template.markers().iter().zip(&mut self.places) {
            if marker.name == name {
                *place = match marker.side {
                    _ if is_hand => at,
                    MarkerSide::Middle => at.with_x(middle),
                    MarkerSide::Left => at.with_x(middle + at.x),
                    MarkerSide::Right => at.with_x(middle - at.x),
                };
            }
        }
    }

    fn height(&self) -> f32 {
        self.cloud.bounds().size().y
    }

    /// A height over the floor, as a share of the figure's.
    fn level(&self, share: f32) -> f32 {
        self.cloud.bounds().min.y + share * self.height()
    }

    fn biped(&mut self) {
        let (height, top) = (self.height(), self.level(1.0));
        let neck = self.neck().unwrap_or_else(|| self.level(0.82));
        let head = top - neck;
        let cloud = self.cloud;
        let in_band = |y: f32, half: f32| {
            let within = move |p: Vec3| (p.y - y).abs() < half * height && p.x < 0.1 * height;
            cloud
                .center(within)
                .map_or(cloud.bounds().center().z, |at| at.z)
        };
        self.put("Top of head", vec3(0.0, top, in_band(top, 0.04)));
        let chin = neck + 0.02 * head;
        self.put("Chin", vec3(0.0, chin, in_band(chin, 0.02)));
        let groin = self.groin();
        self.put("Groin", vec3(0.0, groin, in_band(groin, 0.04)));
        self.arms(neck, head);
        self.legs(groin);
    }

    /// The height of the narrowest place between the head and what is wider below.
    fn neck(&self) -> Option<f32> {
        let height = self.height();
        let mut widths = vec![0.0_f32; usize::from(BANDS)];
        for point in self.cloud.points() {
            let from_top = (self.level(1.0) - point.y) / height * f32::from(BANDS);
            if let Some(width) = widths.get_mut(whole(from_top)) {
                *width = width.max(point.x);
            }
        }
        let (mut widest, mut narrowest) = (0.0_f32, None::<(u16, f32)>);
        for (band, width) in (0..BANDS * 11 / 20).zip(widths) {
            // A mesh of few vertices has bands without any.
            if width <= 0.0 {
                continue;
            }
            match narrowest {
                Some((_, least)) if width > 1.3 * least => break,
                Some((_, least)) if width >= least => {}
                None if width > 0.85 * widest => widest = widest.max(width),
                _ => narrowest = Some((band, width)),
            }
        }
        let (band, _) = narrowest?;
        Some(self.level(1.0 - (f32::from(band) + 0.5) / f32::from(BANDS)))
    }

    /// The height of the lowest place between the legs.
    fn groin(&self) -> f32 {
        let (height, knees) = (self.height(), self.level(0.25));
        let between = self.cloud.points().filter(|p| p.x < 0.003 * height);
        let lowest = between.map(|p| p.y).filter(|y| *y > knees);
        let lowest = lowest.fold(f32::INFINITY, f32::min);
        let is_likely = lowest > self.level(0.3) && lowest < self.level(0.6);
        if is_likely { lowest } else { self.level(0.47) }
    }

    fn arms(&mut self, neck: f32, head: f32) {
        let (height, width) = (self.height(), self.cloud.width());
        let shoulder_x = (0.64 * head).min(0.12 * height).min(0.5 * width);
        let joints = if width > SPREAD * height {
            self.spread_arm(shoulder_x)
        } else {
            self.hanging_arm()
        };
        let [elbow, wrist, tip] = joints;
        // A level arm goes on straight to the shoulder; one that slants says less of it.
        let slope = (elbow.y - wrist.y) / (elbow.x - wrist.x).min(-1e-3 * height);
        let straight = elbow.y + slope * (shoulder_x - elbow.x);
        let usual = neck - 0.45 * head;
        let y = straight + (usual - straight) * slope.abs().min(1.0);
        let y = y.clamp(neck - 0.8 * head, neck - 0.25 * head);
        let near =
            |p: Vec3| (p.x - shoulder_x).abs() < 0.03 * height && (p.y - y).abs() < 0.05 * height;
        let z = self.cloud.center(near).map_or(elbow.z, |at| at.z);
        self.put("Shoulder", vec3(shoulder_x, y, z));
        self.put("Elbow", elbow);
        self.put("Wrist", wrist);
        let along = tip - wrist;
        let across = Vec3::Z.reject_from_normalized(along.normalize_or(Vec3::X));
        self.fingers(&Palm {
            wrist,
            along,
            across: across.normalize_or(Vec3::Z),
        });
    }

    /// Elbow, wrist and tip of an arm that is spread to the side.
    fn spread_arm(&self, shoulder_x: f32) -> [Vec3; 3] {
        let (height, width) = (self.height(), self.cloud.width());
        let hips = self.level(0.35);
        let tip = |p: Vec3| p.x > width - 0.012 * height;
        let tip = self.cloud.center(tip).unwrap_or_default();
        let at = |share: f32| {
            let x = shoulder_x + share * (width - shoulder_x);
            let within = |p: Vec3| (p.x - x).abs() < 0.02 * height && p.y > hips;
            let found = self.cloud.center(within);
            found.unwrap_or(tip).with_x(x)
        };
        [at(0.395), at(0.74), tip]
    }

    /// The same of an arm that hangs beside the body.
    fn hanging_arm(&self) -> [Vec3; 3] {
        let height = self.height();
        [0.62, 0.47, 0.39].map(|share| {
            let y = self.level(share);
            let in_band = |p: &Vec3| (p.y - y).abs() < 0.025 * height;
            let band = self.cloud.points().filter(in_band);
            let out = band.map(|p| p.x).fold(0.0, f32::max);
            let outer = |p: Vec3| in_band(&p) && p.x > 0.75 * out;
            let found = self.cloud.center(outer).unwrap_or(Vec3::X * out);
            found.with_y(y)
        })
    }

    /// The tips of fingers: near where they usually are, what reaches out farthest.
    fn fingers(&mut self, palm: &Palm) {
        let length = palm.along.length();
        let along = palm.along.normalize_or(Vec3::X);
        for (name, angle, share) in FINGERS {
            let way = along * angle.cos() + palm.across * angle.sin();
            let usual = palm.wrist + way * share * length;
            let reach = |p: Vec3| {
                let arm = p - palm.wrist;
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
            self.put(name, best.map_or(usual, around));
        }
    }

    fn legs(&mut self, groin: f32) {
        let height = self.height();
        let ankle = self.level(0.05);
        let leg = |share: f32, y: f32| {
            let within = |p: Vec3| {
                let is_leg = p.x > 0.01 * height && p.x < 0.2 * height;
                is_leg && (p.y - share).abs() < 0.02 * height
            };
            let found = self.cloud.center(within);
            let usual = vec3(0.06 * height, y, self.cloud.bounds().center().z);
            found.unwrap_or(usual).with_y(y)
        };
        let knee = ankle + 0.57 * (groin - ankle);
        let (knee, ankle) = (leg(knee, knee), leg(self.level(0.08), ankle));
        let sole = self.level(0.05);
        let foot = self.cloud.points().filter(|p| p.y < sole);
        let front = foot.map(|p| p.z).fold(f32::NEG_INFINITY, f32::max);
        let toes = |p: Vec3| p.y < sole && p.z > front - 0.02 * height;
        let ahead = ankle + vec3(0.0, -0.03, 0.1) * height;
        let toes = self.cloud.center(toes).unwrap_or(ahead);
        let is_ahead = toes.z > ankle.z + 0.02 * height;
        self.put("Knee", knee);
        self.put("Ankle", ankle);
        self.put("Toes", if is_ahead { toes } else { ahead });
    }

    fn quadruped(&mut self) {
        let cloud = self.cloud;
        let bounds = *cloud.bounds();
        let (height, length) = (self.height(), bounds.size().z);
        let (center, sole) = (bounds.center().z, self.level(0.06));
        let usual = |share: f32| vec3(0.08 * height, sole, center + share * length);
        let front = cloud.center(|p| p.y < sole && p.z > center);
        let front = front.unwrap_or_else(|| usual(0.2));
        let back = cloud.center(|p| p.y < sole && p.z <= center);
        let back = back.unwrap_or_else(|| usual(-0.2));
        // The height of the back, halfway between the legs.
        let waist = 0.5 * (front.z + back.z);
        let body = cloud
            .points()
            .filter(|p| (p.z - waist).abs() < 0.05 * length);
        let back_y = body.map(|p| p.y).fold(f32::NEG_INFINITY, f32::max);
        let up = if back_y.is_finite() {
            back_y - bounds.min.y
        } else {
            0.7 * height
        };
        let level = |share: f32| bounds.min.y + share * up;
        self.put("Withers", vec3(0.0, level(0.92), front.z + 0.02 * length));
        self.put("Pelvis", vec3(0.0, level(0.88), back.z + 0.03 * length));
        let end = |z: f32| {
            let found = cloud.center(|p| (p.z - z).abs() < 0.015 * length);
            found.unwrap_or(vec3(0.0, level(1.0), z))
        };
        let nose = end(bounds.max.z);
        self.put("Nose", nose);
        let poll = nose.z - 0.4 * (nose.z - front.z).max(0.05 * length);
        let poll = vec3(0.0, nose.y.max(level(0.9)) + 0.03 * up, poll);
        self.put("Back of head", poll);
        let tail = vec3(0.0, level(0.86), back.z - 0.06 * length);
        self.put("Tail base", tail);
        let tip = end(bounds.min.z);
        let hangs = tail + vec3(0.0, -0.3 * up, -0.1 * length);
        let is_tail = tip.z < tail.z - 0.05 * length;
        self.put("Tail tip", if is_tail { tip } else { hangs });
        for (name, is_front, [x, y, z]) in QUADRUPED_LEGS {
            let foot = if is_front { front } else { back };
            self.put(name, vec3(x * foot.x, level(y), foot.z + z * length));
        }
    }

    /// The longest extent is along the fingers, which spread; the wrist is the narrowest place, and the thumb is where
    /// the palm reaches out from it.
    fn hand(&mut self) {
        let cloud = self.cloud;
        let size = cloud.bounds().size();
        let axes = [Vec3::X, Vec3::Y, Vec3::Z];
        let mut order = [0, 1, 2];
        order.sort_by(|a, b| size[*b].total_cmp(&size[*a]));
        let [long, wide, _] = order.map(|axis| axes[axis]);
        let (center, half) = (cloud.bounds().center(), 0.5 * size.dot(long));
        // The box around a slice across the hand; places along it are from −1 to 1.
        let slice = |way: Vec3, at: f32, thickness: f32| {
            let within = |p: &Vec3| ((*p - center).dot(way) - at * half).abs() < thickness * half;
            let bounds = Bounds::from_points(cloud.points().filter(within));
            (!bounds.is_empty()).then_some(bounds)
        };
        let spread = |way: Vec3| slice(way, 0.9, 0.15).map_or(0.0, |it| it.size().dot(wide));
        let along = if spread(long) >= spread(-long) {
            long
        } else {
            -long
        };
        let mut wrist = (center - along * 0.6 * half, f32::INFINITY);
        for step in -8_i8..=3 {
            let found = slice(along, 0.1 * f32::from(step), 0.06);
            let found = found.map(|it| (it.center(), it.size().dot(wide)));
            if let Some(found) = found.filter(|found| found.1 < wrist.1) {
                wrist = found;
            }
        }
        let wrist = wrist.0;
        let tip = slice(along, 1.0, 0.03).map_or(center + along * half, |it| it.center());
        let out = |side: f32| {
            let palm = cloud.points().filter(|p| {
                let share = (*p - wrist).dot(along) / (tip - wrist).dot(along);
                (0.1..0.7).contains(&share)
            });
            let ways = palm.map(|p| side * (p - wrist).dot(wide));
            ways.fold(0.0, f32::max)
        };
        let across = if out(1.0) >= out(-1.0) { wide } else { -wide };
        let end = slice(along, -1.0, 0.06).map(|it| it.center());
        let is_far = |end: &Vec3| (wrist - *end).dot(along) > 0.2 * half;
        let beyond = wrist - (tip - wrist) * 0.4;
        self.put("Forearm", end.filter(is_far).unwrap_or(beyond));
        self.put("Wrist", wrist);
        let along = tip - wrist;
        let across = across.reject_from_normalized(along.normalize_or(long));
        self.fingers(&Palm {
            wrist,
            along,
            across: across.normalize_or(wide),
        });
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the number of a band; saturates"
)]
fn whole(number: f32) -> usize {
    number as usize
}
