//! Where a legend stands in a pane: where somebody put it, else where it hides least of the figure.

use eframe::egui::{Context, Id, Pos2, Rect, Vec2};
use session::features::view::View;

/// Places to try, as shares of the free width and height, the most wanted first.
const PLACES: &[[f32; 2]] = &[
    [1.0, 0.0],
    [0.0, 0.0],
    [1.0, 1.0],
    [1.0, 0.5],
    [1.0, 0.25],
    [1.0, 0.75],
    [0.0, 0.25],
    [0.0, 0.5],
];
/// The same for the legend of weights, which stands at the lower right where nothing is there.
pub(super) const PLACES_OF_WEIGHTS: (&[[f32; 2]], usize) = (
    &[[1.0, 1.0], [1.0, 0.0], [0.0, 0.0], [1.0, 0.5], [0.0, 0.3]],
    1000,
);
/// A place that hides no more than one point in so many hides nothing that matters.
const TOLERATED: usize = 50;
/// A plate that hides more than one point in so many is in the way: a hand has more.
const IN_THE_WAY: usize = 30;

/// What legends stand off.
#[derive(Clone, Copy, Debug)]
pub(super) struct Obstacles<'a> {
    /// Points of the figure.
    pub(super) figure: &'a [Pos2],
    /// The axes in the corner of the picture, which are drawn over legends.
    pub(super) axes: Option<Rect>,
}

impl Obstacles<'_> {
    /// How many of the figure's points a plate hides; one that is under the axes counts as if it hid all.
    fn hidden_count(self, plate: Rect) -> usize {
        if self.axes.is_some_and(|axes| axes.intersects(plate)) {
            return self.figure.len() + 1;
        }
        self.figure.iter().filter(|at| plate.contains(**at)).count()
    }
}

/// The rectangle of this size at this share of the free width and height.
pub(super) fn place_at(free_space: Rect, size: Vec2, [x, y]: [f32; 2]) -> Rect {
    let free = (free_space.size() - size).max(Vec2::ZERO);
    Rect::from_min_size(free_space.min + Vec2::new(x * free.x, y * free.y), size)
}

/// The share of the free width and height at which a rectangle of this size has this upper left corner, or the nearest
/// one inside the space.
pub(super) fn share_of(free_space: Rect, size: Vec2, corner: Pos2) -> [f32; 2] {
    let (free, way) = (free_space.size() - size, corner - free_space.min);
    let share = |way: f32, free: f32| {
        if free > 0.0 {
            (way / free).clamp(0.0, 1.0)
        } else {
            0.0
        }
    };
    [share(way.x, free.x), share(way.y, free.y)]
}

/// The first place that hides none of the figure's points, or next to none; else the one that hides the fewest.
pub(super) fn off_the_figure(free_space: Rect, size: Vec2, obstacles: Obstacles<'_>) -> [f32; 2] {
    first_free((free_space, size), obstacles, (PLACES, TOLERATED))
}

/// As [`off_the_figure`], with other places to try; one point in so many may be hidden.
pub(super) fn first_free(
    (free_space, size): (Rect, Vec2),
    obstacles: Obstacles<'_>,
    (places, tolerated): (&[[f32; 2]], usize),
) -> [f32; 2] {
    let hidden = |place: &[f32; 2]| obstacles.hidden_count(place_at(free_space, size, *place));
    let free = places
        .iter()
        .find(|&place| hidden(place) * tolerated <= obstacles.figure.len());
    let fewest = || places.iter().min_by_key(|&place| hidden(place));
    free.or_else(fewest).copied().unwrap_or([1.0, 0.0])
}

/// The first of these plates that hides none of the figure's points, or next to none; else the one that hides the fewest.
pub(super) fn least_hiding(
    plates: impl IntoIterator<Item = Rect>,
    obstacles: Obstacles<'_>,
) -> Option<Rect> {
    let cost = |plate: &Rect| {
        let hidden = obstacles.hidden_count(*plate);
        let matters = hidden * TOLERATED > obstacles.figure.len();
        if matters { hidden } else { 0 }
    };
    plates.into_iter().min_by_key(cost)
}

/// Whether a plate of this size hides more of the figure than should be, wherever it stands.
pub(super) fn is_in_the_way(free_space: Rect, size: Vec2, obstacles: Obstacles<'_>) -> bool {
    let best = off_the_figure(free_space, size, obstacles);
    let plate = place_at(free_space, size, best);
    obstacles.hidden_count(plate) * IN_THE_WAY > obstacles.figure.len()
}

