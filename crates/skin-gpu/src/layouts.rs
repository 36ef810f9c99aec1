//! Mirrors of what `shaders/wgsl/include/skin_layout.wgsl` says, byte by byte; the test below compares them with what naga
//! computes.

use bytemuck::{Pod, Zeroable};
use dq_math::{DualQuat, DualVec3, SignRule};
use glam::{Affine3A, Mat3, Quat, Vec3};
use rig::{
    AffineDualQuatPalette, BoneSegment, DualQuatPalette, MatrixPalette, Method, Palette,
    RigidBlend, TwoPhasePalette,
};

/// The uniform `SkinParams`: counts, and where lists begin. Sixteen words without a gap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct SkinParams {
    pub n_vertices: u32,
    pub n_instances: u32,
    pub n_targets: u32,
    pub signs: u32,
    pub pose_size: u32,
    pub morph_weights: u32,
    pub pairs: u32,
    pub sets: u32,
    pub own_joints: u32,
    pub centers: u32,
    pub blend: u32,
    pub bulge: u32,
    pub tangents: u32,
    pub skinned_tangents: u32,
    pub gradients: u32,
    pub gradient_rows: u32,
}

/// `Affine`: the rows of `[M | t]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Affine {
    pub rows: [[f32; 4]; 3],
}

/// `DualQuat`: quaternions as (x, y, z, w).
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Motion {
    pub real: [f32; 4],
    pub dual: [f32; 4],
}

/// `DualVec3`, with the gaps that WGSL leaves behind three numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Log {
    pub real: [f32; 3],
    pub behind_real: f32,
    pub dual: [f32; 3],
    pub behind_dual: f32,
}

/// `LinearJoint`: the skinning matrix of a joint.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct LinearJoint {
    pub posed_from_bind: Affine,
}

/// `DualQuatJoint`: the rigid motion of a joint; signs of the pose are in it.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct DualQuatJoint {
    pub posed_from_bind: Motion,
}

/// `TwoPhaseJoint`: the stretch at the bind, then the motion.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct TwoPhaseJoint {
    pub stretched_from_bind: Affine,
    pub posed_from_stretched: Motion,
}

/// `LogMatrixJoint`: the stretch, and the principal logarithm of the motion.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct LogMatrixJoint {
    pub stretched_from_bind: Affine,
    pub log: Log,
}

/// `DirectQuaternionJoint`: a `TwoPhaseJoint`, and the head between the phases; its fourth number is not read.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct DirectQuaternionJoint {
    pub stretched_from_bind: Affine,
    pub posed_from_stretched: Motion,
    pub head: [f32; 4],
}

/// `AffineJoint`: the skinning matrix, and the rotation that says how to blend it.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct AffineJoint {
    pub posed_from_bind: Affine,
    pub rotation: [f32; 4],
}

/// `OwnJoint`: what a blend map or bulge map asks for beside the method's entry.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct OwnJoint {
    pub posed_from_bind: Affine,
    pub head: [f32; 4],
    pub tail: [f32; 4],
}

/// A skinned vertex as it lies in memory: position and normal of `SkinVertex`, tightly packed, 24 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct SkinVertex {
    /// In the model space of the pose.
    pub position: [f32; 3],
    /// Unit, or zero where the pose leaves no direction.
    pub normal: [f32; 3],
}

/// What all lists of poses are made of: `vec4<f32>`.
pub(crate) type Word = [f32; 4];

/// The largest entry; memory is sized for it, so that the method may change from frame to frame.
pub(crate) const LARGEST_ENTRY: usize = size_of::<DirectQuaternionJoint>() / size_of::<Word>();
/// The words of a joint that maps of a mesh ask for, whatever the method.
pub(crate) const OWN_ENTRY: usize = size_of::<OwnJoint>() / size_of::<Word>();
/// The words of `rest_from_bind`, before the joints.
pub(crate) const JOINTS_AT: usize = size_of::<Affine>() / size_of::<Word>();

/// Numbers that a joint takes in the memory of the device: 12 by linear blending, 8 by dual quaternions, 20 by two phases.
#[must_use]
pub const fn joint_scalars(method: Method) -> usize {
    let bytes = match method {
        Method::Linear => size_of::<LinearJoint>(),
        Method::DualQuaternion => size_of::<DualQuatJoint>(),
        Method::TwoPhase(_, RigidBlend::LogMatrix) => size_of::<LogMatrixJoint>(),
        Method::TwoPhase(_, RigidBlend::DirectQuaternion) => size_of::<DirectQuaternionJoint>(),
        Method::TwoPhase(..) => size_of::<TwoPhaseJoint>(),
        Method::Affine => size_of::<AffineJoint>(),
    };
    bytes / size_of::<f32>()
}

