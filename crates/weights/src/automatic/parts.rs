//! The parts of a surface on their way down the fallback chain.

use std::ops::Range;

use mesh::{Adjacency, PointIndex};

use super::outcome::{AutomaticStage, PartReport, Refusal};
use super::rigid::Rigidity;
use super::sparse::{Raw, SparseRows};
use super::watch::Canceled;

/// The connected parts, each with its points and what is known of its way.
pub(super) struct Parts {
    /// The points of all parts, one part after another.
    points: Vec<PointIndex>,
    ways: Vec<PartState>,
}

/// A part that is left, after so many others.
#[derive(Clone, Copy)]
pub(super) struct OpenPart {
    pub(super) part: usize,
    pub(super) done: usize,
    pub(super) of: usize,
}

/// What is known of one part so far.
struct PartState {
    points: Range<usize>,
    triangles: Vec<[u32; 3]>,
    stage: Option<AutomaticStage>,
    not_surface: Option<Refusal>,
    not_volume: Option<Refusal>,
    /// The part that it follows as a garment.
    over: Option<usize>,
    could_follow: bool,
}

impl Parts {
    pub(super) fn of(surface: &Adjacency) -> Self {
        let mut points: Vec<PointIndex> = surface.all_points().collect();
        // A stable sort: within a part points stay in rising order, and are searched by bisection.
        points.sort_by_key(|&point| surface.parts()[point.index()]);
        let mut ways: Vec<PartState> = Vec::with_capacity(surface.part_count());
        let mut start = 0;
        for part in points.chunk_by(|&a, &b| part_of(surface, a) == part_of(surface, b)) {
            let end = start + part.len();
            ways.push(PartState::new(start..end));
            start = end;
        }
        // Corners of a triangle are connected, so the first tells the part of all.
        for &triangle in surface.triangles() {
            ways[part_of(surface, PointIndex(triangle[0]))]
                .triangles
                .push(triangle);
        }
        Self { points, ways }
    }

    pub(super) const fn len(&self) -> usize {
        self.ways.len()
    }

    pub(super) fn points(&self, part: usize) -> &[PointIndex] {
        &self.points[self.ways[part].points.clone()]
    }

    /// How many points the parts before have.
    pub(super) fn points_before(&self, part: usize) -> usize {
        self.ways[part].points.start
    }

    pub(super) fn triangles(&self, part: usize) -> &[[u32; 3]] {
        &self.ways[part].triangles
    }

    /// The parts that no stage has carried yet.
    pub(super) fn open(&self) -> Vec<usize> {
        let is_open = |&part: &usize| self.ways[part].stage.is_none();
        (0..self.ways.len()).filter(is_open).collect()
    }

    /// Gives the parts that are left to a stage, which makes the rows of a part's points or says why it cannot.
    pub(super) fn carry_open(
        &mut self,
        stage: AutomaticStage,
        rows: &mut SparseRows,
        mut carry: impl FnMut(&Self, OpenPart) -> Result<Result<Vec<Raw>, Refusal>, Canceled>,
    ) -> Result<(), Canceled> {
        let open = self.open();
        let of = open.len();
        for (done, part) in open.into_iter().enumerate() {
            match carry(self, OpenPart { part, done, of })? {
                Ok(found) => {
                    let points = self.points(part).iter().zip(found);
                    points.for_each(|(&point, row)| rows.set(point, row));
                    self.assign(part, stage);
                }
                Err(why) => self.refuse_volume(part, why),
            }
        }
        Ok(())
    }

    pub(super) fn assign(&mut self, part: usize, stage: AutomaticStage) {
        self.ways[part].stage = Some(stage);
    }

    /// It is a wall within another part, whatever carried it.
    pub(super) fn assign_wall(&mut self, part: usize) {
        let way = &mut self.ways[part];
        way.stage = Some(AutomaticStage::Wall);
        (way.not_surface, way.not_volume) = (None, None);
    }

    /// It follows another part as a garment, whatever carried it.
    pub(super) fn assign_garment(&mut self, part: usize, body: usize) {
        let way = &mut self.ways[part];
        way.stage = Some(AutomaticStage::Garment);
        way.over = Some(body);
        (way.not_surface, way.not_volume) = (None, None);
    }

    /// It is a garment, and has weights of its own.
    pub(super) fn note_garment(&mut self, part: usize) {
        self.ways[part].could_follow = true;
    }

    pub(super) fn refuse_surface(&mut self, part: usize, why: Refusal) {
        self.ways[part].not_surface = Some(why);
    }

    pub(super) fn refuse_volume(&mut self, part: usize, why: Refusal) {
        self.ways[part].not_volume = Some(why);
    }

    /// `shapes` are those of all parts.
    pub(super) fn reports(&self, shapes: &[Rigidity]) -> Vec<PartReport> {
        // Parts are numbered in 32 bits.
        let number = |part: usize| u32::try_from(part).ok();
        let numbered = (0..).zip(self.ways.iter().zip(shapes));
        numbered
            .map(|(part, (way, shape))| PartReport {
                part,
                points: way.points.len(),
                stage: way.stage.unwrap_or(AutomaticStage::Nearest),
                not_surface: way.not_surface,
                not_volume: way.not_volume,
                rigid: shape.follows,
                could_be_rigid: shape.should_follow && way.over.is_none(),
                over: way.over.and_then(number),
                could_follow: way.could_follow,
            })
            .collect()
    }
}

impl PartState {
    const fn new(points: Range<usize>) -> Self {
        Self {
            points,
            triangles: Vec::new(),
            stage: None,
            not_surface: None,
            not_volume: None,
            over: None,
            could_follow: false,
        }
    }
}

fn part_of(surface: &Adjacency, point: PointIndex) -> usize {
    surface.parts()[point.index()] as usize
}
