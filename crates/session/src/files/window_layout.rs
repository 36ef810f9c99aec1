//! Where the panels stand, as data: kept in the settings, changed by commands, drawn by `dock.rs`.

use serde::{Deserialize, Deserializer, Serialize};

/// The version of the layout that is written and read.
pub const LAYOUT_VERSION: u32 = 1;

/// One of the parts of the window that can be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tile {
    /// The tree of joints.
    Joints,
    /// The area of the panes; always shown.
    Panes,
    /// The selected joint.
    Inspector,
    /// Counts and differences.
    Statistics,
    /// Clips and time.
    Timeline,
    /// The library of poses.
    Poses,
    /// What is wrong with the weights.
    Problems,
}

impl Tile {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Joints,
        Self::Panes,
        Self::Inspector,
        Self::Statistics,
        Self::Timeline,
        Self::Poses,
        Self::Problems,
    ];

    /// What stands on its tab.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Joints => "Joints",
            Self::Panes => "Panes",
            Self::Inspector => "Inspector",
            Self::Statistics => "Statistics",
            Self::Timeline => "Timeline",
            Self::Poses => "Poses",
            Self::Problems => "Problems",
        }
    }

    /// Width and height below which something would be cut off, in points, without the tab.
    #[must_use]
    pub const fn least(self) -> [f32; 2] {
        match self {
            Self::Joints => [160.0, 120.0],
            Self::Panes => [240.0, 160.0],
            Self::Inspector => [260.0, 120.0],
            Self::Statistics => [220.0, 90.0],
            Self::Timeline => [520.0, 40.0],
            Self::Poses => [200.0, 200.0],
            Self::Problems => [200.0, 160.0],
        }
    }

    /// Width and height where it is put down anew.
    #[must_use]
    pub const fn usual(self) -> [f32; 2] {
        match self {
            Self::Joints => [250.0, 260.0],
            Self::Panes => [800.0, 600.0],
            Self::Inspector => [310.0, 320.0],
            Self::Statistics => [310.0, 300.0],
            Self::Timeline => [620.0, 66.0],
            Self::Poses => [250.0, 420.0],
            Self::Problems => [250.0, 420.0],
        }
    }
}

/// A part of a row or column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Its width in a row, its height in a column, in points. What holds the panes takes what the others leave.
    pub size: f32,
    /// What stands there.
    pub content: Content,
}

/// What stands somewhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Content {
    /// A panel.
    Tile(Tile),
    /// From left to right.
    Row(Vec<Part>),
    /// From above to below.
    Column(Vec<Part>),
    /// Behind one another.
    Tabs {
        /// Which is in front, from 0.
        front: usize,
        /// All.
        content: Vec<Self>,
    },
}

/// Where all panels stand: each exactly once.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WindowLayout {
    /// [`LAYOUT_VERSION`].
    pub version: u32,
    /// Those that are closed; they keep their place.
    pub hidden: Vec<Tile>,
    /// The whole area.
    pub root: Content,
}

impl Default for WindowLayout {
    /// Joints on the left with poses and problems behind them, inspector and statistics on the right, the timeline below.
    fn default() -> Self {
        let part = |size: f32, content: Content| Part { size, content };
        let tile = |tile: Tile, axis: usize| part(tile.usual()[axis], Content::Tile(tile));
        let right = Content::Column(vec![tile(Tile::Inspector, 1), tile(Tile::Statistics, 1)]);
        let left = Content::Tabs {
            front: 0,
            content: [Tile::Joints, Tile::Poses, Tile::Problems]
                .map(Content::Tile)
                .into(),
        };
        let above = Content::Row(vec![
            part(Tile::Joints.usual()[0], left),
            tile(Tile::Panes, 0),
            part(Tile::Inspector.usual()[0], right),
        ]);
        let root = vec![part(Tile::Panes.usual()[1], above), tile(Tile::Timeline, 1)];
        Self {
            version: LAYOUT_VERSION,
            hidden: Vec::new(),
            root: Content::Column(root),
        }
    }
}

impl WindowLayout {
    /// Whether a panel is open; it may still be behind another.
    #[must_use]
    pub fn is_shown(&self, tile: Tile) -> bool {
        !self.hidden.contains(&tile)
    }

    /// Opens a panel that is closed or behind another.
    pub fn show(&mut self, tile: Tile) {
        self.hidden.retain(|&other| other != tile);
        self.root.bring_forward(tile);
    }

    /// Whether a panel is open, and in front of all that share its place.
    #[must_use]
    pub fn is_in_sight(&self, tile: Tile) -> bool {
        self.is_shown(tile) && self.root.shows(tile, &self.hidden)
    }

    /// Puts the library of poses and the problems, which older layouts do not have, behind the joints.
    fn complete(&mut self) {
        let mut tiles = Vec::new();
        self.root.collect(&mut tiles);
        for tile in [Tile::Poses, Tile::Problems] {
            if !tiles.contains(&tile) {
                self.root.put_behind(Tile::Joints, tile);
            }
        }
    }

    /// Closes a panel, or opens it again where it was, in front of those that share its place. The panes stay.
    pub fn toggle(&mut self, tile: Tile) {
        if tile == Tile::Panes {
            return;
        }
        if let Some(place) = self.hidden.iter().position(|&other| other == tile) {
            self.hidden.remove(place);
            self.root.bring_forward(tile);
        } else {
            self.hidden.push(tile);
        }
    }

