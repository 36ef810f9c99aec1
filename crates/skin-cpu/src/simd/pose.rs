//! A palette as the kernels read it: rows of numbers, and for each list of joints which row each joint has.

use bytemuck::NoUninit;
use dq_math::signs::toward;
use dq_math::{DualQuat, SignRule};
use glam::{Affine3A, Mat3, Mat3A, Quat};
use rig::{Influences, JointList, PackedInfluences, Palette, RigidBlend, TwoPhasePalette};

use super::pose_batches::{AlignedSigns, BatchedPages, MeshBatches};
use super::pose_behind::with_identity;
use lanes::{Row4, Row8, Row16};

/// Which kernel skins: the method, and whether a first phase comes before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Kind {
    #[default]
    Linear,
    DualQuaternion,
    TwoPhase,
    Affine,
    /// Another rigid blend, behind a stretch or behind none.
    Behind {
        blend: RigidBlend,
        is_stretched: bool,
    },
}

impl Kind {
    /// The kernel of a palette.
    pub(super) fn of(palette: &Palette) -> Self {
        match palette {
            Palette::TwoPhase(palette) => Self::of_two_phase(palette),
            Palette::Linear(_) => Self::Linear,
            Palette::DualQuaternion(palette) if palette.rest_from_bind == Mat3::IDENTITY => {
                Self::DualQuaternion
            }
            // The mesh's unit is a stretch that all joints share, so the two-phase kernel takes it.
            Palette::DualQuaternion(_) => Self::TwoPhase,
            Palette::Affine(_) => Self::Affine,
        }
    }

    /// Where no joint stretches anything, the first phase is left out.
    fn of_two_phase(palette: &TwoPhasePalette) -> Self {
        let blend = palette.blend;
        let mut stretches = palette.stretched_from_bind.iter();
        let is_stretched = stretches.any(|stretch| *stretch != Affine3A::IDENTITY);
        match (blend, is_stretched) {
            (RigidBlend::DualQuaternion, false) => Self::DualQuaternion,
            (RigidBlend::DualQuaternion, true) => Self::TwoPhase,
            // Kernels of their own without a stretch are for methods that people take.
            (RigidBlend::QuaternionTranslation | RigidBlend::SphericalAverage, _) => Self::Behind {
                blend,
                is_stretched: true,
            },
            _ => Self::Behind {
                blend,
                is_stretched,
            },
        }
    }

    /// Whether vertices read the entries of their influences one by one.
    pub(super) const fn gathers(self) -> bool {
        matches!(
            self,
            Self::Behind {
                blend: RigidBlend::Iterative | RigidBlend::SphericalAverage,
                ..
            }
        )
    }

    /// Whether there is a first phase.
    pub(super) const fn is_stretched(self) -> bool {
        matches!(
            self,
            Self::TwoPhase
                | Self::Behind {
                    is_stretched: true,
                    ..
                }
        )
    }
}

/// The rows of a pose. Kept between calls, it asks for no memory again.
///
/// Every list of rows has the identity behind the last joint, for unbound vertices, and is as long as a power of two.
#[derive(Clone, Debug, Default)]
pub(super) struct PosedRows {
    pub(super) kind: Kind,
    /// By joint, or for affine blending by joint and sign.
    pub(super) wide: Vec<Row16>,
    /// By joint and sign.
    pub(super) eight: Vec<Row8>,
    /// By joint and sign.
    pub(super) four: Vec<Row4>,
    /// Motions as matrices beside their rotations, by joint and sign.
    pub(super) posed: Vec<Row16>,
    /// The heads of a list's joints, by its first quad.
    pub(super) heads: Vec<Row16>,
    /// Rotation centers, by set of joints.
    pub(super) centers: Vec<Row4>,
    /// By joint and sign, for each list of the mesh; empty where rows are by joint, or nothing reads lists.
    pub(super) quads: Vec<u64>,
    /// Rotations by joint, where signs depend on the weights.
    pub(super) running: Vec<Row4>,
    /// The joints' own maps and bones, by entry, for the maps of a mesh.
    pub(super) joint_maps: Vec<Row16>,
    pub(super) bones: Vec<Row16>,
    /// What rotations have to agree with, by the first quad of a list, for exact normals.
    pub(super) pivots: Vec<Pivot>,
    /// Whether exact normals ask for sums in the place of these.
    pub(super) has_sums: bool,
    /// By joint; empty where the palette has no signs.
    pub(super) rotations: Vec<Quat>,
    /// How signs are chosen; none where the palette has none.
    pub(super) rule: Option<SignRule>,
    /// Which pages of the mesh are blended by batches; and of the joints' own maps.
    pub(super) batched: BatchedPages,
    pub(super) linear: BatchedPages,
    /// The same of what is blended by the slopes of weights.
    pub(super) slopes: BatchedPages,
    pub(super) linear_slopes: BatchedPages,
    /// Joints whose entries are exchanged for batches.
    pub(super) aligned: AlignedSigns,
}

