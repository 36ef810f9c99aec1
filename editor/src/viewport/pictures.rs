//! Where the panes' pictures are in the window, and where something may stand over them that hides no figure.

use eframe::egui::{Context, Id, Pos2, Rect, Vec2};
use session::features::view::View;

use super::difference_legend::figure;
use super::legend_place::place_at;
use super::tiles::Tile;

/// Gap between what stands over the pictures and their edges.
const EDGE: f32 = 8.0;
/// Height of the panes' summaries, at the lower edge.
const SUMMARY: f32 = 36.0;
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

/// Where the pictures are in the window.
#[derive(Clone, Debug)]
pub struct Pictures {
    /// Bounds of all pictures; empty where there is no space for any.
    pub area: Rect,
    /// Width / height of one picture, if there is one.
    pub aspect: Option<f32>,
    /// The pictures, from bottom to top.
    pub(super) tiles: Vec<Tile>,
    /// What stands over them and is no figure: legends, axes, heads of panes, a slider.
    pub(super) taken: Vec<Rect>,
    /// The middle of each gizmo, and how far its handles reach from there.
    pub(super) gizmos: Vec<(Pos2, f32)>,
}

impl Pictures {
    /// No picture, in an area that is free for some.
    #[must_use]
    pub const fn none(area: Rect) -> Self {
        Self {
            area,
            aspect: None,
            tiles: Vec::new(),
            taken: Vec::new(),
            gizmos: Vec::new(),
        }
    }

    /// The least width of a picture; 0 without any.
    #[must_use]
    pub fn narrowest(&self) -> f32 {
        let widths = self.tiles.iter().map(|tile| tile.picture.width());
        widths.reduce(f32::min).unwrap_or(0.0)
    }

    /// The upper left corner of a card of this size; `card` names it. See [`Self::spot`].
    #[must_use]
    pub fn corner(
        &self,
        ctx: &Context,
        (card, size): (Id, Vec2),
        beside: &[Rect],
        view: &View<'_>,
    ) -> Pos2 {
        self.spot(ctx, card, &[size], beside, view).1
    }

    /// The index of a size, and the upper left corner, for a card that can have any of these sizes, the most wanted first: where it hides
    /// next to nothing of the figures and stands neither on legends nor on gizmos nor on what is `beside` it, and where nothing is free, where
    /// it does so least. It stays as it was while a button is down or a clip plays, and as long as no place is better; `card` names it.
    #[must_use]
    pub fn spot(
        &self,
        ctx: &Context,
        card: Id,
        sizes: &[Vec2],
        beside: &[Rect],
        view: &View<'_>,
    ) -> (usize, Pos2) {
        let mut free_space = self.area.shrink(EDGE);
        free_space.max.y -= SUMMARY;
        let ground = CardSpace {
            free_space,
            points: self.figures(view),
            taken: self.taken.iter().chain(beside).copied().collect(),
            gizmos: self.gizmos.clone(),
        };
        let memory = card.with("place over the pictures");
        let before: Option<CardSpot> = ctx.data(|data| data.get_temp(memory));
        let holds = view.session.playback.moves() || ctx.input(|input| input.pointer.any_down());
        let spot = ground.choose_spot(sizes, (before, holds));
        ctx.data_mut(|data| data.insert_temp(memory, spot));
        (spot.0, ground.plate(sizes, spot).min)
    }

    /// Points that are spread over the figures, as far as they are seen.
    fn figures(&self, view: &View<'_>) -> Vec<Pos2> {
        let tiles = self.tiles.iter().filter(|tile| tile.ghost.is_none());
        let points = tiles.flat_map(|tile| {
            let points = figure((tile.picture, tile.pane), view).into_iter();
            points.filter(|at| tile.seen.contains(*at))
        });
        points.collect()
    }
}

/// Which of several sizes a card has, and the share of the free width and height at which it stands.
type CardSpot = (usize, [f32; 2]);

/// What a card may stand on.
struct CardSpace {
    free_space: Rect,
    /// Points that are spread over the figures.
    points: Vec<Pos2>,
    /// What else is not to be hidden.
    taken: Vec<Rect>,
    /// Middles of gizmos, and how far these reach.
    gizmos: Vec<(Pos2, f32)>,
}

impl CardSpace {
    fn plate(&self, sizes: &[Vec2], (shape, place): CardSpot) -> Rect {
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
    fn choose_spot(&self, sizes: &[Vec2], (before, holds): (Option<CardSpot>, bool)) -> CardSpot {
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
