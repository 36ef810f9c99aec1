//! Gradients that are drawn: the segment under the pointer becomes new weights, always counted from those before.

use std::collections::HashMap;
use std::ops::Range;

use character::{Character, WeightEdit};
use glam::Vec3;
use weights::{Edit, Numbers as _, Report, Row, Rows, Rules, Symmetry, graded, set_weights};

use super::PaintMesh;
use super::desk::Desk;
use super::gradient_reach::Reach;
use super::posed::place_on;
use super::strokes::Skin;
use crate::brush_work::{GradientDrag, Painted, StrokeWork};
use crate::document::Document;
use crate::session::Session;

/// A drag that is shorter, in points, is a click.
const SHORTEST: f32 = 3.0;

const TOO_SHORT: &str = "A gradient runs from where you press to where you let go: drag from one place of the surface to another.";

/// A gradient that is being drawn.
#[derive(Debug)]
pub(super) struct Grading {
    number: u64,
    /// The place of the surface.
    mesh: usize,
    /// Where its points were when the button went down. New weights move a posed surface: what is drawn must not follow what it
    /// does.
    places: Vec<Vec3>,
    /// Where the button went down.
    start: Vec3,
    /// The points that it may change.
    reach: Reach,
    /// Where it ends, and how many samples have said so.
    end: Option<(Vec3, usize)>,
    /// The samples that were drawn last, whether on both sides, and whether those were all.
    done: Option<(usize, bool, bool)>,
}

impl Desk {
    /// Goes on with a gradient; nothing where all is as it was.
    pub(super) fn grade(
        &mut self,
        work: &StrokeWork,
        (document, session): (&Document, &Session),
    ) -> Option<Painted> {
        let number = work.number;
        let refused = |refused| Painted {
            stroke: number,
            refused: Some(refused),
            is_last: true,
            ..Painted::default()
        };
        let known = self.grading.take();
        let mut grading = match known.filter(|grading| grading.number == work.number) {
            Some(grading) => grading,
            None => match self.begin_grading(work, document, session) {
                Ok(grading) => grading,
                Err(why) => return Some(refused(why)),
            },
        };
        let brush = &session.settings.brush;
        let symmetry = self.known_symmetry(grading.mesh, brush.topology);
        let symmetry = symmetry.filter(|_| brush.mirror);
        // The other side is waited for, but not while the button is down.
        let owes = brush.mirror && symmetry.is_none();
        let is_last = work.is_over && !owes;
        let state = Some((work.samples.len(), symmetry.is_some(), is_last));
        let is_new = grading.done != state;
        let painted =
            is_new.then(|| self.graded(&mut grading, (work, symmetry.as_deref()), session));
        grading.done = state;
        self.grading = (!is_last).then_some(grading);
        let painted = painted?;
        Some(Painted {
            stroke: number,
            is_last,
            from_before: true,
            owes,
            ..painted.unwrap_or_default()
        })
    }

    fn begin_grading(
        &self,
        work: &StrokeWork,
        document: &Document,
        session: &Session,
    ) -> Result<Grading, String> {
        let character = &document.character;
        let why_not = || self.why_not(character, work.joint);
        let first = work.samples.first().ok_or_else(why_not)?;
        let ray = first.camera.ray(first.pixel, first.viewport);
        let hit = self.posed().and_then(|posed| posed.ray(ray));
        let met = hit.and_then(|hit| self.met(&hit));
        let mesh = self
            .mesh_of(character, work.joint, met)
            .ok_or_else(why_not)?;
        let own = self.meshes().get(mesh).ok_or_else(why_not)?;
        let posed = self.posed().ok_or_else(why_not)?;
        let on = hit.and_then(|hit| place_on(&hit, own));
        Ok(Grading {
            number: work.number,
            mesh,
            places: posed.posed(mesh, own).positions.to_vec(),
            start: hit.map_or_else(|| self.at_depth_of_target(first), |hit| hit.position),
            reach: Reach::new(own, session, on.map(|place| place.corners)),
            end: None,
            done: None,
        })
    }

