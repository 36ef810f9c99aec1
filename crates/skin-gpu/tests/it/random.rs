//! Palettes and influences biased to trouble: half turns, zero and negative scale, weights of 0 and 1, unbound vertices,
//! many influences, morph targets.

use dq_math::signs::TIE;
use dq_math::{DualQuat, SignRule};
use glam::{Affine3A, Mat3, Quat, Vec3};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{ProptestConfig, Strategy, any, proptest};
use rig::{
    AffineDualQuatPalette, BoneSegment, ByMap, DualQuatPalette, InfluenceRow, Influences,
    InfluencesBuilder, MatrixPalette, Palette, RigidBlend, TwoPhasePalette, VertexMap,
};
use skin_cpu::{
    affine_blend_vertex, dual_quat_blend_vertex, linear_blend_vertex, mapped_blend_vertex,
    two_phase_blend_vertex,
};
use testkit::arbitrary::{direction, fraction, mat3, point, rigid, translation};
use testkit::json::RigidInput;

use crate::device::gpu;
use crate::parity::{POSITION, Rounding, Subject, on_device, on_processor};

/// What a unit normal may differ by where nothing of it was lost: a few hundred roundings.
const NORMAL: f32 = 2e-5;

/// A mesh and the parts that palettes of all methods are made of.
#[derive(Clone, Debug)]
struct Figure {
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    influences: Influences,
    /// Each for half of the figures.
    maps: ByMap<Option<VertexMap>>,
    bones: Vec<BoneSegment>,
    displacements: Vec<Vec<Vec3>>,
    morph_weights: Vec<f32>,
    rigid: Vec<RigidInput>,
    linear: Vec<Mat3>,
    shift: Vec<Vec3>,
    units: Mat3,
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, max_shrink_iters: 30, ..ProptestConfig::default() })]

    #[test]
    fn any_figure_skins_as_on_the_processor(figure in figure()) {
        if gpu().is_some() && !figure.is_nearly_tied() {
            for palette in figure.palettes() {
                figure.check(palette);
            }
        }
    }
}

fn figure() -> impl Strategy<Value = Figure> {
    let sizes = (1..=7_usize, 1..=90_usize, 0..=5_usize);
    sizes.prop_flat_map(|(n_joints, n_vertices, n_targets)| {
        let joints = (
            vec(rigid(), n_joints),
            vec(mat3(), n_joints),
            vec(translation(), n_joints),
        );
        let row = vec((0..n_joints, fraction()), 0..=13);
        let vertices = (
            vec(point(), n_vertices),
            vec(direction(), n_vertices),
            vec(row, n_vertices),
            [(); 2].map(|()| option::of(vec(fraction(), n_vertices))),
        );
        let targets = vec(vec(point(), n_vertices), n_targets);
        let morph = (targets, vec(fraction(), n_targets), any::<bool>());
        (joints, vertices, morph).prop_map(move |(joints, vertices, morph)| {
            let (positions, normals, rows, [blend, bulge]) = vertices;
            let (displacements, morph_weights, has_units) = morph;
            Figure {
                positions,
                normals,
                influences: influences(n_joints, &rows),
                maps: ByMap {
                    blend: blend.map(VertexMap::new),
                    bulge: bulge.map(VertexMap::new),
                },
                bones: bones(&joints.2),
                displacements,
                morph_weights,
                rigid: joints.0,
                linear: joints.1,
                shift: joints.2,
                units: Mat3::from_diagonal(if has_units {
                    Vec3::new(2.0, 0.5, 1.5)
                } else {
                    Vec3::ONE
                }),
            }
        })
    })
}

/// From each place to the next; every third has no length.
fn bones(places: &[Vec3]) -> Vec<BoneSegment> {
    let tails = places.iter().cycle().skip(1);
    let pairs = places.iter().zip(tails).enumerate();
    let bone = |(joint, (&head, &tail)): (usize, (&Vec3, &Vec3))| BoneSegment {
        head,
        tail: if joint % 3 == 2 { head } else { tail },
    };
    pairs.map(bone).collect()
}

