//! Captures of the walk in conventions of several programs.

use std::fmt::Write as _;

use glam::{DQuat, DVec3, EulerRot};

use super::walker::{BONES, RATE, Walker};

/// How a program writes captures.
pub(super) struct Convention {
    /// Of the file.
    pub(super) name: &'static str,
    /// Units of a meter.
    units: f64,
    /// Whether Z points up, and −Y is where the figure looks.
    is_z_up: bool,
    /// The order of the turns, and the letters of the channels.
    order: (EulerRot, &'static str),
    /// The names of bones, as those of [`BONES`]; `*` stands for the side.
    names: [&'static str; 13],
    /// What `*` is on the left and the right.
    sides: [&'static str; 2],
    /// Whether it rests with arms held out.
    rests_in_t_pose: bool,
    /// How many times as long legs and arms are.
    pub(super) legs: f64,
    pub(super) arms: f64,
    line_end: &'static str,
}

impl Convention {
    #[rustfmt::skip]
    pub(super) const fn all() -> [Self; 3] {
        [
            Self {
                name: "walk_inches",
                units: 1.0 / 0.0254,
                is_z_up: false,
                order: (EulerRot::ZXY, "ZXY"),
                names: [
                    "Hips", "Spine", "Spine1", "Neck", "Head", "*Shoulder", "*Arm", "*ForeArm", "*Hand", "*UpLeg", "*Leg", "*Foot",
                    "*ToeBase",
                ],
                sides: ["Left", "Right"],
                rests_in_t_pose: false,
                legs: 1.0,
                arms: 1.0,
                line_end: "\r\n",
            },
            Self {
                name: "walk_z_up",
                units: 100.0,
                is_z_up: true,
                order: (EulerRot::XYZ, "XYZ"),
                names: [
                    "Bip01 Pelvis", "Bip01 Spine", "Bip01 Spine1", "Bip01 Neck", "Bip01 Head", "Bip01 * Clavicle", "Bip01 * UpperArm",
                    "Bip01 * Forearm", "Bip01 * Hand", "Bip01 * Thigh", "Bip01 * Calf", "Bip01 * Foot", "Bip01 * Toe0",
                ],
                sides: ["L", "R"],
                rests_in_t_pose: true,
                legs: 1.0,
                arms: 1.0,
                line_end: "\n",
            },
            Self {
                name: "walk_proportions",
                units: 1.0,
                is_z_up: false,
                order: (EulerRot::YXZ, "YXZ"),
                names: [
                    "pelvis", "spine_01", "spine_02", "neck_01", "head", "clavicle_*", "upperarm_*", "lowerarm_*", "hand_*", "thigh_*",
                    "calf_*", "foot_*", "ball_*",
                ],
                sides: ["l", "r"],
                rests_in_t_pose: false,
                legs: 1.2,
                arms: 0.85,
                line_end: "\n",
            },
        ]
    }

    /// A vector of the model in the file.
    fn vector(&self, vector: DVec3) -> DVec3 {
        self.units * (self.axes() * vector)
    }

    fn rotation(&self, rotation: DQuat) -> DQuat {
        self.axes() * rotation * self.axes().inverse()
    }

    fn axes(&self) -> DQuat {
        DQuat::from_rotation_x(if self.is_z_up {
            std::f64::consts::FRAC_PI_2
        } else {
            0.0
        })
    }

    /// From the rest of the file to that of the figure.
    fn turn_of_rest(&self, walker: &Walker, bone: usize) -> DQuat {
        match self.rests_in_t_pose {
            true => walker.turn_of_t_pose(bone),
            false => DQuat::IDENTITY,
        }
    }

    /// From the bone above to one, at the rest of the file, in meters.
    fn way(&self, walker: &Walker, bone: usize) -> DVec3 {
        let (name, above) = BONES[bone];
        let longer = match name.split('.').next() {
            Some("hips" | "shin" | "foot" | "toes") => self.legs,
            Some("forearm" | "hand") => self.arms,
            _ => 1.0,
        };
        let turn = above.map_or(DQuat::IDENTITY, |above| self.turn_of_rest(walker, above));
        longer * (turn.inverse() * walker.way(bone))
    }

    fn bone_name(&self, bone: usize) -> String {
        let (name, side) = BONES[bone].0.split_once('.').unwrap_or((BONES[bone].0, ""));
        let bones = BONES.iter().filter(|(name, _)| !name.ends_with(".R"));
        let place = bones
            .map(|(name, _)| name.split('.').next())
            .position(|other| other == Some(name));
        let side = self.sides[usize::from(side == "R")];
        self.names[place.unwrap_or_default()].replace('*', side)
    }
}

/// The walk as a file.
pub(super) fn capture(walker: &Walker, by: &Convention) -> String {
    let mut text = format!("HIERARCHY{}", by.line_end);
    write_bone(&mut text, walker, by, 0, 0);
    let rate = f64::from(RATE);
    let frames = walker.frame_count();
    let _written = write!(
        text,
        "MOTION{0}Frames: {frames}{0}Frame Time: {1:.7}{0}",
        by.line_end,
        1.0 / rate
    );
    let mut before = vec![DVec3::ZERO; BONES.len()];
    for frame in 0..frames {
        let mut row: Vec<String> = Vec::new();
        row.extend(
            by.vector(by.legs * walker.hips(frame))
                .to_array()
                .map(|it| number(it, 4)),
        );
        for bone in written(0) {
            let turn = |bone: usize| walker.turn(frame, bone) * by.turn_of_rest(walker, bone);
            let above = BONES[bone].1.map_or(DQuat::IDENTITY, turn);
            let own = by.rotation(above.inverse() * turn(bone));
            let (a, b, c) = own.normalize().to_euler(by.order.0);
            let angles = DVec3::new(a, b, c).map(f64::to_degrees);
            // The same turn, nearest to the frame before.
            let near = angles - ((angles - before[bone]) / 360.0).round() * 360.0;
            before[bone] = near;
            row.extend(near.to_array().map(|it| number(it, 3)));
        }
        text += &row.join(" ");
        text += by.line_end;
    }
    text
}

/// A bone and those below it, in the order in which they are written.
fn written(bone: usize) -> Vec<usize> {
    let mut all = vec![bone];
    all.extend(below(bone).flat_map(written));
    all
}

fn below(bone: usize) -> impl Iterator<Item = usize> {
    (0..BONES.len()).filter(move |&other| BONES[other].1 == Some(bone))
}

fn write_bone(text: &mut String, walker: &Walker, by: &Convention, bone: usize, depth: usize) {
    let (tabs, end) = ("\t".repeat(depth), by.line_end);
    let kind = if bone == 0 { "ROOT" } else { "JOINT" };
    let offset = |way: DVec3| by.vector(way).to_array().map(|it| number(it, 4)).join(" ");
    let turns: Vec<String> = by
        .order
        .1
        .chars()
        .map(|axis| format!("{axis}rotation"))
        .collect();
    let channels = match bone {
        0 => format!("6 Xposition Yposition Zposition {}", turns.join(" ")),
        _ => format!("3 {}", turns.join(" ")),
    };
    let way = by.way(walker, bone);
    *text += &format!(
        "{tabs}{kind} {}{end}{tabs}{{{end}{tabs}\tOFFSET {}{end}{tabs}\tCHANNELS {channels}{end}",
        by.bone_name(bone),
        offset(way)
    );
    let mut is_last = true;
    for next in below(bone) {
        is_last = false;
        write_bone(text, walker, by, next, depth + 1);
    }
    if is_last {
        let tip = by.turn_of_rest(walker, bone).inverse() * tip(walker, bone);
        *text += &format!(
            "{tabs}\tEnd Site{end}{tabs}\t{{{end}{tabs}\t\tOFFSET {}{end}{tabs}\t}}{end}",
            offset(tip)
        );
    }
    *text += &format!("{tabs}}}{end}");
}

/// The end of a bone that has none below: upwards from the head, ahead from toes, and half as far again along a forearm.
fn tip(walker: &Walker, bone: usize) -> DVec3 {
    match BONES[bone].0.split('.').next() {
        Some("head") => 0.2 * DVec3::Y,
        Some("toes") => 0.06 * DVec3::Z,
        _ => 0.5 * (walker.head(bone) - walker.head(bone - 1)),
    }
}

/// A number with so many decimals, and no minus before zero.
fn number(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    let is_zero = text.chars().all(|letter| matches!(letter, '-' | '0' | '.'));
    match is_zero {
        true => text.replace('-', ""),
        false => text,
    }
}