impl PosedRows {
    /// Of a palette with at least as many entries as the influences have joints.
    pub(super) fn fill(
        &mut self,
        kind: Kind,
        palette: &Palette,
        influences: &Influences,
        packed: &PackedInfluences,
    ) {
        let joints = packed.unbound_joint();
        self.clear();
        self.kind = kind;
        match palette {
            Palette::Linear(palette) => {
                let matrices = palette.posed_from_bind.iter().take(joints);
                self.wide.extend(matrices.map(by_rows));
                // Behind the last joint: the entry of unbound vertices, which stay where they are.
                self.wide.push(by_rows(&Affine3A::IDENTITY));
            }
            Palette::DualQuaternion(palette) => {
                if kind == Kind::TwoPhase {
                    let units = by_rows(&Affine3A::from_mat3(palette.rest_from_bind));
                    self.wide.extend(std::iter::repeat_n(units, joints));
                    self.wide.push(by_rows(&Affine3A::IDENTITY));
                }
                let motions = &palette.posed_from_bind;
                self.fill_motions(motions.iter().take(joints));
                let rotations = motions.iter().map(|motion| motion.real);
                self.fill_rotations(joints, palette.signs, rotations);
            }
            Palette::TwoPhase(palette) => {
                self.fill_two_phase(kind, palette, influences, packed);
            }
            Palette::Affine(palette) => {
                let rotations = &palette.rotation;
                let pairs = palette.posed_from_bind.iter().zip(rotations).take(joints);
                pairs.for_each(|(matrix, &rotation)| self.push_product(matrix, rotation));
                self.push_product(&Affine3A::IDENTITY, Quat::IDENTITY);
                self.fill_rotations(joints, palette.signs, rotations.iter().copied());
            }
        }
        fill_up(&mut self.wide);
        fill_up(&mut self.eight);
        fill_up(&mut self.four);
        fill_up(&mut self.posed);
        fill_up(&mut self.heads);
        fill_up(&mut self.centers);
    }

    /// How lists and batches of the influences are blended. Comes after [`fill`](Self::fill) and the joints' own maps.
    pub(super) fn fill_lists(
        &mut self,
        packed: &PackedInfluences,
        batches: Option<&MeshBatches<'_>>,
        reads_lists: bool,
    ) {
        if let Some(batches) = batches {
            self.choose_batches(packed, batches);
        }
        let has_rows = self.batched.has_rows() || self.linear.has_rows() || self.has_slope_rows();
        if self.kind.gathers() || reads_lists || batches.is_none() || has_rows {
            self.fill_signs(packed);
        }
        if !self.running.is_empty() {
            fill_up(&mut self.running);
        }
    }

    /// Whether any slopes are read row by row to be blended.
    pub(super) fn has_slope_rows(&self) -> bool {
        self.slopes.has_rows() || self.linear_slopes.has_rows()
    }

    /// Whether all numbers to be blended are. In a batch one that is not would reach the vertices beside its own: zero times it is no number.
    pub(super) fn is_finite(&self) -> bool {
        are_finite(&self.wide)
            && are_finite(&self.posed)
            && are_finite(&self.eight)
            && are_finite(&self.four)
    }

    pub(super) fn are_joint_maps_finite(&self) -> bool {
        are_finite(&self.joint_maps)
    }

    pub(super) fn fill_rotations(
        &mut self,
        joints: usize,
        rule: SignRule,
        rotations: impl Iterator<Item = Quat>,
    ) {
        self.rule = Some(rule);
        self.rotations.extend(rotations.take(joints));
        self.rotations.push(Quat::IDENTITY);
    }

    fn clear(&mut self) {
        self.wide.clear();
        self.eight.clear();
        self.four.clear();
        self.posed.clear();
        self.heads.clear();
        self.centers.clear();
        self.quads.clear();
        self.running.clear();
        self.joint_maps.clear();
        self.bones.clear();
        self.pivots.clear();
        self.has_sums = false;
        self.rotations.clear();
        self.rule = None;
        self.batched.clear();
        self.linear.clear();
        self.slopes.clear();
        self.linear_slopes.clear();
        self.aligned.clear();
    }

