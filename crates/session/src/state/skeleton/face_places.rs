//! Where the eyes and the jaw of a head are, by its skin at rest: eyes by parts of the mesh, the jaw by chin and nose.

use std::ops::Range;

use glam::Vec3;

/// A point counts as the head's if the head moves at least so much of it.
const OF_HEAD: f32 = 0.5;
/// A part is the head's if so many of its points are, as a share.
const WHOLLY: f32 = 0.95;
/// The least points of an eyeball.
const FEWEST: usize = 8;
/// The diagonal of an eyeball's box, as shares of the head's.
const EYE_SIZE: Range<f32> = 0.02..0.35;
/// The shortest side of its box, as a share of the longest: half a ball is half as deep as wide.
const ROUND: f32 = 0.45;
/// How far two eyes may be from mirror images of each other, as a share of the head's size.
const ALIKE: f32 = 0.06;
/// How far their sizes may be apart, as a share of the larger.
const SIZES: f32 = 0.2;
/// The least distance between both, likewise.
const APART: f32 = 0.06;
/// Parts this near to the middle of an eye, in its radii, belong to it.
const WITHIN: f32 = 0.8;
/// How far beside the middle of the head chin and nose are looked for, and how far around the height of the mouth its depth is.
const BESIDE: f32 = 0.1;
const AROUND: f32 = 0.05;
/// The mouth on the way up from chin to nose.
const MOUTH: f32 = 0.55;
/// The least height from chin to nose, and the least depth from the hinge to the mouth, as shares of the head's size.
const LEAST: f32 = 0.05;
/// Radians over which the lips pass over to the jaw, and over which the throat goes on from it.
const LIPS: f32 = 0.17;
const THROAT: f32 = 0.6;
/// Parts smaller than this, as a share of the head's size, keep their shape: teeth and tongue.
const RIGID: f32 = 0.4;

/// The directions of a face, of length one and across each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FaceAxes {
    /// To the body's own left.
    pub left: Vec3,
    /// To the top.
    pub up: Vec3,
    /// Where it looks.
    pub front: Vec3,
}

/// A surface with what the head moves of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeadSurface {
    /// Where its points rest in the model.
    pub points: Vec<Vec3>,
    /// How much of each the head moves.
    pub weights: Vec<f32>,
    /// The part of each: points that hang together have the same.
    pub parts: Vec<u32>,
}

/// An eye, or the jaw: where its joint stands, and how much of each point is its own, surface by surface.
#[derive(Clone, Debug, PartialEq)]
pub struct FacePlace {
    /// The middle of an eye, the hinge of a jaw.
    pub head: Vec3,
    /// What its bone points to: before the eye, the tip of the chin.
    pub tail: Vec3,
    /// For each surface, 0 to 1 for each point.
    pub shares: Vec<Vec<f32>>,
}

/// Surfaces of a head, seen along the axes of its face from its joint.
#[derive(Clone, Debug)]
pub struct HeadSkin<'a> {
    surfaces: &'a [HeadSurface],
    axes: FaceAxes,
    origin: Vec3,
    parts: Vec<Part>,
    /// The diagonal of the box around what the head moves.
    size: f32,
}

/// A part of a surface, in the coordinates left, up, front.
#[derive(Clone, Debug)]
struct Part {
    surface: usize,
    number: u32,
    points: usize,
    of_head: usize,
    least: Vec3,
    most: Vec3,
}

impl Part {
    fn center(&self) -> Vec3 {
        0.5 * (self.least + self.most)
    }

    fn extent(&self) -> Vec3 {
        self.most - self.least
    }

    fn is_of_head(&self) -> bool {
        let least = WHOLLY * count(self.points);
        self.of_head > 0 && count(self.of_head) >= least
    }

    fn roundness(&self) -> f32 {
        let extent = self.extent();
        extent.min_element() / extent.max_element().max(f32::MIN_POSITIVE)
    }
}