/// A row without weight is unbound.
fn influences(n_joints: usize, rows: &[Vec<(usize, f32)>]) -> Influences {
    let mut builder = InfluencesBuilder::new(n_joints);
    for row in rows {
        let row = row
            .iter()
            .map(|&(joint, weight)| (u16::try_from(joint).unwrap(), weight));
        if builder.vertex(row).is_err() {
            builder.unbound();
        }
    }
    builder.build()
}

impl Figure {
    /// Rotations whose product is so close to the edge of a tie that rounding may carry it over.
    fn is_nearly_tied(&self) -> bool {
        let rotations = || self.rigid.iter().map(|rigid| rigid.rotation);
        rotations().any(|a| rotations().any(|b| (a.dot(b).abs() - TIE).abs() < 5e-7))
    }

    fn palettes(&self) -> Vec<Palette> {
        let matrices = || {
            let parts = self.linear.iter().zip(&self.shift);
            parts
                .map(|(linear, shift)| Affine3A::from_mat3_translation(*linear, *shift))
                .collect()
        };
        let motions = || {
            let motion = |rigid: &RigidInput| {
                DualQuat::from_rotation_translation(rigid.rotation, rigid.translation)
            };
            self.rigid.iter().map(motion).collect()
        };
        let mut palettes = vec![Palette::Linear(MatrixPalette {
            posed_from_bind: matrices(),
        })];
        for signs in SignRule::ALL {
            palettes.push(Palette::DualQuaternion(DualQuatPalette {
                posed_from_bind: motions(),
                rest_from_bind: self.units,
                signs,
            }));
            for blend in RigidBlend::ALL {
                let heads = match blend {
                    RigidBlend::DirectQuaternion => self.shift.clone(),
                    _ => Vec::new(),
                };
                let palette = TwoPhasePalette::of_motions(matrices(), motions(), heads, blend);
                palettes.push(Palette::TwoPhase(palette.with_signs(signs)));
            }
            palettes.push(Palette::Affine(AffineDualQuatPalette {
                posed_from_bind: matrices(),
                rotation: self.rigid.iter().map(|rigid| rigid.rotation).collect(),
                signs,
            }));
        }
        palettes
    }

    /// How much of a normal is left after morph targets and stretch, where its largest terms are of the size one: rounding counts
    /// by the reciprocal.
    fn definite(&self, palette: &Palette, vertex: usize) -> f32 {
        let matrix = self.stretch(palette, vertex);
        let mut normal = self.normals[vertex];
        let mut terms = 1.0;
        for (displacements, &weight) in self.displacements.iter().zip(&self.morph_weights) {
            normal += displacements[vertex] * weight;
            terms += (displacements[vertex] * weight).length();
        }
        let Mat3 {
            x_axis: x,
            y_axis: y,
            z_axis: z,
        } = matrix;
        let cofactors = Mat3::from_cols(y.cross(z), z.cross(x), x.cross(y));
        let largest = norm(matrix).powi(2) * terms;
        if largest < 1e-6 {
            0.0
        } else {
            (cofactors * normal).length() / largest
        }
    }

    /// The part of a vertex's map that is not a rotation.
    fn stretch(&self, palette: &Palette, vertex: usize) -> Mat3 {
        let InfluenceRow { joints, weights } = self.influences.row(vertex);
        let linear = match palette {
            Palette::Linear(palette) => linear_blend_vertex(joints, weights, palette).matrix3,
            Palette::DualQuaternion(palette) => palette.rest_from_bind.into(),
            Palette::TwoPhase(palette) => {
                let blended = two_phase_blend_vertex(joints, weights, palette);
                blended.stretched_from_bind.matrix3
            }
            Palette::Affine(palette) => {
                let map = self.maps.blend.as_ref();
                let number = map.map_or(1.0, |map| map.value(vertex));
                let method = || affine_blend_vertex(joints, weights, palette);
                mapped_blend_vertex(
                    InfluenceRow { joints, weights },
                    number,
                    &palette.posed_from_bind,
                    method,
                )
                .matrix3
            }
        };
        linear.into()
    }

