//! Where panes lie in a picture of the comparison: as in the window.

use session::state::comparing::{Comparing, PaneLayout};
use session::state::pictures::dialog::{PictureOf, grid};

use crate::draw::arrangement::part;
use crate::draw::sheet::{PanePlacement, PaneRect};

/// The panes that a picture of this size shows, with their places, from bottom to top.
#[must_use]
pub fn places(comparing: &Comparing, of: PictureOf, size: [u32; 2]) -> Vec<(usize, PanePlacement)> {
    let n_panes = comparing.panes.len();
    let whole = PaneRect { min: [0, 0], size };
    let active = comparing.active.min(n_panes.saturating_sub(1));
    let layout = match of {
        PictureOf::Pane => PaneLayout::One,
        PictureOf::Comparison => comparing.visible_layout(),
    };
    let other = comparing.other().unwrap_or(active);
    match layout {
        PaneLayout::One => vec![(active, whole.into())],
        PaneLayout::Side => {
            let [columns, _] = grid(comparing, of).map(usize::from);
            (0..n_panes)
                .map(|pane| (pane, cell(whole, (pane, n_panes), columns).into()))
                .collect()
        }
        PaneLayout::Wipe => {
            let line = along(size[0], comparing.wipe);
            let seen = |from: u32, to: u32| PanePlacement {
                seen: PaneRect {
                    min: [from, 0],
                    size: [to - from, size[1]],
                },
                ..whole.into()
            };
            vec![(0, seen(0, line)), (other, seen(line, size[0]))]
        }
        PaneLayout::Overlay => {
            let ghost = PanePlacement {
                ghost: Some(comparing.ghost),
                ..whole.into()
            };
            vec![(0, whole.into()), (other, ghost)]
        }
    }
}

/// The cell of a pane, row by row.
fn cell(whole: PaneRect, (pane, n_panes): (usize, usize), columns: usize) -> PaneRect {
    let columns = columns.max(1);
    let rows = n_panes.div_ceil(columns).max(1);
    let part_of = |length: u32, number: usize, n: usize| {
        let number = u32::try_from(number).unwrap_or(0);
        part(length, number, u32::try_from(n).unwrap_or(1))
    };
    let [left, width] = part_of(whole.size[0], pane % columns, columns);
    let [top, height] = part_of(whole.size[1], pane / columns, rows);
    PaneRect {
        min: [left, top],
        size: [width, height],
    }
}

/// A share of a length, in whole pixels.
fn along(length: u32, share: f32) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to the length"
    )]
    let along = (f64::from(length) * f64::from(share.clamp(0.0, 1.0))).round() as u32;
    along.min(length)
}
