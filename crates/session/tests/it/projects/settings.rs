//! What the user prefers: as text and back, kept in a folder, and what happens where the file cannot be understood.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use session::settings::window_layout::{Content, Part, Tile, WindowLayout};
use session::settings::{
    Accent, Background, Colors, DifferenceColors, FILE, HeatRamp, Legend, MOST_RECENT, Recent,
    SCALES, Selected, SettingChange, Settings, SettingsStore, ThemeChoice, Units, WeightColors,
    from_text, short_name, to_text,
};
use session::tasks::Spawner;
use whole_file::Files;

#[expect(clippy::disallowed_methods, reason = "a temporary file")]
fn put(path: &Path, bytes: impl AsRef<[u8]>) {
    fs::write(path, bytes).unwrap();
}

fn kept(folder: &Path) -> String {
    fs::read_to_string(folder.join(FILE)).unwrap()
}

fn open(folder: &Path) -> (SettingsStore, Settings, Vec<String>) {
    SettingsStore::open(Some(folder.to_owned()), &Files::default())
}

// ---- as text ----------------------------------------------------------------------------------------------------------

fn any_colors() -> impl Strategy<Value = Colors> {
    (
        prop::sample::select(Accent::ALL.to_vec()),
        prop::sample::select(Background::ALL.to_vec()),
        any::<[u8; 3]>(),
        prop::sample::select(Selected::ALL.to_vec()),
    )
        .prop_map(|(accent, background, own_background, selected)| Colors {
            accent,
            background,
            own_background,
            selected,
        })
}

fn any_weight_colors() -> impl Strategy<Value = WeightColors> {
    let ramp = prop::sample::select(HeatRamp::ALL.to_vec());
    (ramp, any::<bool>()).prop_map(|(ramp, dots)| WeightColors {
        ramp,
        dots,
        ..WeightColors::default()
    })
}

#[expect(clippy::too_many_lines, reason = "one strategy a field")]
fn any_settings() -> impl Strategy<Value = Settings> {
    let theme = prop::sample::select(ThemeChoice::ALL.to_vec());
    let units = prop::sample::select(Units::ALL.to_vec());
    let name = prop_oneof![
        Just(String::new()),
        Just("a \"name\" of\\two\nlines, é".to_owned()),
        "[ -~]{0,20}"
    ];
    let files = prop::collection::vec("/[a-z \"\\\\]{1,12}", 0..14);
    let hidden = prop::sample::subsequence(
        vec![
            Tile::Joints,
            Tile::Inspector,
            Tile::Statistics,
            Tile::Timeline,
            Tile::Poses,
            Tile::Clips,
            Tile::Problems,
        ],
        0..6,
    );
    let size = prop_oneof![Just(1.0_f32), 1.0_f32..3000.0];
    (
        theme,
        units,
        name,
        SCALES,
        files,
        hidden,
        size,
        any::<bool>(),
        prop::sample::select(DifferenceColors::ALL.to_vec()),
        (any_colors(), any_weight_colors()),
    )
        .prop_map(
            |(theme, units, keymap, ui_scale, files, hidden, size, welcome, difference, colors)| {
                let (colors, weights) = colors;
                let mut recent = Recent::default();
                for file in &files {
                    recent.add(file);
                }
                let mut layout = WindowLayout {
                    hidden,
                    ..WindowLayout::default()
                };
                if let Content::Row(parts) = &mut layout.root {
                    parts[1].size = size;
                }
                Settings {
                    theme,
                    ui_scale,
                    keymap,
                    units,
                    difference,
                    colors,
                    weights,
                    welcome,
                    recent,
                    layout,
                    poses_folder: files.first().cloned().unwrap_or_default(),
                    clips_folder: files.last().cloned().unwrap_or_default(),
                    ..Settings::default()
                }
            },
        )
}

#[test]
fn colors_are_kept_and_older_files_without_them_still_load() {
    let read = from_text("(version: 1, theme: light, units: inches)").unwrap();
    assert_eq!(read.settings.colors, Colors::default());
    let mut settings = Settings::default();
    settings.change(SettingChange::Colors(Colors {
        accent: Accent::Violet,
        background: Background::Own,
        own_background: [1, 2, 255],
        selected: Selected::Azure,
    }));
    let text = to_text(&settings).unwrap();
    assert!(
        text.contains("accent: violet") && text.contains("background: own"),
        "{text}"
    );
    assert_eq!(from_text(&text).unwrap().settings, settings);
}