/// Appends the first entries of a palette in the words of its shader: `rest_from_bind`, then the joints.
pub(crate) fn append_palette(out: &mut Vec<Word>, palette: &Palette, n_joints: usize) {
    let rest_from_bind = match palette {
        Palette::DualQuaternion(palette) => palette.rest_from_bind,
        _ => Mat3::IDENTITY,
    };
    // For all methods, so that joints begin at one place whatever the shader.
    append(out, [affine(&Affine3A::from_mat3(rest_from_bind))]);
    match palette {
        Palette::Linear(palette) => append(out, linear_joints(palette).take(n_joints)),
        Palette::DualQuaternion(palette) => append(out, dual_quat_joints(palette).take(n_joints)),
        Palette::TwoPhase(palette) => match palette.blend {
            RigidBlend::LogMatrix => append(out, log_matrix_joints(palette).take(n_joints)),
            RigidBlend::DirectQuaternion => {
                append(out, direct_quaternion_joints(palette).take(n_joints));
            }
            _ => append(out, two_phase_joints(palette).take(n_joints)),
        },
        Palette::Affine(palette) => append(out, affine_joints(palette).take(n_joints)),
    }
}

/// Appends the first joints' own maps, each with its bone; one without a bone has it at the origin.
pub(crate) fn append_own_joints(
    out: &mut Vec<Word>,
    palette: &Palette,
    bones: &[BoneSegment],
    n_joints: usize,
) {
    let bones = bones
        .iter()
        .copied()
        .chain(std::iter::repeat_with(BoneSegment::default));
    let joints = palette.joint_maps().into_iter().zip(bones).take(n_joints);
    let entries = joints.map(|(map, bone)| OwnJoint {
        posed_from_bind: affine(&map),
        head: word(bone.head),
        tail: word(bone.tail),
    });
    append(out, entries);
}

/// Appends points, as rotation centers, one a word.
pub(crate) fn append_points(out: &mut Vec<Word>, points: &[Vec3]) {
    out.extend(points.iter().map(|point| word(*point)));
}

/// Appends whole numbers below [`MOST_SETS`] as f32, four a word. As bits of an integer they might be flushed to zero on their
/// way through a texture.
#[expect(clippy::cast_precision_loss, reason = "exact below 2²⁴")]
pub(crate) fn append_numbers(out: &mut Vec<Word>, numbers: &[u32]) {
    let number = |place: Option<&u32>| place.map_or(0.0, |&number| number as f32);
    out.extend(
        numbers
            .chunks(4)
            .map(|four| [0, 1, 2, 3].map(|lane| number(four.get(lane)))),
    );
}

/// From here on f32 has gaps between whole numbers.
pub(crate) const MOST_SETS: usize = 1 << 24;

fn append<T: Pod>(out: &mut Vec<Word>, entries: impl IntoIterator<Item = T>) {
    for entry in entries {
        out.extend_from_slice(bytemuck::cast_slice(&[entry]));
    }
}

fn linear_joints(palette: &MatrixPalette) -> impl Iterator<Item = LinearJoint> {
    let joint = |matrix: &Affine3A| LinearJoint {
        posed_from_bind: affine(matrix),
    };
    palette.posed_from_bind.iter().map(joint)
}

fn dual_quat_joints(palette: &DualQuatPalette) -> impl Iterator<Item = DualQuatJoint> {
    let joint = |motion_of_joint: &DualQuat| DualQuatJoint {
        posed_from_bind: motion(*motion_of_joint),
    };
    palette.posed_from_bind.iter().map(joint)
}

fn two_phase_joints(palette: &TwoPhasePalette) -> impl Iterator<Item = TwoPhaseJoint> {
    let joint = |(stretch, rigid): (&Affine3A, &DualQuat)| TwoPhaseJoint {
        stretched_from_bind: affine(stretch),
        posed_from_stretched: motion(*rigid),
    };
    let pairs = palette
        .stretched_from_bind
        .iter()
        .zip(&palette.posed_from_stretched);
    pairs.map(joint)
}

fn log_matrix_joints(palette: &TwoPhasePalette) -> impl Iterator<Item = LogMatrixJoint> {
    let joint = |(stretch, log_of_joint): (&Affine3A, &DualVec3)| LogMatrixJoint {
        stretched_from_bind: affine(stretch),
        log: Log {
            real: log_of_joint.real.to_array(),
            dual: log_of_joint.dual.to_array(),
            ..Log::default()
        },
    };
    palette
        .stretched_from_bind
        .iter()
        .zip(&palette.logs)
        .map(joint)
}

fn direct_quaternion_joints(
    palette: &TwoPhasePalette,
) -> impl Iterator<Item = DirectQuaternionJoint> {
    let joint = |(both, head): (TwoPhaseJoint, &Vec3)| DirectQuaternionJoint {
        stretched_from_bind: both.stretched_from_bind,
        posed_from_stretched: both.posed_from_stretched,
        head: word(*head),
    };
    two_phase_joints(palette).zip(&palette.heads).map(joint)
}