impl<'a> HeadSkin<'a> {
    /// The skin of a head whose joint rests at `origin`; none where the head moves nothing.
    #[must_use]
    pub fn new(surfaces: &'a [HeadSurface], axes: FaceAxes, origin: Vec3) -> Option<Self> {
        let mut skin = Self {
            surfaces,
            axes,
            origin,
            parts: Vec::new(),
            size: 0.0,
        };
        let (mut least, mut most) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        let mut widen = |seen: Vec3, is_own: bool| {
            if is_own && seen.is_finite() {
                (least, most) = (least.min(seen), most.max(seen));
            }
        };
        for (surface, own) in surfaces.iter().enumerate() {
            let first = skin.parts.len();
            let points = own.points.iter().zip(&own.weights).zip(&own.parts);
            for ((point, weight), number) in points {
                let seen = skin.seen(*point);
                let is_own = *weight >= OF_HEAD;
                widen(seen, is_own);
                skin.add_point([first, surface], *number, (seen, is_own));
            }
        }
        skin.parts.retain(|part| part.points > 0);
        skin.size = (most - least).length();
        (skin.size.is_finite() && skin.size > 0.0).then_some(skin)
    }

    /// Counts a point of a surface whose parts begin at the first number.
    fn add_point(
        &mut self,
        [first, surface]: [usize; 2],
        number: u32,
        (seen, is_own): (Vec3, bool),
    ) {
        if !seen.is_finite() {
            return;
        }
        let place = first + number as usize;
        for number in (0_u32..).skip(self.parts.len() - first) {
            if self.parts.len() > place {
                break;
            }
            self.parts.push(Part {
                surface,
                number,
                points: 0,
                of_head: 0,
                least: Vec3::INFINITY,
                most: Vec3::NEG_INFINITY,
            });
        }
        if let Some(part) = self.parts.get_mut(place) {
            part.points += 1;
            part.of_head += usize::from(is_own);
            (part.least, part.most) = (part.least.min(seen), part.most.max(seen));
        }
    }

    /// Left and right eye: two round parts of one size on both sides of the head, with the parts within them.
    #[must_use]
    pub fn eyes(&self) -> Option<[FacePlace; 2]> {
        let size = self.size;
        let is_eye = |part: &&Part| {
            part.is_of_head()
                && part.points >= FEWEST
                && EYE_SIZE.contains(&(part.extent().length() / size))
                && part.roundness() >= ROUND
        };
        let balls: Vec<&Part> = self.parts.iter().filter(is_eye).collect();
        let mut best: Option<([&Part; 2], f32)> = None;
        for left in &balls {
            for right in &balls {
                let (one, other) = (left.center(), right.center());
                let image = Vec3::new(-other.x, other.y, other.z);
                let [wide, narrow] = [left, right].map(|part| part.extent().length());
                let is_pair = one.x - other.x > APART * size
                    && one.distance(image) < ALIKE * size
                    && (wide - narrow).abs() < SIZES * wide.max(narrow);
                // The largest: cornea and iris lie within the ball.
                let score = left.roundness().min(right.roundness()) * wide.min(narrow);
                let is_best = is_pair && best.is_none_or(|(_, most)| score > most);
                best = is_best.then_some(([*left, *right], score)).or(best);
            }
        }
        let (pair, _) = best?;
        Some(pair.map(|ball| self.eye(ball)))
    }

    fn eye(&self, ball: &Part) -> FacePlace {
        let center = ball.center();
        let radius = 0.5 * ball.extent().max_element();
        let is_within = |part: &Part| {
            part.is_of_head()
                && part.center().distance(center) < WITHIN * radius
                && part.extent().max_element() < 1.5 * 2.0 * radius
        };
        FacePlace {
            head: self.placed(center),
            tail: self.placed(center + Vec3::Z * radius),
            shares: self.shares(|part, _| f32::from(u8::from(is_within(part)))),
        }
    }

