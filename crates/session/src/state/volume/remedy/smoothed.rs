//! Weights smoothed at a place, on all skins that move it, over wider and wider lengths.

use character::WeightError;
use glam::Vec3;
use mesh::PointIndex;
use rig::{GoOn, JointSlot};
use scene::vertex_facts::VertexPlace;
use weights::{Flood, Operation, Region, Rules, Smoothing, flood};

use crate::document::Document;
use crate::state::painting::{PaintMesh, VisitedPrimitives, meters_per_unit};
use crate::state::volume::volume_list::VolumePlace;
use crate::state::weight_table::weights_work::WeightsWork;

/// The lengths that are tried, as shares of the size of the place.
const REACHES: [f32; 6] = [0.02, 0.05, 0.1, 0.2, 0.35, 0.5];
const _: () = assert!(
    are_rising(&REACHES),
    "from step to step weights get smoother"
);
/// Passes at most over one skin: beyond that a mesh is so dense that a coarser one should be smoothed.
const MOST_PASSES: f32 = 4_000.0;
/// Passes at once, between two questions whether to go on.
const AT_ONCE: u8 = 16;

const fn are_rising(mut lengths: &[f32]) -> bool {
    while let [length, wider @ ..] = lengths {
        if let [next, ..] = wider
            && *next <= *length
        {
            return false;
        }
        lengths = wider;
    }
    true
}

/// Weights smoothed so far.
pub(super) struct SmoothingStep {
    pub(super) after: Document,
    /// Over which length, in meters.
    pub(super) reach: f32,
}

/// The weights of a place, smoother from step to step.
pub(super) struct Smoothed {
    /// The document with the weights as they are now.
    document: Document,
    parts: Vec<SmoothedSkin>,
    limit: Option<usize>,
    /// Half the diagonal of the box around the place, in meters: of several skins the largest.
    size: f32,
    /// Which length is next.
    next: usize,
}

/// What one skin has of the place.
struct SmoothedSkin {
    mesh: PaintMesh,
    points: Vec<PointIndex>,
    locks: Vec<bool>,
    /// The mean length of the sides there, in meters.
    side: f32,
    /// Passes done so far, each a mix of half and half with the neighbors.
    passes: f32,
}

impl Smoothed {
    /// None where no skin moves the place. What several skins move is smoothed once, with the first of them.
    pub(super) fn new(
        document: &Document,
        place: &VolumePlace,
        locks: &WeightsWork,
        limit: u8,
    ) -> Option<Self> {
        let rig = &document.character.rig;
        let mut visited = VisitedPrimitives::default();
        let (mut parts, mut size) = (Vec::new(), 0.0_f32);
        for mesh in PaintMesh::all(&document.character) {
            let (Some(before), Some(bind)) = (visited.visit(&mesh), rig.binds.get(mesh.skin))
            else {
                continue;
            };
            let mut points = points_of(&mesh, place);
            points.retain(|&point| !before.has(&mesh, point));
            let Some((side, own_size)) = measures(&mesh, &points) else {
                continue;
            };
            let scale = meters_per_unit(&rig.skeleton, bind);
            size = size.max(own_size * scale);
            parts.push(SmoothedSkin {
                locks: locks.locks_of(&rig.skeleton, bind.joints()),
                side: side * scale,
                passes: 0.0,
                mesh,
                points,
            });
        }
        (!parts.is_empty()).then(|| Self {
            document: document.clone(),
            parts,
            limit: (limit > 0).then_some(usize::from(limit)),
            size,
            next: 0,
        })
    }

    /// The document with the weights smoothed over the next length, and that length, in meters; nothing after the last. The
    /// outer none: `go_on` broke off.
    ///
    /// A pass mixes half and half with the neighbors, so that n of them come to a mean over `side √(n / 2)`. A skin so dense that this asks
    /// for too many passes stays as it is, alone; where all of them are, that was the last length.
    ///
    /// # Errors
    ///
    /// The rows cannot be taken.
    pub(super) fn wider(
        &mut self,
        go_on: &GoOn<'_>,
    ) -> Option<Result<Option<SmoothingStep>, WeightError>> {
        let Some(share) = REACHES.get(self.next) else {
            return Some(Ok(None));
        };
        let reach = share * self.size;
        #[expect(clippy::cast_precision_loss, reason = "a handful of lengths")]
        let done = self.next as f32 / REACHES.len() as f32;
        self.next += 1;
        // From `reach = side √(n / 2)`; one pass at least, so that each step differs from the last.
        let wanted = |part: &SmoothedSkin| (2.0 * (reach / part.side).powi(2)).max(1.0);
        let can_be_had = |part: &SmoothedSkin| wanted(part) <= MOST_PASSES;
        if !self.parts.iter().any(can_be_had) {
            return Some(Ok(None));
        }
        let within = self.parts.iter_mut().filter(|part| can_be_had(part));
        for part in within {
            let wanted = wanted(part);
            while part.passes < wanted {
                go_on(done).continue_value()?;
                match part.pass(&self.document, self.limit, wanted - part.passes) {
                    Ok(after) => self.document = after,
                    Err(error) => return Some(Err(error)),
                }
            }
        }
        Some(Ok(Some(SmoothingStep {
            after: self.document.clone(),
            reach,
        })))
    }
}

impl SmoothedSkin {
    /// The document after some passes, as many as are left or as go at once.
    fn pass(
        &mut self,
        document: &Document,
        limit: Option<usize>,
        left: f32,
    ) -> Result<Document, WeightError> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped to what goes at once"
        )]
        let passes = left.ceil().clamp(1.0, f32::from(AT_ONCE)) as u8;
        let rules = Rules {
            locks: &self.locks,
            limit,
            ..Rules::default()
        };
        let rows = self.mesh.rows(&document.character);
        let smooth = Flood {
            operation: Operation::Smooth(Smoothing { passes }),
            strength: 1.0,
            joint: JointSlot::default(),
            region: Region::Points(&self.points),
        };
        let edit = flood(&rows, &self.mesh.neighbor_weights(), &rules, &smooth);
        self.passes += f32::from(passes);
        document.with_weight_edits(&self.mesh.pieces_of(&edit))
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
        let others = surface.neighbors(*point).iter();
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