fn affine_joints(palette: &AffineDualQuatPalette) -> impl Iterator<Item = AffineJoint> {
    let joint = |(matrix, rotation): (&Affine3A, &Quat)| AffineJoint {
        posed_from_bind: affine(matrix),
        rotation: rotation.to_array(),
    };
    let pairs = palette.posed_from_bind.iter().zip(&palette.rotation);
    pairs.map(joint)
}

fn affine(matrix: &Affine3A) -> Affine {
    // Transposed: shaders read rows, each a product of four numbers with a point.
    let [x, y, z, t] = [
        matrix.matrix3.x_axis,
        matrix.matrix3.y_axis,
        matrix.matrix3.z_axis,
        matrix.translation,
    ];
    Affine {
        rows: [
            [x.x, y.x, z.x, t.x],
            [x.y, y.y, z.y, t.y],
            [x.z, y.z, z.z, t.z],
        ],
    }
}

fn motion(motion: DualQuat) -> Motion {
    Motion {
        real: motion.real.to_array(),
        dual: motion.dual.to_array(),
    }
}

const fn word(point: Vec3) -> Word {
    [point.x, point.y, point.z, 0.0]
}

/// The kernel that a palette is for, as [`Palette::blend`], and its `SIGNS_` constant; blends without signs take the first rule.
pub(crate) fn codes(palette: &Palette) -> (Method, u32) {
    let signs = palette.signs().map_or(0, signs_code);
    (palette.blend(), signs)
}

const fn signs_code(rule: SignRule) -> u32 {
    match rule {
        SignRule::First => 0,
        SignRule::Largest => 1,
        // Both are decided in the palette, and take its signs as they are.
        SignRule::Hierarchical | SignRule::Followed => 2,
        SignRule::Running => 3,
    }
}

#[cfg(test)]
mod tests {
    use std::mem::offset_of;

    use naga::{Expression, Literal, Module};
    use testkit::{rust_layout, shader_layout};

    use super::*;
    use crate::packed_normal::NormalFormat;

    #[test]
    fn mirrors_have_the_layout_of_the_shader() {
        let module = module();
        let params = rust_layout!(SkinParams: n_vertices, n_instances, n_targets, signs, pose_size, morph_weights, pairs, sets, own_joints, centers, blend, bulge, tangents, skinned_tangents, gradients, gradient_rows);
        assert_eq!(params, shader_layout!(&module, "SkinParams"));
        assert_eq!(
            rust_layout!(Affine: rows),
            shader_layout!(&module, "Affine")
        );
        assert_eq!(
            rust_layout!(Motion: real, dual),
            shader_layout!(&module, "DualQuat")
        );
        // The gaps have no names there.
        assert_eq!(
            rust_layout!(Log: real, dual),
            shader_layout!(&module, "DualVec3")
        );
        assert_eq!(
            rust_layout!(LinearJoint: posed_from_bind),
            shader_layout!(&module, "LinearJoint")
        );
        assert_eq!(
            rust_layout!(DualQuatJoint: posed_from_bind),
            shader_layout!(&module, "DualQuatJoint")
        );
        let two_phase = rust_layout!(TwoPhaseJoint: stretched_from_bind, posed_from_stretched);
        assert_eq!(two_phase, shader_layout!(&module, "TwoPhaseJoint"));
        let log_matrix = rust_layout!(LogMatrixJoint: stretched_from_bind, log);
        assert_eq!(log_matrix, shader_layout!(&module, "LogMatrixJoint"));
        let direct =
            rust_layout!(DirectQuaternionJoint: stretched_from_bind, posed_from_stretched, head);
        assert_eq!(direct, shader_layout!(&module, "DirectQuaternionJoint"));
        let own = rust_layout!(OwnJoint: posed_from_bind, head, tail);
        assert_eq!(own, shader_layout!(&module, "OwnJoint"));
        assert_eq!(
            rust_layout!(AffineJoint: posed_from_bind, rotation),
            shader_layout!(&module, "AffineJoint")
        );
    }

