//! The drawn person of the bone map: a front view with both hands, in units of its own.

use eframe::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2};
use retarget::{AnimalBone, Slot};
use rig::{BodySide, HumanBone};

/// Width and height of the drawing.
pub(super) const SIZE: Vec2 = Vec2::new(300.0, 300.0);

/// Where the dot of a slot is, from the left and from the top; none of a free one. The left of the person is on the right of the picture.
pub(super) fn slot_place(slot: &Slot) -> Option<Pos2> {
    match slot {
        Slot::Human(bone) => Some(bone_place(*bone)),
        Slot::Animal(AnimalBone::Tail) => Some(Pos2::new(150.0, 174.0)),
        Slot::Animal(AnimalBone::LeftFrontPaw) => Some(LEFT_PAW),
        Slot::Animal(AnimalBone::RightFrontPaw) => Some(mirrored(LEFT_PAW)),
        Slot::Free(_) => None,
    }
}

const LEFT_PAW: Pos2 = Pos2::new(226.0, 172.0);

/// Where the line to the dot of a slot begins; none of the hips, and of free slots.
pub(super) fn line_start(slot: &Slot) -> Option<Pos2> {
    let bone = match slot {
        Slot::Human(bone) => *bone,
        Slot::Animal(AnimalBone::Tail) => return Some(bone_place(HumanBone::Hips)),
        Slot::Animal(AnimalBone::LeftFrontPaw) => return Some(bone_place(HumanBone::LeftHand)),
        Slot::Animal(AnimalBone::RightFrontPaw) => return Some(bone_place(HumanBone::RightHand)),
        Slot::Free(_) => return None,
    };
    let parent = bone.parent();
    match bone.side() {
        _ if parent == bone => None,
        // Fingers are drawn at the hand beside.
        Some(side) if is_detail(bone) && !is_detail(parent) && parent != HumanBone::Head => {
            Some(wrist(side))
        }
        _ => Some(bone_place(parent)),
    }
}

/// Whether a slot is drawn small.
pub(super) fn is_small(slot: &Slot) -> bool {
    matches!(slot, Slot::Human(bone) if is_detail(*bone))
}

fn bone_place(bone: HumanBone) -> Pos2 {
    match bone.side() {
        Some(BodySide::Right) => mirrored(Pos2::from(left_place(bone.mirrored()))),
        _ => Pos2::from(left_place(bone)),
    }
}

/// The places of the middle and the left.
fn left_place(bone: HumanBone) -> [f32; 2] {
    use HumanBone as B;
    match bone {
        B::Hips => [150.0, 147.0],
        B::Spine => [150.0, 127.0],
        B::Chest => [150.0, 107.0],
        B::UpperChest => [150.0, 86.0],
        B::Neck => [150.0, 64.0],
        B::Head => [150.0, 21.0],
        B::LeftEye => [158.0, 34.0],
        B::Jaw => [150.0, 48.0],
        B::LeftShoulder => [165.0, 72.0],
        B::LeftUpperArm => [182.0, 79.0],
        B::LeftLowerArm => [201.0, 117.0],
        B::LeftHand => [219.0, 155.0],
        B::LeftUpperLeg => [164.0, 161.0],
        B::LeftLowerLeg => [167.0, 215.0],
        B::LeftFoot => [168.0, 267.0],
        B::LeftToes => [177.0, 283.0],
        B::LeftThumbMetacarpal => [245.0, 263.0],
        B::LeftThumbProximal => [234.0, 249.0],
        B::LeftThumbDistal => [225.0, 235.0],
        B::LeftIndexProximal => [244.0, 237.0],
        B::LeftIndexIntermediate => [242.0, 219.0],
        B::LeftIndexDistal => [240.0, 203.0],
        B::LeftMiddleProximal => [255.0, 234.0],
        B::LeftMiddleIntermediate => [254.0, 213.0],
        B::LeftMiddleDistal => [253.0, 195.0],
        B::LeftRingProximal => [266.0, 236.0],
        B::LeftRingIntermediate => [267.0, 216.0],
        B::LeftRingDistal => [268.0, 199.0],
        B::LeftLittleProximal => [277.0, 241.0],
        B::LeftLittleIntermediate => [280.0, 225.0],
        B::LeftLittleDistal => [283.0, 211.0],
        _ => [150.0, 150.0],
    }
}

/// Whether a bone is one of many that characters lack: those of fingers and the face.
pub(super) fn is_detail(bone: HumanBone) -> bool {
    let parts = ["Thumb", "Index", "Middle", "Ring", "Little", "Eye", "jaw"];
    parts.iter().any(|part| bone.name().contains(part))
}

/// A limb with round ends: from, to, and its width.
struct Capsule([f32; 2], [f32; 2], f32);

