//! How far the living character is from the method, beside linear blending and beside what viewers show that know keys alone.

use character::Character;
use rig::{Pose, ScaleInheritance};
use scene::deform::{DeformedPrimitive, base_pose, deform_posed, posed_character};
use scene::placed::{PlacedPrimitive, placed_primitives};

use super::report::LivingErrors;
use crate::BakeError;
use crate::measure::{Sums, add};
use crate::moments::Moment;
use crate::motions::{MethodCharacter, ratio};
use crate::points::skin_of;

/// What is compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Compared<'a> {
    /// The character as the method shows it, with random poses as clips: the reference.
    pub(super) method: &'a MethodCharacter<'a>,
    /// The same by linear blending.
    pub(super) linear: &'a MethodCharacter<'a>,
    /// The file, whose helpers follow their rows or constraints.
    pub(super) living: &'a Character,
    /// The file as others show it.
    pub(super) others: &'a Character,
    /// Which clips of the reference the clips of both files are.
    pub(super) clips: &'a [usize],
    pub(super) size: f32,
}

/// What a measurement gives.
#[derive(Clone, Debug, Default)]
pub(super) struct Measured {
    pub(super) errors: LivingErrors,
    /// By placed primitive and vertex, the largest distance of the file in percent of the size.
    pub(super) vertices: Vec<Vec<f32>>,
    /// By placed primitive the largest distance of linear blending, in percent of the size.
    pub(super) linear: Vec<f32>,
}

impl Measured {
    /// The vertex that is farthest off: placed primitive, vertex, percent.
    pub(super) fn worst(&self) -> Option<(usize, usize, f32)> {
        let all = self
            .vertices
            .iter()
            .enumerate()
            .flat_map(|(primitive, of)| {
                let of = of.iter().enumerate();
                of.map(move |(vertex, error)| (primitive, vertex, *error))
            });
        let worst = all.max_by(|one, other| one.2.total_cmp(&other.2));
        worst.filter(|worst| worst.2 > 0.0)
    }
}

impl Compared<'_> {
    /// Measures at these moments of the reference. None if `go_on` breaks.
    ///
    /// # Errors
    ///
    /// Poses that do not fit, which none of these has.
    pub(super) fn run(
        &self,
        moments: &[Moment],
        go_on: &mut dyn FnMut(f32) -> bool,
    ) -> Result<Option<Measured>, BakeError> {
        let placed: Vec<PlacedPrimitive<'_>> = placed_primitives(self.method.character).collect();
        let mut measured = Measured {
            linear: vec![0.0; placed.len()],
            ..Measured::default()
        };
        measured.vertices = (placed.iter())
            .map(|placed| {
                let count = skin_of(placed).map_or(0, |_| placed.primitive.positions.len());
                vec![0.0; count]
            })
            .collect();
        let mut sums = [Sums::new(); 3];
        let mut skins = [const { Vec::new() }; 4];
        for (number, moment) in moments.iter().enumerate() {
            self.pose(*moment, &mut skins)?;
            self.count(&placed, &skins, &mut sums, &mut measured);
            if !go_on(ratio(number + 1, moments.len())) {
                return Ok(None);
            }
        }
        let [linear, living, others] = sums.map(|sums| sums.errors(self.size));
        measured.errors = LivingErrors {
            poses: moments.len(),
            linear,
            living,
            others,
        };
        Ok(Some(measured))
    }

    /// The skins of a moment: the reference, linear blending, the file, and the file as others show it.
    fn pose(
        &self,
        moment: Moment,
        skins: &mut [Vec<DeformedPrimitive>; 4],
    ) -> Result<(), BakeError> {
        let [reference, linear, living, others] = skins;
        for (subject, skin) in [(self.method, reference), (self.linear, linear)] {
            let posed = subject.posed_character(&subject.pose(moment), subject.look)?;
            deform_posed(subject.character, &posed, skin)?;
        }
        let there = Moment {
            clip: moment
                .clip
                .and_then(|clip| self.clips.iter().position(|own| *own == clip)),
            ..moment
        };
        let flags = vec![ScaleInheritance::Children; self.living.rig.skeleton.len()];
        let pose = keyed_pose(self.living, there);
        let posed = posed_character(self.living, &pose, &flags, self.linear.look)?;
        deform_posed(self.living, &posed, living)?;
        let flags = vec![ScaleInheritance::Children; self.others.rig.skeleton.len()];
        let plain = MethodCharacter {
            character: self.others,
            scale_inheritance: &flags,
            ..*self.linear
        };
        // By keys alone: whoever knows of rows or constraints would pose helpers by them.
        let pose = keyed_pose(self.others, there);
        let posed = plain.posed_character(&pose, plain.look)?;
        deform_posed(self.others, &posed, others)?;
        Ok(())
    }

    fn count(
        &self,
        placed: &[PlacedPrimitive<'_>],
        [reference, linear, living, others]: &[Vec<DeformedPrimitive>; 4],
        [of_linear, of_living, of_others]: &mut [Sums; 3],
        measured: &mut Measured,
    ) {
        let percent = 100.0 / self.size.max(f32::MIN_POSITIVE);
        add(
            of_linear,
            placed,
            reference,
            linear,
            &mut |primitive, _, distance| {
                if let Some(slot) = measured.linear.get_mut(primitive) {
                    *slot = slot.max(distance * percent);
                }
            },
        );
        add(
            of_living,
            placed,
            reference,
            living,
            &mut |primitive, vertex, distance| {
                let of = measured.vertices.get_mut(primitive);
                if let Some(slot) = of.and_then(|of| of.get_mut(vertex)) {
                    *slot = slot.max(distance * percent);
                }
            },
        );
        add(of_others, placed, reference, others, &mut |_, _, _| {});
    }
}

/// The pose that keys say.
fn keyed_pose(character: &Character, moment: Moment) -> Pose {
    let base = base_pose(character);
    let clip = moment.clip.and_then(|clip| character.clips.get(clip));
    match clip {
        Some(clip) => clip.sample(&character.rig.skeleton, &base, moment.time),
        None => base,
    }
}
