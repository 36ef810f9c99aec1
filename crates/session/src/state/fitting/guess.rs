//! Likely places of markers on a mesh that stands on the floor and looks along +Z, or along −Z where its feet point there, or is turned about
//! the vertical axis and symmetric. Wrong ones are dragged by the user.

use glam::{Vec3, vec3};
use rig::{MarkerSide, SkeletonTemplate, TemplateKind};
use scene::view::bounds::Bounds;

use super::cloud::Cloud;
use super::guess_hand::Palm;
use super::sureness::Sureness;

/// Bands in which the outline of a figure is looked at, from the top.
const BANDS: u16 = 64;
/// A reach of the arms over height from which on they are spread.
const SPREAD: f32 = 0.28;
/// The hands of arms that slant down at the sides are between these heights, and no taller than this, as shares of the figure's.
const SLANTED: std::ops::Range<f32> = 0.3..0.6;
const HAND: f32 = 0.12;
/// Beside an arm, on the side of the body, is nothing from here to there, as shares of the figure's height.
const GAP: std::ops::Range<f32> = 0.035..0.05;
/// Shoulders are above the groin by this share of the way to the top at least.
const OVER_GROIN: f32 = 0.25;
/// Heads of people have these shares of their height; others are a cartoon's, or no head was found.
const HEAD: std::ops::Range<f32> = 0.09..0.22;
/// Markers of a quadruped's legs, whether of the front legs: x as a share of the foot's, height as a share of the back's,
/// distance to the front of the foot as a share of the length.
const QUADRUPED_LEGS: [(&str, bool, [f32; 3]); 10] = [
    ("Shoulder", true, [0.8, 0.68, 0.04]),
    ("Elbow", true, [1.0, 0.5, -0.03]),
    ("Wrist", true, [1.0, 0.22, -0.005]),
    ("Front paw", true, [1.0, 0.03, 0.02]),
    ("Front toes", true, [1.0, 0.015, 0.06]),
    ("Hip", false, [0.7, 0.8, 0.02]),
    ("Knee", false, [1.0, 0.5, 0.06]),
    ("Hock", false, [1.0, 0.27, -0.04]),
    ("Hind paw", false, [1.0, 0.03, 0.02]),
    ("Hind toes", false, [1.0, 0.015, 0.06]),
];

/// Likely places of markers.
#[derive(Clone, Debug)]
pub(super) struct Guessed {
    /// One for each marker of the template, and how sure it is.
    pub(super) places: Vec<(Vec3, Sureness)>,
    /// The number of fingers, where the mesh shows it.
    pub(super) fingers: Option<u8>,
}

/// A place for each marker of a template.
pub(super) fn guess(template: &SkeletonTemplate, cloud: &Cloud) -> Guessed {
    let mut guessed = guess_in_frame(template, cloud);
    let is_lost = cloud.doubt(template.kind()).is_some();
    for (place, sureness) in &mut guessed.places {
        *place = cloud.frame().model_from_figure(*place);
        if is_lost {
            *sureness = Sureness::Guess;
        }
    }
    guessed
}

/// The same in the frame of the figure.
fn guess_in_frame(template: &SkeletonTemplate, cloud: &Cloud) -> Guessed {
    if template.kind() != TemplateKind::Biped || !cloud.looks_back() {
        return guess_ahead(template, cloud);
    }
    let mut guessed = guess_ahead(template, &cloud.rotated_180());
    for (place, _) in &mut guessed.places {
        *place = vec3(2.0 * cloud.middle() - place.x, place.y, -place.z);
    }
    guessed
}

/// The same of what looks along +Z.
fn guess_ahead(template: &SkeletonTemplate, cloud: &Cloud) -> Guessed {
    let mut guess = Guess {
        template,
        cloud,
        places: vec![(Vec3::ZERO, Sureness::Guess); template.markers().len()],
        fingers: None,
    };
    match template.kind() {
        TemplateKind::Biped => guess.place_biped(),
        TemplateKind::Quadruped => guess.place_quadruped(),
        TemplateKind::Hand => guess.place_hand(),
    }
    Guessed {
        places: guess.places,
        fingers: guess.fingers,
    }
}

pub(super) struct Guess<'a> {
    template: &'a SkeletonTemplate,
    pub(super) cloud: &'a Cloud,
    places: Vec<(Vec3, Sureness)>,
    pub(super) fingers: Option<u8>,
}

