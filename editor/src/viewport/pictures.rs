//! Where the panes' pictures are in the window, and where something may stand over them that hides no figure.

use eframe::egui::{Context, Id, Pos2, Rect, Vec2};
use session::commands::view::View;

use super::difference_legend::figure;
use super::legend_place::placed;
use super::tiles::Tile;

/// Gap between what stands over the pictures and their edges.
const EDGE: f32 = 8.0;
/// Height of the panes' summaries, at the lower edge.
const SUMMARY: f32 = 36.0;
/// Places to try, as shares of the free width and height, the most wanted first: at the upper edge, since messages stand at the lower one.
const PLACES: [[f32; 2]; 8] = [
    [0.5, 0.0],
    [0.0, 0.0],
    [1.0, 0.0],
    [0.5, 1.0],
    [1.0, 1.0],
    [0.0, 1.0],
    [0.0, 0.5],
    [1.0, 0.5],
];
/// A place that hides no more than one point of the figures in so many hides nothing that matters.
const TOLERATED: usize = 60;
/// So many where it stands already: it does not jump about as a pose goes on.
const KEPT: usize = 30;
/// Standing on something else counts as much as hiding one point in so many.
const TAKEN: usize = 4;

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
        }
    }

    /// The least width of a picture; 0 without any.
    #[must_use]
    pub fn narrowest(&self) -> f32 {
        let widths = self.tiles.iter().map(|tile| tile.picture.width());
        widths.reduce(f32::min).unwrap_or(0.0)
    }

    /// The upper left corner of a card of this size: at an edge of the pictures, where it hides least of the figures and stands neither
    /// on legends nor on what is `beside` it. It stays where it was while a button is down or a clip plays, and as long as it hides
    /// next to nothing there; `card` names it.
    #[must_use]
    pub fn corner(
        &self,
        ctx: &Context,
        (card, size): (Id, Vec2),
        beside: Option<Rect>,
        view: &View<'_>,
    ) -> Pos2 {
        let mut free_space = self.area.shrink(EDGE);
        free_space.max.y -= SUMMARY;
        let points = self.figures(view);
        let cost = |place: &[f32; 2], tolerated: usize| {
            let plate = placed(free_space, size, *place);
            let hidden = points.iter().filter(|at| plate.contains(**at)).count();
            let matters = hidden * tolerated > points.len();
            let taken = self.taken.iter().chain(beside.iter());
            let taken = taken.filter(|taken| taken.intersects(plate)).count();
            taken * (points.len() / TAKEN + 1) + if matters { hidden } else { 0 }
        };
        let memory = card.with("place over the pictures");
        let before: Option<[f32; 2]> = ctx.data(|data| data.get_temp(memory));
        let holds = view.session.playback.moves() || ctx.input(|input| input.pointer.any_down());
        let stays = before.filter(|place| holds || cost(place, KEPT) == 0);
        let least = || {
            PLACES
                .into_iter()
                .min_by_key(|place| cost(place, TOLERATED))
        };
        let place = stays.or_else(least);
        let place = place.unwrap_or_default();
        ctx.data_mut(|data| data.insert_temp(memory, place));
        placed(free_space, size, place).min
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
