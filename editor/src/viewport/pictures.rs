//! Where the panes' pictures are in the window, and where something may stand over them that hides no figure.

use eframe::egui::{Context, Id, Pos2, Rect, Vec2};
use session::features::view::View;

use super::card_space::{CardSpace, CardSpot};
use super::difference_legend::figure;
use super::tiles::Tile;

/// Gap between what stands over the pictures and their edges.
const EDGE: f32 = 8.0;
/// Height of the panes' summaries, at the lower edge.
const SUMMARY: f32 = 36.0;

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
