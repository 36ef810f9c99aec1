//! Shaders that change on disk while the window is open.
#![expect(
    clippy::disallowed_methods,
    reason = "other programs write files in all sorts of ways"
)]

use std::fs;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use editor::app::{App, Start};
use eframe::egui::{Key, Modifiers, Vec2};
use eframe::egui_wgpu::RenderState;
use egui_kittest::kittest::Queryable as _;
use image::RgbaImage;
use shaders::{BACKGROUND, Sources};

use super::support::screen::{color_at, open_drawn_as, panes, seen, unlike};
use super::support::{Window, notices, press, wait_until};

/// A window that draws with the shaders of a folder of its own.
struct Fixture {
    window: Window,
    state: Arc<OnceLock<RenderState>>,
    folder: tempfile::TempDir,
}

impl Fixture {
    fn new() -> Option<Self> {
        Self::with(|_| ())
    }

    /// With a folder that is changed before the window opens.
    fn with(change: impl FnOnce(&Path)) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let sources = Sources::built_in();
        fs::create_dir(folder.path().join("include")).unwrap();
        for path in sources.paths() {
            fs::write(folder.path().join(path), sources.text(path).unwrap()).unwrap();
        }
        change(folder.path());
        let state = Arc::new(OnceLock::new());
        let (path, slot) = (folder.path().to_owned(), Arc::clone(&state));
        let window = open_drawn_as(Vec2::new(1000.0, 600.0), move |cc| {
            let _first = slot.set(cc.wgpu_render_state.clone().unwrap());
            App::new(
                cc,
                Start {
                    file: Some("builtin:cylinder".to_owned()),
                    shaders: Some(path.clone()),
                    ..Start::default()
                },
            )
        })?;
        Some(Self {
            window,
            state,
            folder,
        })
    }

    fn write(&self, path: &str, text: &str) {
        fs::write(self.folder.path().join(path), text).unwrap();
    }

    /// The color of the backdrop in the upper left corner of each pane.
    fn backdrop(&mut self) -> [[u8; 4]; 2] {
        let image = seen(&mut self.window);
        ["Pane A", "Pane B"].map(|name| {
            let corner = self.window.get_by_label(name).rect().left_top() + Vec2::splat(6.0);
            color_at(&image, corner)
        })
    }

    fn wait_for_backdrop(&mut self, expected: [u8; 4]) {
        let start = Instant::now();
        loop {
            let found = self.backdrop();
            if found == [expected; 2] {
                return;
            }
            assert!(
                start.elapsed() < Duration::from_secs(60),
                "never {expected:?}, but {found:?}"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until a pane looks otherwise than it did, or as it did again.
    fn wait_for_pane(&mut self, pane: usize, before: &RgbaImage, is_other: bool) {
        let start = Instant::now();
        while (unlike(&panes(&mut self.window)[pane], before) > 1000) != is_other {
            assert!(
                start.elapsed() < Duration::from_secs(60),
                "pane {pane}: never {is_other}"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn wait_for_notice(&mut self, part: &str) -> String {
        wait_until(&mut self.window, part, |window| {
            notices(window).iter().any(|text| text.contains(part))
        });
        notices(&self.window).pop().unwrap()
    }

    fn stays_quiet(&mut self) {
        let before = notices(&self.window);
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(900) {
            self.window.step();
            assert_eq!(notices(&self.window), before);
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

const GREEN: [u8; 4] = [0, 255, 0, 255];
const RED: [u8; 4] = [255, 0, 0, 255];

/// The program of the backdrop with one color.
fn flat([r, g, b, _]: [u8; 4]) -> String {
    let color = [r, g, b].map(|byte| format!("{:.1}", f32::from(byte) / 255.0));
    let end = format!("return vec4<f32>({}, 1.0);", color.join(", "));
    let line = BACKGROUND
        .text
        .lines()
        .find(|line| line.contains("return vec4<f32>(dithered"))
        .unwrap();
    BACKGROUND.text.replace(line.trim(), &end)
}

#[test]
fn what_changes_on_disk_changes_in_both_panes() {
    let Some(mut fixture) = Fixture::new() else {
        return;
    };
    let before = fixture.backdrop();
    assert_ne!(before, [GREEN; 2]);
    fixture.write("background.wgsl", &flat(GREEN));
    fixture.wait_for_backdrop(GREEN);
    // As programs do that write a new file and put it in the place of the old one.
    let new = fixture.folder.path().join("background.wgsl.new");
    fs::write(&new, BACKGROUND.text).unwrap();
    fs::rename(&new, fixture.folder.path().join("background.wgsl")).unwrap();
    fixture.wait_for_backdrop(before[0]);
    assert_eq!(notices(&fixture.window), Vec::<String>::new());
}

#[test]
fn a_fault_is_reported_and_the_last_good_picture_stays() {
    let Some(mut fixture) = Fixture::new() else {
        return;
    };
    fixture.write("background.wgsl", &flat(GREEN));
    fixture.wait_for_backdrop(GREEN);
    let broken = flat(RED).replace("in.height", "in.hight");
    let place = broken.lines().position(|line| line.contains("in.hight"));
    fixture.write("background.wgsl", &broken);
    let notice = fixture.wait_for_notice("background.wgsl");
    let line = format!("background.wgsl line {}: ", place.unwrap() + 1);
    assert!(
        notice.contains(&line) && notice.contains("hight"),
        "{notice}"
    );
    assert_eq!(fixture.backdrop(), [GREEN; 2]);
    // A frame that must be drawn anew is drawn by the last good programs too.
    fixture.window.set_size(Vec2::new(1100.0, 640.0));
    fixture.window.run_steps(3);
    assert_eq!(fixture.backdrop(), [GREEN; 2]);

    // Another fault, of an include, in its own words.
    fixture.write("include/frame.wgsl", "// first\n#import nothing\n");
    let notice = fixture.wait_for_notice("include/frame.wgsl line 2: ");
    assert!(notice.contains("`#import nothing`"), "{notice}");
    assert_eq!(fixture.backdrop(), [GREEN; 2]);

    let frame = Sources::built_in();
    fixture.write(
        "include/frame.wgsl",
        frame.text("include/frame.wgsl").unwrap(),
    );
    fixture.write("background.wgsl", &flat(RED));
    fixture.wait_for_notice("valid again");
    fixture.wait_for_backdrop(RED);
}

#[test]
fn a_file_that_is_gone_is_named_until_it_is_back() {
    let Some(mut fixture) = Fixture::new() else {
        return;
    };
    let before = fixture.backdrop();
    let (file, moved) = (
        fixture.folder.path().join("grid.wgsl"),
        fixture.folder.path().join("grid.old"),
    );
    fs::rename(&file, &moved).unwrap();
    let notice = fixture.wait_for_notice("grid.wgsl");
    assert!(notice.contains("grid.wgsl cannot be read: "), "{notice}");
    fs::rename(&moved, &file).unwrap();
    fixture.wait_for_notice("valid again");
    assert_eq!(fixture.backdrop(), before);
}

#[test]
fn a_folder_newer_than_the_program_counts_from_the_start() {
    let change = |folder: &Path| fs::write(folder.join("background.wgsl"), flat(RED)).unwrap();
    let Some(mut fixture) = Fixture::with(change) else {
        return;
    };
    fixture.wait_for_backdrop(RED);
}

#[test]
fn what_is_no_shader_or_no_change_is_no_news() {
    let Some(mut fixture) = Fixture::new() else {
        return;
    };
    let before = fixture.backdrop();
    // The first look comes by itself, and must not find a file that has just been emptied to be written.
    fixture.stays_quiet();
    fixture.write("background.wgsl", BACKGROUND.text);
    fixture.write("include/.frame.wgsl", "half of a");
    fixture.write("notes.txt", "nonsense");
    fixture.stays_quiet();
    assert_eq!(fixture.backdrop(), before);
}

#[test]
fn another_device_draws_with_the_texts_on_disk_too() {
    let Some(mut fixture) = Fixture::new() else {
        return;
    };
    fixture.write("background.wgsl", &flat(GREEN));
    fixture.wait_for_backdrop(GREEN);
    let (state, ctx) = (Arc::clone(&fixture.state), fixture.window.ctx.clone());
    fixture
        .window
        .state_mut()
        .set_render_state(state.get(), &ctx);
    fixture.window.run_steps(2);
    fixture.window.state_mut().hold_pictures(true);
    fixture.wait_for_backdrop(GREEN);
    fixture.write("background.wgsl", &flat(RED));
    fixture.wait_for_backdrop(RED);
}

/// The kernels with linear blending half a meter too high. They are written once for all methods: only in that of linear blending a
/// local name hides the one outside.
fn lifted() -> String {
    let each = "#each_method";
    let plain = "store(index, BLEND_vertex(index % skin.n_vertices, index / skin.n_vertices));";
    let text = shaders::SKIN.text;
    assert!(text.contains(each) && text.contains(plain));
    let text = text.replace(each, "const is_linear = false;\n\n#each_method");
    text.replace(
        plain,
        "let is_METHOD = true;\n        \
         var lifted = BLEND_vertex(index % skin.n_vertices, index / skin.n_vertices);\n        \
         if is_linear { lifted.position.y += 0.5; }\n        store(index, lifted);",
    )
}

#[test]
fn a_kernel_that_changes_moves_the_vertices() {
    let Some(mut fixture) = Fixture::new() else {
        return;
    };
    let before = panes(&mut fixture.window);
    fixture.write("skin.wgsl", &lifted());
    fixture.wait_for_pane(0, &before[0], true);
    let after = panes(&mut fixture.window);
    assert_eq!(
        unlike(&before[1], &after[1]),
        0,
        "the right pane has another method"
    );

    let broken = lifted().replace("lifted.position.y += 0.5", "lifted.positon.y += 0.5");
    let place = broken.lines().position(|line| line.contains("positon"));
    fixture.write("skin.wgsl", &broken);
    let notice = fixture.wait_for_notice("skin.wgsl");
    let line = format!("skin.wgsl line {}: ", place.unwrap() + 1);
    assert!(
        notice.contains(&line) && notice.contains("positon"),
        "{notice}"
    );
    // The last good kernels go on.
    fixture.wait_for_pane(0, &after[0], false);
    fixture.wait_for_pane(1, &after[1], false);

    // A fault in what only the kernels include.
    fixture.write("skin.wgsl", shaders::SKIN.text);
    fixture.write("include/skin_signs.wgsl", "#import nothing\n");
    let notice = fixture.wait_for_notice("include/skin_signs.wgsl line 1: ");
    assert!(notice.contains("`#import nothing`"), "{notice}");
    // The last good kernels go on.
    fixture.wait_for_pane(0, &after[0], false);
    fixture.wait_for_pane(1, &after[1], false);

    let built_in = Sources::built_in();
    let text = built_in.text("include/skin_signs.wgsl").unwrap();
    fixture.write("include/skin_signs.wgsl", text);
    fixture.wait_for_notice("valid again");
    fixture.wait_for_pane(0, &before[0], false);
    assert!(panes(&mut fixture.window) == before);
}

/// The processor's kernels are no texts.
#[test]
fn a_kernel_that_changes_says_nothing_to_the_processor() {
    let Some(mut fixture) = Fixture::new() else {
        return;
    };
    let before = panes(&mut fixture.window);
    let ctrl_shift = Modifiers::COMMAND | Modifiers::SHIFT;
    press(&mut fixture.window, ctrl_shift, Key::G);
    fixture.write("skin.wgsl", &lifted());
    fixture.stays_quiet();
    assert_eq!(unlike(&panes(&mut fixture.window)[0], &before[0]), 0);
    press(&mut fixture.window, ctrl_shift, Key::G);
    fixture.wait_for_pane(0, &before[0], true);
}
