//! The keys as one mesh, kept until what it shows changes.

use std::collections::BTreeSet;
use std::sync::Arc;

use eframe::egui;
use eframe::egui::{Color32, Mesh, Pos2, Rect, Ui, Visuals};
use rig::{KeyAt, KeyKind};
use session::state::timeline::axis::Axis;
use session::state::timeline::columns::{Column, Columns};
use session::state::timeline::hit::column_at;
use session::state::timeline::quads::{Line, Quad, QuadShape, Tone, quads};
use session::state::timeline::rows::{Row, RowOf};
use session::state::timeline::select::{is_whole, present, times_in, times_shown};

use super::canvas::VisibleRows;
use super::sheet::{Sheet, persistent_state};
use crate::theme::{key_kind_color, pending, selected_key};

/// The columns of all rows, and the mesh that was drawn last.
pub(super) struct DrawnSheet(Arc<egui::mutex::Mutex<Cache>>);

#[derive(Default)]
struct Cache {
    columns: Columns,
    /// The rows that the search and the switch leave, at a change of the clip; none where they leave all.
    shown: Option<(u64, Vec<RowOf>)>,
    /// The columns of those together, in place of all.
    together: Arc<[Column]>,
    /// A number that is another one after every change of these.
    narrowings: u64,
    key: Option<MeshKey>,
    mesh: Arc<Mesh>,
}

/// Everything that the mesh depends on.
#[derive(PartialEq)]
struct MeshKey {
    changes: [u64; 2],
    axis: Axis,
    visible: Rect,
    top: f32,
    rows: Vec<Row>,
    selected: Arc<BTreeSet<KeyAt>>,
    pending: Vec<(RowOf, Vec<f32>)>,
    colors: [Color32; 3],
}

impl Cache {
    /// Merges the rows that are shown, where some may be left out.
    fn narrow(&mut self, sheet: &Sheet<'_>) {
        let rows = || {
            sheet
                .rows
                .iter()
                .map(|row| row.of)
                .filter(|of| is_whole(*of))
        };
        let changes = self.columns.changes();
        let is_known = match &self.shown {
            Some((at, shown)) => {
                sheet.is_narrowed && *at == changes && rows().eq(shown.iter().copied())
            }
            None => !sheet.is_narrowed,
        };
        if !is_known {
            self.shown = (sheet.is_narrowed).then(|| (changes, rows().collect()));
            self.together = self.columns.together(rows());
            self.narrowings += 1;
        }
    }

    fn columns_of(&self, row: RowOf) -> &[Column] {
        if row == RowOf::All && self.shown.is_some() {
            &self.together
        } else {
            self.columns.of(row)
        }
    }
}

impl DrawnSheet {
    /// Follows the clip of a sheet.
    pub(super) fn of(ui: &Ui, sheet: &Sheet<'_>) -> Self {
        let shared = persistent_state::<Cache>(ui, "columns of the dope sheet");
        {
            let mut cache = shared.lock();
            cache.columns.follow(sheet.clip);
            cache.narrow(sheet);
        }
        Self(shared)
    }

    /// The keys of a row at a place.
    pub(super) fn hit(&self, row: RowOf, axis: &Axis, x: f32) -> Option<Column> {
        let cache = self.0.lock();
        column_at(cache.columns_of(row), axis, x)
    }

    /// A number that is another one after every change of the clip.
    pub(super) fn changes(&self) -> u64 {
        self.0.lock().columns.changes()
    }

