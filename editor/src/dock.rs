//! Docking: the panels around the panes as tiles that can be moved, resized, stacked behind tabs and closed.
//!
//! [`WindowLayout`] is plain data, kept in the settings and changed by commands. [`Dock`] draws the tree of
//! `egui_tiles` that is made of it. What the pointer does to the tree becomes a layout again, and is sent like any
//! other change.

use eframe::egui;
use eframe::egui::{Rect, Ui};
use egui_tiles::{Container, Tile as Node, TileId, Tree};
use session::commands::command::{Intent, Sink};
use session::settings::SettingChange;
use session::settings::window_layout::{Tile, WindowLayout};

mod behavior;
mod sizes;
mod tree;

use behavior::Docking;
use sizes::Sizes;

pub use sizes::{KeysAtWork, fit};

/// Below this width of all panels together a timeline under the panes alone has no room for its buttons in Animate mode.
const NARROW: f32 = 1150.0;
/// The same where its row has the slider of time beside the buttons, as in the other modes.
const NARROW_WITH_SLIDER: f32 = 1400.0;

/// What draws the tiles.
pub struct DrawTiles<'a> {
    /// The contents of a tile.
    pub body: &'a mut dyn FnMut(&mut Ui, Tile, &mut Sink),
    /// What stands beside its tab, from the right; the number is the width of the tile.
    pub beside_tab: &'a mut dyn FnMut(&mut Ui, Tile, f32, &mut Sink),
}

impl std::fmt::Debug for DrawTiles<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DrawTiles").finish_non_exhaustive()
    }
}

/// The drawn tree, and the layout it was made of.
pub struct Dock {
    shown: Option<WindowLayout>,
    tree: Tree<Tile>,
    sizes: Sizes,
    /// Whether a change by the pointer was not sent yet.
    changed: bool,
}

impl Default for Dock {
    fn default() -> Self {
        Self {
            shown: None,
            tree: Tree::empty(tree::id()),
            sizes: Sizes::default(),
            changed: false,
        }
    }
}

impl std::fmt::Debug for Dock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Dock")
            .field("shown", &self.shown)
            .finish_non_exhaustive()
    }
}

impl Dock {
    /// Gives the timeline room for its keys, unless somebody chose its height, and the inspector for a pose.
    pub const fn show_keys(&mut self, keys: KeysAtWork) {
        self.sizes.keys = keys;
    }

    /// Draws all tiles into the remaining area; sends a changed layout if the pointer moved or resized tiles.
    ///
    /// In a narrow area a timeline that lies under the panes alone is drawn under the panels beside them too, where it has room for its
    /// buttons. The layout stays what it is.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        layout: &WindowLayout,
        sink: &mut Sink,
        tiles: DrawTiles<'_>,
    ) {
        let area = ui.available_rect_before_wrap();
        let narrow = if self.sizes.keys.in_mode {
            NARROW
        } else {
            NARROW_WITH_SLIDER
        };
        let is_widened = area.width() < narrow && *layout != layout.timeline_under_all();
        let arranged = match is_widened {
            true => layout.timeline_under_all(),
            false => layout.clone(),
        };
        if self.shown.as_ref() != Some(&arranged) {
            let Sizes { keys, unfolded, .. } = self.sizes;
            (self.tree, self.sizes) = tree::build_tree(&arranged);
            (self.sizes.keys, self.sizes.unfolded) = (keys, unfolded);
            self.shown = Some(arranged.clone());
            self.changed = false;
        }
        tree::simplify(&mut self.tree, &mut self.sizes);
        self.sizes.distribute(&mut self.tree, area);
        // Of a life as short as that of the sink here.
        let DrawTiles { body, beside_tab } = tiles;
        let tiles = DrawTiles { body, beside_tab };
        let mut docking = Docking::new(sink, tiles, self.sizes.foldable);
        self.tree.ui(&mut docking, ui);
        let (resized, moved, toggled) = (docking.resized, docking.moved, docking.toggled);
        if resized {
            self.sizes.take_over(&self.tree);
        }
        self.changed |= resized || moved;
        // A tile that is being dragged has no new place yet.
        let carried = self.tree.dragged_id(ui.ctx()).is_some();
        if carried {
            ui.ctx().request_repaint();
        } else if std::mem::take(&mut self.changed) {
            self.send(area, &arranged, is_widened, ui.ctx(), sink);
        }
        if toggled.is_some() {
            self.sizes.unfolded = !self.sizes.unfolded;
            ui.ctx().request_repaint();
        }
    }

    fn send(
        &mut self,
        area: Rect,
        before: &WindowLayout,
        is_widened: bool,
        ctx: &egui::Context,
        sink: &mut Sink,
    ) {
        tree::simplify(&mut self.tree, &mut self.sizes);
        self.sizes.distribute(&mut self.tree, area);
        let now = tree::layout(&self.tree, &self.sizes, before);
        if now != *before && now.check().is_ok() {
            self.shown = Some(now.clone());
            let kept = match is_widened {
                true => now.timeline_under_panes(),
                false => now,
            };
            sink.send(Intent::Set(SettingChange::Layout(kept)));
            ctx.request_repaint();
        }
    }
}

/// The children of a container; none for a tile.
fn children(tree: &Tree<Tile>, id: TileId) -> Vec<TileId> {
    match tree.tiles.get(id) {
        Some(Node::Container(container)) => container.children_vec(),
        _ => Vec::new(),
    }
}

/// All tiles of a subtree.
fn tiles_of(tree: &Tree<Tile>, id: TileId) -> Vec<Tile> {
    match tree.tiles.get(id) {
        Some(Node::Pane(tile)) => vec![*tile],
        Some(Node::Container(_)) => {
            let below = children(tree, id).into_iter();
            below.flat_map(|child| tiles_of(tree, child)).collect()
        }
        None => Vec::new(),
    }
}

/// Direction of a row or column; `None` for anything else.
fn direction(tree: &Tree<Tile>, id: TileId) -> Option<egui_tiles::LinearDir> {
    match tree.tiles.get(id) {
        Some(Node::Container(Container::Linear(linear))) => Some(linear.dir),
        _ => None,
    }
}
