//! Clips as functions of time, which pose a skeleton by the names of its joints.

use glam::{DQuat, DVec3};

use super::shape::{Joint, Motion, Shift, Stretching, Turning};

/// Transformations of joints at one moment, relative to rest.
pub(super) struct Sketch<'a> {
    joints: &'a [Joint],
    turns: Vec<Option<DQuat>>,
    scales: Vec<Option<DVec3>>,
    shifts: Vec<Option<DVec3>>,
}

/// A side of a symmetric character: +1 for the left, −1 for the right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Side {
    Left,
    Right,
}

/// Both sides, left first.
pub(super) const SIDES: [Side; 2] = [Side::Left, Side::Right];

impl Side {
    fn name(self, stem: &str) -> String {
        match self {
            Self::Left => format!("{stem}.L"),
            Self::Right => format!("{stem}.R"),
        }
    }

    /// Mirrors an axis of rotation given for the left: it keeps x and negates y and z.
    fn axis(self, left: DVec3) -> DVec3 {
        match self {
            Self::Left => left,
            Self::Right => DVec3::new(left.x, -left.y, -left.z),
        }
    }
}

impl<'a> Sketch<'a> {
    fn new(joints: &'a [Joint]) -> Self {
        Self {
            joints,
            turns: vec![None; joints.len()],
            scales: vec![None; joints.len()],
            shifts: vec![None; joints.len()],
        }
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.joints.iter().position(|joint| joint.name == name)
    }

    /// Rotates a joint by degrees about an axis of the model at rest. Of several rotations of one joint the last is
    /// applied first.
    pub(super) fn turn(&mut self, name: &str, axis: DVec3, degrees: f64) {
        let turn = DQuat::from_axis_angle(axis.normalize(), degrees.to_radians());
        self.turn_by(name, turn);
    }

    /// As [`turn`](Self::turn), for a limb: the axis is given for the left one.
    pub(super) fn turn_limb(&mut self, (stem, side): (&str, Side), axis: DVec3, degrees: f64) {
        self.turn(&side.name(stem), side.axis(axis), degrees);
    }

    /// Rotates a joint by a rotation of the model at rest.
    pub(super) fn turn_by(&mut self, name: &str, turn: DQuat) {
        if let Some(joint) = self.index(name) {
            let rest = self.joints[joint].rotation;
            // The same turn in the joint's own axes, which keys are in.
            let own = rest.inverse() * turn * rest;
            self.turns[joint] = Some(self.turns[joint].unwrap_or(DQuat::IDENTITY) * own);
        }
    }

    /// Rotates a joint about its own axis at rest.
    pub(super) fn turn_own(&mut self, name: &str, axis: DVec3, degrees: f64) {
        if let Some(joint) = self.index(name) {
            let rest = self.joints[joint].rotation;
            self.turn(name, rest * axis, degrees);
        }
    }

    /// Scales a joint along its own axes.
    pub(super) fn scale(&mut self, name: &str, factors: DVec3) {
        if let Some(joint) = self.index(name) {
            self.scales[joint] = Some(factors);
        }
    }

    /// Moves a joint without a parent.
    pub(super) fn shift(&mut self, name: &str, offset: DVec3) {
        if let Some(joint) = self.index(name) {
            self.shifts[joint] = Some(offset);
        }
    }
}

/// Duration and sampling of a clip, and whether it loops.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timing {
    pub(super) keys: u32,
    pub(super) keys_per_second: u32,
    pub(super) looped: bool,
}

/// Samples a clip; `pose` must touch the same joints at every time.
pub(super) fn motion(
    name: &'static str,
    joints: &[Joint],
    timing: Timing,
    pose: impl Fn(f64, &mut Sketch<'_>),
) -> Motion {
    let time = |key: u32| f64::from(key) / f64::from(timing.keys_per_second);
    let times: Vec<f64> = (0..=timing.keys).map(time).collect();
    let sketches: Vec<Sketch<'_>> = (0..=timing.keys)
        .map(|key| {
            let mut sketch = Sketch::new(joints);
            // The last key is the first to the bit: a loop must not jump by a rounding.
            let wraps = timing.looped && key == timing.keys;
            pose(if wraps { 0.0 } else { time(key) }, &mut sketch);
            sketch
        })
        .collect();
    let mut motion = Motion {
        name,
        turnings: Vec::new(),
        stretchings: Vec::new(),
        shifts: Vec::new(),
    };
    for joint in 0..joints.len() {
        let times = times.clone();
        let turns: Vec<DQuat> = sketches
            .iter()
            .filter_map(|s| s.turns[joint])
            .map(clean)
            .collect();
        let scales: Vec<DVec3> = sketches.iter().filter_map(|s| s.scales[joint]).collect();
        let shifts: Vec<DVec3> = sketches.iter().filter_map(|s| s.shifts[joint]).collect();
        // Only joints that the pose touched at every time; others stay at rest and need no track.
        if turns.len() == times.len() {
            motion.turnings.push(Turning {
                joint,
                times: times.clone(),
                rotations: turns,
            });
        }
        if scales.len() == times.len() {
            motion.stretchings.push(Stretching {
                joint,
                times: times.clone(),
                factors: scales,
            });
        }
        if shifts.len() == times.len() {
            motion.shifts.push(Shift {
                joint,
                times,
                offsets: shifts,
            });
        }
    }
    motion
}

/// Sets components to 0 that are 0 but for rounding, without a sign.
fn clean(turn: DQuat) -> DQuat {
    DQuat::from_array(
        turn.to_array()
            .map(|part| if part.abs() < 1e-9 { 0.0 } else { part }),
    )
}
