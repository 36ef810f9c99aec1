//! Where a legend stands in a pane: where somebody put it, else where it hides least of the figure.

use eframe::egui::{Context, Id, Pos2, Rect, Vec2};
use session::commands::view::View;

/// Places to try, as shares of the free width and height, the most wanted first.
///
/// The lower left corner is that of the axes.
const PLACES: [[f32; 2]; 5] = [[1.0, 0.0], [0.0, 0.0], [1.0, 1.0], [1.0, 0.5], [0.0, 0.3]];
/// The same for the legend of weights, which stands at the lower right where nothing is there.
pub(super) const PLACES_OF_WEIGHTS: ([[f32; 2]; 5], usize) = (
    [[1.0, 1.0], [1.0, 0.0], [0.0, 0.0], [1.0, 0.5], [0.0, 0.3]],
    1000,
);
/// A place that hides no more than one point in so many hides nothing that matters.
const TOLERATED: usize = 50;
/// A plate that hides more than one point in so many is in the way.
const IN_THE_WAY: usize = 12;

/// The rectangle of this size at this share of the free width and height.
pub(super) fn placed(free_space: Rect, size: Vec2, [x, y]: [f32; 2]) -> Rect {
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
pub(super) fn off_the_figure(free_space: Rect, size: Vec2, points: &[Pos2]) -> [f32; 2] {
    first_free((free_space, size), points, (PLACES, TOLERATED))
}

/// As [`off_the_figure`], with other places to try; one point in so many may be hidden.
pub(super) fn first_free(
    (free_space, size): (Rect, Vec2),
    points: &[Pos2],
    (places, tolerated): ([[f32; 2]; 5], usize),
) -> [f32; 2] {
    let hidden = |place: [f32; 2]| hidden((free_space, size), points, place);
    let counts = places.map(|place| (place, hidden(place)));
    let free = counts
        .iter()
        .find(|(_, hidden)| hidden * tolerated <= points.len());
    let fewest = || counts.iter().min_by_key(|(_, hidden)| *hidden);
    free.or_else(fewest).map_or([1.0, 0.0], |(place, _)| *place)
}

/// How many of the figure's points a plate hides there.
fn hidden((free_space, size): (Rect, Vec2), points: &[Pos2], place: [f32; 2]) -> usize {
    let plate = placed(free_space, size, place);
    points.iter().filter(|at| plate.contains(**at)).count()
}

/// Whether a plate of this size hides more of the figure than should be, wherever it stands.
pub(super) fn is_in_the_way(free_space: Rect, size: Vec2, points: &[Pos2]) -> bool {
    let best = off_the_figure(free_space, size, points);
    hidden((free_space, size), points, best) * IN_THE_WAY > points.len()
}

/// What is found, but what was found before while a button is down or a clip plays: a legend does not jump then.
pub(super) fn settled<T: Copy + Send + Sync + 'static>(
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

    #[test]
    fn it_is_off_the_figure_where_there_is_room() {
        let corner = Rect::from_min_max(Pos2::new(300.0, 20.0), Pos2::new(510.0, 400.0));
        for within in [corner, Rect::from_center_size(free_space().center(), SIZE)] {
            let points = figure(within);
            let share = off_the_figure(free_space(), SIZE, &points);
            let plate = placed(free_space(), SIZE, share);
            assert!(free_space().contains_rect(plate));
            assert!(!points.iter().any(|at| plate.contains(*at)), "{share:?}");
        }
        assert_eq!(off_the_figure(free_space(), SIZE, &[]), [1.0, 0.0]);
        let everywhere = figure(free_space());
        let plate = placed(
            free_space(),
            SIZE,
            off_the_figure(free_space(), SIZE, &everywhere),
        );
        assert!(free_space().contains_rect(plate));
    }

    #[test]
    fn what_is_put_somewhere_is_found_there_again_and_stays_inside() {
        let corner = Pos2::new(110.0, 140.0);
        let share = share_of(free_space(), SIZE, corner);
        assert!(placed(free_space(), SIZE, share).min.distance(corner) < 0.01);
        for outside in [Pos2::new(-900.0, 9000.0), Pos2::new(700.0, -3.0)] {
            let share = share_of(free_space(), SIZE, outside);
            assert!(free_space().contains_rect(placed(free_space(), SIZE, share)));
        }
        let tight = Rect::from_min_size(Pos2::ZERO, SIZE);
        assert_eq!(share_of(tight, SIZE, corner), [0.0, 0.0]);
    }
}