    /// Says what makes it no layout: another version, a panel that is missing or there twice, a size that is none.
    ///
    /// # Errors
    ///
    /// The first such thing, without a full stop.
    pub fn check(&self) -> Result<(), String> {
        if self.version != LAYOUT_VERSION {
            return Err(format!(
                "this is version {} of the layout; this program reads version {LAYOUT_VERSION}",
                self.version
            ));
        }
        if self.hidden.contains(&Tile::Panes) {
            return Err("the layout hides the panes".to_owned());
        }
        self.root.check(0)?;
        let mut tiles = Vec::new();
        self.root.collect(&mut tiles);
        for tile in Tile::ALL {
            let times = tiles.iter().filter(|&&other| other == tile).count();
            if times != 1 {
                let name = tile.title().to_lowercase();
                return Err(format!(
                    "the layout holds {name} {times} times; expected once"
                ));
            }
        }
        Ok(())
    }
}

/// Rows in columns in tabs deeper than this are no layout.
const DEEPEST: usize = 16;
/// Points that no screen has.
const LARGEST: f32 = 100_000.0;

impl Content {
    fn check(&self, depth: usize) -> Result<(), String> {
        if depth > DEEPEST {
            return Err(format!("the layout is nested more than {DEEPEST} times"));
        }
        match self {
            Self::Tile(_) => Ok(()),
            Self::Row(parts) | Self::Column(parts) => {
                let wrong = parts
                    .iter()
                    .find(|part| !(1.0..=LARGEST).contains(&part.size));
                match wrong {
                    Some(part) => Err(format!(
                        "a size in the layout is {}; expected 1 to {LARGEST} points",
                        part.size
                    )),
                    None => parts
                        .iter()
                        .try_for_each(|part| part.content.check(depth + 1)),
                }
            }
            Self::Tabs { front, content } if *front < content.len() => content
                .iter()
                .try_for_each(|content| content.check(depth + 1)),
            Self::Tabs { front, content } => Err(format!(
                "tab {front} of {} cannot be in front; they count from 0",
                content.len()
            )),
        }
    }

    fn collect(&self, tiles: &mut Vec<Tile>) {
        match self {
            Self::Tile(tile) => tiles.push(*tile),
            Self::Row(parts) | Self::Column(parts) => {
                parts.iter().for_each(|part| part.content.collect(tiles));
            }
            Self::Tabs { content, .. } => content.iter().for_each(|content| content.collect(tiles)),
        }
    }

    /// Whether a tile is in here, and not behind one that is shown. Of tabs whose front is hidden the first that is not is in
    /// front.
    fn shows(&self, tile: Tile, hidden: &[Tile]) -> bool {
        match self {
            Self::Tile(other) => *other == tile,
            Self::Row(parts) | Self::Column(parts) => {
                parts.iter().any(|part| part.content.shows(tile, hidden))
            }
            Self::Tabs { front, content } => {
                let mut shown = content.iter().filter(|content| !content.is_hidden(hidden));
                let front = content.get(*front);
                let front = front.filter(|content| !content.is_hidden(hidden));
                let front = front.or_else(|| shown.next());
                front.is_some_and(|content| content.shows(tile, hidden))
            }
        }
    }

    fn is_hidden(&self, hidden: &[Tile]) -> bool {
        let mut tiles = Vec::new();
        self.collect(&mut tiles);
        tiles.iter().all(|tile| hidden.contains(tile))
    }

    /// Puts a new tile behind another, wherever that stands.
    fn put_behind(&mut self, tile: Tile, new: Tile) {
        match self {
            Self::Tile(other) if *other == tile => {
                *self = Self::Tabs {
                    front: 0,
                    content: vec![Self::Tile(tile), Self::Tile(new)],
                };
            }
            Self::Tile(_) => {}
            Self::Row(parts) | Self::Column(parts) => {
                let parts = parts.iter_mut();
                parts.for_each(|part| part.content.put_behind(tile, new));
            }
            Self::Tabs { content, .. } if content.contains(&Self::Tile(tile)) => {
                content.push(Self::Tile(new));
            }
            Self::Tabs { content, .. } => {
                let content = content.iter_mut();
                content.for_each(|content| content.put_behind(tile, new));
            }
        }
    }

    /// Says whether the tile is in here, and puts it before those that share its place.
    fn bring_forward(&mut self, tile: Tile) -> bool {
        match self {
            Self::Tile(other) => *other == tile,
            Self::Row(parts) | Self::Column(parts) => {
                let mut parts = parts.iter_mut();
                parts.any(|part| part.content.bring_forward(tile))
            }
            Self::Tabs { front, content } => {
                let mut content = content.iter_mut();
                let place = content.position(|content| content.bring_forward(tile));
                *front = place.unwrap_or(*front);
                place.is_some()
            }
        }
    }
}

/// Only what [`WindowLayout::check`] lets through; what has been added since an older program wrote it gets its place.
impl<'de> Deserialize<'de> for WindowLayout {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename = "WindowLayout", deny_unknown_fields)]
        struct Raw {
            version: u32,
            hidden: Vec<Tile>,
            root: Content,
        }
        let Raw {
            version,
            hidden,
            root,
        } = Raw::deserialize(deserializer)?;
        let mut layout = Self {
            version,
            hidden,
            root,
        };
        layout.hidden.sort_unstable();
        layout.hidden.dedup();
        layout.complete();
        layout.check().map_err(serde::de::Error::custom)?;
        Ok(layout)
    }
}
