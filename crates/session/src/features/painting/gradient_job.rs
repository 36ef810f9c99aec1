//! One evaluation of a gradient with all its input: at once, or in the background where the mesh is large.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use std::task::Poll;

use character::{Character, WeightEdit};
use glam::Vec3;
use mesh::PointIndex;
use rig::{InfluenceRow, JointSlot, MapKind};
use weights::{
    Edit, Numbers as _, PointValue, Report, Row, Rows, Rules, Symmetry, apply_gradient, set_weights,
};

use super::gradient_region::GradientRegion;
use super::strokes::PaintSkin;
use crate::document::Document;
use crate::state::painting::PaintMesh;
use crate::state::painting::brush_work::{GradientDrag, PaintedDocument, StrokeEdits};
use crate::state::painting::paint_mesh::MeshNumbers;
use crate::tasks::{JobError, Spawner, Task};

/// The points of a mesh, and which of them may change.
#[derive(Debug)]
pub(crate) struct GradientField {
    /// Positions when the button went down. New weights move a posed surface; without this copy the gradient would
    /// follow its own effect.
    pub(crate) places: Vec<Vec3>,
    /// The points that the gradient may change.
    pub(crate) region: GradientRegion,
}

/// A gradient as it is drawn at one moment.
#[derive(Debug)]
pub(crate) struct GradientJob {
    pub(crate) mesh: Arc<PaintMesh>,
    /// The document before the drag.
    pub(crate) before: Document,
    /// Its character; while a mask is painted, that is its blend map.
    pub(crate) seen: Arc<Character>,
    /// Whether the map is the mask of the active layer.
    pub(crate) is_mask: bool,
    /// The joint's skin with its locks and limits; none for a map.
    pub(crate) skin: Option<PaintSkin>,
    /// Of which kind that map is.
    pub(crate) kind: MapKind,
    /// The mirror images, for a drag on both sides.
    pub(crate) symmetry: Option<Arc<Symmetry>>,
    pub(crate) drag: GradientDrag,
}

/// A gradient job in the background.
#[derive(Debug)]
pub(crate) struct GradientTask(Task<(Box<GradientField>, StrokeEdits)>);

impl GradientTask {
    /// The result, once it is there; an error if the worker has failed.
    pub(crate) fn back(&mut self) -> Result<Option<(Box<GradientField>, StrokeEdits)>, JobError> {
        match self.0.poll() {
            Poll::Ready(back) => back.map(Some),
            Poll::Pending => Ok(None),
        }
    }
}

impl GradientJob {
    /// Runs the job on a thread, which builds the new document too.
    pub(crate) fn start(self, mut field: Box<GradientField>, spawner: &Spawner) -> GradientTask {
        GradientTask(Task::start(spawner, "gradient", move |_| {
            let mut painted = self.compute(&mut field);
            // An error here is dropped: applying the edits again in the session reports it.
            let after = match self.is_mask {
                true => self.before.with_mask(&painted.edits),
                false => self.before.with_weight_edits(&painted.edits),
            };
            painted.after = after.ok().map(PaintedDocument);
            (field, painted)
        }))
    }

    /// Runs the job on this thread.
    pub(crate) fn compute(&self, field: &mut GradientField) -> StrokeEdits {
        let Self { mesh, drag, .. } = self;
        let (region, places) = (&mut field.region, &field.places);
        region.narrow(mesh.surface(), places, drag);
        let region = &*region;
        let mask = region.mask();
        let points = region.points().iter().copied();
        let changing: Vec<PointIndex> = points.filter(|&point| mask.has(point)).collect();
        let of = (changing.as_slice(), region.shares());
        // Only its values are used here, and these are the same for every joint.
        let run = drag.gradient(JointSlot(0), of);
        let value = |point: PointIndex| run.value(*places.get(point.index())?);
        let (character, symmetry) = (&self.seen, self.symmetry.as_deref());
        let is_image_changing = |point: &PointIndex| {
            let image = symmetry.and_then(|symmetry| symmetry.nearest_image(*point));
            image.is_some_and(|image| mask.has(image))
        };
        let has_hit = !changing.is_empty() || region.points().iter().any(is_image_changing);
        let (edits, report) = match &self.skin {
            None => {
                let numbers = mesh.numbers(character, self.kind);
                gradient_edits(&numbers, mesh, self.kind, region, symmetry, &value)
            }
            Some(skin) => {
                let rows = mesh.rows(character);
                let partner = skin.partner();
                let edit = if let (Some(symmetry), Some(partner)) = (symmetry, partner) {
                    both_sides(&rows, mesh, skin, partner, region, symmetry, &value)
                } else {
                    let gradient = drag.gradient(skin.joint, of);
                    let (neighbor_weights, rules) = (mesh.neighbor_weights(), skin.rules());
                    apply_gradient(&rows, &neighbor_weights, &rules, places, &gradient)
                };
                (mesh.pieces_of(&edit), edit.report)
            }
        };
        StrokeEdits {
            edits,
            report,
            has_hit,
            drawn: Some(drag.clone()),
            ..StrokeEdits::default()
        }
    }
}

