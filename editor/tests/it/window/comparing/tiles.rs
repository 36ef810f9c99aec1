//! Tiles without the rest of the window: how space is distributed, and what the pointer does to them.

use std::collections::BTreeMap;

use editor::dock::{Dock, DrawTiles, fit};
use eframe::egui;
use eframe::egui::{Event, Modifiers, PointerButton, Pos2, Rect, Vec2};
use proptest::prelude::*;
use session::commands::command::{Command, Intent, Sink};
use session::settings::window_layout::{Content, Part, Tile, WindowLayout};
use session::settings::{SettingChange, from_text};

fn part() -> impl Strategy<Value = [f32; 2]> {
    let size = || prop_oneof![Just(0.0_f32), 0.0_f32..400.0];
    (size(), size()).prop_map(|(least, rather)| [least, rather])
}

proptest! {
    #[test]
    fn the_whole_size_is_distributed(
        parts in prop::collection::vec(part(), 1..6),
        elastic in 0_usize..6,
        total in prop_oneof![Just(0.0_f32), 0.0_f32..3000.0],
    ) {
        let elastic = elastic % parts.len();
        let sizes = fit(&parts, elastic, total);
        prop_assert_eq!(sizes.len(), parts.len());
        let least: f32 = parts.iter().map(|[least, _]| least).sum();
        if total > 0.0 && least > 0.0 {
            let sum: f32 = sizes.iter().sum();
            prop_assert!((sum - total).abs() <= 1e-3 * total.max(1.0), "{sizes:?} of {total}");
        }
        for (place, (size, [least_of, rather])) in sizes.iter().zip(&parts).enumerate() {
            prop_assert!(*size >= 0.0);
            if total > least {
                prop_assert!(*size >= least_of - 1e-3, "{sizes:?} for {parts:?}");
                let preferred = rather.max(*least_of);
                prop_assert!(place == elastic || *size <= preferred + 1e-3, "{sizes:?} for {parts:?}");
            }
        }
    }
}

/// A dock with nothing in it, driven by hand.
struct Fixture {
    ctx: egui::Context,
    dock: Dock,
    layout: WindowLayout,
    size: Vec2,
    rects: BTreeMap<Tile, Rect>,
    time: f64,
}

impl Fixture {
    fn new(size: Vec2) -> Self {
        let mut fixture = Self {
            ctx: egui::Context::default(),
            dock: Dock::default(),
            layout: WindowLayout::default(),
            size,
            rects: BTreeMap::new(),
            time: 0.0,
        };
        fixture.frame(Vec::new());
        fixture
    }

    /// Draws once; carries out what is asked for.
    fn frame(&mut self, events: Vec<Event>) -> Vec<Command> {
        let input = egui::RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, self.size)),
            time: Some(self.time),
            events,
            ..egui::RawInput::default()
        };
        self.time += 0.05;
        let mut sink = Sink::default();
        let mut rects = BTreeMap::new();
        let (dock, layout) = (&mut self.dock, &self.layout);
        let mut output = self.ctx.run_ui(input, |ui| {
            rects.clear();
            let mut draw = |ui: &mut egui::Ui, tile: Tile, _: &mut Sink| {
                rects.insert(tile, ui.max_rect());
                ui.label(tile.title());
            };
            let tiles = DrawTiles {
                body: &mut draw,
                beside_tab: &mut |_, _, _, _| {},
            };
            dock.ui(ui, layout, &mut sink, tiles);
        });
        output.textures_delta.clear();
        self.rects = rects;
        let commands = sink.take();
        for command in &commands {
            if let Command::Intent(Intent::Set(SettingChange::Layout(layout))) = command {
                layout.check().unwrap();
                self.layout = layout.clone();
            }
        }
        commands
    }

    fn drag(&mut self, from: Pos2, to: Pos2) {
        let button = |pos, pressed| Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        self.frame(vec![Event::PointerMoved(from)]);
        self.frame(vec![button(from, true)]);
        for step in 1..=8_u8 {
            self.frame(vec![Event::PointerMoved(
                from.lerp(to, f32::from(step) / 8.0),
            )]);
        }
        self.frame(vec![button(to, false)]);
        self.frame(Vec::new());
        self.frame(Vec::new());
    }

    fn rect(&self, tile: Tile) -> Rect {
        self.rects[&tile]
    }

    /// Where the tab of a tile is taken.
    fn tab(&self, tile: Tile) -> Pos2 {
        self.rect(tile).left_top() + Vec2::new(14.0, -20.0)
    }
}