    #[test]
    fn sizes_and_places_are_those_that_the_shader_counts_with() {
        let module = module();
        let word = size_of::<Word>();
        let expected = [
            ("JOINTS_AT", JOINTS_AT),
            ("LINEAR_SIZE", size_of::<LinearJoint>() / word),
            ("DUAL_QUAT_SIZE", size_of::<DualQuatJoint>() / word),
            ("TWO_PHASE_SIZE", size_of::<TwoPhaseJoint>() / word),
            (
                "TWO_PHASE_MOTION_AT",
                offset_of!(TwoPhaseJoint, posed_from_stretched) / word,
            ),
            ("LOG_MATRIX_SIZE", size_of::<LogMatrixJoint>() / word),
            ("LOG_MATRIX_LOG_AT", offset_of!(LogMatrixJoint, log) / word),
            (
                "DIRECT_QUATERNION_SIZE",
                size_of::<DirectQuaternionJoint>() / word,
            ),
            (
                "DIRECT_QUATERNION_MOTION_AT",
                offset_of!(DirectQuaternionJoint, posed_from_stretched) / word,
            ),
            (
                "DIRECT_QUATERNION_HEAD_AT",
                offset_of!(DirectQuaternionJoint, head) / word,
            ),
            ("AFFINE_SIZE", size_of::<AffineJoint>() / word),
            (
                "AFFINE_ROTATION_AT",
                offset_of!(AffineJoint, rotation) / word,
            ),
            ("OWN_SIZE", OWN_ENTRY),
            ("OWN_HEAD_AT", offset_of!(OwnJoint, head) / word),
            ("OWN_TAIL_AT", offset_of!(OwnJoint, tail) / word),
            ("VERTEX_SIZE", size_of::<SkinVertex>() / size_of::<f32>()),
            (
                "PACKED_VERTEX_SIZE",
                NormalFormat::Octahedral.vertex_words(),
            ),
        ];
        for (name, value) in expected {
            assert_eq!(constant(&module, name) as usize, value, "{name}");
        }
    }

    #[test]
    fn sign_rules_have_the_numbers_of_the_shader() {
        let module = module();
        // What is followed is decided in the palette, as along the hierarchy.
        let of_shader = |rule: &SignRule| *rule != SignRule::Followed;
        for rule in SignRule::ALL.into_iter().filter(of_shader) {
            let name = format!("SIGNS_{}", rule.name().to_uppercase());
            assert_eq!(constant(&module, &name), signs_code(rule), "{name}");
        }
    }

    #[test]
    fn steps_are_as_many_and_as_short_as_in_rust() {
        let module = module();
        for (name, most) in [
            ("AVERAGE_STEPS", skin_cpu::AVERAGE_STEPS),
            ("ITERATIVE_STEPS", skin_cpu::ITERATIVE_STEPS),
        ] {
            assert_eq!(constant(&module, name) as usize, most, "{name}");
        }
        for (name, precision) in [
            ("AVERAGE_PRECISION", skin_cpu::AVERAGE_PRECISION),
            ("ITERATIVE_PRECISION", skin_cpu::ITERATIVE_PRECISION),
        ] {
            let text = shaders::SKIN.source().unwrap();
            let line = format!("const {name} = {precision:e};");
            assert!(text.contains(&line), "{line}");
        }
    }

    #[test]
    fn every_blend_has_an_entry_point() {
        let entries: Vec<&str> = shaders::METHODS
            .iter()
            .map(|method| method.entry_point)
            .collect();
        let blends: Vec<String> = Method::blends().map(Method::entry_point).collect();
        assert_eq!(entries, blends);
    }

    #[test]
    fn numbers_fill_up_words() {
        let mut words = Vec::new();
        append_numbers(&mut words, &[0, 1, 16_777_215, 3, 7]);
        assert_eq!(words, [[0., 1., 16_777_215., 3.], [7., 0., 0., 0.]]);
    }

    #[test]
    fn a_palette_becomes_rows_and_parts() {
        let matrix =
            Affine3A::from_cols_array(&[1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12.]);
        let motion = DualQuat::new(
            Quat::from_xyzw(1., 2., 3., 4.),
            Quat::from_xyzw(5., 6., 7., 8.),
        );
        let palette = Palette::TwoPhase(TwoPhasePalette {
            stretched_from_bind: vec![matrix],
            posed_from_stretched: vec![motion],
            signs: SignRule::Running,
            ..TwoPhasePalette::default()
        });
        let expected: Vec<Word> = vec![
            [1., 0., 0., 0.],
            [0., 1., 0., 0.],
            [0., 0., 1., 0.],
            [1., 4., 7., 10.],
            [2., 5., 8., 11.],
            [3., 6., 9., 12.],
            [1., 2., 3., 4.],
            [5., 6., 7., 8.],
        ];
        let mut words = Vec::new();
        append_palette(&mut words, &palette, 1);
        assert_eq!(words, expected);
        assert_eq!(codes(&palette), (Method::TWO_PHASE, 3));
    }

    fn module() -> Module {
        naga::front::wgsl::parse_str(&shaders::SKIN.source().unwrap()).unwrap()
    }

    fn constant(module: &Module, name: &str) -> u32 {
        let found = module
            .constants
            .iter()
            .find(|(_, c)| c.name.as_deref() == Some(name));
        match module.global_expressions[found.expect(name).1.init] {
            Expression::Literal(Literal::U32(value)) => value,
            ref other => panic!("{name} is {other:?}"),
        }
    }
}