/// A gradient of a map, mirrored if requested.
fn gradient_edits(
    now: &MeshNumbers<'_>,
    mesh: &PaintMesh,
    kind: MapKind,
    region: &GradientRegion,
    symmetry: Option<&Symmetry>,
    value: &dyn Fn(PointIndex) -> Option<f32>,
) -> (Vec<WeightEdit>, Report) {
    let towards = |point: PointIndex, number: f32, share: f32| {
        PointValue::new(point, partly(now.number(point), number, share))
    };
    let points = region.points().iter().copied();
    let own = points.clone().filter(|&point| region.mask().has(point));
    let own = own.filter_map(|point| Some(towards(point, value(point)?, region.share(point))));
    let mut numbers: Vec<PointValue> = own.collect();
    let images = images_of(symmetry, points, region, value);
    let images = images.into_iter().filter_map(|(image, share)| {
        let is_free = !region.has(image.point) && region.mask().has(image.point);
        is_free.then(|| towards(image.point, image.value, share))
    });
    let images: Vec<PointValue> = images.collect();
    numbers.extend(images);
    numbers.retain(|of| now.is_seam_split(of.point) || of.value != now.number(of.point));
    let report = Report::of_changed(numbers.len());
    (mesh.number_pieces_of(&numbers, kind), report)
}

/// A gradient of a joint, and the mirrored gradient of its partner.
///
/// Points that both reach get both weights, scaled down to a sum of one where it would be more.
fn both_sides(
    rows: &dyn Rows,
    mesh: &PaintMesh,
    skin: &PaintSkin,
    partner: JointSlot,
    region: &GradientRegion,
    symmetry: &Symmetry,
    value: &dyn Fn(PointIndex) -> Option<f32>,
) -> Edit {
    let is_one = partner == skin.joint;
    let reached = |point: &PointIndex| region.has(*point);
    // The sum of both weights at a point that both reach, at most one.
    let share = |point: PointIndex| -> Option<f32> {
        let own = value(point)?;
        let image = symmetry.nearest_image(point).filter(reached);
        match image.filter(|_| !is_one).and_then(value) {
            Some(other) => Some(own / (own + other).max(1.0)),
            None => Some(own),
        }
    };
    let points = region.points().iter();
    let wanted: Vec<PointValue> = points
        .filter_map(|&point| Some(PointValue::new(point, share(point)?)))
        .collect();
    let mask = region.mask();
    let own: Vec<PointValue> = wanted
        .iter()
        .filter(|of| mask.has(of.point))
        .map(|&of| towards(rows, skin.joint, of, region.share(of.point)))
        .collect();
    let shared_out: HashMap<PointIndex, f32> =
        wanted.iter().map(|of| (of.point, of.value)).collect();
    let value_of = |point: PointIndex| shared_out.get(&point).copied();
    let all = region.points().iter().copied();
    let images = images_of(Some(symmetry), all, region, &value_of);
    let images = images
        .into_iter()
        .filter(|(image, _)| mask.has(image.point));
    let (shared, alone): (Vec<_>, Vec<_>) = images.partition(|(image, _)| reached(&image.point));
    let alone: Vec<PointValue> = alone
        .into_iter()
        .map(|(image, part)| towards(rows, partner, image, part))
        .collect();
    let (neighbor_weights, rules) = (mesh.neighbor_weights(), skin.rules());
    let mut locks = rules.locks.to_vec();
    locks.resize(rows.joint_count(), false);
    if let Some(lock) = locks.get_mut(usize::from(skin.joint)) {
        *lock = true;
    }
    let kept = Rules {
        locks: &locks,
        ..rules
    };
    let first = set_weights(rows, &neighbor_weights, &rules, skin.joint, &own);
    let second = set_weights(rows, &neighbor_weights, &rules, partner, &alone);
    if is_one || shared.is_empty() {
        return Edit::in_turn([first, second]);
    }
    // Points where both gradients apply need the rows that the first edit has left, or the partner would undo it.
    let so_far = OverlaidRows::new(rows, &first);
    let shared: Vec<PointValue> = shared
        .into_iter()
        .map(|(image, part)| towards(&so_far, partner, image, part))
        .collect();
    // The partner takes its share from other joints: the painted joint has just been given its own, and is locked.
    let third = set_weights(&so_far, &neighbor_weights, &kept, partner, &shared);
    Edit::in_turn([first, second, third])
}

