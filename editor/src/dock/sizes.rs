//! Sizes of tiles: those around the panes keep their size in points when the window is resized, and none shrinks below
//! its content as long as there is space.

use std::collections::BTreeMap;

use eframe::egui::{Rect, Vec2};
use egui_tiles::{Container, LinearDir, Tile as Node, TileId, Tree};
use session::settings::window_layout::Tile;

use super::{children, direction, tiles_of};

/// Space between tiles, where the pointer resizes them.
pub(super) const GAP: f32 = 3.0;
/// Height of a row of tabs.
pub(super) const TABS: f32 = 26.0;

/// Height of the timeline where its keys are at work, with the tab, as long as nobody chose another one and the panes
/// keep enough; and without a clip, when it has its buttons and what to do next.
const SHEET: f32 = 256.0;
const NO_CLIP: f32 = 144.0;
/// Height, with the tab, below which a timeline has no space for keys beside its buttons and a lane.
const LEAST_SHEET: f32 = 190.0;
/// Height of the panes, with the row over a picture, that a timeline of rows leaves them before it has all that it would like.
const WANTED_BY_PANES: f32 = 516.0;
/// Share of a column that a timeline which grows for its keys leaves to the panes.
const LEFT_TO_PANES: f32 = 0.5;

/// Share of a row that the panes keep before the panels beside them have all that they would like, and a width that is enough.
const ROOM_OF_PANES: f32 = 0.5;
const ROOM_ENOUGH: f32 = 480.0;

/// The statistics' part of their column as long as nobody chose a height, and the largest height that they fill.
const STATISTICS: f32 = 0.3;
const ALL_STATISTICS: f32 = 440.0;

/// What the timeline is at work with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeysAtWork {
    /// Whether keys are at work: then a timeline of the usual height is a taller one.
    pub in_mode: bool,
    /// Whether a clip is shown, whose keys they are.
    pub has_clip: bool,
    /// Whether curves are shown in place of rows: these want more of the height.
    pub curves: bool,
}

/// Sizes of parts along their row or column, in points.
#[derive(Debug, Default)]
pub(super) struct Sizes {
    chosen: BTreeMap<u64, f32>,
    pub(super) keys: KeysAtWork,
    /// Whether statistics below an inspector are open by a click while keys are at work, where they have only their tab else. It is no
    /// chosen height: it counts while keys are at work, and ends with the program.
    pub(super) unfolded: bool,
    /// The tile that a click on its tab folds or unfolds, in the space of the last distribution.
    pub(super) foldable: Option<Tile>,
}

impl Sizes {
    pub(super) fn set(&mut self, id: TileId, size: f32) {
        self.chosen.insert(id.0, size);
    }

    /// The only part of a row gets the size of the row.
    pub(super) fn hand_down(&mut self, row: TileId, part: TileId) {
        if let Some(&size) = self.chosen.get(&row.0) {
            self.set(part, size);
        }
    }

    /// The size of a part along its row or column; the default for a new one.
    pub(super) fn of(&self, tree: &Tree<Tile>, id: TileId, dir: LinearDir) -> f32 {
        let known = self.chosen.get(&id.0).copied();
        known.unwrap_or_else(|| along(dir, most(tree, id, Tile::usual)))
    }

    /// The tile of a part whose height nobody chose, so that it takes what there is room for: a timeline with keys at work, or
    /// statistics.
    fn free(&self, tree: &Tree<Tile>, id: TileId, dir: LinearDir) -> Option<Tile> {
        let tile = only_tile(tree, id)?;
        let takes_more = match tile {
            Tile::Timeline => self.keys.in_mode,
            tile => tile == Tile::Statistics,
        };
        let [_, usual] = tile.usual();
        let is_free = takes_more && dir == LinearDir::Vertical && self.of(tree, id, dir) == usual;
        is_free.then_some(tile)
    }