/// What a new window shows; the poses are behind the joints.
const IN_FRONT: [Tile; 5] = [
    Tile::Joints,
    Tile::Panes,
    Tile::Inspector,
    Tile::Statistics,
    Tile::Timeline,
];

const WINDOW: Vec2 = Vec2::new(1400.0, 900.0);

#[test]
fn all_panels_stand_where_a_new_user_expects_them() {
    let fixture = Fixture::new(WINDOW);
    let [joints, panes, inspector, statistics, timeline] = IN_FRONT.map(|tile| fixture.rect(tile));
    assert!(
        !fixture.rects.contains_key(&Tile::Poses),
        "behind the joints"
    );
    assert!(joints.right() < panes.left() && panes.right() < inspector.left());
    assert!(inspector.bottom() < statistics.top() && statistics.bottom() > timeline.top());
    assert!(timeline.top() > panes.bottom(), "under the panes");
    assert!(timeline.left() > joints.right() && timeline.right() < statistics.left());
    assert!(panes.width() > 800.0 && panes.height() > 780.0, "{panes}");
}

#[test]
fn a_larger_window_gives_its_room_to_the_panes() {
    let mut fixture = Fixture::new(WINDOW);
    let before = IN_FRONT.map(|tile| fixture.rect(tile).size());
    fixture.size = WINDOW + Vec2::new(500.0, 300.0);
    fixture.frame(Vec::new());
    let after = IN_FRONT.map(|tile| fixture.rect(tile).size());
    let grown = |place: usize| after[place] - before[place];
    assert!(
        (grown(0).x).abs() < 1.0 && (grown(2).x).abs() < 1.0,
        "{after:?}"
    );
    assert!(
        (grown(1) - Vec2::new(500.0, 300.0)).length() < 1.0,
        "{after:?}"
    );
    // Statistics, whose height nobody chose, stay a part of their column.
    assert!(
        (grown(4).y).abs() < 1.0 && (60.0..120.0).contains(&grown(3).y),
        "{after:?}"
    );
    assert_eq!(
        fixture.layout,
        WindowLayout::default(),
        "nobody moved anything"
    );
}

#[test]
fn no_window_is_too_small() {
    let mut fixture = Fixture::new(WINDOW);
    for size in [300.0, 60.0, 26.0, 4.0, 1.0, 0.0, 300.0, 4000.0] {
        for size in [
            Vec2::splat(size),
            Vec2::new(size, 700.0),
            Vec2::new(1000.0, size),
        ] {
            fixture.size = size;
            fixture.frame(Vec::new());
            let pointer = (size * 0.5).to_pos2();
            fixture.drag(pointer, pointer + Vec2::splat(30.0));
        }
    }
    fixture.layout = WindowLayout::default();
    fixture.size = WINDOW;
    fixture.frame(Vec::new());
    assert!(fixture.rect(Tile::Panes).width() > 800.0);
}

#[test]
fn the_border_between_tiles_resizes_them() {
    let mut fixture = Fixture::new(WINDOW);
    let before = fixture.rect(Tile::Joints).width();
    let border = Pos2::new(252.0, 300.0);
    fixture.drag(border, border + Vec2::new(100.0, 0.0));
    let after = fixture.rect(Tile::Joints).width();
    assert!(
        (after - before - 100.0).abs() < 8.0,
        "{before} became {after}"
    );
    assert_ne!(fixture.layout, WindowLayout::default(), "it is kept");
    // Another dock made of what was kept looks the same.
    let mut other = Fixture::new(WINDOW);
    other.layout = fixture.layout.clone();
    other.frame(Vec::new());
    assert!((other.rect(Tile::Joints).width() - after).abs() < 1.5);
}

