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

    /// Takes the height of the inspector's contents down to the end of a joint's pose, in points, if it has drawn one: statistics
    /// leave it that while keys are at work.
    pub fn show_pose(&mut self, height: Option<f32>, ctx: &egui::Context) {
        let before = self.sizes.pose;
        // Half a point, so that rounding does not ask for frames without end.
        let is_other = |height: &f32| before.is_none_or(|before| (before - height).abs() > 0.5);
        if let Some(height) = height.filter(is_other) {
            self.sizes.pose = Some(height);
            ctx.request_repaint();
        }
    }

    /// Draws all tiles into the remaining area, each by `draw`; sends a changed layout if the pointer moved or resized
    /// tiles.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        layout: &WindowLayout,
        sink: &mut Sink,
        draw: &mut dyn FnMut(&mut Ui, Tile, &mut Sink),
    ) {
        if self.shown.as_ref() != Some(layout) {
            let Sizes {
                keys,
                unfolded,
                pose,
                ..
            } = self.sizes;
            (self.tree, self.sizes) = tree::build_tree(layout);
            (self.sizes.keys, self.sizes.unfolded, self.sizes.pose) = (keys, unfolded, pose);
            self.shown = Some(layout.clone());
            self.changed = false;
        }
        let area = ui.available_rect_before_wrap();
        tree::simplify(&mut self.tree, &mut self.sizes);
        self.sizes.distribute(&mut self.tree, area);
        let mut docking = Docking::new(sink, draw, self.sizes.foldable);
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
            self.send(area, layout, ui.ctx(), sink);
        }
        if toggled.is_some() {
            self.sizes.unfolded = !self.sizes.unfolded;
            ui.ctx().request_repaint();
        }
    }

    fn send(&mut self, area: Rect, before: &WindowLayout, ctx: &egui::Context, sink: &mut Sink) {
        tree::simplify(&mut self.tree, &mut self.sizes);
        self.sizes.distribute(&mut self.tree, area);
        let now = tree::layout(&self.tree, &self.sizes, before);
        if now != *before && now.check().is_ok() {
            self.shown = Some(now.clone());
            sink.send(Intent::Set(SettingChange::Layout(now)));
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