    /// Whether a part is a timeline without a clip while keys are at work: it is no higher than it needs, whatever was chosen.
    fn is_lowered(&self, tree: &Tree<Tile>, id: TileId, dir: LinearDir) -> bool {
        let is_empty = self.keys.in_mode && !self.keys.has_clip && dir == LinearDir::Vertical;
        is_empty && only_tile(tree, id) == Some(Tile::Timeline)
    }

    /// The sizes that parts of a row or column have now, of `total` together.
    fn part_sizes(
        &self,
        tree: &Tree<Tile>,
        shown: &[TileId],
        (dir, total): (LinearDir, f32),
    ) -> Vec<f32> {
        let elastic = shown.iter().position(|&child| holds_panes(tree, child));
        let sheet = match (self.keys.has_clip, self.keys.curves) {
            (false, _) => NO_CLIP,
            (true, true) => SHEET,
            (true, false) => (total - GAP - WANTED_BY_PANES).clamp(LEAST_SHEET, SHEET),
        };
        // Beside panes that are in another column it may take what it needs.
        let grown = match elastic {
            Some(_) => sheet.min((1.0 - LEFT_TO_PANES) * total),
            None => sheet,
        };
        let is_folded = self.folds_statistics();
        let wanted = |&child: &TileId| {
            let least = along(dir, least(tree, child, is_folded));
            let size = self.of(tree, child, dir).max(least);
            if is_folded && is_below_inspector(tree, shown, child) {
                return [TABS, TABS];
            }
            match self.free(tree, child, dir) {
                Some(Tile::Timeline) => [least, size.max(grown)],
                Some(_) => [least, (STATISTICS * total).min(ALL_STATISTICS).max(least)],
                None if self.is_lowered(tree, child, dir) => [least, size.min(NO_CLIP).max(least)],
                None => [least, size],
            }
        };
        let mut wanted: Vec<[f32; 2]> = shown.iter().map(wanted).collect();
        if let (Some(panes), LinearDir::Horizontal) = (elastic, dir) {
            let is_chosen = |&child: &TileId| {
                self.of(tree, child, dir) != along(dir, most(tree, child, Tile::usual))
            };
            let chosen: Vec<bool> = shown.iter().map(is_chosen).collect();
            leave_room(&mut wanted, panes, &chosen, total);
        }
        fit(&wanted, elastic.unwrap_or(0), total)
    }

    /// Whether statistics below an inspector have only their tab: an animator has the height for the numbers of a pose.
    const fn folds_statistics(&self) -> bool {
        self.keys.in_mode && !self.unfolded
    }

    /// Sets the shares of every row and column in this area from the sizes, and finds what is foldable.
    pub(super) fn distribute(&mut self, tree: &mut Tree<Tile>, area: Rect) {
        self.foldable = None;
        if let Some(root) = tree.root {
            self.distribute_below(tree, root, area.size());
        }
    }

    fn distribute_below(&mut self, tree: &mut Tree<Tile>, id: TileId, space: Vec2) {
        let shown: Vec<TileId> = children(tree, id)
            .into_iter()
            .filter(|&child| tree.is_visible_in_layout(child))
            .collect();
        let Some(dir) = direction(tree, id) else {
            let space = Vec2::new(space.x, (space.y - TABS).max(0.0));
            for child in shown {
                self.distribute_below(tree, child, space);
            }
            return;
        };
        let gaps = GAP * f32::from(u16::try_from(shown.len().saturating_sub(1)).unwrap_or(0));
        let total = (along(dir, space) - gaps).max(0.0);
        let sizes = self.part_sizes(tree, &shown, (dir, total));
        let is_foldable = |&child: &TileId| is_below_inspector(tree, &shown, child);
        if self.keys.in_mode && dir == LinearDir::Vertical && shown.iter().any(is_foldable) {
            self.foldable = Some(Tile::Statistics);
        }
        if let Some(Node::Container(Container::Linear(linear))) = tree.tiles.get_mut(id) {
            for (&child, &size) in shown.iter().zip(&sizes) {
                // Shares that are all 0 would make the row divide by zero.
                linear.shares.set_share(child, size.max(1e-3));
            }
        }
        for (child, size) in shown.into_iter().zip(sizes) {
            let space = match dir {
                LinearDir::Horizontal => Vec2::new(size, space.y),
                LinearDir::Vertical => Vec2::new(space.x, size),
            };
            self.distribute_below(tree, child, space);
        }
    }

