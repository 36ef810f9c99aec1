//! Which of many dots and rings are drawn, so that what lies under them is seen between them.

use std::collections::BTreeMap;

use eframe::egui::Pos2;

/// Most dots that are drawn; of more vertices, those that change most.
const MOST_DOTS: usize = 400;
/// Points between vertices below which their dots would run into one another.
const CLOSE: f32 = 6.0;
/// Points between dots where vertices are closer: what is painted shows between them.
const SPARSE: f32 = 12.0;
/// Side of a picture's cells, each with one ring of lost weight at most, so that the weights between them stay visible.
const CELL: f32 = 13.0;

/// All dots where vertices lie apart; where many are closer than dots, or too many, one a cell of the picture: the strongest there.
pub(super) fn sparse(dots: Vec<(Pos2, f32)>) -> Vec<(Pos2, f32)> {
    // A quarter may share cells by chance where vertices lie as far apart as dots.
    let apart = one_a_cell(dots.iter().copied(), CLOSE).count();
    if dots.len() <= MOST_DOTS && 4 * apart >= 3 * dots.len() {
        return dots;
    }
    // Ends at the latest where one cell holds the whole picture.
    let mut cell = SPARSE;
    loop {
        let kept: Vec<(Pos2, f32)> = one_a_cell(dots.iter().copied(), cell).collect();
        if kept.len() <= MOST_DOTS {
            return kept;
        }
        cell *= 1.5;
    }
}

/// The places of rings, each with its loss: one a cell, where the stroke takes most.
pub(super) fn sparse_rings(
    places: impl Iterator<Item = (Pos2, f32)>,
) -> impl Iterator<Item = (Pos2, f32)> {
    one_a_cell(places, CELL)
}

/// The place with the largest number in each cell of the picture, `side` points wide.
fn one_a_cell(
    places: impl Iterator<Item = (Pos2, f32)>,
    side: f32,
) -> impl Iterator<Item = (Pos2, f32)> {
    #[expect(clippy::cast_possible_truncation, reason = "saturates")]
    let cell = |at: Pos2| ((at.x / side).floor() as i32, (at.y / side).floor() as i32);
    let mut most = BTreeMap::new();
    for (at, lost) in places {
        let known = most.entry(cell(at)).or_insert((at, lost));
        if lost > known.1 {
            *known = (at, lost);
        }
    }
    most.into_values()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Vertices on a grid, so many points apart, under a brush of 90 points.
    fn grid(apart: f32) -> Vec<(Pos2, f32)> {
        let mut dots = Vec::new();
        let mut row = -90.0_f32;
        while row < 90.0 {
            let mut column = -90.0_f32;
            while column < 90.0 {
                let strength = 1.0 - row.hypot(column) / 90.0;
                if strength > 0.0 {
                    dots.push((Pos2::new(column, row), strength));
                }
                column += apart;
            }
            row += apart;
        }
        dots
    }

    #[test]
    fn dots_stay_apart_on_dense_meshes() {
        for apart in [0.3_f32, 1.0, 3.0, 5.0] {
            let dots = grid(apart);
            let kept = sparse(dots.clone());
            assert!(
                kept.len() <= MOST_DOTS && kept.len() < dots.len(),
                "{apart}"
            );
            // What they cover of the brush, rims included.
            let covered: f32 = kept
                .iter()
                .map(|(_, strength)| (2.3 + 1.7 * strength).powi(2))
                .sum();
            assert!(covered < 0.35 * 90.0 * 90.0, "{apart}: {covered}");
            assert!(
                kept.len() > 60,
                "enough to see how it falls off: {}",
                kept.len()
            );
        }
        for apart in [9.0_f32, 14.0, 30.0] {
            let dots = grid(apart);
            assert_eq!(
                sparse(dots.clone()).len(),
                dots.len(),
                "all of a coarse mesh"
            );
        }
    }

    #[test]
    fn rings_leave_room_between_them() {
        let places = (0..1000_u16).map(|index| {
            let (x, y) = (f32::from(index % 40), f32::from(index / 40));
            (Pos2::new(x, y), x / 40.0)
        });
        let kept: Vec<_> = sparse_rings(places).collect();
        assert_eq!(kept.len(), 4 * 2);
        assert!(kept.iter().any(|&(at, _)| at.x == 39.0));
    }
}
