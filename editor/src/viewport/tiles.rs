//! Layout of the panes in their area.

use eframe::egui::{Pos2, Rect};
use session::state::comparing::{Comparing, PaneLayout};

use crate::panels::comparing::pane_header;

/// Gap between panes, in points.
const GAP: f32 = 3.0;
/// Width over height from which three panes fit in a row.
const WIDE: f32 = 1.7;

/// Rectangles of a pane that is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tile {
    /// Index of the pane, A being 0.
    pub pane: usize,
    /// The row of selectors above the picture.
    pub header: Rect,
    /// The whole picture, whether all of it is visible or not.
    pub picture: Rect,
    /// The visible part of the picture, which gets the pointer.
    pub seen: Rect,
    /// Opacity of a ghost over another pane; the pointer goes to the pane below.
    pub ghost: Option<f32>,
}

/// The panes that are shown, from bottom to top. Rectangles may be empty where there is no space.
#[must_use]
pub fn tiles(area: Rect, comparing: &Comparing) -> Vec<Tile> {
    let n_panes = comparing.panes.len();
    let Some(other) = comparing.other() else {
        return vec![tile(0, area)];
    };
    match comparing.visible_layout() {
        PaneLayout::One => vec![tile(comparing.active.min(n_panes - 1), area)],
        PaneLayout::Side => {
            let cells = cells(area, n_panes).into_iter().enumerate();
            cells.map(|(pane, cell)| tile(pane, cell)).collect()
        }
        PaneLayout::Wipe => {
            let [mut first, mut second] = together(area, other);
            let line = wipe_line(first.picture, comparing.wipe);
            first.seen = first.picture.with_max_x(line);
            second.seen = second.picture.with_min_x(line);
            vec![first, second]
        }
        PaneLayout::Overlay => {
            let [first, mut second] = together(area, other);
            second.ghost = Some(comparing.ghost);
            vec![first, second]
        }
    }
}

/// Horizontal place of a wipe's line.
#[must_use]
pub(super) fn wipe_line(picture: Rect, share: f32) -> f32 {
    picture.left() + share.clamp(0.0, 1.0) * picture.width()
}

fn tile(pane: usize, cell: Rect) -> Tile {
    let height = pane_header::HEIGHT.min(cell.height());
    let (header, picture) = cell.split_top_bottom_at_y(cell.top() + height);
    Tile {
        pane,
        header,
        picture,
        seen: picture,
        ghost: None,
    }
}

/// A and another pane in one picture, their selectors side by side.
fn together(area: Rect, other: usize) -> [Tile; 2] {
    let [left, right] = columns(area);
    let first = tile(0, left);
    let picture = Rect::from_min_max(Pos2::new(area.left(), first.picture.top()), area.max);
    let in_picture = |tile: Tile| Tile {
        picture,
        seen: picture,
        ..tile
    };
    [in_picture(first), in_picture(tile(other, right))]
}

fn cells(area: Rect, n_panes: usize) -> Vec<Rect> {
    match n_panes {
        0 | 1 => vec![area],
        2 => columns(area).into(),
        3 if area.width() > WIDE * area.height() => thirds(area).into(),
        3 => {
            let [top, bottom] = rows(area);
            [columns(top).as_slice(), &[bottom]].concat()
        }
        _ => rows(area).into_iter().flat_map(columns).collect(),
    }
}

fn columns(area: Rect) -> [Rect; 2] {
    let (left, right) = area.split_left_right_at_fraction(0.5);
    [
        left.with_max_x(left.right() - GAP / 2.0),
        right.with_min_x(right.left() + GAP / 2.0),
    ]
}

fn rows(area: Rect) -> [Rect; 2] {
    let (top, bottom) = area.split_top_bottom_at_fraction(0.5);
    [
        top.with_max_y(top.bottom() - GAP / 2.0),
        bottom.with_min_y(bottom.top() + GAP / 2.0),
    ]
}

fn thirds(area: Rect) -> [Rect; 3] {
    let width = (area.width() - 2.0 * GAP) / 3.0;
    [0.0, 1.0, 2.0].map(|column| {
        let left = area.left() + column * (width + GAP);
        Rect::from_x_y_ranges(left..=left + width, area.y_range())
    })
}
