//! Makes the skin of a body: meshed, painted, mirrored and weighted.

use glam::DVec3;

use super::super::surface::{Point, Surface};
use super::body::Body;
use super::borders::{PaintedBody, Region};
use super::heat::{self, Owner};
use super::nets;
use super::remesh;
use super::trimesh::TriMesh;

/// The skin that a joint owns: what is nearest to this piece of bone, within one zone of the body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Territory {
    pub(crate) zone: usize,
    pub(crate) joint: usize,
    pub(crate) bone: [DVec3; 2],
    /// Larger values make the joint's weight fall off over a shorter stretch.
    pub(crate) hold: f64,
}

/// Everything a skin is made from.
#[derive(Clone, Debug)]
pub(crate) struct SkinPlan {
    pub(crate) body: Body,
    /// The border of each paint in order; one more paint is for the rest.
    pub(crate) regions: Vec<Region>,
    pub(crate) territories: Vec<Territory>,
    /// Size of the first mesh's cells, in meters.
    pub(crate) cell: f64,
    /// Factor on the edge lengths that the solids ask for.
    pub(crate) scale: f64,
    /// Along no edge should a weight change by more than this, where the mesh is too coarse for the heat.
    pub(crate) steepest: f64,
}

/// For each joint its mirror image in x → −x, itself if it has none.
#[derive(Clone, Debug)]
pub(crate) struct Mirror(pub(crate) Vec<usize>);

/// Makes the skin. Of a mirrored body one half is made, and the other is its image with exactly the same numbers.
pub(crate) fn skin(plan: &SkinPlan, mirror: &Mirror) -> Surface {
    let painted = PaintedBody {
        body: &plan.body,
        regions: &plan.regions,
    };
    let mut mesh = nets::first_mesh(&plan.body, plan.cell);
    painted.cut(&mut mesh);
    remesh::remesh(&mut mesh, &painted, plan.scale);
    let half = mesh.compacted();
    let owners: Vec<Owner> = half.at.iter().map(|&point| owner(plan, point)).collect();
    if plan.body.mirrored {
        mirror_mesh(&half, &owners, mirror, plan.steepest)
    } else {
        let (triangles, paints): (Vec<_>, Vec<_>) = half.triangles().unzip();
        let mut rows = heat::weights(&half.at, &triangles, &owners, mirror.0.len(), plan.steepest);
        rows.iter_mut().for_each(|row| heat::limit(row));
        surface(&half.at, rows, triangles, paints)
    }
}

fn owner(plan: &SkinPlan, point: DVec3) -> Owner {
    let zone = plan.body.zone(point);
    let mut nearest = (
        f64::INFINITY,
        Owner {
            joint: 0,
            heat: 1.0,
        },
    );
    for territory in plan.territories.iter().filter(|t| t.zone == zone) {
        let [a, b] = territory.bone;
        let along = b - a;
        let part = ((point - a).dot(along) / along.length_squared().max(1e-12)).clamp(0.0, 1.0);
        let squared = point.distance_squared(a + part * along);
        if squared < nearest.0 {
            // Within a millimeter of the bone the heat is held, so that the system stays solvable.
            let heat = territory.hold / squared.max(1e-6);
            nearest = (
                squared,
                Owner {
                    joint: territory.joint,
                    heat,
                },
            );
        }
    }
    nearest.1
}

fn mirror_mesh(half: &TriMesh, owners: &[Owner], mirror: &Mirror, steepest: f64) -> Surface {
    let mut positions = half.at.clone();
    let mut owners = owners.to_vec();
    let mut image: Vec<usize> = (0..half.at.len()).collect();
    for (vertex, &at) in half.at.iter().enumerate() {
        if at.x != 0.0 {
            image[vertex] = positions.len();
            positions.push(DVec3::new(-at.x, at.y, at.z));
            let Owner { joint, heat } = owners[vertex];
            owners.push(Owner {
                joint: mirror.0[joint],
                heat,
            });
        }
    }
    let mut triangles = Vec::new();
    let mut paints = Vec::new();
    for (corners, label) in half.triangles() {
        let [a, b, c] = corners.map(|corner| image[corner]);
        // Mirroring reverses the winding.
        triangles.extend([corners, [a, c, b]]);
        paints.extend([label; 2]);
    }
    let mut rows = heat::weights(&positions, &triangles, &owners, mirror.0.len(), steepest);
    // The solver rounds differently on the two sides: their mean makes the weights exactly symmetric.
    for (vertex, &image) in image.iter().enumerate() {
        let other = mirror_row(&rows[image], mirror);
        let mut row: Vec<f64> = rows[vertex]
            .iter()
            .zip(&other)
            .map(|(a, b)| 0.5 * (a + b))
            .collect();
        heat::limit(&mut row);
        rows[image] = mirror_row(&row, mirror);
        rows[vertex] = row;
    }
    surface(&positions, rows, triangles, paints)
}

fn mirror_row(row: &[f64], mirror: &Mirror) -> Vec<f64> {
    mirror.0.iter().map(|&joint| row[joint]).collect()
}

fn surface(
    positions: &[DVec3],
    rows: Vec<Vec<f64>>,
    triangles: Vec<[usize; 3]>,
    triangle_paints: Vec<usize>,
) -> Surface {
    let points = positions.iter().zip(rows);
    Surface {
        points: points
            .map(|(&position, weights)| Point { position, weights })
            .collect(),
        triangles,
        triangle_paints,
        ..Surface::default()
    }
}
