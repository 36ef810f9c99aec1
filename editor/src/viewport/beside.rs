//! Placement of a card near the pointer.

use std::f32::consts::FRAC_1_SQRT_2;

use eframe::egui::{Pos2, Rect, Vec2};

/// Least distance from the pointer to the card.
const AWAY: f32 = 18.0;
/// Half the side of the square around the pointer that is kept free if there is space.
const POINTER: f32 = 14.0;
/// Largest brush radius that is kept free: beyond it, the card would be far from the vertex it describes.
const MOST_FREE: f32 = 110.0;
/// Share of the brush radius that is kept free if there is space: the square inside its ring.
const CORE: f32 = FRAC_1_SQRT_2;
/// Gap between a card in a corner and the legend below it.
const GAP: f32 = 6.0;
/// A card that hides no more than one point in so many hides nothing that matters.
const TOLERATED: usize = 50;
/// Costs of covering something; each is higher than any distance.
const COVERS_CORE: f32 = 100_000.0;
const COVERS_LEGEND: f32 = 10_000.0;

/// The place of a card of this size in an area: near the pointer and, as far as there is space, neither over it, nor
/// over the brush, whose radius is `free`, nor over the legend.
pub(super) fn beside(
    pointer: Pos2,
    (size, area): (Vec2, Rect),
    (free, legend): (f32, Option<Rect>),
) -> Rect {
    let free = free.min(MOST_FREE);
    let core = Rect::from_center_size(pointer, Vec2::splat(2.0 * POINTER.max(CORE * free)));
    let cost = |card: Rect| {
        let over = |other: Rect, price: f32| {
            let shared = card.intersect(other);
            if shared.is_positive() {
                price + shared.area()
            } else {
                0.0
            }
        };
        let way = card.distance_to_pos(pointer);
        way + over(core, COVERS_CORE) + legend.map_or(0.0, |legend| over(legend, COVERS_LEGEND))
    };
    let sides = around(pointer, size, free);
    let sides = sides.map(|(card, extra)| (within(card, area), extra));
    // Where a card would cover the legend, the place above it is tried too.
    let lifted = sides.map(|(card, extra)| {
        let by = legend.map_or(0.0, |legend| (card.max.y - legend.min.y).max(0.0));
        (within(card.translate(Vec2::new(0.0, -by)), area), extra)
    });
    let around = sides.into_iter().chain(lifted);
    let around = around.map(|(card, extra)| (card, cost(card) + extra));
    let mut best = (
        within(Rect::from_min_size(pointer, size), area),
        f32::INFINITY,
    );
    for candidate in around {
        if candidate.1 < best.1 {
            best = candidate;
        }
    }
    best.0
}

/// The place of a card in a corner of the area, where it hides least of the figure, which is given by points; neither
/// under the brush, whose radius is `free`, nor over the legend, as far as there is space.
pub(super) fn aside(
    pointer: Pos2,
    (size, area): (Vec2, Rect),
    (free, legend): (f32, Option<Rect>),
    figure: &[Pos2],
) -> Rect {
    let core = Rect::from_center_size(pointer, Vec2::splat(2.0 * POINTER.max(free.min(MOST_FREE))));
    let (right, bottom) = (area.max.x - size.x, area.max.y - size.y);
    let over_legend = legend.map(|legend| legend.top() - size.y - GAP);
    let lowest = over_legend.unwrap_or(bottom);
    let under_legend = legend.map_or(area.min.y, |legend| legend.bottom() + GAP);
    let corners = [
        Pos2::new(right, area.min.y),
        area.min,
        Pos2::new(right, under_legend),
        Pos2::new(right, lowest),
        Pos2::new(right, 0.5 * (area.min.y + lowest)),
        Pos2::new(area.min.x, area.min.y + 0.4 * (area.height() - size.y)),
        Pos2::new(right, bottom),
        Pos2::new(area.min.x, bottom),
    ];
    let cost = |card: &Rect| {
        let is_over = |other: Rect| card.intersect(other).is_positive();
        let hidden = figure.iter().filter(|at| card.contains(**at)).count();
        let hidden = if hidden * TOLERATED <= figure.len() {
            0
        } else {
            hidden
        };
        let covers = usize::from(is_over(core)) + usize::from(legend.is_some_and(is_over));
        hidden + covers * (figure.len() + 1)
    };
    let cards = corners.map(|corner| within(Rect::from_min_size(corner, size), area));
    let best = cards.into_iter().min_by_key(cost);
    best.unwrap_or_else(|| within(Rect::from_min_size(area.min, size), area))
}

