//! Layout of the docked panels as data: stored in the settings, changed by commands, drawn by the window's dock.

use serde::{Deserialize, Deserializer, Serialize};

/// Version of the layout that is written. Version 1 is read too; a click on the tab of statistics stored a height in it. In version 2
/// the timeline stood under the panels beside the panes as well.
pub const LAYOUT_VERSION: u32 = 3;

/// A panel that is docked in the window; each occurs once in the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tile {
    /// The tree of joints.
    Joints,
    /// The area of the panes; it cannot be closed.
    Panes,
    /// The numbers of the selected joint.
    Inspector,
    /// Counts of the character, and differences of the panes.
    Statistics,
    /// The clips and their time.
    Timeline,
    /// The pose library, with a card for each saved pose.
    Poses,
    /// The clip library, with a card for each clip of its files.
    Clips,
    /// The list of problems of weights.
    Problems,
}

impl Tile {
    /// Every docked panel once, in the order of declaration.
    pub const ALL: [Self; 8] = [
        Self::Joints,
        Self::Panes,
        Self::Inspector,
        Self::Statistics,
        Self::Timeline,
        Self::Poses,
        Self::Clips,
        Self::Problems,
    ];

    /// Title on its tab.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Joints => "Joints",
            Self::Panes => "Panes",
            Self::Inspector => "Inspector",
            Self::Statistics => "Statistics",
            Self::Timeline => "Timeline",
            Self::Poses => "Poses",
            Self::Clips => "Clips",
            Self::Problems => "Problems",
        }
    }

    /// Smallest width and height in points at which nothing is cut off, without the tab.
    #[must_use]
    pub const fn least(self) -> [f32; 2] {
        match self {
            Self::Joints => [160.0, 120.0],
            Self::Panes => [240.0, 160.0],
            Self::Inspector => [260.0, 200.0],
            Self::Statistics => [220.0, 90.0],
            Self::Timeline => [520.0, 40.0],
            Self::Poses | Self::Clips => [200.0, 200.0],
            Self::Problems => [200.0, 160.0],
        }
    }

    /// Width and height in points when it is placed anew.
    #[must_use]
    pub const fn usual(self) -> [f32; 2] {
        match self {
            Self::Joints => [250.0, 260.0],
            Self::Panes => [800.0, 600.0],
            Self::Inspector => [310.0, 320.0],
            Self::Statistics => [310.0, 250.0],
            Self::Timeline => [620.0, 66.0],
            Self::Poses | Self::Clips => [250.0, 420.0],
            Self::Problems => [250.0, 420.0],
        }
    }
}

/// A part of a row or column, with its size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Width in a row, height in a column, in points. The part with the panes takes what the others leave.
    pub size: f32,
    /// What the part contains.
    pub content: Content,
}

/// A node of the tree of the layout.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Content {
    /// One panel; a part that is not split further.
    Tile(Tile),
    /// Parts from left to right.
    Row(Vec<Part>),
    /// Parts from top to bottom.
    Column(Vec<Part>),
    /// Contents of which one is visible, with a tab for each.
    Tabs {
        /// Index of the visible one.
        front: usize,
        /// The contents, in the order of their tabs.
        content: Vec<Self>,
    },
}

/// Layout of all panels: each occurs exactly once.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WindowLayout {
    /// Version of the layout format: [`LAYOUT_VERSION`] once it was read.
    pub version: u32,
    /// Closed panels; they keep their place in the tree.
    pub hidden: Vec<Tile>,
    /// Root of the tree.
    pub root: Content,
}