    /// The jaw below the mouth, by chin and nose; none where the head has nothing in front. Teeth and tongue keep their shape.
    #[must_use]
    pub fn jaw(&self) -> Option<FacePlace> {
        let main = self.parts.iter().max_by_key(|part| part.of_head)?;
        let face = self.face(main);
        let middle = count(face.len()).recip() * face.iter().sum::<Vec3>();
        let is_beside = |point: &&Vec3| point.x.abs() < BESIDE * self.size;
        let front = face.iter().filter(is_beside).filter(|it| it.z > middle.z);
        let by = |value: fn(&Vec3) -> f32| {
            move |one: &&Vec3, other: &&Vec3| value(one).total_cmp(&value(other))
        };
        let chin = *front.clone().max_by(by(|it| it.z - it.y))?;
        let above = front.clone().filter(|it| it.y > chin.y + LEAST * self.size);
        let nose = *above.max_by(by(|it| it.z))?;
        let mouth = chin.y + MOUTH * (nose.y - chin.y);
        let near = front.filter(|it| (it.y - mouth).abs() < AROUND * self.size);
        let depth = near.map(|it| it.z).reduce(f32::max);
        let depth = depth.unwrap_or(0.5 * (chin.z + nose.z));
        let hinge = Vec3::new(0.0, nose.y, middle.z);
        if depth - hinge.z < LEAST * self.size {
            return None;
        }
        let below = |point: Vec3| f32::atan2(hinge.y - point.y, point.z - hinge.z);
        let [lips, tip] = [Vec3::new(0.0, mouth, depth), chin].map(below);
        let share = |point: Vec3| {
            let ahead = (point.z - hinge.z) / (0.35 * (depth - hinge.z));
            let angle = below(point);
            smooth(ahead)
                * smooth((angle - lips) / LIPS + 0.5)
                * smooth(1.0 - (angle - tip) / THROAT)
        };
        let shares = self.shares(|part, point| {
            let is_main = (part.surface, part.number) == (main.surface, main.number);
            let is_small = part.extent().length() < RIGID * self.size;
            match (is_main, is_small && part.is_of_head()) {
                (false, true) => f32::from(u8::from(share(part.center()) > 0.5)),
                _ => share(point),
            }
        });
        let chin = Vec3::new(0.0, chin.y, chin.z);
        Some(FacePlace {
            head: self.placed(hinge),
            tail: self.placed(chin),
            shares,
        })
    }

    /// The points of a part that the head moves.
    fn face(&self, part: &Part) -> Vec<Vec3> {
        let Some(own) = self.surfaces.get(part.surface) else {
            return Vec::new();
        };
        let points = own.points.iter().zip(&own.weights).zip(&own.parts);
        let points =
            points.filter(|((_, weight), number)| **weight >= OF_HEAD && **number == part.number);
        let seen = points.map(|((point, _), _)| self.seen(*point));
        seen.filter(|point| point.is_finite()).collect()
    }

    /// A number for each point of each surface, by its part and place.
    fn shares(&self, share: impl Fn(&Part, Vec3) -> f32) -> Vec<Vec<f32>> {
        let of_surface = |(surface, own): (usize, &HeadSurface)| {
            let parts = self.parts.iter().filter(|part| part.surface == surface);
            let parts: Vec<&Part> = parts.collect();
            let shares = own.points.iter().zip(&own.parts).map(|(point, number)| {
                let part = parts.binary_search_by_key(number, |part| part.number);
                let part = part.ok().and_then(|place| parts.get(place));
                let own = part.map_or(0.0, |part| share(part, self.seen(*point)));
                Some(own).filter(|own| own.is_finite()).unwrap_or_default()
            });
            shares.collect()
        };
        self.surfaces.iter().enumerate().map(of_surface).collect()
    }

    fn seen(&self, point: Vec3) -> Vec3 {
        let from = point - self.origin;
        let FaceAxes { left, up, front } = self.axes;
        Vec3::new(from.dot(left), from.dot(up), from.dot(front))
    }

    fn placed(&self, seen: Vec3) -> Vec3 {
        let FaceAxes { left, up, front } = self.axes;
        self.origin + seen.x * left + seen.y * up + seen.z * front
    }
}

/// From 0 at 0 to 1 at 1, without corners.
fn smooth(share: f32) -> f32 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

#[expect(clippy::cast_precision_loss, reason = "a share of points")]
fn count(points: usize) -> f32 {
    points as f32
}