#[test]
fn no_panel_can_be_made_so_small_that_it_is_cut_off() {
    let mut fixture = Fixture::new(WINDOW);
    let border = Pos2::new(252.0, 300.0);
    fixture.drag(border, Pos2::new(10.0, 300.0));
    fixture.frame(Vec::new());
    assert!(
        fixture.rect(Tile::Joints).width() >= 130.0,
        "{}",
        fixture.rect(Tile::Joints)
    );
    let border = fixture.rect(Tile::Inspector).left() - 11.5;
    fixture.drag(Pos2::new(border, 300.0), Pos2::new(1390.0, 300.0));
    fixture.frame(Vec::new());
    assert!(
        fixture.rect(Tile::Inspector).width() >= 230.0,
        "{}",
        fixture.rect(Tile::Inspector)
    );
}

#[test]
fn a_tab_is_dragged_behind_another_and_back_out() {
    let mut fixture = Fixture::new(WINDOW);
    let to = fixture.rect(Tile::Inspector).center() + Vec2::new(0.0, 13.0);
    fixture.drag(fixture.tab(Tile::Statistics), to);
    let shown: Vec<Tile> = fixture.rects.keys().copied().collect();
    assert_eq!(
        shown.len(),
        4,
        "one is behind another: {:?}",
        fixture.layout
    );
    assert!(fixture.rect(Tile::Timeline).bottom() <= WINDOW.y);
    assert_ne!(fixture.layout, WindowLayout::default(), "it is kept");
    // To the left edge of the window: a column of its own.
    let front = if shown.contains(&Tile::Inspector) {
        Tile::Inspector
    } else {
        Tile::Statistics
    };
    let tab = fixture.tab(front);
    fixture.drag(
        tab,
        fixture.rect(Tile::Joints).left_center() + Vec2::new(4.0, 0.0),
    );
    assert_eq!(fixture.rects.len(), 5, "{:?}", fixture.layout);
}

#[test]
fn what_is_closed_gives_its_room_away_and_comes_back() {
    let mut fixture = Fixture::new(WINDOW);
    let before = fixture.rects.clone();
    for tile in [
        Tile::Joints,
        Tile::Poses,
        Tile::Clips,
        Tile::Problems,
        Tile::Inspector,
        Tile::Statistics,
        Tile::Timeline,
    ] {
        fixture.layout.close(tile);
        fixture.frame(Vec::new());
        assert!(!fixture.rects.contains_key(&tile));
    }
    assert!(
        fixture.rect(Tile::Panes).width() >= WINDOW.x - 20.0,
        "{}",
        fixture.rect(Tile::Panes)
    );
    for tile in [
        Tile::Timeline,
        Tile::Statistics,
        Tile::Inspector,
        Tile::Problems,
        Tile::Clips,
        Tile::Poses,
        Tile::Joints,
    ] {
        fixture.layout.show(tile);
        fixture.frame(Vec::new());
    }
    assert_eq!(fixture.rects, before);
}

#[test]
fn every_layout_that_is_let_through_can_be_drawn() {
    let tile = Content::Tile;
    let tabs = |front: usize, content: Vec<Content>| Content::Tabs { front, content };
    let all: Vec<Content> = Tile::ALL.into_iter().map(tile).collect();
    let nested = tabs(
        0,
        vec![
            tabs(1, all[..2].to_vec()),
            tabs(0, vec![tabs(2, all[2..].to_vec())]),
        ],
    );
    for root in [tabs(0, all.clone()), tabs(1, all), nested] {
        let layout = WindowLayout {
            root,
            ..WindowLayout::default()
        };
        layout.check().unwrap();
        let mut fixture = Fixture::new(WINDOW);
        fixture.layout = layout;
        for _ in 0..3 {
            fixture.frame(Vec::new());
        }
        fixture.layout.check().unwrap();
        assert!(!fixture.rects.is_empty());
    }
}