    /// Takes over the sizes after the pointer has changed them.
    pub(super) fn take_over(&mut self, tree: &Tree<Tile>) {
        let Some(root) = tree.root else { return };
        let Some(area) = tree.tiles.rect(root) else {
            return;
        };
        self.take_over_below(tree, root, area.size());
    }

    fn take_over_below(&mut self, tree: &Tree<Tile>, id: TileId, space: Vec2) {
        let shown: Vec<TileId> = children(tree, id)
            .into_iter()
            .filter(|&child| tree.is_visible_in_layout(child))
            .collect();
        let Some(Node::Container(Container::Linear(linear))) = tree.tiles.get(id) else {
            for child in shown {
                self.take_over_below(tree, child, space);
            }
            return;
        };
        let gaps = GAP * f32::from(u16::try_from(shown.len().saturating_sub(1)).unwrap_or(0));
        let total = (along(linear.dir, space) - gaps).max(0.0);
        let sizes = linear.shares.split(&shown, total);
        let given = self.part_sizes(tree, &shown, (linear.dir, total));
        for ((child, size), given) in shown.into_iter().zip(sizes).zip(given) {
            // What has taken its height by itself has no chosen one.
            let is_free = self.free(tree, child, linear.dir).is_some();
            let is_as_given = is_free && (size - given).abs() < 0.5;
            // What is lowered goes back to its height, so that where it is dragged to is no choice.
            let is_folded =
                self.folds_statistics() && is_below_inspector(tree, &children(tree, id), child);
            let is_kept = is_as_given || is_folded || self.is_lowered(tree, child, linear.dir);
            // In a window too small for them, sizes are forced and not chosen.
            if !is_kept && size >= along(linear.dir, least(tree, child, false)) {
                self.set(child, size.round());
            }
            let space = match linear.dir {
                LinearDir::Horizontal => Vec2::new(size, space.y),
                LinearDir::Vertical => Vec2::new(space.x, size),
            };
            self.take_over_below(tree, child, space);
        }
    }
}

/// Raises the least width of the panes in a row, as far as the others can do with less than they would like: in a small window these
/// shrink first, all but those whose width somebody chose.
fn leave_room(wanted: &mut [[f32; 2]], panes: usize, chosen: &[bool], total: f32) {
    let others = wanted
        .iter()
        .zip(chosen)
        .enumerate()
        .filter(|(place, _)| *place != panes);
    let needed_by_others: f32 = others
        .map(|(_, ([least, rather], is_chosen))| if *is_chosen { *rather } else { *least })
        .sum();
    let room = (ROOM_OF_PANES * total).min(ROOM_ENOUGH);
    if let Some([least, _]) = wanted.get_mut(panes) {
        *least = least.max(room.min(total - needed_by_others));
    }
}

