//! Converts a layout to the tree that `egui_tiles` draws, and back.

use eframe::egui::Id;
use egui_tiles::{
    Container, Linear, LinearDir, SimplificationOptions, Tabs, Tile as Node, TileId, Tiles, Tree,
};
use session::settings::window_layout::{Content, LAYOUT_VERSION, Part, Tile, WindowLayout};

use super::sizes::Sizes;
use super::{children, direction};

/// Id of the only tree.
pub(super) fn id() -> Id {
    Id::unique("dock")
}

/// Every panel keeps a tab to drag it by; containers with no child or only one are removed.
pub(super) const RULES: SimplificationOptions = SimplificationOptions {
    prune_empty_tabs: true,
    prune_empty_containers: true,
    prune_single_child_tabs: true,
    prune_single_child_containers: true,
    all_panes_must_have_tabs: true,
    join_nested_linear_containers: true,
    flatten_tabs_in_tabs: true,
};

/// Simplifies the tree as `egui_tiles` does before drawing, so that drawing moves nothing. A part that replaces a row
/// in which it was alone also takes the row's size.
pub(super) fn simplify(tree: &mut Tree<Tile>, sizes: &mut Sizes) {
    if let Some(root) = tree.root {
        hand_down(tree, sizes, root);
    }
    tree.simplify(&RULES);
}

fn hand_down(tree: &Tree<Tile>, sizes: &mut Sizes, id: TileId) {
    let children = children(tree, id);
    if let (Some(_), [child]) = (direction(tree, id), children.as_slice()) {
        sizes.hand_down(id, *child);
    }
    for child in children {
        hand_down(tree, sizes, child);
    }
}

/// The tree of a layout, and the sizes of its parts.
pub(super) fn build_tree(layout: &WindowLayout) -> (Tree<Tile>, Sizes) {
    let mut builder = Builder::default();
    // Panels have fixed ids whatever the tree is: egui remembers their state by these.
    for (number, tile) in (1..).zip(Tile::ALL) {
        let id = TileId::from_u64(number);
        builder.tiles.insert(id, Node::Pane(tile));
        builder.tiles.set_visible(id, layout.is_shown(tile));
    }
    // Containers that are added from here on must not get the ids of panels.
    builder.tiles.recompute_next_tile_id();
    let root = builder.add(&layout.root);
    let mut tree = Tree::new(id(), root, builder.tiles);
    simplify(&mut tree, &mut builder.sizes);
    (tree, builder.sizes)
}

#[derive(Default)]
struct Builder {
    tiles: Tiles<Tile>,
    sizes: Sizes,
}

impl Builder {
    /// A tile is alone behind its tab, so the tab has the size and not the tile.
    fn add(&mut self, content: &Content) -> TileId {
        match content {
            Content::Tile(tile) => {
                let id = pane_of(*tile);
                self.tiles.insert_tab_tile(vec![id])
            }
            Content::Row(parts) => self.add_parts(LinearDir::Horizontal, parts),
            Content::Column(parts) => self.add_parts(LinearDir::Vertical, parts),
            Content::Tabs { front, content } => {
                let children = content.iter().map(|content| match content {
                    Content::Tile(tile) => pane_of(*tile),
                    other => self.add(other),
                });
                let children: Vec<TileId> = children.collect();
                let mut tabs = Tabs::new(children.clone());
                if let Some(&front) = children.get(*front) {
                    tabs.set_active(front);
                }
                self.tiles.insert_container(tabs)
            }
        }
    }

    fn add_parts(&mut self, dir: LinearDir, parts: &[Part]) -> TileId {
        let mut children = Vec::with_capacity(parts.len());
        for part in parts {
            let id = self.add(&part.content);
            self.sizes.set(id, part.size);
            children.push(id);
        }
        self.tiles.insert_container(Linear::new(dir, children))
    }
}

fn pane_of(tile: Tile) -> TileId {
    let place = Tile::ALL.iter().position(|&other| other == tile);
    TileId::from_u64(
        place
            .and_then(|place| u64::try_from(place).ok())
            .unwrap_or(0)
            + 1,
    )
}

/// The layout of a tree; tiles that were hidden `before` stay hidden.
pub(super) fn layout(tree: &Tree<Tile>, sizes: &Sizes, before: &WindowLayout) -> WindowLayout {
    let content = tree.root.and_then(|root| content(tree, sizes, root));
    WindowLayout {
        version: LAYOUT_VERSION,
        hidden: before.hidden.clone(),
        root: content.unwrap_or_else(|| WindowLayout::default().root),
    }
}

fn content(tree: &Tree<Tile>, sizes: &Sizes, id: TileId) -> Option<Content> {
    let parts = |children: &[TileId], dir: LinearDir| {
        let part = |&child: &TileId| {
            let size = sizes.of(tree, child, dir).max(1.0);
            content(tree, sizes, child).map(|content| Part { size, content })
        };
        children.iter().filter_map(part).collect::<Vec<Part>>()
    };
    Some(match tree.tiles.get(id)? {
        Node::Pane(tile) => Content::Tile(*tile),
        Node::Container(Container::Linear(linear)) => match linear.dir {
            LinearDir::Horizontal => Content::Row(parts(&linear.children, linear.dir)),
            LinearDir::Vertical => Content::Column(parts(&linear.children, linear.dir)),
        },
        Node::Container(Container::Tabs(tabs)) => {
            let known: Vec<(TileId, Content)> = tabs
                .children
                .iter()
                .filter_map(|&child| Some((child, content(tree, sizes, child)?)))
                .collect();
            let front = known
                .iter()
                .position(|(child, _)| Some(*child) == tabs.active);
            let mut content: Vec<Content> = known.into_iter().map(|(_, content)| content).collect();
            if content.len() == 1 {
                return content.pop();
            }
            Content::Tabs {
                front: front.unwrap_or(0),
                content,
            }
        }
        // The pointer cannot make a grid here; the tiles of one go into a row.
        Node::Container(Container::Grid(grid)) => {
            let children: Vec<TileId> = grid.children().copied().collect();
            Content::Row(parts(&children, LinearDir::Horizontal))
        }
    })
}

/// Id of the panes' tile.
pub(super) fn panes() -> TileId {
    pane_of(Tile::Panes)
}
