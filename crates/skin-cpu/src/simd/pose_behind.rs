//! The rows of a two-phase palette: what each of its rigid blends asks for.

use dq_math::DualQuat;
use glam::{Affine3A, Vec3};
use rig::{Influences, PackedInfluences, RigidBlend, RotationCenters, TwoPhasePalette};

use super::pose::{Kind, PosedRows, by_rows, joint_at};
use lanes::{Row4, Row8, Row16};

impl PosedRows {
    pub(super) fn fill_two_phase(
        &mut self,
        kind: Kind,
        palette: &TwoPhasePalette,
        influences: &Influences,
        packed: &PackedInfluences,
    ) {
        let joints = packed.unbound_joint();
        if kind.is_stretched() {
            let matrices = palette.stretched_from_bind.iter().take(joints);
            self.wide.extend(matrices.map(by_rows));
            self.wide.push(by_rows(&Affine3A::IDENTITY));
        }
        let motions = palette.posed_from_stretched.iter().take(joints);
        match palette.blend {
            RigidBlend::DualQuaternion | RigidBlend::Iterative => self.fill_motions(motions),
            RigidBlend::QuaternionTranslation => self.fill_translations(motions),
            RigidBlend::LogMatrix => self.fill_logs(palette, joints),
            RigidBlend::DirectQuaternion => {
                self.fill_posed(motions);
                self.fill_heads(palette, packed);
            }
            RigidBlend::Spherical | RigidBlend::SphericalAverage => {
                self.fill_posed(motions.clone());
                self.fill_centers(palette, influences);
                if palette.blend == RigidBlend::SphericalAverage {
                    let both =
                        with_identity(motions).flat_map(|motion| [motion.real, -motion.real]);
                    self.four.extend(both.map(|real| Row4(real.to_array())));
                }
            }
        }
        if palette.blend.has_signs() {
            let rotations = palette.posed_from_stretched.iter();
            self.fill_rotations(joints, palette.signs, rotations.map(|motion| motion.real));
        }
    }

    fn fill_translations<'a>(&mut self, motions: impl Iterator<Item = &'a DualQuat>) {
        for motion in with_identity(motions) {
            let shift = motion.translation().extend(0.0).to_array();
            for real in [motion.real, -motion.real] {
                let mut row = Row8::default();
                row.0[..4].copy_from_slice(&real.to_array());
                row.0[4..].copy_from_slice(&shift);
                self.eight.push(row);
            }
        }
    }

    fn fill_logs(&mut self, palette: &TwoPhasePalette, joints: usize) {
        for log in palette.logs.iter().take(joints) {
            let mut row = Row8::default();
            row.0[..3].copy_from_slice(&log.real.to_array());
            row.0[4..7].copy_from_slice(&log.dual.to_array());
            self.eight.push(row);
        }
        self.eight.push(Row8::default());
    }

    /// Matrices by rows, and the quaternion behind them.
    fn fill_posed<'a>(&mut self, motions: impl Iterator<Item = &'a DualQuat>) {
        for motion in with_identity(motions) {
            let mut row = by_rows(&motion.to_affine3a());
            for real in [motion.real, -motion.real] {
                row.0[12..].copy_from_slice(&real.to_array());
                self.posed.push(row);
            }
        }
    }

    /// The heads of each list, in the place of its first quad: four x, four y, four z. No numbers where it has more joints than a quad.
    fn fill_heads(&mut self, palette: &TwoPhasePalette, packed: &PackedInfluences) {
        // The unbound joint has its head in the origin.
        let of_joints = palette.heads.get(..packed.unbound_joint());
        let of_joints = of_joints.unwrap_or(&palette.heads);
        self.heads.resize(packed.quads().len(), Row16::default());
        for list in packed.lists() {
            let first = list.first_quad as usize;
            let quads = &packed.quads()[first..first + list.quad_count as usize];
            // Places beyond the last joint have the first.
            // The first joint in all four places: a second quad that is just this holds no joint of its own.
            let filling = 0x0001_0001_0001_0001 * (quads[0] & 0xffff);
            let heads = &mut self.heads[first];
            if quads[1..].iter().any(|&quad| quad != filling) {
                heads.0.fill(f32::NAN);
                continue;
            }
            // As the rows name them: of heads equally near the first counts.
            let order = packed.orders()[first];
            for place in 0..4 {
                let joint = joint_at(quads[0], (order >> (4 * place) & 3) as usize);
                let head = of_joints.get(joint).copied().unwrap_or_default();
                (heads.0[place], heads.0[4 + place], heads.0[8 + place]) = (head.x, head.y, head.z);
            }
        }
    }

    fn fill_centers(&mut self, palette: &TwoPhasePalette, influences: &Influences) {
        let of_sets = RotationCenters::new(palette, influences.joint_sets());
        let centers = of_sets.centers.iter();
        self.centers
            .extend(centers.map(|center| Row4(center.extend(0.0).to_array())));
    }

    /// The rotation center of a set; the origin for blends that have none.
    pub(super) fn center(&self, set: usize) -> Vec3 {
        let center = self.centers.get(set).copied().unwrap_or_default();
        Vec3::from_slice(&center.0)
    }
}

pub(super) fn with_identity<'a>(
    motions: impl Iterator<Item = &'a DualQuat>,
) -> impl Iterator<Item = DualQuat> {
    motions.copied().chain([DualQuat::IDENTITY])
}