#[test]
fn what_is_in_sight_is_open_and_in_front() {
    let mut layout = WindowLayout::default();
    let in_sight = |layout: &WindowLayout| -> Vec<Tile> {
        let tiles = Tile::ALL.into_iter();
        tiles.filter(|&tile| layout.is_in_sight(tile)).collect()
    };
    let with = |tile: Tile| -> Vec<Tile> {
        let tiles = Tile::ALL.into_iter();
        let behind = [Tile::Joints, Tile::Poses, Tile::Clips, Tile::Problems];
        tiles
            .filter(|other| *other == tile || !behind.contains(other))
            .collect()
    };
    assert_eq!(in_sight(&layout), with(Tile::Joints));
    layout.show(Tile::Problems);
    assert_eq!(in_sight(&layout), with(Tile::Problems));
    layout.toggle(Tile::Problems);
    assert_eq!(in_sight(&layout), with(Tile::Joints), "the first is seen");
    layout.toggle(Tile::Joints);
    assert_eq!(in_sight(&layout), with(Tile::Poses));
}

/// The part at these places, from the outside in.
fn part_of<'a>(content: &'a Content, places: &[usize]) -> &'a Part {
    let (Content::Row(parts) | Content::Column(parts)) = content else {
        unreachable!("a row or a column");
    };
    let part = &parts[places[0]];
    match &places[1..] {
        [] => part,
        further => part_of(&part.content, further),
    }
}

#[test]
fn a_layout_from_before_there_were_poses_and_problems_gets_them_behind_the_joints() {
    let old = "(layout: (version: 1, hidden: [timeline], root: column([(size: 600.0, content: row([(size: 260.0, content: tile(joints)), (size: 800.0, content: tile(panes)), (size: 310.0, content: column([(size: 320.0, content: tile(inspector)), (size: 300.0, content: tile(statistics))]))])), (size: 66.0, content: tile(timeline))])))";
    let read = from_text(old).unwrap();
    assert_eq!(read.layout, None);
    let layout = read.settings.layout;
    assert_eq!(layout.check(), Ok(()));
    assert!(layout.is_shown(Tile::Poses) && !layout.is_shown(Tile::Timeline));
    let behind = Content::Tabs {
        front: 0,
        content: [Tile::Joints, Tile::Poses, Tile::Clips, Tile::Problems]
            .map(Content::Tile)
            .to_vec(),
    };
    assert!(layout.is_in_sight(Tile::Joints) && !layout.is_in_sight(Tile::Problems));
    let Content::Row(parts) = &layout.root else {
        unreachable!("the timeline is below the panes alone");
    };
    assert_eq!((parts[0].size, &parts[0].content), (260.0, &behind));
    let below = part_of(&layout.root, &[1, 1]);
    assert_eq!(
        (below.size, &below.content),
        (66.0, &Content::Tile(Tile::Timeline))
    );
    // The two ways are each other's inverse, and leave any other layout.
    let wide = layout.timeline_under_all();
    assert_ne!(wide, layout);
    assert_eq!(wide.timeline_under_panes(), layout);
    assert_eq!(layout.timeline_under_panes(), layout);
    // A height of statistics that an older program stored by itself does not count; one that is stored now was chosen.
    let heights = |layout: &WindowLayout| {
        let right = part_of(&layout.root, &[2]);
        [0, 1].map(|place| part_of(&right.content, &[place]).size)
    };
    let [_, usual] = Tile::Statistics.usual();
    assert_eq!(heights(&layout), [320.0, usual]);
    let new = from_text(&old.replacen("version: 1", "version: 2", 1)).unwrap();
    assert_eq!(heights(&new.settings.layout), [320.0, 300.0]);

    let tabs = "(layout: (version: 1, hidden: [], root: tabs(front: 2, content: [tile(panes), tile(joints), tile(inspector), tile(statistics), tile(timeline)])))";
    let layout = from_text(tabs).unwrap().settings.layout;
    assert!(layout.check() == Ok(()) && layout.is_shown(Tile::Poses));
}
