//! One vertex and its slopes: against the loop over all, and against finite differences.

use glam::{DVec3, Vec3};
use proptest::prelude::proptest;
use proptest::{prop_assert, prop_assert_eq};
use rig::{ByMap, InfluenceRow, JointSlot, Palette, VertexMap, Weighting};
use skin_cpu::{
    NormalTransform, SimdPath, SkinOutput, Skinner, Vertices, WeightedVertex, skinned_vertex,
    weight_slopes_vertex,
};

use crate::arbitrary::{config, figure};
use crate::properties::{for_each_palette, mesh, size};
use crate::support::decided;

/// Half the width of a difference.
const STEP: f32 = 1.0 / 128.0;

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_vertex_alone_goes_where_it_goes_among_others(figure in figure(), blend in 0.0_f32..1.0) {
        let mesh = mesh(&figure);
        let map = VertexMap::new(vec![blend; mesh.positions.len()]);
        for_each_palette(&figure, |method, palette| {
            let vertices = Vertices { positions: &mesh.positions, ..Vertices::default() };
            for map in [None, Some(&map)] {
                let maps = ByMap { blend: map, bulge: None };
                let weighting = Weighting::from(&mesh.influences).with_maps(maps);
                let mut all = vec![Vec3::ZERO; mesh.positions.len()];
                let out = SkinOutput { positions: &mut all, ..SkinOutput::default() };
                let mut reference = Skinner::new(SimdPath::Scalar);
                let to_skin = skin_cpu::Mesh::new(vertices, weighting);
                reference.skin(&to_skin, &palette, NormalTransform::Usual, out).unwrap();
                for (vertex, expected) in all.into_iter().enumerate() {
                    let row = mesh.influences.row(vertex);
                    let blend = map.map(|map| map.value(vertex));
                    let alone = WeightedVertex { position: mesh.positions[vertex], row, blend };
                    let found = skinned_vertex(&palette, alone);
                    if map.is_none() {
                        prop_assert_eq!(found, expected, "{}", method);
                    } else {
                        // Points are mixed, and not maps.
                        let apart = found.distance(expected) / size(&mesh, &palette);
                        prop_assert!(apart < 1e-4, "{}: {} {}", method, found, expected);
                    }
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn slopes_are_those_of_finite_differences(figure in figure()) {
        let mesh = mesh(&figure);
        for_each_palette(&figure, |method, palette| {
            for (vertex, &position) in mesh.positions.iter().enumerate() {
                let InfluenceRow { joints, weights } = mesh.influences.row(vertex);
                if joints.len() < 2 || !decided(&mesh, vertex, &palette) {
                    continue;
                }
                let at = |step: f32| {
                    let mut weights = weights.to_vec();
                    weights[0] += step;
                    weights[1] -= step;
                    let row = InfluenceRow { joints, weights: &weights };
                    skinned_vertex(&palette, WeightedVertex { position, row, blend: None }).as_dvec3()
                };
                if weights[..2].iter().any(|weight| weight.abs() < 4.0 * STEP) {
                    continue;
                }
                let [wide, narrow] = [STEP, STEP / 2.0].map(|step| (at(step) - at(-step)) / f64::from(2.0 * step));
                let size = f64::from(size(&mesh, &palette));
                let error = wide.distance(narrow);
                if error > 0.01 * size {
                    continue;
                }
                let slopes = slopes(&palette, WeightedVertex { position, row: InfluenceRow { joints, weights }, blend: None }, joints);
                let off = (slopes[0] - slopes[1]).distance(narrow);
                prop_assert!(off <= 2.0 * error + 3e-3 * size, "{}: {} off", method, off);
            }
            Ok(())
        })?;
    }
}

fn slopes(palette: &Palette, vertex: WeightedVertex<'_>, joints: &[JointSlot]) -> Vec<DVec3> {
    let mut slopes = vec![Vec3::NAN; joints.len()];
    let point = weight_slopes_vertex(palette, vertex, joints, &mut slopes);
    assert_eq!(point, skinned_vertex(palette, vertex));
    slopes.into_iter().map(Vec3::as_dvec3).collect()
}