/// Divides `total` among parts that are given as `[minimum, preferred]` sizes.
///
/// The elastic part gets what the others leave. Where there is too little, the elastic part shrinks to its minimum
/// first, then all others to theirs, then all in proportion.
///
/// Returns one size per part; they add up to `total`, unless there is no part.
#[must_use]
pub fn fit(wanted: &[[f32; 2]], elastic: usize, total: f32) -> Vec<f32> {
    let least: f32 = wanted.iter().map(|[least, _]| least).sum();
    if least >= total {
        let factor = if least > 0.0 { total / least } else { 0.0 };
        return wanted.iter().map(|[least, _]| least * factor).collect();
    }
    let others = || {
        wanted
            .iter()
            .enumerate()
            .filter(|(place, _)| *place != elastic)
    };
    let spare = total - least;
    let preferred: f32 = others()
        .map(|(_, [least, rather])| (rather - least).max(0.0))
        .sum();
    let factor = if preferred > spare {
        spare / preferred
    } else {
        1.0
    };
    let mut sizes: Vec<f32> = wanted
        .iter()
        .map(|[least, rather]| least + (rather - least).max(0.0) * factor)
        .collect();
    let taken: f32 = others().filter_map(|(place, _)| sizes.get(place)).sum();
    if let (Some(size), Some([least, _])) = (sizes.get_mut(elastic), wanted.get(elastic)) {
        // Rounding must not take it below its minimum.
        *size = (total - taken).max(*least);
    }
    sizes
}

fn along(dir: LinearDir, size: impl Into<Vec2>) -> f32 {
    let size = size.into();
    match dir {
        LinearDir::Horizontal => size.x,
        LinearDir::Vertical => size.y,
    }
}

fn holds_panes(tree: &Tree<Tile>, id: TileId) -> bool {
    tiles_of(tree, id).contains(&Tile::Panes)
}

/// Whether a part of a column is statistics, with an inspector among the others.
fn is_below_inspector(tree: &Tree<Tile>, shown: &[TileId], id: TileId) -> bool {
    let is_inspector = |&child: &TileId| only_tile(tree, child) == Some(Tile::Inspector);
    let in_column = tree
        .tiles
        .parent_of(id)
        .and_then(|parent| direction(tree, parent));
    in_column == Some(LinearDir::Vertical)
        && only_tile(tree, id) == Some(Tile::Statistics)
        && shown.iter().any(is_inspector)
}

/// The tile of a part that has no other.
fn only_tile(tree: &Tree<Tile>, id: TileId) -> Option<Tile> {
    match tiles_of(tree, id)[..] {
        [tile] => Some(tile),
        _ => None,
    }
}

/// The largest such size among the tiles below.
fn most(tree: &Tree<Tile>, id: TileId, size: impl Fn(Tile) -> [f32; 2]) -> Vec2 {
    let sizes = tiles_of(tree, id)
        .into_iter()
        .map(|tile| Vec2::from(size(tile)));
    sizes.fold(Vec2::ZERO, Vec2::max)
}

/// The least size of a tile that cuts nothing off; where `is_folded` says so, of statistics below an inspector only the tab.
fn least(tree: &Tree<Tile>, id: TileId, is_folded: bool) -> Vec2 {
    if !tree.is_visible_in_layout(id) {
        return Vec2::ZERO;
    }
    let shown: Vec<TileId> = children(tree, id)
        .into_iter()
        .filter(|&child| tree.is_visible_in_layout(child))
        .collect();
    let of_child = |&child: &TileId| {
        let size = least(tree, child, is_folded);
        match is_folded && is_below_inspector(tree, &shown, child) {
            true => Vec2::new(size.x, size.y.min(TABS)),
            false => size,
        }
    };
    let below: Vec<Vec2> = shown
        .iter()
        .map(of_child)
        .filter(|size| *size != Vec2::ZERO)
        .collect();
    let largest = below.iter().copied().fold(Vec2::ZERO, Vec2::max);
    let sum = below
        .iter()
        .copied()
        .fold(Vec2::ZERO, |sum, size| sum + size);
    let gaps = GAP * f32::from(u16::try_from(below.len().saturating_sub(1)).unwrap_or(0));
    match (tree.tiles.get(id), direction(tree, id)) {
        (Some(Node::Pane(tile)), _) => tile.least().into(),
        (_, Some(LinearDir::Horizontal)) => Vec2::new(sum.x + gaps, largest.y),
        (_, Some(LinearDir::Vertical)) => Vec2::new(largest.x, sum.y + gaps),
        (Some(_), None) => largest + Vec2::new(0.0, TABS),
        (None, None) => Vec2::ZERO,
    }
}