impl Default for WindowLayout {
    /// Joints on the left with poses, clips and problems as further tabs, inspector and statistics on the right, the timeline
    /// under the panes between them.
    fn default() -> Self {
        let part = |size: f32, content: Content| Part { size, content };
        let tile = |tile: Tile, axis: usize| part(tile.usual()[axis], Content::Tile(tile));
        let right = Content::Column(vec![tile(Tile::Inspector, 1), tile(Tile::Statistics, 1)]);
        let left = Content::Tabs {
            front: 0,
            content: [Tile::Joints, Tile::Poses, Tile::Clips, Tile::Problems]
                .map(Content::Tile)
                .into(),
        };
        let middle = Content::Column(vec![tile(Tile::Panes, 1), tile(Tile::Timeline, 1)]);
        let root = vec![
            part(Tile::Joints.usual()[0], left),
            part(Tile::Panes.usual()[0], middle),
            part(Tile::Inspector.usual()[0], right),
        ];
        Self {
            version: LAYOUT_VERSION,
            hidden: Vec::new(),
            root: Content::Row(root),
        }
    }
}

impl WindowLayout {
    /// Whether a panel is open; another tab may still cover it.
    #[must_use]
    pub fn is_shown(&self, tile: Tile) -> bool {
        !self.hidden.contains(&tile)
    }

    /// Opens a panel and brings its tab to the front.
    pub fn show(&mut self, tile: Tile) {
        self.hidden.retain(|&other| other != tile);
        self.root.bring_forward(tile);
    }

    /// Whether a panel is open and its tab in front.
    #[must_use]
    pub fn is_in_sight(&self, tile: Tile) -> bool {
        self.is_shown(tile) && self.root.shows(tile, &self.hidden)
    }

    /// Adds panels that older layouts lack as tabs beside the joints.
    fn complete(&mut self) {
        let mut tiles = Vec::new();
        self.root.collect(&mut tiles);
        for tile in [Tile::Poses, Tile::Clips, Tile::Problems] {
            if !tiles.contains(&tile) {
                self.root.add_behind(Tile::Joints, tile);
            }
        }
    }

    /// Takes over a layout of version 1: nobody need have chosen the height of its statistics, so that they get the usual one.
    fn take_over(&mut self) {
        if self.version == 1 {
            self.root.forget_height(Tile::Statistics);
            self.version = 2;
        }
        if self.version == 2 {
            *self = Self {
                version: LAYOUT_VERSION,
                ..self.timeline_under_panes()
            };
        }
    }

    /// The same layout, but that a timeline below a row with the panes stands below the panes alone. Any other layout is as it was.
    #[must_use]
    pub fn timeline_under_panes(&self) -> Self {
        let Content::Column(parts) = &self.root else {
            return self.clone();
        };
        let [above, timeline] = parts.as_slice() else {
            return self.clone();
        };
        let Content::Row(row) = &above.content else {
            return self.clone();
        };
        if timeline.content != Content::Tile(Tile::Timeline) {
            return self.clone();
        }
        let mut row = row.clone();
        let panes = row
            .iter_mut()
            .find(|part| part.content == Content::Tile(Tile::Panes));
        let Some(panes) = panes else {
            return self.clone();
        };
        panes.content = Content::Column(vec![
            Part {
                size: above.size,
                content: Content::Tile(Tile::Panes),
            },
            timeline.clone(),
        ]);
        Self {
            root: Content::Row(row),
            ..self.clone()
        }
    }

    /// The other way round: a timeline below the panes alone stands below the whole row that they are in.
    #[must_use]
    pub fn timeline_under_all(&self) -> Self {
        let Content::Row(row) = &self.root else {
            return self.clone();
        };
        let mut row = row.clone();
        let below = row.iter_mut().find_map(|part| {
            let Content::Column(column) = &part.content else {
                return None;
            };
            let [panes, timeline] = column.as_slice() else {
                return None;
            };
            let are_they = panes.content == Content::Tile(Tile::Panes)
                && timeline.content == Content::Tile(Tile::Timeline);
            let (height, timeline) = are_they.then(|| (panes.size, timeline.clone()))?;
            part.content = Content::Tile(Tile::Panes);
            Some((height, timeline))
        });
        let Some((size, timeline)) = below else {
            return self.clone();
        };
        let content = Content::Row(row);
        Self {
            root: Content::Column(vec![Part { size, content }, timeline]),
            ..self.clone()
        }
    }

