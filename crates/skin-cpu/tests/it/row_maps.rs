//! The affine map of a row takes its vertex to where skinning takes it, by any method and with any maps.

use proptest::collection::vec;
use proptest::prelude::{Strategy, proptest};
use proptest::prop_assert;
use rig::{BoneSegment, VertexMap, Weighting};
use skin_cpu::{RowMaps, Vertices, skin_vertices};
use testkit::arbitrary::fraction;

use crate::arbitrary::{Figure, config, figure, vec3};
use crate::properties::{ROUNDING, for_each_palette, mesh, size};
use crate::support::decided;

type Mapped = (Figure, Vec<BoneSegment>, Vec<f32>, Vec<f32>);

fn mapped() -> impl Strategy<Value = Mapped> {
    let bone = (vec3(1.0), vec3(1.0)).prop_map(|(head, tail)| BoneSegment { head, tail });
    (
        figure(),
        vec(bone, 8),
        vec(fraction(), 6),
        vec(fraction(), 6),
    )
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_row_is_one_affine_map((figure, bones, blends, bulges) in mapped()) {
        let mesh = mesh(&figure);
        let count = mesh.positions.len();
        let blend = VertexMap::new(blends[..count].iter().copied());
        let bulge = VertexMap::new(bulges[..count].iter().copied());
        let plain = Weighting::from(&mesh.influences);
        let weightings = [
            plain,
            Weighting { blend: Some(&blend), ..plain },
            Weighting { blend: Some(&blend), bulge: Some(&bulge), bones: &bones, ..plain },
        ];
        let vertices = Vertices { positions: &mesh.positions, ..Vertices::default() };
        for_each_palette(&figure, |method, palette| {
            let tolerance = ROUNDING * size(&mesh, &palette);
            for weighting in weightings {
                let positions = skin_vertices(vertices, weighting, &palette).unwrap().positions;
                let maps = RowMaps::new(&palette, weighting);
                for (vertex, (&at_rest, &posed)) in mesh.positions.iter().zip(&positions).enumerate() {
                    if !decided(&mesh, vertex, &palette) {
                        continue;
                    }
                    let moved = maps.of(vertex, at_rest).transform_point3(at_rest);
                    prop_assert!(
                        moved.distance(posed) <= tolerance,
                        "{}: vertex {} at {} instead of {}", method, vertex, moved, posed
                    );
                }
            }
            Ok(())
        })?;
    }
}