/// What a gradient asks for on the other side, each with the part of the way that it goes there: the values of the points that are
/// reached as the mirror shows them, a mean by shares where an image lies between several.
fn images_of(
    symmetry: Option<&Symmetry>,
    points: impl Iterator<Item = PointIndex>,
    region: &GradientRegion,
    value: &dyn Fn(PointIndex) -> Option<f32>,
) -> Vec<(PointValue, f32)> {
    let Some(symmetry) = symmetry else {
        return Vec::new();
    };
    let reached = points.filter_map(|point| Some((point, value(point)?, region.share(point))));
    let (mut values, mut shares) = (Vec::new(), Vec::new());
    for (point, value, share) in reached {
        values.push(PointValue::new(point, value * share));
        shares.push(PointValue::new(point, share));
    }
    let (values, shares) = (
        symmetry.mirror_values(&values),
        symmetry.mirror_values(&shares),
    );
    let both = values.into_iter().zip(shares);
    let images = both.filter(|(_, share)| share.value > 0.0);
    images
        .map(|(value, share)| {
            let mean = PointValue::new(value.point, value.value / share.value);
            (mean, share.value)
        })
        .collect()
}

/// The weight of a joint at a point, a part of the way to a wanted one.
fn towards(rows: &dyn Rows, joint: JointSlot, wanted: PointValue, part: f32) -> PointValue {
    let now = rows.weight(wanted.point, joint);
    PointValue::new(wanted.point, partly(now, wanted.value, part))
}

/// Linear interpolation that gives exactly `to` at part 1.
fn partly(from: f32, to: f32, part: f32) -> f32 {
    if part < 1.0 {
        from + part * (to - from)
    } else {
        to
    }
}

/// Rows of weights with an edit applied over them.
struct OverlaidRows<'a> {
    below: &'a dyn Rows,
    /// For each edited point, the range of each of its vertices' rows in the lists; a single range is shared by all its
    /// vertices.
    above: HashMap<PointIndex, Vec<Range<usize>>>,
    joints: Vec<JointSlot>,
    weights: Vec<f32>,
}

impl<'a> OverlaidRows<'a> {
    fn new(below: &'a dyn Rows, edit: &Edit) -> Self {
        let mut overlaid = Self {
            below,
            above: HashMap::with_capacity(edit.rows.len()),
            joints: Vec::new(),
            weights: Vec::new(),
        };
        let whole = edit.rows.iter();
        let whole = whole.map(|(point, row)| (*point, std::slice::from_ref(row)));
        let split = edit.split.iter();
        let split = split.map(|(point, rows)| (*point, rows.as_slice()));
        for (point, rows) in whole.chain(split) {
            let ranges = rows.iter().map(|row| overlaid.keep(row)).collect();
            overlaid.above.insert(point, ranges);
        }
        overlaid
    }

    fn keep(&mut self, row: &Row) -> Range<usize> {
        let begin = self.joints.len();
        self.joints.extend(row.pairs().map(|(joint, _)| joint));
        self.weights.extend(row.pairs().map(|(_, weight)| weight));
        begin..self.joints.len()
    }

    /// The edited row of a vertex, if it has one.
    fn row(&self, point: PointIndex, vertex: usize) -> Option<InfluenceRow<'_>> {
        let ranges = self.above.get(&point)?;
        let range = ranges.get(vertex).or_else(|| ranges.first())?.clone();
        Some(InfluenceRow {
            joints: self.joints.get(range.clone())?,
            weights: self.weights.get(range)?,
        })
    }
}

impl Rows for OverlaidRows<'_> {
    fn point_count(&self) -> usize {
        self.below.point_count()
    }

    fn joint_count(&self) -> usize {
        self.below.joint_count()
    }

    fn slices(&self, point: PointIndex) -> InfluenceRow<'_> {
        self.copy(point, 0)
    }

    fn copies(&self, point: PointIndex) -> usize {
        self.below.copies(point)
    }

    fn copy(&self, point: PointIndex, vertex: usize) -> InfluenceRow<'_> {
        let own = || self.below.copy(point, vertex);
        self.row(point, vertex).unwrap_or_else(own)
    }
}