    /// Closes a panel that is in sight; opens another where it was, and brings its tab to the front.
    pub fn toggle(&mut self, tile: Tile) {
        if self.is_in_sight(tile) {
            self.close(tile);
        } else {
            self.show(tile);
        }
    }

    /// Closes a panel, which keeps its place. The panes cannot be closed.
    pub fn close(&mut self, tile: Tile) {
        if tile != Tile::Panes && self.is_shown(tile) {
            self.hidden.push(tile);
        }
    }

    /// Makes the part of a column with a panel at least so high, unless the panes are in it.
    pub fn give_height(&mut self, tile: Tile, least: f32) {
        self.root.give_height(tile, least);
    }

    /// Checks version and sizes, and that each panel occurs exactly once.
    ///
    /// # Errors
    ///
    /// The first error, without a full stop.
    pub fn check(&self) -> Result<(), String> {
        if self.version != LAYOUT_VERSION {
            return Err(format!(
                "this is version {} of the layout; this program reads versions 1 to {LAYOUT_VERSION}",
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

/// Deepest nesting of rows, columns and tabs that is read.
/// The layout comes from a file, and its check recurses.
const DEEPEST: usize = 16;
/// Limit on a size, in points; larger than any screen.
const LARGEST: f32 = 100_000.0;

impl Part {
    fn forget_height(&mut self, tile: Tile, is_column: bool) {
        if is_column && self.content == Content::Tile(tile) {
            [_, self.size] = tile.usual();
        }
        self.content.forget_height(tile);
    }

    fn give_height(&mut self, tile: Tile, is_in_column: bool, least: f32) {
        if is_in_column && !self.content.holds(Tile::Panes) {
            self.size = self.size.max(least);
        }
        self.content.give_height(tile, least);
    }
}

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
                    // NaN is in no range, so that it is refused too.
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

    fn holds(&self, tile: Tile) -> bool {
        let mut tiles = Vec::new();
        self.collect(&mut tiles);
        tiles.contains(&tile)
    }

    fn give_height(&mut self, tile: Tile, least: f32) {
        let is_column = matches!(self, Self::Column(_));
        match self {
            Self::Tile(_) => {}
            Self::Row(parts) | Self::Column(parts) => {
                let around = parts.iter_mut().filter(|part| part.content.holds(tile));
                around.for_each(|part| part.give_height(tile, is_column, least));
            }
            Self::Tabs { content, .. } => {
                let content = content.iter_mut();
                content.for_each(|content| content.give_height(tile, least));
            }
        }
    }

    /// Gives a panel that is a part of a column by itself its usual height.
    fn forget_height(&mut self, tile: Tile) {
        let is_column = matches!(self, Self::Column(_));
        match self {
            Self::Tile(_) => {}
            Self::Row(parts) | Self::Column(parts) => {
                let parts = parts.iter_mut();
                parts.for_each(|part| part.forget_height(tile, is_column));
            }
            Self::Tabs { content, .. } => {
                let content = content.iter_mut();
                content.for_each(|content| content.forget_height(tile));
            }
        }
    }

    /// Whether a panel is in this part and its tab in front. If the front tab is closed, the first open one is in
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

    /// Adds a panel as a tab beside another.
    fn add_behind(&mut self, tile: Tile, new: Tile) {
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
                parts.for_each(|part| part.content.add_behind(tile, new));
            }
            Self::Tabs { content, .. } if content.contains(&Self::Tile(tile)) => {
                content.push(Self::Tile(new));
            }
            Self::Tabs { content, .. } => {
                let content = content.iter_mut();
                content.for_each(|content| content.add_behind(tile, new));
            }
        }
    }

    /// Brings a panel's tab to the front; returns whether the panel is in this part.
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

/// Completes layouts of older programs, and refuses what [`WindowLayout::check`] does.
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
        // Before the check, which expects every panel.
        layout.complete();
        layout.take_over();
        layout.check().map_err(serde::de::Error::custom)?;
        Ok(layout)
    }
}
