//! Where a card stands over the pictures: where it hides next to nothing, in the first of its sizes for which there is such a place.

use eframe::egui::{Pos2, Rect, Vec2};

use super::legend_place::place_at;

/// Places to try, as shares of the free width and height, the most wanted first: at the upper edge, since messages stand at the lower one;
/// then in the gap between two figures, and along the sides.
const PLACES: [[f32; 2]; 22] = [
    [0.5, 0.0],
    [0.0, 0.0],
    [1.0, 0.0],
    [0.5, 1.0],
    [1.0, 1.0],
    [0.0, 1.0],
    [0.0, 0.5],
    [1.0, 0.5],
    [0.5, 0.7],
    [0.5, 0.3],
    [0.5, 0.85],
    [0.5, 0.15],
    [0.5, 0.6],
    [0.5, 0.4],
    [0.5, 0.5],
    [0.0, 0.25],
    [1.0, 0.25],
    [0.0, 0.75],
    [1.0, 0.75],
    [0.25, 1.0],
    [0.75, 1.0],
    [0.25, 0.0],
];
/// A place that hides no more than one point of the figures in so many hides nothing that matters.
const TOLERATED: usize = 60;
/// So many where it stands already: it does not jump about as a pose goes on.
const KEPT: usize = 30;
/// Standing on something else counts as much as hiding one point in so many.
const TAKEN: usize = 4;
/// Standing on a gizmo counts as much as hiding one point in so many: a figure is not hidden for it.
const GIZMO: usize = 100;

/// Which of several sizes a card has, and the share of the free width and height at which it stands.
pub(super) type CardSpot = (usize, [f32; 2]);

/// What a card may stand on.
pub(super) struct CardSpace {
    /// Where cards may stand.
    pub free_space: Rect,
    /// Points that are spread over the figures.
    pub points: Vec<Pos2>,
    /// What else is not to be hidden.
    pub taken: Vec<Rect>,
    /// Middles of gizmos, and how far these reach.
    pub gizmos: Vec<(Pos2, f32)>,
}

impl CardSpace {
    /// The card at a spot.
    pub(super) fn plate(&self, sizes: &[Vec2], (shape, place): CardSpot) -> Rect {
        let size = sizes.get(shape).copied().unwrap_or_default();
        place_at(self.free_space, size, place)
    }

    /// 0 for a plate that hides no more than one point of the figures in so many, and nothing else.
    fn cost(&self, plate: Rect, tolerated: usize) -> usize {
        let all = self.points.len();
        let hidden = self.points.iter().filter(|at| plate.contains(**at)).count();
        let matters = hidden * tolerated > all;
        let taken = self.taken.iter().filter(|taken| taken.intersects(plate));
        let gizmos = self.gizmos.iter();
        let gizmos = gizmos.filter(|(middle, reach)| plate.distance_to_pos(*middle) < *reach);
        taken.count() * (all / TAKEN + 1)
            + gizmos.count() * (all / GIZMO + 1)
            + if matters { hidden } else { 0 }
    }

