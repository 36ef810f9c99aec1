//! Weights smoothed at a place, over wider and wider lengths.

use character::WeightError;
use glam::Vec3;
use mesh::PointIndex;
use rig::{GoOn, JointSlot};
use scene::vertex_facts::VertexPlace;
use weights::{Flood, Operation, Region, Rules, Smoothing, flood};

use crate::document::Document;
use crate::painting::PaintMesh;
use crate::weighting::volume_list::VolumePlace;
use crate::weighting::weights_work::WeightsWork;

/// The lengths that are tried, as shares of the size of the place.
const REACHES: [f32; 6] = [0.02, 0.05, 0.1, 0.2, 0.35, 0.5];
/// Passes at most: beyond that a mesh is so dense that a coarser one should be smoothed.
const MOST_PASSES: f32 = 4_000.0;
/// Passes at once, between two questions whether to go on.
const AT_ONCE: u8 = 16;

/// Weights smoothed so far.
pub(super) struct Step {
    pub(super) after: Document,
    /// Over which length, in the mesh's units.
    pub(super) reach: f32,
}

/// The weights of a place, smoother from step to step.
pub(super) struct Smoothed {
    /// The document with the weights as they are now.
    document: Document,
    mesh: PaintMesh,
    points: Vec<PointIndex>,
    locks: Vec<bool>,
    limit: Option<usize>,
    /// The mean length of the sides at the place.
    side: f32,
    /// Half the diagonal of the box around the place.
    size: f32,
    /// Passes so far, and which length is next.
    passes: f32,
    next: usize,
}

impl Smoothed {
    /// None where no skin moves the place.
    pub(super) fn new(
        document: &Document,
        place: &VolumePlace,
        (locks, limit): (&WeightsWork, u8),
    ) -> Option<Self> {
        let character = &document.character;
        let binds = 0..character.rig.binds.len();
        let mut meshes = binds.filter_map(|skin| PaintMesh::of(character, skin));
        let (mesh, points) = meshes.find_map(|mesh| {
            let points = points_of(&mesh, place);
            (!points.is_empty()).then_some((mesh, points))
        })?;
        let bind = character.rig.binds.get(mesh.skin)?;
        let locks = locks.locks_of(&character.rig.skeleton, bind.joints());
        let (side, size) = measures(&mesh, &points)?;
        Some(Self {
            document: document.clone(),
            mesh,
            points,
            locks,
            limit: (limit > 0).then_some(usize::from(limit)),
            side,
            size,
            passes: 0.0,
            next: 0,
        })
    }

    /// The document with the weights smoothed over the next length, and that length, in the mesh's units; nothing after the last. The
    /// outer none: `go_on` broke off.
    ///
    /// A pass mixes half and half with the neighbours, so that n of them come to a mean over `side √(n / 2)`.
    ///
    /// # Errors
    ///
    /// The rows cannot be taken.
    pub(super) fn wider(&mut self, go_on: &GoOn<'_>) -> Option<Result<Option<Step>, WeightError>> {
        let Some(share) = REACHES.get(self.next) else {
            return Some(Ok(None));
        };
        let reach = share * self.size;
        #[expect(clippy::cast_precision_loss, reason = "a handful of lengths")]
        let done = self.next as f32 / REACHES.len() as f32;
        self.next += 1;
        let wanted = (2.0 * (reach / self.side).powi(2)).max(1.0);
        if wanted > MOST_PASSES {
            return Some(Ok(None));
        }
        while self.passes < wanted {
            go_on(done).continue_value()?;
            if let Err(error) = self.pass(wanted - self.passes) {
                return Some(Err(error));
            }
        }
        Some(Ok(Some(Step {
            after: self.document.clone(),
            reach,
        })))
    }

    /// Some passes, as many as are left or as go at once.
    fn pass(&mut self, left: f32) -> Result<(), WeightError> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped to what goes at once"
        )]
        let passes = left.ceil().clamp(1.0, f32::from(AT_ONCE)) as u8;
        let rules = Rules {
            locks: &self.locks,
            limit: self.limit,
            ..Rules::default()
        };
        let rows = self.mesh.rows(&self.document.character);
        let smooth = Flood {
            operation: Operation::Smooth(Smoothing { passes }),
            strength: 1.0,
            joint: JointSlot::default(),
            region: Region::Points(&self.points),
        };
        let edit = flood(&rows, &self.mesh.neighbor_weights(), &rules, &smooth);
        self.document = self.document.painted(&self.mesh.pieces_of(&edit))?;
        self.passes += f32::from(passes);
        Ok(())
    }
}

/// The points of a surface that a place is about, in rising order.
fn points_of(mesh: &PaintMesh, place: &VolumePlace) -> Vec<PointIndex> {
    let point = |at: &VertexPlace| mesh.point_at(at.primitive, u32::try_from(at.vertex).ok()?);
    let mut points: Vec<PointIndex> = place
        .vertices
        .iter()
        .filter_map(|(at, _)| point(at))
        .collect();
    points.sort_unstable();
    points.dedup();
    points
}

/// The mean length of the sides at points, and half the diagonal of their box.
fn measures(mesh: &PaintMesh, points: &[PointIndex]) -> Option<(f32, f32)> {
    let surface = mesh.surface();
    let place = |point: &PointIndex| surface.positions().get(point.index()).copied();
    let places: Vec<Vec3> = points.iter().filter_map(place).collect();
    let sides = points.iter().flat_map(|point| {
        let others = surface.neighbours(*point).iter();
        others.filter_map(move |other| Some(place(point)?.distance(place(other)?)))
    });
    let (count, sum) = sides.fold((0_u32, 0.0_f64), |(count, sum), side| {
        (count + 1, sum + f64::from(side))
    });
    #[expect(clippy::cast_possible_truncation, reason = "a mean of f32")]
    let side = (sum / f64::from(count.max(1))) as f32;
    let bounds = mesh::bounds(&places)?;
    let size = 0.5 * bounds.min.distance(bounds.max);
    (side > 0.0 && side.is_finite()).then_some((side, size))
}