    /// The keys in sight.
    pub(super) fn mesh(&self, ui: &Ui, sheet: &Sheet<'_>, place: &VisibleRows) -> Arc<Mesh> {
        let mut cache = self.0.lock();
        let rows = sheet.rows.get(place.first..place.last).unwrap_or_default();
        let selected = &sheet.view.session.character.keys.selected;
        let colors = Colors::of(ui.visuals());
        let key = MeshKey {
            changes: [cache.columns.changes(), cache.narrowings],
            axis: sheet.axis,
            visible: place.visible,
            top: place.top,
            rows: rows.to_vec(),
            selected: Arc::clone(selected),
            pending: super::rows::pending(sheet, rows),
            colors: [colors.key, colors.selected, colors.ground],
        };
        if cache.key.as_ref() != Some(&key) {
            let chosen = present(sheet.clip, selected);
            let chosen: Vec<Vec<f32>> = rows
                .iter()
                .map(|row| match row.of {
                    RowOf::All if sheet.is_narrowed => {
                        times_shown(&chosen, sheet.clip, &sheet.rows)
                    }
                    of => times_in(&chosen, sheet.clip, of),
                })
                .collect();
            let lines = (place.first..).zip(rows).zip(&chosen).zip(&key.pending);
            let lines = lines.map(|(((number, row), selected), (_, pending))| Line {
                columns: cache.columns_of(row.of),
                selected,
                pending,
                is_sum: !matches!(row.of, RowOf::Track(_)),
                y: place.row(number).center().y,
            });
            let lines: Vec<Line<'_>> = lines.collect();
            let ends = (sheet.keys.min, sheet.keys.max);
            let quads = quads(&sheet.axis, ends, &lines);
            cache.mesh = Arc::new(mesh(&quads, &colors));
            cache.key = Some(key);
        }
        Arc::clone(&cache.mesh)
    }
}

struct Colors {
    key: Color32,
    sum: Color32,
    breakdown: Color32,
    extreme: Color32,
    selected: Color32,
    hold: Color32,
    line: Color32,
    pending: Color32,
    ground: Color32,
}

impl Colors {
    fn of(visuals: &Visuals) -> Self {
        let weak = visuals.weak_text_color();
        Self {
            key: weak,
            sum: visuals.text_color(),
            breakdown: key_kind_color(KeyKind::Breakdown, visuals),
            extreme: key_kind_color(KeyKind::Extreme, visuals),
            selected: selected_key(visuals),
            hold: weak.gamma_multiply(0.6),
            line: weak.gamma_multiply(0.8),
            pending: pending(visuals),
            ground: visuals.panel_fill,
        }
    }

    const fn tone(&self, tone: Tone) -> Color32 {
        match tone {
            Tone::Hold => self.hold,
            Tone::Line => self.line,
            Tone::Key => self.key,
            Tone::Sum => self.sum,
            Tone::Breakdown => self.breakdown,
            Tone::Extreme => self.extreme,
            Tone::Selected => self.selected,
            Tone::Pending => self.pending,
            Tone::Ground => self.ground,
        }
    }
}

fn mesh(quads: &[Quad], colors: &Colors) -> Mesh {
    let mut mesh = Mesh::default();
    for quad in quads {
        let color = colors.tone(quad.tone);
        let [left, top, right, bottom] = quad.place;
        match quad.shape {
            QuadShape::Rectangle => {
                let rect = Rect::from_min_max(Pos2::new(left, top), Pos2::new(right, bottom));
                mesh.add_colored_rect(rect, color);
            }
            QuadShape::Diamond => diamond(&mut mesh, quad.place, color),
        }
    }
    mesh
}

/// A diamond with a soft edge: outside its corners the color fades away within a point.
fn diamond(mesh: &mut Mesh, [left, top, right, bottom]: [f32; 4], color: Color32) {
    let (x, y) = (0.5 * (left + right), 0.5 * (top + bottom));
    let half = 0.5 * (right - left);
    let Ok(first) = u32::try_from(mesh.vertices.len()) else {
        return;
    };
    for (reach, color) in [(half - 0.5, color), (half + 0.7, Color32::TRANSPARENT)] {
        for [across, down] in [[-1.0, 0.0], [0.0, -1.0], [1.0, 0.0], [0.0, 1.0]] {
            mesh.colored_vertex(Pos2::new(x + across * reach, y + down * reach), color);
        }
    }
    mesh.add_triangle(first, first + 1, first + 2);
    mesh.add_triangle(first, first + 2, first + 3);
    // The rim: a quad between each side of the inner square and of the outer one.
    for side in 0..4 {
        let next = (side + 1) % 4;
        mesh.add_triangle(first + side, first + next, first + 4 + side);
        mesh.add_triangle(first + next, first + 4 + next, first + 4 + side);
    }
}