const MIDDLE: [Capsule; 1] = [Capsule([150.0, 50.0], [150.0, 70.0], 14.0)];
const LEFT: [Capsule; 14] = [
    Capsule([164.0, 74.0], [179.0, 79.0], 16.0),
    Capsule([180.0, 79.0], [201.0, 117.0], 15.0),
    Capsule([201.0, 117.0], [219.0, 155.0], 11.5),
    Capsule([219.0, 155.0], [225.0, 170.0], 10.0),
    Capsule([164.0, 154.0], [167.0, 215.0], 21.0),
    Capsule([167.0, 215.0], [168.0, 267.0], 15.0),
    Capsule([168.0, 270.0], [176.0, 283.0], 12.0),
    // The hand beside, with its wrist.
    Capsule([260.0, 272.0], [260.0, 290.0], 18.0),
    Capsule([246.0, 264.0], [223.0, 232.0], 9.5),
    Capsule([244.0, 240.0], [239.5, 197.0], 9.0),
    Capsule([255.0, 238.0], [252.5, 188.0], 9.0),
    Capsule([266.0, 240.0], [268.5, 192.0], 9.0),
    Capsule([277.0, 244.0], [284.0, 206.0], 8.0),
    Capsule([247.0, 262.0], [273.0, 262.0], 22.0),
];
/// Polygons without inward corners: the trunk in two, and the palm of the left.
const CHEST: [[f32; 2]; 4] = [[120.0, 68.0], [180.0, 68.0], [171.0, 122.0], [129.0, 122.0]];
const BELLY: [[f32; 2]; 4] = [
    [129.0, 121.0],
    [171.0, 121.0],
    [175.0, 156.0],
    [125.0, 156.0],
];
const PALM: [[f32; 2]; 4] = [
    [239.5, 238.0],
    [281.0, 242.0],
    [276.0, 272.0],
    [245.0, 272.0],
];

/// Where the wrist of the hand beside is on the left, from which fingers go out.
const WRIST: [f32; 2] = [260.0, 274.0];

/// The wrist of the hand beside.
fn wrist(side: BodySide) -> Pos2 {
    match side {
        BodySide::Left => Pos2::from(WRIST),
        BodySide::Right => mirrored(Pos2::from(WRIST)),
    }
}

fn mirrored(at: Pos2) -> Pos2 {
    Pos2::new(SIZE.x - at.x, at.y)
}

/// From the drawing's units to a rectangle of the same proportions.
#[derive(Clone, Copy)]
pub(super) struct Placing {
    origin: Pos2,
    pub(super) scale: f32,
}

impl Placing {
    /// As large as fits, in the middle.
    pub(super) fn within(area: Rect) -> Self {
        let scale = (area.width() / SIZE.x).min(area.height() / SIZE.y);
        Self {
            origin: area.center() - 0.5 * scale * SIZE,
            scale,
        }
    }

    pub(super) fn at(&self, place: Pos2) -> Pos2 {
        self.origin + self.scale * place.to_vec2()
    }
}

/// Fills the outline of the person and of both hands.
pub(super) fn paint_person(painter: &Painter, placing: Placing, color: Color32) {
    let keep = |at: Pos2| at;
    paint_half(painter, placing, color, keep);
    paint_half(painter, placing, color, mirrored);
    for corners in [CHEST, BELLY] {
        paint_polygon(painter, placing, color, &corners, keep);
    }
    for capsule in &MIDDLE {
        paint_capsule(painter, placing, color, capsule, keep);
    }
    for (at, radius) in [([150.0, 31.0], 20.0), ([150.0, 42.0], 14.5)] {
        painter.circle_filled(placing.at(Pos2::from(at)), placing.scale * radius, color);
    }
}

fn paint_half(painter: &Painter, placing: Placing, color: Color32, side: fn(Pos2) -> Pos2) {
    for capsule in &LEFT {
        paint_capsule(painter, placing, color, capsule, side);
    }
    paint_polygon(painter, placing, color, &PALM, side);
}

fn paint_capsule(
    painter: &Painter,
    placing: Placing,
    color: Color32,
    Capsule(from, to, width): &Capsule,
    side: fn(Pos2) -> Pos2,
) {
    let ends = [from, to].map(|at| placing.at(side(Pos2::from(*at))));
    let width = placing.scale * width;
    painter.line_segment(ends, Stroke::new(width, color));
    for end in ends {
        painter.circle_filled(end, 0.5 * width, color);
    }
}

fn paint_polygon(
    painter: &Painter,
    placing: Placing,
    color: Color32,
    corners: &[[f32; 2]],
    side: fn(Pos2) -> Pos2,
) {
    let corners = corners.iter().map(|at| placing.at(side(Pos2::from(*at))));
    let shape = Shape::convex_polygon(corners.collect(), color, Stroke::NONE);
    painter.add(shape);
}