    /// Whether `stretch` is all of the map that is not a rotation: not of what a map of the mesh mixes or draws back.
    fn knows_stretch(&self, palette: &Palette, vertex: usize) -> bool {
        let number = |map: &Option<VertexMap>| map.as_ref().map(|map| map.value(vertex));
        let is_mixed = number(&self.maps.blend).is_some_and(|number| number < 1.0);
        let is_drawn = number(&self.maps.bulge).is_some_and(|number| number > 0.0);
        match palette {
            Palette::Linear(_) => true,
            Palette::Affine(_) => !is_drawn,
            _ => !is_drawn && !is_mixed,
        }
    }

    /// Whether rounding decides if a vertex's map mirrors.
    fn may_mirror(&self, palette: &Palette, vertex: usize) -> bool {
        let matrix = self.stretch(palette, vertex);
        matrix.determinant().abs() < 1e-5 * norm(matrix).powi(3)
    }

    fn check(&self, palette: Palette) {
        let poses = [(palette, self.morph_weights.clone())];
        let subject = Subject {
            positions: &self.positions,
            normals: &self.normals,
            tangents: &[],
            influences: &self.influences,
            maps: ByMap::new(|kind| self.maps[kind].as_ref()),
            bones: &self.bones,
            targets: self
                .displacements
                .iter()
                .map(|displacements| (&displacements[..], &displacements[..]))
                .collect(),
            poses: &poses,
        };
        let expected = on_processor(&subject, &poses[0]);
        let found = &on_device(&subject)[0];
        // Points within some ten units.
        let size = 20.0;
        let rounding = Rounding::new(&subject, &poses[0]);
        for vertex in 0..self.positions.len() {
            let sharpness = sharpness(&poses[0].0, self.influences.row(vertex));
            if sharpness < 0.03 {
                continue;
            }
            let Some(beside) = rounding.beside(vertex, size) else {
                continue;
            };
            let (p, q) = (expected.positions[vertex], found.positions[vertex]);
            // What is thrown far away, as by an average over nearly a whole turn, is rounded as what is far away.
            let scale = size + beside + p.length();
            let distance = p.distance(q) / scale * sharpness * sharpness;
            assert!(
                distance <= POSITION,
                "vertex {vertex}: {p} here, {q} there, by {:?}",
                poses[0].0
            );
            let (n, m) = (expected.normals[vertex], found.normals[vertex]);
            let distance = if self.may_mirror(&poses[0].0, vertex) {
                n.distance(m).min(n.distance(-m))
            } else {
                n.distance(m)
            };
            if !self.knows_stretch(&poses[0].0, vertex) {
                assert!(m.length() < 1.001, "vertex {vertex}: normal {m}");
                continue;
            }
            let definite = self.definite(&poses[0].0, vertex) * sharpness * sharpness;
            assert!(
                m.length() < 1.001 && distance * definite <= NORMAL,
                "vertex {vertex}: normal {n} here, {m} there, by {:?}",
                poses[0].0
            );
        }
    }
}

/// Frobenius norm.
fn norm(matrix: Mat3) -> f32 {
    let columns = matrix.to_cols_array();
    columns
        .iter()
        .map(|number| number * number)
        .sum::<f32>()
        .sqrt()
}

/// The length of the blended rotation: how far rotations are from canceling, where rounding counts most.
fn sharpness(palette: &Palette, InfluenceRow { joints, weights }: InfluenceRow<'_>) -> f32 {
    match palette {
        Palette::Linear(_) => 1.0,
        Palette::DualQuaternion(palette) => dual_quat_blend_vertex(joints, weights, palette)
            .real
            .length(),
        Palette::TwoPhase(palette) => two_phase_blend_vertex(joints, weights, palette)
            .posed_from_stretched
            .real
            .length(),
        Palette::Affine(palette) => {
            let motion = |rotation: &Quat| DualQuat::new(*rotation, DualQuat::ZERO.dual);
            let rotations = DualQuatPalette {
                posed_from_bind: palette.rotation.iter().map(motion).collect(),
                rest_from_bind: Mat3::IDENTITY,
                signs: palette.signs,
            };
            dual_quat_blend_vertex(joints, weights, &rotations)
                .real
                .length()
        }
    }
}
