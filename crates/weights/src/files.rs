//! Weights as text: RON and CSV, to be read by people and edited by hand. The format is docs/weight-files.md.

use std::collections::BTreeMap;

use glam::Vec3;
use mesh::{Adjacency, Bvh, PointIndex};
use text_files::without_mark;

pub use text_files::TextFault;

use crate::rows::draft::Draft;
use crate::rows::shares::settle_row;
use crate::{Edit, Row, Rows, Rules, Skip};

mod csv_text;
mod reader;
mod ron_text;

use reader::Reader;
use rig::JointSlot;

/// The version that is written, and the only one that is read.
const VERSION: u32 = 1;
/// What a file says that it is.
const FORMAT: &str = "dualskin weights";

/// How weights are written as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WeightFormat {
    /// A table for spreadsheets, a line for each vertex.
    Csv,
    /// Rusty object notation, as presets and projects are.
    Ron,
}

impl WeightFormat {
    /// By the end of a file's name, in any case.
    #[must_use]
    pub fn of_extension(extension: &str) -> Option<Self> {
        let formats = [Self::Csv, Self::Ron];
        formats
            .into_iter()
            .find(|format| extension.eq_ignore_ascii_case(format.extension()))
    }

    /// The end of a file's name.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Ron => "ron",
        }
    }
}

/// What a text is held against.
#[derive(Clone, Copy, Debug, Default)]
pub struct WeightFileTarget<'a> {
    /// The names of the skin's joints, in its order: unique ones, as [`rig::Addresses`] gives them.
    pub joints: &'a [&'a str],
    /// The mesh's number of vertices; none if weights are to be matched by place.
    pub vertex_count: Option<usize>,
}

/// Weights read from a text.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct WeightFile {
    /// The number of vertices of the mesh that they were written for.
    pub vertex_count: u32,
    /// The rows that the text gives, by vertex.
    pub rows: BTreeMap<u32, Row>,
    /// Where these vertices were, as far as the text says it.
    pub places: BTreeMap<u32, Vec3>,
    /// How many rows did not sum to one, to a millionth, and were divided by their sum.
    pub divided: usize,
}

/// Writes the weights of all vertices; with `places` also where they are.
///
/// Numbers are written so that they are read again bit for bit. A joint that has no name in `joints` is written as `#` with its
/// number. A place that is not finite is left out.
#[must_use]
pub fn write_weights(
    format: WeightFormat,
    rows: &dyn Rows,
    joints: &[&str],
    places: Option<&[Vec3]>,
) -> String {
    match format {
        WeightFormat::Csv => csv_text::write(rows, joints, places),
        WeightFormat::Ron => ron_text::write(rows, joints, places),
    }
}

/// Reads weights, all or nothing.
///
/// Rows whose sum is one to within a millionth keep their bits; others are divided by their sum, and counted. Vertices that the text
/// does not list are not in the result; one that is listed without joints is unbound.
///
/// # Errors
///
/// The first fault with its place and its remedy: another version, another number of vertices, a vertex beyond it or listed twice, a joint
/// that the skin lacks or that is named twice in a row, a weight below zero or not a number, a row of zeros, a text that is cut off.
pub fn read_weights(
    format: WeightFormat,
    text: &str,
    target: &WeightFileTarget<'_>,
) -> Result<WeightFile, TextFault> {
    let text = without_mark(text);
    let reader = Reader::new(target);
    match format {
        WeightFormat::Csv => csv_text::read(text, reader),
        WeightFormat::Ron => ron_text::read(text, reader),
    }
}

impl WeightFile {
    /// The weights for the mesh they were written for: each vertex takes its own row, and one that is not listed the first of those at
    /// the same point that are.
    ///
    /// `rows` are those of the points. Locked joints keep their weights, and the limit holds. Points that are not listed stay
    /// as they are.
    #[must_use]
    pub fn by_vertex(&self, surface: &Adjacency, rows: &dyn Rows, rules: &Rules<'_>) -> Edit {
        let mut draft = Draft::new(rows);
        for point in surface.all_points() {
            let listed = || {
                let vertices = surface.vertices_of(point).iter();
                vertices.map(|vertex| self.rows.get(vertex))
            };
            if let Some(first) = listed().flatten().next() {
                let own = |vertex: usize| listed().nth(vertex).flatten().unwrap_or(first);
                draft.settle(point, own, rules);
            }
        }
        draft.finish()
    }

    /// The weights for another mesh in the same place: a point takes the row of the vertex that was nearest, within `tolerance`, in
    /// the units of the mesh.
    ///
    /// Only vertices count whose places the text gives. Points with none so near are skipped.
    #[must_use]
    pub fn by_place(
        &self,
        surface: &Adjacency,
        tolerance: f32,
        rows: &dyn Rows,
        rules: &Rules<'_>,
    ) -> Edit {
        let known = self
            .places
            .iter()
            .filter_map(|(vertex, &place)| Some((place, self.rows.get(vertex)?)));
        let (places, found): (Vec<Vec3>, Vec<&Row>) = known.unzip();
        // Triangles of one point each, so that the tree of triangles finds nearest points.
        let dots: Vec<[u32; 3]> = (0..).zip(&places).map(|(dot, _)| [dot; 3]).collect();
        let tree = Bvh::new(&places, &dots);
        let mut draft = Draft::new(rows);
        for (point, &place) in PointIndex::all().zip(surface.positions()) {
            match tree
                .nearest(place)
                .filter(|near| near.distance <= tolerance)
            {
                Some(near) => {
                    draft.set_each(point, |own| settle_row(own, found[near.triangle], rules));
                }
                None => draft.skip(Skip::TooFar),
            }
        }
        draft.finish()
    }
}

/// What a joint is called.
fn name<'a>(joints: &[&'a str], joint: JointSlot) -> std::borrow::Cow<'a, str> {
    match joints.get(usize::from(joint)) {
        Some(&name) => name.into(),
        None => format!("#{joint}").into(),
    }
}
