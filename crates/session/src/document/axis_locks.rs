//! Locked axes of a joint: numbers of its pose that posing by hand does not change.

use glam::{Quat, Vec3};
use rig::{Rigid, Stretch};

use crate::document::channel::Channel;
use crate::text::euler::single::{degrees, rotation, triples};

/// Which of a joint's twelve numbers are locked: X, Y and Z of four channels, as the inspector shows them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AxisLocks(u16);

impl AxisLocks {
    /// The locks of a new joint: all twelve numbers free.
    pub const NONE: Self = Self(0);

    const fn bits(channel: Channel, axis: Option<usize>) -> u16 {
        let first = match channel {
            Channel::Translation => 0,
            Channel::Rotation => 3,
            Channel::Scale => 6,
            Channel::Shear => 9,
        };
        match axis {
            None => 0b111 << first,
            Some(axis @ 0..3) => 1 << (first + axis),
            // An axis beyond the third has no bits, so that `has` says no and `with` changes nothing.
            Some(_) => 0,
        }
    }

    /// Whether one number is locked; for no axis, whether all three of the channel are.
    #[must_use]
    pub const fn has(self, channel: Channel, axis: Option<usize>) -> bool {
        let bits = Self::bits(channel, axis);
        bits != 0 && self.0 & bits == bits
    }

    /// The same with one number locked or unlocked; for no axis, with all three of the channel.
    #[must_use]
    pub const fn with(self, channel: Channel, axis: Option<usize>, locked: bool) -> Self {
        let bits = Self::bits(channel, axis);
        Self(if locked {
            self.0 | bits
        } else {
            self.0 & !bits
        })
    }

    /// Whether nothing is locked.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn of(self, channel: Channel) -> [bool; 3] {
        [0, 1, 2].map(|axis| self.has(channel, Some(axis)))
    }

    /// A joint after posing, with what is locked as it was before.
    ///
    /// Translation, scale and shear keep the numbers that are locked. Of a rotation, angles are locked, in the inspector's
    /// order: with two locked, the third is the one whose rotation is nearest to the one after; with one locked, the other
    /// two are as after, in the triple nearest to the one before. With none or all three the bits are those of one side.
    #[must_use]
    pub fn hold(self, before: (Rigid, Stretch), after: (Rigid, Stretch)) -> (Rigid, Stretch) {
        if self.is_empty() || before == after {
            return after;
        }
        let number = |channel: Channel, before: Vec3, after: Vec3| {
            let [x, y, z] = self.of(channel);
            Vec3::select(glam::BVec3::new(x, y, z), before, after)
        };
        let rigid = Rigid {
            rotation: lock_rotation(
                before.0.rotation,
                after.0.rotation,
                self.of(Channel::Rotation),
            ),
            translation: number(
                Channel::Translation,
                before.0.translation,
                after.0.translation,
            ),
        };
        let stretch = Stretch {
            scale: number(Channel::Scale, before.1.scale, after.1.scale),
            shear: number(Channel::Shear, before.1.shear, after.1.shear),
        };
        (rigid, stretch)
    }

    /// Names of what is locked, as projects have them: `rotation x`, or `rotation` for all three.
    #[must_use]
    pub fn names(self) -> Vec<String> {
        let mut names = Vec::new();
        for channel in Channel::ALL {
            let name = channel.name().to_lowercase();
            if self.has(channel, None) {
                names.push(name);
                continue;
            }
            let axes = channel.axes().into_iter().enumerate();
            let locked = axes.filter(|(axis, _)| self.has(channel, Some(*axis)));
            names.extend(locked.map(|(_, axis)| format!("{name} {}", axis.to_lowercase())));
        }
        names
    }

    /// The same with what a name of [`names`](Self::names) locks; none for any other text.
    #[must_use]
    pub fn with_name(self, name: &str) -> Option<Self> {
        Channel::ALL.into_iter().find_map(|channel| {
            let rest = name.strip_prefix(&channel.name().to_lowercase())?;
            if rest.is_empty() {
                return Some(self.with(channel, None, true));
            }
            let mut axes = channel.axes().into_iter();
            let axis = axes.position(|axis| rest.trim_start() == axis.to_lowercase())?;
            Some(self.with(channel, Some(axis), true))
        })
    }
}

/// Each of the eight cases keeps locked angles exactly; only the free ones are searched.
fn lock_rotation(before: Quat, after: Quat, locked: [bool; 3]) -> Quat {
    let angles = degrees(before);
    match locked {
        _ if before == after => after,
        [false, false, false] => after,
        [true, true, true] => before,
        [false, true, true] => about(angles, after, 0).unwrap_or(before),
        [true, false, true] => about(angles, after, 1).unwrap_or(before),
        [true, true, false] => about(angles, after, 2).unwrap_or(before),
        [x, y, z] => {
            let from_before = |triple: Vec3| {
                // Triples name the same turn modulo 360°, so each difference is taken to its nearest multiple.
                let off = triple - angles;
                (off - 360.0 * (off / 360.0).round()).abs().element_sum()
            };
            let [first, second] = triples(after);
            let nearest = if from_before(second) < from_before(first) {
                second
            } else {
                first
            };
            let held = rotation(Vec3::select(glam::BVec3::new(x, y, z), angles, nearest));
            // The way round that the rotation after went.
            if held.dot(after) < 0.0 { -held } else { held }
        }
    }
}

/// Of the rotations that differ from these angles about one axis only, the nearest to `wanted`; none if all are as near.
fn about(angles: Vec3, wanted: Quat, axis: usize) -> Option<Quat> {
    let part = |axis: usize| {
        rotation(
            Vec3::AXES
                .get(axis)
                .map_or(Vec3::ZERO, |unit| *unit * angles),
        )
    };
    // R = R_z R_y R_x: what comes after the free axis, and what comes before it.
    let (after, before) = match axis {
        0 => (part(2) * part(1), Quat::IDENTITY),
        1 => (part(2), part(0)),
        _ => (Quat::IDENTITY, part(1) * part(0)),
    };
    // Of all turns about one axis, the one nearest to `seen` is its twist: its part along that axis and w, normalized.
    let seen = after.conjugate() * wanted * before.conjugate();
    let along = seen.to_array().get(axis).copied().unwrap_or(0.0);
    let size = along.hypot(seen.w);
    // A half turn about a perpendicular axis has no twist; 1e-6 is some ten rounding errors of a unit quaternion in
    // f32.
    if size < 1e-6 {
        return None;
    }
    let mut free = [0.0, 0.0, 0.0, seen.w / size];
    if let Some(slot) = free.get_mut(axis) {
        *slot = along / size;
    }
    Some((after * Quat::from_array(free) * before).normalize())
}