    fn graded(
        &self,
        grading: &mut Grading,
        (work, symmetry): (&StrokeWork, Option<&Symmetry>),
        session: &Session,
    ) -> Option<Painted> {
        let mesh = self.meshes().get(grading.mesh)?;
        let (first, last) = work.samples.first().zip(work.samples.last())?;
        if first.pixel.distance(last.pixel) < SHORTEST {
            return Some(Painted {
                has_met: true,
                refused: work.is_over.then(|| TOO_SHORT.to_owned()),
                ..Painted::default()
            });
        }
        let to = self.end(grading, mesh, work)?;
        let character = &work.before.character;
        let brush = &session.settings.brush;
        let drag = GradientDrag::new(brush, work.held, [grading.start, to]);
        let (reach, places) = (&mut grading.reach, &grading.places);
        reach.narrow(mesh.surface(), places, &drag);
        let reach = &*reach;
        let of = (reach.points(), reach.shares());
        let run = drag.gradient(0, of);
        let value = |point: u32| run.value(*places.get(point as usize)?);
        let (edits, report) = match work.joint {
            None => blended((mesh, character), (reach, symmetry), &value),
            Some(joint) => {
                let skin = Skin::of(mesh, character, session, joint)?;
                let rows = mesh.rows(character);
                let edit = if let Some(symmetry) = symmetry {
                    both_sides(&rows, (mesh, &skin), (reach, symmetry), &value)
                } else {
                    let gradient = drag.gradient(skin.joint, of);
                    let (ties, rules) = (mesh.ties(), skin.rules());
                    graded(&rows, &ties, &rules, places, &gradient)
                };
                (mesh.pieces_of(&edit), edit.report)
            }
        };
        Some(Painted {
            edits,
            report,
            has_met: !reach.points().is_empty(),
            drawn: Some(drag),
            ..Painted::default()
        })
    }

    /// Where it ends: the place of the surface that is under the pointer now, where that was when the button went down.
    fn end(&self, grading: &mut Grading, mesh: &PaintMesh, work: &StrokeWork) -> Option<Vec3> {
        let count = work.samples.len();
        if let Some((end, _)) = grading.end.filter(|(_, heard)| *heard == count) {
            return Some(end);
        }
        let last = work.samples.last()?;
        let ray = last.camera.ray(last.pixel, last.viewport);
        let hit = self.posed().and_then(|posed| posed.ray(ray));
        let on = hit.and_then(|hit| place_on(&hit, mesh));
        let then = on.and_then(|place| {
            let corners = place
                .corners
                .map(|corner| grading.places.get(corner as usize));
            let [Some(&a), Some(&b), Some(&c)] = corners else {
                return None;
            };
            let share = place.barycentric;
            Some(a * share.x + b * share.y + c * share.z)
        });
        let beside = || {
            // As far away as it begins.
            let middle = last.camera.ray(0.5 * last.viewport, last.viewport);
            let depth = (grading.start - ray.origin).dot(middle.direction);
            let along = ray.direction.dot(middle.direction).max(1e-3);
            ray.origin + ray.direction * (depth / along)
        };
        let end = then
            .or_else(|| hit.map(|hit| hit.position))
            .unwrap_or_else(beside);
        grading.end = Some((end, count));
        Some(end)
    }
}

/// A gradient of the blend map, with its mirror image where that is asked for.
fn blended(
    (mesh, character): (&PaintMesh, &Character),
    (reach, symmetry): (&Reach, Option<&Symmetry>),
    value: &dyn Fn(u32) -> Option<f32>,
) -> (Vec<WeightEdit>, Report) {
    let now = mesh.blend(character);
    let towards =
        |point: u32, number: f32, share: f32| (point, partly(now.number(point), number, share));
    let points = reach.points().iter().copied();
    let own = points
        .clone()
        .filter_map(|point| Some(towards(point, value(point)?, reach.share(point))));
    let mut numbers: Vec<(u32, f32)> = own.collect();
    let images = points.filter_map(|point| {
        let image = symmetry?.partner(point)?;
        let is_free = !reach.has(image);
        let number = value(point).filter(|_| is_free)?;
        Some(towards(image, number, reach.share(point)))
    });
    let images: Vec<(u32, f32)> = images.collect();
    numbers.extend(images);
    numbers.retain(|&(point, number)| now.is_torn(point) || number != now.number(point));
    let report = Report::of_changed(numbers.len());
    (mesh.blend_pieces_of(&numbers), report)
}