    pub(super) fn fill_motions<'a>(&mut self, motions: impl Iterator<Item = &'a DualQuat>) {
        for motion in with_identity(motions) {
            // Entry 2 j is the motion of joint j, 2 j + 1 the same with the other sign.
            for motion in [motion, -motion] {
                let (real, dual) = (motion.real.to_array(), motion.dual.to_array());
                let mut row = Row8::default();
                row.0[..4].copy_from_slice(&real);
                row.0[4..].copy_from_slice(&dual);
                self.eight.push(row);
            }
        }
    }

    /// `C ⊗ q` by columns, and q: linear in either, so that their blend needs no second pass.
    fn push_product(&mut self, matrix: &Affine3A, rotation: Quat) {
        for rotation in [rotation, -rotation] {
            let Mat3A {
                x_axis,
                y_axis,
                z_axis,
            } = matrix.matrix3;
            let columns = [x_axis, y_axis, z_axis, matrix.translation];
            let mut row = Row16::default();
            for (four, column) in row.0.as_chunks_mut().0.iter_mut().zip(columns) {
                let pure = Quat::from_vec4(column.extend(0.0));
                *four = (pure * rotation).to_array();
            }
            self.wide.push(row);
            self.four.push(Row4(rotation.to_array()));
        }
    }

    /// Which sign each joint of each list has there: once a list, so that no vertex tests one.
    fn fill_signs(&mut self, packed: &PackedInfluences) {
        let Some(rule) = self.rule else {
            return;
        };
        let quads = packed.quads();
        if rule.is_per_pose() {
            // All four joints of a quad at once; signs of the pose are in the palette, so every entry is an even one.
            self.quads.extend(quads.iter().map(|quad| quad << 1));
            return;
        }
        self.quads.reserve(quads.len());
        // With a negative weight a sum may turn against rotations that agree by pairs.
        let mut agree = rule != SignRule::Running || !packed.has_negative_weights();
        for list in packed.lists() {
            let first = list.first_quad as usize;
            let quads = &quads[first..first + list.quad_count as usize];
            let pivot = pivot_of(list, quads, rule);
            let (of_pivot, rotations) = (self.rotations[pivot], &self.rotations);
            let begin = self.quads.len();
            let signed = quads
                .iter()
                .map(|&quad| signed_quad(quad, of_pivot, rotations));
            self.quads.extend(signed);
            agree = agree
                && (rule != SignRule::Running || all_agree(&self.quads[begin..], &self.rotations));
            self.aligned.turn_list(pivot, &mut self.quads[begin..]);
        }
        if !agree {
            self.quads.clear();
            self.quads.extend(quads.iter().map(|quad| quad << 1));
            // As the even entries have them.
            let rotations = self.rotations.iter().enumerate();
            let aligned = &self.aligned;
            let even = rotations.map(|(joint, &rotation)| match aligned.is_turned(joint) {
                true => -rotation,
                false => rotation,
            });
            self.running
                .extend(even.map(|rotation| Row4(rotation.to_array())));
        }
    }
}

/// A rotation that others have to agree with, and whether its entries are exchanged for batches.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pivot {
    pub(super) rotation: Quat,
    pub(super) is_turned: bool,
}

/// The joint of a list that its other rotations have to agree with.
pub(super) fn pivot_of(list: &JointList, quads: &[u64], rule: SignRule) -> usize {
    let place = if rule == SignRule::Largest {
        list.largest as usize
    } else {
        list.first as usize
    };
    joint_at(quads[place / 4], place % 4)
}

/// Entries of joints with the sign toward a rotation: even without, odd with a change of sign.
fn signed_quad(quad: u64, pivot: Quat, rotations: &[Quat]) -> u64 {
    let flips = |place| {
        let sign = toward(pivot, rotations[joint_at(quad, place)]);
        u64::from(sign < 0.0) << (16 * place)
    };
    // No joint has the highest of its sixteen bits.
    quad << 1 | flips(0) | flips(1) | flips(2) | flips(3)
}

/// A hundred times `TIE`, so that no rounding of a sum brings one back across it.
pub(super) const CLEARLY: f32 = 1e-4;

/// Whether any two signed rotations of a list lie clearly in one half space. Then so do each and any sum of others with weights from zero on,
/// and the signs are those that go against such a sum.
fn all_agree(quads: &[u64], rotations: &[Quat]) -> bool {
    let rotation = |place: usize| {
        let entry = joint_at(quads[place / 4], place % 4);
        let rotation = rotations[entry >> 1];
        if entry & 1 == 0 { rotation } else { -rotation }
    };
    let places = 4 * quads.len();
    (1..places).all(|one| (0..one).all(|other| rotation(one).dot(rotation(other)) > CLEARLY))
}

/// Not ended at the first that is not, and in sixteen sums, so that many are taken at once.
fn are_finite<R: NoUninit>(rows: &[R]) -> bool {
    let (lines, rest) = bytemuck::cast_slice::<R, f32>(rows).as_chunks::<16>();
    let mut sums = [0.0; 16];
    for line in lines {
        for (sum, number) in sums.iter_mut().zip(line) {
            // Zero of every number, and no number of all else.
            *sum += number * 0.0;
        }
    }
    sums.iter().all(|&sum| sum == 0.0) && rest.iter().all(|number| number.is_finite())
}

pub(super) const fn joint_at(quad: u64, place: usize) -> usize {
    (quad >> (16 * place) & 0xffff) as usize
}

pub(super) fn by_rows(matrix: &Affine3A) -> Row16 {
    let [x, y, z] = [
        matrix.matrix3.row(0),
        matrix.matrix3.row(1),
        matrix.matrix3.row(2),
    ];
    let t = matrix.translation;
    Row16([
        x.x, x.y, x.z, t.x, y.x, y.y, y.z, t.y, z.x, z.y, z.z, t.z, 0.0, 0.0, 0.0, 0.0,
    ])
}

pub(super) fn fill_up<R: Copy + Default>(rows: &mut Vec<R>) {
    // So `entry & (len − 1)` changes no entry that is there, and an index needs no test.
    rows.resize(rows.len().next_power_of_two(), R::default());
}