/// What is found, but what was found before while a button is down or a clip plays: a legend does not jump then.
pub(super) fn hold_steady<T: Copy + Send + Sync + 'static>(
    ctx: &Context,
    memory: Id,
    view: &View<'_>,
    find: impl FnOnce() -> T,
) -> T {
    let before: Option<T> = ctx.data(|data| data.get_temp(memory));
    let holds = view.session.playback.moves() || ctx.input(|input| input.pointer.any_down());
    if let Some(before) = before.filter(|_| holds) {
        return before;
    }
    let place = find();
    ctx.data_mut(|data| data.insert_temp(memory, place));
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Vec2 = Vec2::new(100.0, 200.0);

    fn free_space() -> Rect {
        Rect::from_min_max(Pos2::new(10.0, 20.0), Pos2::new(510.0, 620.0))
    }

    /// Points all over a rectangle.
    fn figure(within: Rect) -> Vec<Pos2> {
        let share = |step: u8| f32::from(step) / 20.0;
        let row = |y: u8| {
            (0..=20).map(move |x| within.min + within.size() * Vec2::new(share(x), share(y)))
        };
        (0..=20).flat_map(row).collect()
    }

    const fn beside(figure: &[Pos2]) -> Obstacles<'_> {
        Obstacles { figure, axes: None }
    }

    #[test]
    fn it_is_off_the_figure_where_there_is_room() {
        let corner = Rect::from_min_max(Pos2::new(300.0, 20.0), Pos2::new(510.0, 400.0));
        for within in [corner, Rect::from_center_size(free_space().center(), SIZE)] {
            let points = figure(within);
            let share = off_the_figure(free_space(), SIZE, beside(&points));
            let plate = place_at(free_space(), SIZE, share);
            assert!(free_space().contains_rect(plate));
            assert!(!points.iter().any(|at| plate.contains(*at)), "{share:?}");
        }
        assert_eq!(off_the_figure(free_space(), SIZE, beside(&[])), [1.0, 0.0]);
        let everywhere = figure(free_space());
        let plate = place_at(
            free_space(),
            SIZE,
            off_the_figure(free_space(), SIZE, beside(&everywhere)),
        );
        assert!(free_space().contains_rect(plate));
    }

    /// What fills the right and the upper edge leaves the left, where the axes are.
    #[test]
    fn it_stands_neither_on_the_axes_nor_on_a_hand() {
        let right = free_space().with_min_x(200.0);
        let upper = free_space().with_max_y(200.0);
        let both: Vec<Pos2> = figure(right).into_iter().chain(figure(upper)).collect();
        let axes = Rect::from_min_size(Pos2::new(10.0, 300.0), Vec2::splat(70.0));
        for (axes, free) in [(None, true), (Some(axes), false)] {
            let obstacles = Obstacles {
                figure: &both,
                axes,
            };
            let share = off_the_figure(free_space(), SIZE, obstacles);
            let plate = place_at(free_space(), SIZE, share);
            assert!(!axes.is_some_and(|axes| axes.intersects(plate)));
            assert_eq!(is_in_the_way(free_space(), SIZE, obstacles), !free);
        }
        // A twentieth of a figure is a hand.
        let hand = Rect::from_center_size(free_space().center(), Vec2::splat(30.0));
        let body = vec![Pos2::ZERO; 20 * figure(hand).len()];
        let all: Vec<Pos2> = body.into_iter().chain(figure(hand)).collect();
        assert!(is_in_the_way(hand, SIZE.min(hand.size()), beside(&all)));
    }

    #[test]
    fn what_is_put_somewhere_is_found_there_again_and_stays_inside() {
        let corner = Pos2::new(110.0, 140.0);
        let share = share_of(free_space(), SIZE, corner);
        assert!(place_at(free_space(), SIZE, share).min.distance(corner) < 0.01);
        for outside in [Pos2::new(-900.0, 9000.0), Pos2::new(700.0, -3.0)] {
            let share = share_of(free_space(), SIZE, outside);
            assert!(free_space().contains_rect(place_at(free_space(), SIZE, share)));
        }
        let tight = Rect::from_min_size(Pos2::ZERO, SIZE);
        assert_eq!(share_of(tight, SIZE, corner), [0.0, 0.0]);
    }
}