#[test]
fn the_legend_of_differences_is_kept_where_it_was_put() {
    let read = from_text("(version: 1, theme: light)").unwrap();
    assert_eq!(read.settings.legend, Legend::default());
    let mut settings = Settings::default();
    settings.change(SettingChange::Legend(Legend {
        folded: true,
        place: Some([0.25, 7.0]),
        ..Legend::default()
    }));
    assert_eq!(settings.legend.place, Some([0.25, 1.0]));
    let text = to_text(&settings).unwrap();
    assert_eq!(from_text(&text).unwrap().settings, settings);
    settings.change(SettingChange::Legend(Legend {
        place: Some([f32::NAN, 0.5]),
        ..settings.legend
    }));
    assert_eq!(settings.legend.place, None);
}

/// Relative luminance, WCAG 2.1.
fn luminance(rgb: [u8; 3]) -> f64 {
    let [r, g, b] = rgb.map(|channel| {
        let c = f64::from(channel) / 255.0;
        if c <= 0.04045 {
            c / 12.92
        } else {
            ((c + 0.055) / 1.055).powf(2.4)
        }
    });
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// Contrast ratio, WCAG 2.1.
fn contrast(a: [u8; 3], b: [u8; 3]) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn every_accent_is_readable_in_both_themes() {
    let panels = [
        ([43, 45, 49], [244, 246, 248]),
        ([238, 239, 241], [12, 14, 17]),
    ];
    for (light, (panel, letters)) in [false, true].into_iter().zip(panels) {
        for accent in Accent::ALL {
            let foreground = contrast(accent.foreground(light), panel);
            assert!(foreground >= 4.5, "{accent:?} {light}: {foreground}");
            let selected = contrast(accent.selection(light), letters);
            assert!(selected >= 4.5, "{accent:?} {light}: {selected}");
        }
    }
}

#[test]
fn a_place_is_in_one_unit_with_a_true_minus() {
    assert_eq!(
        Units::Automatic.lengths([1.5, -0.02, 0.0]),
        "1.500, −0.020, 0.000 m"
    );
    assert_eq!(
        Units::Automatic.lengths([0.012, -0.0005, 0.0]),
        "12.00, −0.50, 0.00 mm"
    );
    assert_eq!(
        Units::Centimeters.lengths([0.012, -0.5, 0.0]),
        "1.20, −50.00, 0.00 cm"
    );
    assert_eq!(Units::Automatic.of_field(0.004), (1e3, "mm"));
    assert_eq!(Units::Inches.of_field(0.004), (1.0 / 0.0254, "in"));
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(settings in any_settings()) {
        let text = to_text(&settings).unwrap();
        let read = from_text(&text).unwrap();
        prop_assert_eq!(read.layout, None);
        prop_assert_eq!(read.settings, settings);
    }

    #[test]
    fn recent_files_are_few_once_each_and_newest_first(
        files in prop::collection::vec("(builtin:|/x/|)[abc]{0,2}", 0..40)
    ) {
        let mut recent = Recent::default();
        for file in &files {
            recent.add(file);
            if !file.is_empty() && !file.starts_with("builtin:") {
                let newest = std::path::absolute(file).unwrap();
                prop_assert_eq!(recent.get(0).map(Path::new), Some(newest.as_path()));
            }
        }
        let all = recent.all();
        prop_assert!(all.len() <= MOST_RECENT);
        let mut sorted = all.to_vec();
        sorted.sort();
        sorted.dedup();
        prop_assert_eq!(sorted.len(), all.len());
        prop_assert!(all.iter().all(|file| Path::new(file).is_absolute()));
    }
}

#[test]
fn the_text_is_made_for_people() {
    let text = to_text(&Settings::default()).unwrap();
    for line in [
        "    theme: dark,",
        "    ui_scale: 1.0,",
        "    units: automatic,",
    ] {
        assert!(
            text.lines().any(|found| found == line),
            "{line} is not in\n{text}"
        );
    }
    assert!(text.starts_with("//"), "it says what it is");
    assert!(text.lines().all(|line| line.len() <= 140), "{text}");
}

#[test]
fn what_is_left_out_is_as_usual() {
    let read = from_text("(version: 1, theme: light)").unwrap();
    let expected = Settings {
        theme: ThemeChoice::Light,
        ..Settings::default()
    };
    assert_eq!(read.settings, expected);
    assert_eq!(from_text("()").unwrap().settings, Settings::default());
}

#[test]
fn a_list_written_by_hand_is_put_in_order() {
    let files: Vec<String> = (0..20).map(|file| format!("\"/{}\"", file / 2)).collect();
    let text = format!("(recent: [{}, \"\"])", files.join(","));
    let settings = from_text(&text).unwrap().settings;
    assert_eq!(settings.recent.all().len(), MOST_RECENT);
    assert_eq!(settings.recent.get(1), Some("/1"));
}

/// Text, line, column, and words of the sentence.
const BROKEN: [(&str, usize, usize, &str); 14] = [
    ("", 1, 1, "expected an opening bracket: `(`"),
    ("not a list", 1, 1, "expected an opening bracket: `(`"),
    ("(version: 2)", 1, 11, "version 2"),
    (
        "// mine\n(\n    theme: dark,\n    version: 99,\n)",
        4,
        14,
        "reads version 1",
    ),
    ("(\n  version: 1,\n  theme: purple,\n)", 3, 10, "purple"),
    ("(\n  version: 1,\n  colour: 3,\n)", 3, 3, "colour"),
    ("(ui_scale: NaN)", 1, 0, "ui_scale is NaN"),
    ("(ui_scale: inf)", 1, 0, "0.75 to 2"),
    ("(\n ui_scale: -1.0)", 2, 0, "ui_scale is -1"),
    ("(ui_scale: 1000)", 1, 0, "ui_scale is 1000"),
    ("(ui_scale: \"big\")", 1, 0, "expected a number"),
    ("(keymap: 3)", 1, 0, "expected a text in quotes"),
    ("(theme: dark", 1, 0, ""),
    ("(recent: [\"/a\", 3])", 1, 0, "expected a text in quotes"),
];

#[test]
fn what_cannot_be_understood_is_named_with_its_place() {
    for (text, line, column, words) in BROKEN {
        let fault = from_text(text).expect_err(text);
        let said = fault.to_string().to_lowercase();
        assert_eq!(fault.line, line, "{text:?}: {fault}");
        assert!(column == 0 || fault.column == column, "{text:?}: {fault}");
        assert!(said.contains(&words.to_lowercase()), "{text:?}: {fault}");
    }
}

#[test]
fn a_broken_layout_costs_the_layout_alone() {
    let default = to_text(&Settings::default()).unwrap();
    let cases = [
        (
            "version: 3,\n        hidden",
            "version: 7,\n        hidden",
            "version 7 of the layout",
        ),
        ("tile(joints)", "tile(kitchen)", "kitchen"),
        ("tile(joints)", "tile(timeline)", "joints 0 times"),
        ("hidden: []", "hidden: [panes]", "hides the panes"),
        ("size: 250.0", "size: NaN", "NaN"),
        ("size: 250.0", "size: -4.0", "-4"),
        ("size: 250.0", "size: 0.0", "expected 1 to"),
        ("size: 250.0", "length: 250.0", "length"),
    ];
    for (from, to, words) in cases {
        let changed = default
            .replacen(from, to, 1)
            .replace("theme: dark", "theme: light");
        assert!(changed.contains(to), "{from:?} is not in\n{default}");
        let read = from_text(&changed).unwrap();
        let fault = read.layout.unwrap();
        assert!(fault.to_string().contains(words), "{to}: {fault}");
        assert!(fault.line > 8, "{to}: {fault}");
        assert_eq!(read.settings.theme, ThemeChoice::Light, "{to}");
        assert_eq!(read.settings.layout, WindowLayout::default(), "{to}");
    }
}

#[test]
fn deep_nesting_is_refused_and_does_no_harm() {
    let deep = |n: usize| {
        let (open, close) = ("row([(size: 9.0, content: ".repeat(n), ")])".repeat(n));
        format!("(layout: (version: 1, hidden: [], root: {open}tile(joints){close}))")
    };
    for n in [20, 1_000, 50_000] {
        let outcome = from_text(&deep(n));
        let refused =
            outcome.is_ok_and(|read| read.layout.is_some()) || from_text(&deep(n)).is_err();
        assert!(refused, "{n} times");
    }
}

// ---- as a file --------------------------------------------------------------------------------------------------------

#[test]
fn without_a_folder_nothing_is_read_or_written() {
    let (mut settings_store, mut settings, notices) = SettingsStore::open(None, &Files::default());
    assert!(notices.is_empty() && settings_store.folder().is_none());
    settings.change(SettingChange::Welcome(false));
    assert_eq!(settings_store.keep(&settings, &Spawner::default()), None);
    settings_store.finish(&settings).unwrap();
}

#[test]
fn a_new_user_has_no_file_until_something_changes() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("new").join("dualskin");
    let (mut settings_store, mut settings, notices) = open(&inside);
    assert!(notices.is_empty());
    settings_store.finish(&settings).unwrap();
    assert!(!inside.exists());
    settings.change(SettingChange::Units(Units::Inches));
    settings_store.finish(&settings).unwrap();
    assert_eq!(open(&inside).1, settings);
}