    /// The spot of before, if it is held there or is free; else the first free one, a smaller size before one that hides anything; else the
    /// one that costs least, that of before where none costs less.
    pub(super) fn choose_spot(
        &self,
        sizes: &[Vec2],
        (before, holds): (Option<CardSpot>, bool),
    ) -> CardSpot {
        let cost =
            |spot: &CardSpot, tolerated: usize| self.cost(self.plate(sizes, *spot), tolerated);
        let all = || (0..sizes.len()).flat_map(|shape| PLACES.map(|place| (shape, place)));
        let before = before.filter(|(shape, _)| *shape < sizes.len());
        let stays = before.filter(|spot| holds || cost(spot, KEPT) == 0);
        let free = || all().find(|spot| cost(spot, TOLERATED) == 0);
        let least = || {
            let least = all().min_by_key(|spot| cost(spot, TOLERATED))?;
            let as_good = |before: &CardSpot| cost(before, KEPT) <= cost(&least, TOLERATED);
            Some(before.filter(as_good).unwrap_or(least))
        };
        stays.or_else(free).or_else(least).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row, its text over its buttons, the text in two lines, and a column.
    const SIZES: [Vec2; 4] = [
        Vec2::new(400.0, 36.0),
        Vec2::new(264.0, 60.0),
        Vec2::new(180.0, 80.0),
        Vec2::new(84.0, 130.0),
    ];

    /// Two figures so wide, each in the middle of its pane, and edges where there is no room.
    fn ground(width: f32) -> CardSpace {
        let free_space = Rect::from_min_size(Pos2::ZERO, Vec2::new(760.0, 560.0));
        let share = |step: u8| f32::from(step) / 20.0 - 0.5;
        let steps =
            || (0..=20).flat_map(move |x| (0..=20).map(move |y| Vec2::new(share(x), share(y))));
        let figure = |middle: f32| {
            steps().map(move |at| Pos2::new(middle, 300.0) + at * Vec2::new(width, 480.0))
        };
        CardSpace {
            free_space,
            points: figure(190.0).chain(figure(570.0)).collect(),
            taken: vec![free_space.with_max_y(55.0), free_space.with_min_y(490.0)],
            gizmos: Vec::new(),
        }
    }

    #[test]
    fn it_stands_beside_gizmos_and_hides_no_figure_for_them() {
        let gizmos = |y: f32| vec![(Pos2::new(190.0, y), 90.0), (Pos2::new(570.0, y), 90.0)];
        let plain = ground(60.0);
        let spot = plain.choose_spot(&SIZES, (None, false));
        let y = plain.plate(&SIZES, spot).center().y;
        let ground = CardSpace {
            gizmos: gizmos(y),
            ..plain
        };
        let beside = ground.choose_spot(&SIZES, (Some(spot), false));
        let plate = ground.plate(&SIZES, beside);
        assert_eq!(beside.0, spot.0, "as wide as before");
        let is_free = |(middle, reach): &(Pos2, f32)| plate.distance_to_pos(*middle) >= *reach;
        assert!(ground.gizmos.iter().all(is_free), "{plate}");
        // Where they are everywhere, it stays off the figures, and where it is.
        let full = CardSpace {
            gizmos: vec![(Pos2::new(380.0, 280.0), 900.0)],
            ..ground
        };
        let least = full.choose_spot(&SIZES, (None, false));
        let plate = full.plate(&SIZES, least);
        assert!(!full.points.iter().any(|at| plate.contains(*at)), "{plate}");
        assert_eq!(full.choose_spot(&SIZES, (Some(beside), false)), beside);
    }

    #[test]
    fn it_stands_in_the_gap_between_figures_where_edges_are_taken() {
        for (width, shape) in [(60.0, 1), (100.0, 1), (190.0, 2), (290.0, 3)] {
            let ground = ground(width);
            let spot = ground.choose_spot(&SIZES, (None, false));
            let plate = ground.plate(&SIZES, spot);
            assert_eq!(spot.0, shape, "{width}: {plate}");
            assert!(!ground.points.iter().any(|at| plate.contains(*at)));
            assert!(!ground.taken.iter().any(|taken| taken.intersects(plate)));
            // It keeps size and place while it is free there, and while it is held.
            assert_eq!(ground.choose_spot(&SIZES, (Some(spot), false)), spot);
            let hiding = (0, [0.0, 0.0]);
            assert_eq!(ground.choose_spot(&SIZES, (Some(hiding), true)), hiding);
            assert_eq!(ground.choose_spot(&SIZES, (Some(hiding), false)), spot);
            // What it had once is no longer among the sizes.
            assert_eq!(ground.choose_spot(&SIZES[2..3], (Some(spot), false)).0, 0);
        }
    }

    #[test]
    fn it_is_wide_and_at_the_upper_edge_where_that_is_free() {
        let ground = CardSpace {
            taken: Vec::new(),
            ..ground(160.0)
        };
        assert_eq!(ground.choose_spot(&SIZES, (None, false)), (0, [0.5, 0.0]));
        // Where nothing is free it still stands somewhere inside.
        let full = CardSpace {
            taken: vec![ground.free_space],
            ..ground
        };
        let plate = full.plate(&SIZES, full.choose_spot(&SIZES, (None, false)));
        assert!(full.free_space.contains_rect(plate));
    }
}