/// A gradient of a joint, and its mirror image of the joint of the other side.
///
/// Where both reach a point, both have their weight; together they are one at the most.
fn both_sides(
    rows: &dyn Rows,
    (mesh, skin): (&PaintMesh, &Skin),
    (reach, symmetry): (&Reach, &Symmetry),
    value: &dyn Fn(u32) -> Option<f32>,
) -> Edit {
    let partner = skin.partner().unwrap_or(skin.joint);
    let is_one = partner == skin.joint;
    let reached = |point: &u32| reach.has(*point);
    // What both ask for at a point that both reach, by one at the most.
    let share = |point: u32| -> Option<f32> {
        let own = value(point)?;
        let image = symmetry.partner(point).filter(reached);
        match image.filter(|_| !is_one).and_then(value) {
            Some(other) => Some(own / (own + other).max(1.0)),
            None => Some(own),
        }
    };
    let points = reach.points().iter();
    let wanted: Vec<(u32, f32)> = points
        .filter_map(|&point| Some((point, share(point)?)))
        .collect();
    let towards = |rows: &dyn Rows, joint: u16, (point, weight, part): (u32, f32, f32)| {
        (point, partly(rows.weight(point, joint), weight, part))
    };
    let own: Vec<(u32, f32)> = wanted
        .iter()
        .map(|&(point, weight)| towards(rows, skin.joint, (point, weight, reach.share(point))))
        .collect();
    let images = wanted.iter().filter_map(|&(point, weight)| {
        Some((symmetry.partner(point)?, weight, reach.share(point)))
    });
    let (shared, alone): (Vec<_>, Vec<_>) = images.partition(|(image, ..)| reached(image));
    let alone: Vec<(u32, f32)> = alone
        .into_iter()
        .map(|image| towards(rows, partner, image))
        .collect();
    let (ties, rules) = (mesh.ties(), skin.rules());
    let mut locks = rules.locks.to_vec();
    locks.resize(rows.joint_count(), false);
    if let Some(lock) = locks.get_mut(usize::from(skin.joint)) {
        *lock = true;
    }
    let kept = Rules {
        locks: &locks,
        ..rules
    };
    let first = set_weights(rows, &ties, &rules, skin.joint, &own);
    let second = set_weights(rows, &ties, &rules, partner, &alone);
    if is_one || shared.is_empty() {
        return Edit::in_turn([first, second]);
    }
    let so_far = Overlaid::new(rows, &first);
    let shared: Vec<(u32, f32)> = shared
        .into_iter()
        .map(|image| towards(&so_far, partner, image))
        .collect();
    let third = set_weights(&so_far, &ties, &kept, partner, &shared);
    Edit::in_turn([first, second, third])
}

/// A part of the way; all of it exactly.
fn partly(from: f32, to: f32, part: f32) -> f32 {
    if part < 1.0 {
        from + part * (to - from)
    } else {
        to
    }
}

/// Rows with an edit over them.
struct Overlaid<'a> {
    below: &'a dyn Rows,
    /// The points of the edit with, for each of their vertices, where its row is in the lists; one row alone is that of all of them.
    above: HashMap<u32, Vec<Range<usize>>>,
    joints: Vec<u16>,
    weights: Vec<f32>,
}

impl<'a> Overlaid<'a> {
    fn new(below: &'a dyn Rows, edit: &Edit) -> Self {
        let mut overlaid = Self {
            below,
            above: HashMap::with_capacity(edit.rows.len()),
            joints: Vec::new(),
            weights: Vec::new(),
        };
        let whole = edit.rows.iter();
        let whole = whole.map(|(point, row)| (*point, std::slice::from_ref(row)));
        let apart = edit.apart.iter();
        let apart = apart.map(|(point, rows)| (*point, rows.as_slice()));
        for (point, rows) in whole.chain(apart) {
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

    /// The row of the edit, if it has one.
    fn row(&self, point: u32, vertex: usize) -> Option<(&[u16], &[f32])> {
        let ranges = self.above.get(&point)?;
        let range = ranges.get(vertex).or_else(|| ranges.first())?.clone();
        Some((self.joints.get(range.clone())?, self.weights.get(range)?))
    }
}

impl Rows for Overlaid<'_> {
    fn point_count(&self) -> usize {
        self.below.point_count()
    }

    fn joint_count(&self) -> usize {
        self.below.joint_count()
    }

    fn slices(&self, point: u32) -> (&[u16], &[f32]) {
        self.copy(point, 0)
    }

    fn copies(&self, point: u32) -> usize {
        self.below.copies(point)
    }

    fn copy(&self, point: u32, vertex: usize) -> (&[u16], &[f32]) {
        let own = || self.below.copy(point, vertex);
        self.row(point, vertex).unwrap_or_else(own)
    }
}