#[test]
fn what_changes_for_a_while_is_written_once_it_is_calm() {
    let folder = tempfile::tempdir().unwrap();
    let (mut settings_store, mut settings, _) = open(folder.path());
    let spawner = Spawner::default();
    let start = Instant::now();
    while start.elapsed() < Duration::from_millis(300) {
        settings.change(SettingChange::Scale(0.75 + start.elapsed().as_secs_f32()));
        assert_eq!(settings_store.keep(&settings, &spawner), None);
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(!folder.path().join(FILE).exists(), "it still changed");
    while !folder.path().join(FILE).exists() {
        assert!(start.elapsed() < Duration::from_secs(30), "never written");
        assert_eq!(settings_store.keep(&settings, &spawner), None);
        std::thread::sleep(Duration::from_millis(10));
    }
    settings_store.finish(&settings).unwrap();
    assert_eq!(open(folder.path()).1, settings);
    let files = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(files, 1, "no part of a file stays");
}

#[test]
fn a_broken_file_is_kept_beside_and_reported() {
    for (text, line, _, _) in BROKEN {
        let folder = tempfile::tempdir().unwrap();
        put(&folder.path().join(FILE), text);
        let (mut settings_store, mut settings, notices) = open(folder.path());
        assert_eq!(settings, Settings::default(), "{text:?}");
        let [notice] = &notices[..] else {
            unreachable!("{text:?}: {notices:?}");
        };
        for words in [
            FILE,
            &format!("line {line}, column "),
            "settings.ron.bak",
            "Mend",
        ] {
            assert!(notice.contains(words), "{text:?}: {notice}");
        }
        // Nothing is written before something changes, and then nothing is lost.
        settings_store.finish(&settings).unwrap();
        assert_eq!(kept(folder.path()), text);
        settings.change(SettingChange::Theme(ThemeChoice::Light));
        settings_store.finish(&settings).unwrap();
        assert_eq!(open(folder.path()).1, settings);
        let copy = fs::read_to_string(folder.path().join("settings.ron.bak")).unwrap();
        assert_eq!(copy, text);
    }
}

#[test]
fn copies_of_broken_files_do_not_replace_each_other() {
    let folder = tempfile::tempdir().unwrap();
    for text in ["one", "two", "two", "three"] {
        put(&folder.path().join(FILE), text);
        assert_eq!(open(folder.path()).2.len(), 1);
    }
    for (copy, text) in [("bak", "one"), ("bak2", "two"), ("bak3", "three")] {
        let path = folder.path().join(format!("{FILE}.{copy}"));
        assert_eq!(fs::read_to_string(path).unwrap(), text);
    }
    assert!(!folder.path().join(format!("{FILE}.bak4")).exists());
}

#[test]
fn a_file_that_is_no_text_is_reported_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    put(&folder.path().join(FILE), b"(\n  theme: \xff\xfe)");
    let (_, settings, notices) = open(folder.path());
    assert_eq!(settings, Settings::default());
    assert!(notices[0].contains("line 2, column 10"), "{notices:?}");
    assert!(folder.path().join("settings.ron.bak").exists());
}