impl Guess<'_> {
    /// Puts the markers of a name; `at` is on the folded side.
    pub(super) fn put(&mut self, name: &str, at: Vec3, sureness: Sureness) {
        let middle = self.cloud.middle();
        let is_hand = self.template.kind() == TemplateKind::Hand;
        for (marker, place) in self.template.markers().iter().zip(&mut self.places) {
            if marker.name == name {
                let at = match marker.side {
                    _ if is_hand => at,
                    MarkerSide::Middle => at.with_x(middle),
                    MarkerSide::Left => at.with_x(middle + at.x),
                    MarkerSide::Right => at.with_x(middle - at.x),
                };
                *place = (at, sureness);
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

    fn place_biped(&mut self) {
        let (height, top) = (self.height(), self.level(1.0));
        let found = self.neck();
        let neck = found.unwrap_or_else(|| self.level(0.82));
        let head = top - neck;
        let is_usual = found.is_some() && HEAD.contains(&(head / height));
        let of_head = Sureness::found_if(is_usual);
        let cloud = self.cloud;
        let in_band = |y: f32, half: f32| {
            // Close to the middle: arms do not say how deep the body is.
            let within = move |p: Vec3| (p.y - y).abs() < half * height && p.x < 0.1 * height;
            cloud
                .center(within)
                .map_or(cloud.bounds().center().z, |at| at.z)
        };
        let place = vec3(0.0, top, in_band(top, 0.04));
        self.put("Top of head", place, Sureness::Found);
        let chin = neck + 0.02 * head;
        self.put("Chin", vec3(0.0, chin, in_band(chin, 0.02)), of_head);
        self.place_biped_face(chin..top, is_usual);
        let found = self.groin();
        let groin = found.unwrap_or_else(|| self.level(0.47));
        let place = vec3(0.0, groin, in_band(groin, 0.04));
        self.put("Groin", place, Sureness::found_if(found.is_some()));
        self.place_arms((neck, head), groin, is_usual);
        self.place_legs(groin, Sureness::likely_if(found.is_some()));
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
            // From the top down: the first band narrower by 15 % than the head begins the neck; one wider by 30 % than
            // the narrowest so far, the shoulders, ends it.
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
    fn groin(&self) -> Option<f32> {
        let (height, knees) = (self.height(), self.level(0.25));
        // Below the groin nothing lies near the middle.
        let between = self.cloud.points().filter(|p| p.x < 0.003 * height);
        let lowest = between.map(|p| p.y).filter(|y| *y > knees);
        let lowest = lowest.fold(f32::INFINITY, f32::min);
        let is_likely = lowest > self.level(0.3) && lowest < self.level(0.6);
        is_likely.then_some(lowest)
    }

    /// `is_usual` says whether head and neck are where people have them.
    fn place_arms(&mut self, (neck, head): (f32, f32), groin: f32, is_usual: bool) {
        let (height, width) = (self.height(), self.cloud.width());
        let shoulder_x = (0.64 * head).min(0.12 * height).min(0.5 * width);
        let lowest = groin + OVER_GROIN * (self.level(1.0) - groin);
        let usual = (neck - 0.45 * head).max(lowest);
        let spread = (width > SPREAD * height).then(|| self.spread_arm(shoulder_x));
        let seen = spread.or_else(|| self.slanted_arm(vec3(shoulder_x, usual, 0.0)));
        let [elbow, wrist, tip] = seen.unwrap_or_else(|| self.hanging_arm());
        // A level arm goes on straight to the shoulder; one that slants says less of it.
        // The wrist is farther out than the elbow; where it is not, the least width keeps the slope finite.
        let slope = (elbow.y - wrist.y) / (elbow.x - wrist.x).min(-1e-3 * height);
        let straight = elbow.y + slope * (shoulder_x - elbow.x);
        let y = if is_usual {
            let y = straight + (usual - straight) * slope.abs().min(1.0);
            y.clamp(neck - 0.8 * head, neck - 0.25 * head)
        } else if spread.is_some() {
            // Where the neck is not known, the arm alone tells.
            straight.min(self.level(0.95))
        } else {
            usual
        };
        let y = y.max(lowest);
        let near =
            |p: Vec3| (p.x - shoulder_x).abs() < 0.03 * height && (p.y - y).abs() < 0.05 * height;
        let z = self.cloud.center(near).map_or(elbow.z, |at| at.z);
        let likely = Sureness::likely_if(is_usual && seen.is_some());
        self.put("Shoulder", vec3(shoulder_x, y, z), likely);
        self.put("Elbow", elbow, likely);
        self.put("Wrist", wrist, likely);
        let along = tip - wrist;
        // Ahead, where the thumbs of arms at the sides point.
        let across = Vec3::Z.reject_from_normalized(along.normalize_or(Vec3::X));
        let palm = Palm {
            wrist,
            along,
            across: across.normalize_or(Vec3::Z),
        };
        self.place_fingers(&palm, likely);
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
        let (elbow, wrist) = (at(0.395), at(0.74));
        [elbow, self.across_arm(wrist, [elbow, tip]), tip]
    }

    /// The middle of the slice across an arm at a place near it.
    fn across_arm(&self, near: Vec3, [elbow, tip]: [Vec3; 2]) -> Vec3 {
        let length = elbow.distance(tip);
        let way = (tip - elbow).normalize_or(Vec3::X);
        let at = elbow + way * (near - elbow).dot(way);
        let slice =
            |p: Vec3| (p - at).dot(way).abs() < 0.03 * length && p.distance(at) < 0.25 * length;
        self.cloud.center(slice).unwrap_or(near)
    }

    /// The same of an arm that slants down beside the body: its hand is what reaches out farthest, and between arm and body is nothing.
    fn slanted_arm(&self, shoulder: Vec3) -> Option<[Vec3; 3]> {
        let (height, width) = (self.height(), self.cloud.width());
        let outmost = self.cloud.points();
        let outmost = Bounds::from_points(outmost.filter(|p| p.x > width - 0.012 * height));
        if outmost.is_empty() || outmost.size().y > HAND * height {
            return None;
        }
        let hand = outmost.center();
        if !SLANTED.contains(&((hand.y - self.level(0.0)) / height)) {
            return None;
        }
        let shoulder = shoulder.with_z(hand.z);
        let way = (hand - shoulder).try_normalize()?;
        let reach = |p: Vec3| (p - shoulder).dot(way);
        let is_hand = |p: &Vec3| {
            let aside = (*p - shoulder).reject_from_normalized(way).length();
            aside < 0.06 * height && reach(*p) > 0.6 * hand.distance(shoulder)
        };
        let far = self.cloud.points().filter(is_hand).map(reach);
        let far = far.reduce(f32::max)?;
        let is_tip = |p: Vec3| is_hand(&p) && reach(p) > far - 0.012 * height;
        let tip = self.cloud.center(is_tip)?;
        let elbow = shoulder.lerp(tip, 0.4);
        let wrist = self.across_arm(shoulder.lerp(tip, 0.75), [elbow, tip]);
        let is_beside = |p: Vec3| {
            let inward = (wrist.x - p.x) / height;
            GAP.contains(&inward) && (p.y - wrist.y).abs() < 0.02 * height
        };
        let is_apart = !self.cloud.points().any(is_beside);
        is_apart.then_some([elbow, wrist, tip])
    }

    /// The same of an arm that hangs beside the body.
    fn hanging_arm(&self) -> [Vec3; 3] {
        let height = self.height();
        // Elbow, wrist and tips hang at these shares of a person's height.
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

    fn place_legs(&mut self, groin: f32, sureness: Sureness) {
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
        self.put("Knee", knee, sureness);
        self.put("Ankle", ankle, sureness);
        let toes = if is_ahead { toes } else { ahead };
        self.put("Toes", toes, Sureness::found_if(is_ahead));
    }

    fn place_quadruped(&mut self) {
        let cloud = self.cloud;
        let bounds = *cloud.bounds();
        let (height, length) = (self.height(), bounds.size().z);
        let (center, sole) = (bounds.center().z, self.level(0.06));
        let usual = |share: f32| vec3(0.08 * height, sole, center + share * length);
        let front = cloud.center(|p| p.y < sole && p.z > center);
        let of_front = Sureness::likely_if(front.is_some());
        let front = front.unwrap_or_else(|| usual(0.2));
        let back = cloud.center(|p| p.y < sole && p.z <= center);
        let of_back = Sureness::likely_if(back.is_some());
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
        let withers = vec3(0.0, level(0.92), front.z + 0.02 * length);
        self.put("Withers", withers, of_front);
        let pelvis = vec3(0.0, level(0.88), back.z + 0.03 * length);
        self.put("Pelvis", pelvis, of_back);
        let end = |z: f32| {
            let found = cloud.center(|p| (p.z - z).abs() < 0.015 * length);
            found.unwrap_or(vec3(0.0, level(1.0), z))
        };
        let nose = end(bounds.max.z);
        self.put("Nose", nose, Sureness::Found);
        let poll = nose.z - 0.4 * (nose.z - front.z).max(0.05 * length);
        let poll = vec3(0.0, nose.y.max(level(0.9)) + 0.03 * up, poll);
        self.put("Back of head", poll, Sureness::Guess);
        self.place_quadruped_face(poll, nose.with_x(0.0));
        let tail = vec3(0.0, level(0.86), back.z - 0.06 * length);
        self.put("Tail base", tail, of_back);
        let tip = end(bounds.min.z);
        let hangs = tail + vec3(0.0, -0.3 * up, -0.1 * length);
        let is_tail = tip.z < tail.z - 0.05 * length;
        let tip = if is_tail { tip } else { hangs };
        self.put("Tail tip", tip, Sureness::found_if(is_tail));
        for (name, is_front, [x, y, z]) in QUADRUPED_LEGS {
            let (foot, sureness) = if is_front {
                (front, of_front)
            } else {
                (back, of_back)
            };
            let at = vec3(x * foot.x, level(y), foot.z + z * length);
            self.put(name, at, sureness);
        }
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
