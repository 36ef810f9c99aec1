//! Where the panes of a picture lie: in one row while they are few, else in rows that fill the picture best.

use crate::draw::sheet::PaneRect;

/// The size of a pane where no size is asked for, in pixels.
pub(crate) const PANE_SIZE: [u32; 2] = [640, 720];
/// The narrowest pane with space for its label, in pixels.
const NARROWEST: u32 = 32;
/// Up to so many panes stand side by side, which is how they are compared best.
const ROW: u32 = 4;

/// The size of a picture and its panes, row by row; together they cover it but for what the last row lacks.
#[derive(Debug)]
pub struct Arrangement {
    /// Width and height of the picture, in pixels.
    pub size: [u32; 2],
    /// Where the panes lie in it.
    pub panes: Vec<PaneRect>,
}

impl Arrangement {
    /// `n` panes in a picture of that size, or each of 640 × 720 pixels. None where a pane would be narrower or lower than 32 pixels, which
    /// its label needs.
    #[must_use]
    pub fn new(size: Option<[u32; 2]>, n: usize) -> Option<Self> {
        let n = u32::try_from(n).ok()?.max(1);
        let columns = columns(size, n);
        let rows = n.div_ceil(columns);
        let size = match size {
            Some(size) => size,
            None => [
                PANE_SIZE[0].checked_mul(columns)?,
                PANE_SIZE[1].checked_mul(rows)?,
            ],
        };
        if size[0] / columns < NARROWEST || size[1] / rows < NARROWEST {
            return None;
        }
        let pane = |number: u32| {
            let (column, row) = (number % columns, number / columns);
            let across = part(size[0], column, columns);
            let down = part(size[1], row, rows);
            PaneRect {
                min: [across[0], down[0]],
                size: [across[1], down[1]],
            }
        };
        Some(Self {
            size,
            panes: (0..n).map(pane).collect(),
        })
    }
}

/// The edge and the length of one of `n` parts, which differ by a pixel at most.
pub(crate) fn part(length: u32, number: u32, n: u32) -> [u32; 2] {
    let edge = |number: u32| {
        // In 64 bits no product of two sizes wraps around; edges of neighbors are the same number, so that no gap is between them.
        let edge = u64::from(length) * u64::from(number) / u64::from(n);
        u32::try_from(edge).unwrap_or(length)
    };
    [edge(number), edge(number + 1) - edge(number)]
}

/// Of how many columns panes of the usual shape become largest; of equals the most even.
fn columns(size: Option<[u32; 2]>, n: u32) -> u32 {
    if n <= ROW {
        return n;
    }
    // Without a size, a picture about as wide as a screen.
    let [width, height] = size.unwrap_or([16, 9]).map(f64::from);
    let scale = |columns: u32| {
        let rows = n.div_ceil(columns);
        let across = width / f64::from(columns * PANE_SIZE[0]);
        across.min(height / f64::from(rows * PANE_SIZE[1]))
    };
    let most = (1..=n).max_by(|one, other| scale(*one).total_cmp(&scale(*other)));
    n.div_ceil(n.div_ceil(most.unwrap_or(n)))
}