#[test]
fn what_cannot_be_read_is_never_written_over() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join(FILE)).unwrap();
    let (mut settings_store, mut settings, notices) = open(folder.path());
    assert!(notices[0].contains("cannot be read"), "{notices:?}");
    settings.change(SettingChange::Welcome(false));
    settings_store.finish(&settings).unwrap();
    assert!(folder.path().join(FILE).is_dir());
}

#[test]
fn a_folder_that_cannot_be_written_is_reported_once() {
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("dualskin");
    let (mut settings_store, mut settings, notices) = open(&folder);
    assert!(notices.is_empty(), "a first start is no fault: {notices:?}");
    put(&folder, "in the way");
    let spawner = Spawner::default();
    let mut messages = Vec::new();
    for units in [Units::Inches, Units::Meters] {
        settings.change(SettingChange::Units(units));
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(900) {
            messages.extend(settings_store.keep(&settings, &spawner));
            std::thread::sleep(Duration::from_millis(10));
        }
    }
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(messages[0].contains("dualskin"), "{messages:?}");
    assert_eq!(fs::read_to_string(&folder).unwrap(), "in the way");
    // At the end it is tried again, and nothing is taken for kept that is not.
    assert!(settings_store.finish(&settings).is_err());
    fs::remove_file(&folder).unwrap();
    assert_eq!(settings_store.finish(&settings), Ok(()));
    let (_, kept, notices) = open(&folder);
    assert!(notices.is_empty(), "{notices:?}");
    assert_eq!(kept.units, Units::Meters);
}