/// The card at eight sides of the brush, lower right first, each with its extra cost.
fn around(pointer: Pos2, size: Vec2, free: f32) -> [(Rect, f32); 8] {
    let straight = AWAY.max(free + 6.0);
    let slant = AWAY.max(straight * FRAC_1_SQRT_2);
    let sides = [
        (1.0, 1.0, 0.0),
        (1.0, -1.0, 12.0),
        (-1.0, 1.0, 16.0),
        (-1.0, -1.0, 20.0),
        (1.0, 0.0, 60.0),
        (-1.0, 0.0, 64.0),
        (0.0, 1.0, 68.0),
        (0.0, -1.0, 72.0),
    ];
    sides.map(|(x, y, extra)| {
        let side = Vec2::new(x, y);
        let away = if x * y == 0.0 { straight } else { slant };
        let center = pointer + side * (Vec2::splat(away) + 0.5 * size);
        (Rect::from_center_size(center, size), extra)
    })
}

/// The card moved into the area; one that is too large begins at the upper left.
fn within(card: Rect, area: Rect) -> Rect {
    let last = (area.max - card.size()).max(area.min);
    Rect::from_min_size(card.min.clamp(area.min, last), card.size())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Vec2 = Vec2::new(236.0, 120.0);

    fn area() -> Rect {
        Rect::from_min_size(Pos2::new(253.0, 165.0), Vec2::new(356.0, 504.0))
    }

    fn legend() -> Rect {
        Rect::from_min_size(Pos2::new(432.0, 510.0), Vec2::new(168.0, 120.0))
    }

    #[test]
    fn cards_are_in_the_area_and_off_pointer_and_legend_wherever_the_pointer_is() {
        for step in 0..400_u16 {
            let (x, y) = (f32::from(step % 20) / 19.0, f32::from(step / 20) / 19.0);
            let pointer = area().lerp_inside(Vec2::new(x, y));
            for free in [0.0, 30.0, 90.0, 400.0] {
                let card = beside(pointer, (SIZE, area()), (free, Some(legend())));
                assert!(area().expand(0.01).contains_rect(card), "{pointer}, {free}");
                assert!(!card.contains(pointer), "{pointer}, {free}");
                if free < 31.0 {
                    let shared = card.intersect(legend());
                    assert!(!shared.is_positive(), "{pointer}, {free}: {card}");
                    let far = card.distance_to_pos(pointer);
                    assert!(far < 165.0, "{pointer}, {free}: {far} away");
                }
            }
        }
    }

    #[test]
    fn below_to_the_right_where_there_is_room() {
        let pointer = Pos2::new(300.0, 250.0);
        let card = beside(pointer, (SIZE, area()), (0.0, Some(legend())));
        assert_eq!(card.min, pointer + Vec2::splat(AWAY));
    }

    #[test]
    fn a_card_set_aside_hides_neither_figure_nor_legend_nor_brush() {
        let body = Rect::from_center_size(area().center(), Vec2::new(90.0, 480.0));
        let figure: Vec<Pos2> = (0..400_u16)
            .map(|step| Vec2::new(f32::from(step % 20) / 19.0, f32::from(step / 20) / 19.0))
            .map(|share| body.lerp_inside(share))
            .collect();
        let size = Vec2::new(130.0, 120.0);
        for pointer in [area().min, area().center(), area().right_top()] {
            let card = aside(pointer, (size, area()), (20.0, Some(legend())), &figure);
            assert!(area().contains_rect(card) && !card.contains(pointer));
            assert!(!card.intersect(legend()).is_positive());
            assert!(!figure.iter().any(|at| card.contains(*at)), "{pointer}");
        }
    }

    #[test]
    fn a_card_as_wide_as_its_pane_leaves_the_pointer_and_a_legend_at_the_top() {
        let narrow = Rect::from_min_size(area().min, Vec2::new(240.0, 380.0));
        let legend = Rect::from_min_size(narrow.min + Vec2::splat(4.0), Vec2::new(150.0, 20.0));
        let figure: Vec<Pos2> = (0..40_u8)
            .map(|step| narrow.lerp_inside(Vec2::new(0.5, f32::from(step) / 39.0)))
            .collect();
        let size = Vec2::new(232.0, 130.0);
        for share in [0.2, 0.25, 0.5, 0.8] {
            let pointer = narrow.lerp_inside(Vec2::new(0.4, share));
            let card = aside(pointer, (size, narrow), (20.0, Some(legend)), &figure);
            assert!(narrow.contains_rect(card), "{share}: {card}");
            assert!(!card.contains(pointer), "{share}: {card}");
            assert!(!card.intersect(legend).is_positive(), "{share}: {card}");
        }
    }

    #[test]
    fn a_card_larger_than_the_area_begins_in_it() {
        let small = Rect::from_min_size(Pos2::new(10.0, 20.0), Vec2::splat(50.0));
        let card = beside(small.center(), (SIZE, small), (0.0, None));
        assert_eq!(card.min, small.min);
    }
}
