//! Makes pictures of the window for the documents by pointer and key events: `cargo run -p dualskin --example
//! window_pictures -- FOLDER`.
//!
//! Each picture is a list of steps on widgets by their accessible names. The window is the real one, on the graphics
//! device there is, without its frame and without a display.
#![expect(
    clippy::unwrap_used,
    reason = "a picture that cannot be made ends the program, with what was missing"
)]

use std::path::Path;
use std::time::{Duration, Instant};

use editor::app::{App, Start};
use eframe::egui::{Event, Key, Modifiers, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};

/// A step before a picture is taken.
enum Step {
    /// Clicks the widget of this name.
    Click(&'static str),
    /// Types into the field of this name.
    Type(&'static str, &'static str),
    /// Presses a key.
    Press(Modifiers, Key),
}

use Step::{Click, Press, Type};

struct Picture {
    name: &'static str,
    opens: &'static str,
    welcome: bool,
    steps: &'static [Step],
}

const SIZE: Vec2 = Vec2::new(1440.0, 900.0);

const BENT: &[Step] = &[Click("forearm.L"), Type("Rotation X", "-115")];

const PICTURES: &[Picture] = &[
    Picture {
        name: "window",
        opens: "builtin:biped",
        welcome: false,
        steps: BENT,
    },
    Picture {
        name: "difference",
        opens: "builtin:biped",
        welcome: false,
        steps: &[
            Click("forearm.L"),
            Type("Rotation X", "-115"),
            Press(Modifiers::SHIFT, Key::Num4),
            Press(Modifiers::SHIFT, Key::CloseBracket),
        ],
    },
    Picture {
        name: "four-panes",
        opens: "builtin:arm",
        welcome: false,
        steps: &[
            Click("hand"),
            Type("Rotation Y", "160"),
            Click("Add pane"),
            Click("Add pane"),
        ],
    },
    Picture {
        name: "weights",
        opens: "builtin:biped",
        welcome: false,
        steps: &[
            Click("forearm.L"),
            Type("Rotation X", "-115"),
            Press(Modifiers::COMMAND, Key::Num2),
        ],
    },
    Picture {
        name: "welcome",
        opens: "builtin:biped",
        welcome: true,
        steps: &[],
    },
    Picture {
        name: "light",
        opens: "builtin:biped",
        welcome: false,
        steps: &[
            Click("forearm.L"),
            Type("Rotation X", "-115"),
            Press(Modifiers::SHIFT, Key::Num3),
            Click("Light theme"),
        ],
    },
];

fn main() {
    let folder = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "docs/pictures".to_owned());
    for picture in PICTURES {
        let bytes = picture.take();
        let path = Path::new(&folder).join(format!("{}.png", picture.name));
        whole_file::write_whole(&path, &bytes).unwrap();
    }
}

impl Picture {
    fn take(&self) -> Vec<u8> {
        // Without a folder the window would say that no work is kept.
        let settings = tempfile::tempdir().unwrap();
        let start = Start {
            settings: Some(settings.path().to_owned()),
            file: (!self.welcome).then(|| self.opens.to_owned()),
            welcome: self.welcome,
            ..Start::default()
        };
        let mut window = Harness::builder()
            .with_size(SIZE)
            .with_max_steps(12)
            .wgpu()
            .build_eframe(move |cc| App::new(cc, start));
        wait_until_loaded(&mut window);
        // Ambient occlusion is computed by a thread.
        for _ in 0..40 {
            std::thread::sleep(Duration::from_millis(100));
            window.step();
        }
        for step in self.steps {
            step.take(&mut window);
        }
        window.remove_cursor();
        window.run_steps(6);
        let mut image = image::DynamicImage::from(window.render().unwrap()).to_rgb8();
        // The panes' dither hides the few levels of gray on a screen; in a file it is noise that does not compress.
        for channel in image.iter_mut() {
            *channel &= !1;
        }
        let mut bytes = Vec::new();
        let encoder =
            PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, FilterType::Adaptive);
        image.write_with_encoder(encoder).unwrap();
        bytes
    }
}

impl Step {
    fn take(&self, window: &mut Harness<'static, App>) {
        match *self {
            Click(name) => window.get_by_label(name).click(),
            Type(name, text) => {
                window.get_by_label(name).click();
                window.run_steps(3);
                window.key_press_modifiers(Modifiers::COMMAND, Key::A);
                window.event(Event::Text(text.to_owned()));
                window.run_steps(2);
                window.key_press(Key::Enter);
            }
            Press(modifiers, key) => window.key_press_modifiers(modifiers, key),
        }
        window.run_steps(4);
    }
}

fn wait_until_loaded(window: &mut Harness<'static, App>) {
    let start = Instant::now();
    window.step();
    while window.state().view().opening.is_some() {
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "the file is never read"
        );
        std::thread::sleep(Duration::from_millis(5));
        window.step();
    }
    window.run_steps(6);
}