// ---- what else is set -------------------------------------------------------------------------------------------------

#[test]
fn sizes_are_brought_within_reach() {
    let mut settings = Settings::default();
    for (asked, expected) in [
        (5.0, 2.0),
        (0.1, 0.75),
        (1.3, 1.3),
        (f32::NAN, 1.3),
        (f32::INFINITY, 1.3),
    ] {
        settings.change(SettingChange::Scale(asked));
        assert_eq!(settings.ui_scale, expected, "{asked}");
    }
}

#[test]
fn lengths_are_shown_in_the_unit_that_was_chosen() {
    let cases = [
        (Units::Meters, 1.0, "1.0000 m"),
        (Units::Meters, 0.0123, "0.0123 m"),
        (Units::Meters, 1e-9, "< 0.0001 m"),
        (Units::Centimeters, 0.0123, "1.23 cm"),
        (Units::Centimeters, -2.5, "−250.00 cm"),
        (Units::Millimeters, 0.0123, "12.30 mm"),
        (Units::Inches, 0.0254, "1.000 in"),
        (Units::Inches, 1.8, "70.866 in"),
        (Units::Automatic, 0.0123, "12.30 mm"),
        (Units::Automatic, 6.21e-6, "0.01 mm"),
        (Units::Automatic, 6.21e-7, "< 0.01 mm"),
        (Units::Automatic, 1.8, "1.800 m"),
        (Units::Meters, 0.0, "0 m"),
        (Units::Inches, f32::INFINITY, "inf in"),
    ];
    for (units, meters, expected) in cases {
        assert_eq!(units.length(meters), expected, "{units:?}");
    }
}

#[test]
fn names_are_shown_without_their_folders() {
    assert_eq!(short_name("/a/b/c.glb"), "c.glb");
    assert_eq!(short_name("c.glb"), "c.glb");
    assert_eq!(short_name(""), "");
    assert_eq!(short_name("/"), "/");
}

#[test]
fn a_layout_is_made_of_each_panel_once() {
    let part = |tile: Tile| Part {
        size: 100.0,
        content: Content::Tile(tile),
    };
    let all: Vec<Part> = Tile::ALL.into_iter().map(part).collect();
    let layout = |root: Content| WindowLayout {
        root,
        ..WindowLayout::default()
    };
    assert_eq!(layout(Content::Row(all.clone())).check(), Ok(()));
    assert!(layout(Content::Row(all[1..].to_vec())).check().is_err());
    assert!(layout(Content::Row(Vec::new())).check().is_err());
    let twice = all.iter().cloned().chain([part(Tile::Joints)]).collect();
    assert!(layout(Content::Row(twice)).check().is_err());
    let content: Vec<Content> = Tile::ALL.into_iter().map(Content::Tile).collect();
    let tabs = |front: usize| Content::Tabs {
        front,
        content: content.clone(),
    };
    assert_eq!(layout(tabs(Tile::ALL.len() - 1)).check(), Ok(()));
    assert!(layout(tabs(Tile::ALL.len())).check().is_err());
}

#[test]
fn a_closed_panel_keeps_its_place() {
    let content = vec![
        Content::Tile(Tile::Inspector),
        Content::Tile(Tile::Statistics),
    ];
    let mut layout = WindowLayout {
        root: Content::Tabs { front: 0, content },
        ..WindowLayout::default()
    };
    let before = layout.root.clone();
    layout.close(Tile::Panes);
    layout.close(Tile::Statistics);
    assert!(!layout.is_shown(Tile::Statistics) && layout.is_shown(Tile::Panes));
    assert_eq!(layout.root, before);
    // What is closed, and what is behind another, is brought into sight.
    for tile in [Tile::Statistics, Tile::Inspector, Tile::Statistics] {
        layout.toggle(tile);
        assert!(layout.is_in_sight(tile));
    }
    let Content::Tabs { front, .. } = layout.root else {
        unreachable!("tabs stay tabs");
    };
    assert_eq!(front, 1, "what is opened is seen");
}
