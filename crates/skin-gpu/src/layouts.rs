//! Mirrors of what `shaders/wgsl/include/skin_layout.wgsl` says, byte by byte; the test below compares them with what naga
//! computes.

use bytemuck::{Pod, Zeroable};
use dq_math::{DualQuat, SignRule};
use glam::{Affine3A, Mat3, Quat};
use rig::{AffineDualQuatPalette, DualQuatPalette, MatrixPalette, Palette, TwoPhasePalette};

/// `SkinParams`.
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
    pub padding: u32,
}

/// `Affine`: the rows of `[M | t]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Affine {
    pub rows: [[f32; 4]; 3],
}

/// `DualQuat`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Motion {
    pub real: [f32; 4],
    pub dual: [f32; 4],
}

/// `LinearJoint`.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct LinearJoint {
    pub posed_from_bind: Affine,
}

/// `DualQuatJoint`.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct DualQuatJoint {
    pub posed_from_bind: Motion,
}

/// `TwoPhaseJoint`.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct TwoPhaseJoint {
    pub stretched_from_bind: Affine,
    pub posed_from_stretched: Motion,
}

/// `AffineJoint`.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct AffineJoint {
    pub posed_from_bind: Affine,
    pub rotation: [f32; 4],
}

/// A skinned vertex as it lies in memory: `SkinVertex`, tightly packed, 24 bytes.
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
pub(crate) const LARGEST_ENTRY: usize = size_of::<TwoPhaseJoint>() / size_of::<Word>();
/// The words of `rest_from_bind`, before the joints.
pub(crate) const JOINTS_AT: usize = size_of::<Affine>() / size_of::<Word>();

/// Appends the first entries of a palette in the words of its shader: `rest_from_bind`, then the joints.
pub(crate) fn append_palette(out: &mut Vec<Word>, palette: &Palette, n_joints: usize) {
    let rest_from_bind = match palette {
        Palette::DualQuaternion(palette) => palette.rest_from_bind,
        _ => Mat3::IDENTITY,
    };
    append(out, [affine(&Affine3A::from_mat3(rest_from_bind))]);
    match palette {
        Palette::Linear(palette) => append(out, linear_joints(palette).take(n_joints)),
        Palette::DualQuaternion(palette) => append(out, dual_quat_joints(palette).take(n_joints)),
        Palette::TwoPhase(palette) => append(out, two_phase_joints(palette).take(n_joints)),
        Palette::Affine(palette) => append(out, affine_joints(palette).take(n_joints)),
    }
}

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

fn affine_joints(palette: &AffineDualQuatPalette) -> impl Iterator<Item = AffineJoint> {
    let joint = |(matrix, rotation): (&Affine3A, &Quat)| AffineJoint {
        posed_from_bind: affine(matrix),
        rotation: rotation.to_array(),
    };
    let pairs = palette.posed_from_bind.iter().zip(&palette.rotation);
    pairs.map(joint)
}

fn affine(matrix: &Affine3A) -> Affine {
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

/// The kernel that a palette is for, and its `SIGNS_` constant; linear blending has no signs and takes the first rule.
pub(crate) const fn codes(palette: &Palette) -> (Kernel, u32) {
    match palette {
        Palette::Linear(_) => (Kernel::Linear, 0),
        Palette::DualQuaternion(palette) => (Kernel::DualQuaternion, signs_code(palette.signs)),
        Palette::TwoPhase(palette) => (Kernel::TwoPhase, signs_code(palette.signs)),
        Palette::Affine(palette) => (Kernel::Affine, signs_code(palette.signs)),
    }
}

/// The entry points of `shaders/wgsl/skin.wgsl`, in its order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kernel {
    #[default]
    Linear,
    DualQuaternion,
    TwoPhase,
    Affine,
}

const fn signs_code(rule: SignRule) -> u32 {
    match rule {
        SignRule::First => 0,
        SignRule::Largest => 1,
        SignRule::Hierarchical => 2,
        SignRule::Running => 3,
    }
}

#[cfg(test)]
mod tests {
    use std::mem::offset_of;

    use naga::{Expression, Literal, Module, TypeInner};

    use super::*;

    /// Name and offset of each member, then the size of the whole.
    type Layout = (Vec<(String, usize)>, usize);

    macro_rules! mirror {
        ($name:ident: $($member:ident),*) => {
            (vec![$((stringify!($member).to_owned(), offset_of!($name, $member))),*], size_of::<$name>())
        };
    }

    #[test]
    fn mirrors_have_the_layout_of_the_shader() {
        let module = module();
        let params = mirror!(SkinParams: n_vertices, n_instances, n_targets, signs, pose_size, morph_weights, pairs, padding);
        assert_eq!(params, layout(&module, "SkinParams"));
        assert_eq!(mirror!(Affine: rows), layout(&module, "Affine"));
        assert_eq!(mirror!(Motion: real, dual), layout(&module, "DualQuat"));
        assert_eq!(
            mirror!(LinearJoint: posed_from_bind),
            layout(&module, "LinearJoint")
        );
        assert_eq!(
            mirror!(DualQuatJoint: posed_from_bind),
            layout(&module, "DualQuatJoint")
        );
        let two_phase = mirror!(TwoPhaseJoint: stretched_from_bind, posed_from_stretched);
        assert_eq!(two_phase, layout(&module, "TwoPhaseJoint"));
        assert_eq!(
            mirror!(AffineJoint: posed_from_bind, rotation),
            layout(&module, "AffineJoint")
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
            ("AFFINE_SIZE", size_of::<AffineJoint>() / word),
            (
                "AFFINE_ROTATION_AT",
                offset_of!(AffineJoint, rotation) / word,
            ),
            ("VERTEX_SIZE", size_of::<SkinVertex>() / size_of::<f32>()),
        ];
        for (name, value) in expected {
            assert_eq!(constant(&module, name) as usize, value, "{name}");
        }
    }

    #[test]
    fn sign_rules_have_the_numbers_of_the_shader() {
        let module = module();
        for rule in SignRule::ALL {
            let name = format!("SIGNS_{}", rule.name().to_uppercase());
            assert_eq!(constant(&module, &name), signs_code(rule), "{name}");
        }
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
        assert_eq!(codes(&palette), (Kernel::TwoPhase, 3));
    }

    fn module() -> Module {
        naga::front::wgsl::parse_str(&shaders::SKIN.source().unwrap()).unwrap()
    }

    fn layout(module: &Module, name: &str) -> Layout {
        let found = module
            .types
            .iter()
            .find(|(_, t)| t.name.as_deref() == Some(name));
        let TypeInner::Struct { members, span } = &found.expect(name).1.inner else {
            panic!("{name} is no struct");
        };
        let members = members
            .iter()
            .map(|m| (m.name.clone().unwrap(), m.offset as usize))
            .collect();
        (members, *span as usize)
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
