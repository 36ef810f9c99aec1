//! Memory over hours: what the program holds after a long time of play, of painting and of random input is about what
//! it held early on, undo history aside. `cargo xtask torture memory` runs these, one after the other.

use std::env;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use editor::app::Start;
use eframe::egui::{
    Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, TouchPhase, Vec2,
};
use egui_kittest::kittest::Queryable as _;
use memory_stats::memory_stats;

use crate::window::support::paint::{CTRL, NONE, button, place, press_and_drag};
use crate::window::support::screen::open_drawn;
use crate::window::support::{
    SIZE, Window, WindowState as _, click, open_started, press, start_with, wait_for_weights,
    wait_until_loaded,
};

/// Megabytes by which it may have grown from the fifth part of the time to its end.
const MOST: f64 = 32.0;

/// Seconds of each of them, as `cargo xtask torture` says.
fn time() -> Duration {
    let seconds = env::var("DUALSKIN_SOAK_SECONDS").ok();
    let seconds = seconds.and_then(|seconds| seconds.parse().ok());
    Duration::from_secs(seconds.unwrap_or(10))
}

/// `SplitMix64`, so that a seed repeats what is done.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap()
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn around(&mut self, most: f32) -> f32 {
        let bits = u16::try_from(self.next() >> 48).unwrap();
        most * (f32::from(bits) / f32::from(u16::MAX) * 2.0 - 1.0)
    }

    fn place(&mut self) -> Pos2 {
        let middle = 0.5 * SIZE;
        Pos2::new(
            middle.x + self.around(middle.x),
            middle.y + self.around(middle.y),
        )
    }
}

/// Megabytes, as *Statistics* shows them.
#[derive(Clone, Copy, Debug)]
struct Held {
    program: f64,
    history: f64,
}

impl Held {
    fn by(window: &Window) -> Option<Self> {
        let program = memory_stats()?.physical_mem;
        let history = window.history().bytes();
        let [program, history] = [program, history].map(|bytes| bytes as f64 / 1e6);
        Some(Self { program, history })
    }
}

/// Does something over and over, and compares what is held after a fifth of the time with what is held at its end.
fn goes_on(what: &str, window: &mut Window, mut act: impl FnMut(&mut Window, &mut Random)) {
    let (time, start) = (time(), Instant::now());
    let (mut random, mut early, mut times) = (Random(22), None, 0);
    while start.elapsed() < time {
        act(window, &mut random);
        times += 1;
        if early.is_none() && start.elapsed() >= time / 5 {
            early = Held::by(window);
        }
    }
    let (Some(early), Some(late)) = (early, Held::by(window)) else {
        say("skipped: this system does not say what a program holds");
        return;
    };
    let grown = (late.program - early.program) - (late.history - early.history).max(0.0);
    say(&format!(
        "memory: {what}, {times} times in {} s: {:.0} MB and then {:.0} MB, of which the undo history {:.0} and then {:.0}",
        time.as_secs(),
        early.program,
        late.program,
        early.history,
        late.history
    ));
    assert!(grown <= MOST, "{what}: grown by {grown:.0} MB");
}

fn say(text: &str) {
    let mut out = std::io::stdout();
    writeln!(out, "{text}").unwrap();
}

/// A window that keeps work for recovery, as the program does.
fn kept(folder: &Path, file: &str) -> Window {
    open_started(Start {
        settings: Some(folder.to_owned()),
        ..start_with(file)
    })
}

#[test]
#[ignore = "takes as long as it is told: cargo xtask torture memory"]
fn play_holds_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = kept(folder.path(), "builtin:arm");
    press(&mut window, NONE, Key::Space);
    goes_on("play", &mut window, |window, _| window.step());
    assert!(window.session().playback.playing);
}

#[test]
#[ignore = "takes as long as it is told: cargo xtask torture memory"]
fn play_on_a_device_holds_no_more() {
    let Some(mut window) = open_drawn("builtin:arm") else {
        return;
    };
    window.state_mut().hold_pictures(false);
    press(&mut window, NONE, Key::Space);
    goes_on("play on a device", &mut window, |window, _| window.step());
}

#[test]
#[ignore = "takes as long as it is told: cargo xtask torture memory"]
fn painting_holds_no_more() {
    const JOINTS: [&str; 3] = ["forearm.L", "upper_arm.L", "hand.L"];
    let folder = tempfile::tempdir().unwrap();
    let mut window = kept(folder.path(), "builtin:biped");
    press(&mut window, CTRL, Key::Num2);
    click(&mut window, JOINTS[0]);
    goes_on("strokes", &mut window, |window, random| {
        if random.below(10) == 0 {
            // The name may stand in other lists too.
            let row = window.query_all_by_label(random.pick(&JOINTS)).next();
            row.unwrap().click();
            window.run_steps(3);
        }
        let at = place(window, 0, random.pick(&JOINTS));
        let by = Vec2::new(random.around(60.0), random.around(60.0));
        let held = random.pick(&[NONE, NONE, CTRL, Modifiers::SHIFT]);
        press_and_drag(window, at, by, held);
        button(window, at + by, false, held);
        window.event(Event::ModifiersChanged(NONE));
        window.run_steps(3);
        if random.below(8) == 0 {
            press(window, CTRL, Key::Z);
        }
    });
    let session = window.session();
    assert!(session.painting.stroke.is_none(), "none is stuck");
    assert!(window.history().len() > 3);
}

#[test]
#[ignore = "takes as long as it is told: cargo xtask torture memory"]
fn random_input_holds_no_more() {
    let folder = tempfile::tempdir().unwrap();
    // A file of its own: what is exported goes beside it.
    let file = folder.path().join("arm.glb");
    let source = crate::window::support::synthetic("09_morph_skin.glb");
    let bytes = whole_file::read_regular(source.as_ref(), 64 << 20).unwrap();
    whole_file::write_whole(&file, &bytes).unwrap();
    let mut window = kept(folder.path(), &file.display().to_string());
    goes_on("random input", &mut window, random_input);
    // It still answers.
    for _ in 0..4 {
        press(&mut window, NONE, Key::Escape);
    }
    wait_for_weights(&mut window);
    wait_until_loaded(&mut window);
}

/// An event of pointer, wheel or keyboard, and a frame. Nothing that asks for the system's own dialogs by its key.
fn random_input(window: &mut Window, random: &mut Random) {
    const KEYS: [Key; 30] = [
        Key::G,
        Key::R,
        Key::S,
        Key::X,
        Key::Y,
        Key::Z,
        Key::A,
        Key::B,
        Key::C,
        Key::F,
        Key::H,
        Key::K,
        Key::L,
        Key::M,
        Key::N,
        Key::T,
        Key::V,
        Key::Tab,
        Key::Space,
        Key::Enter,
        Key::Escape,
        Key::Escape,
        Key::Delete,
        Key::ArrowLeft,
        Key::ArrowDown,
        Key::Num1,
        Key::Num2,
        Key::Num3,
        Key::Home,
        Key::F3,
    ];
    const WITH_CTRL: [Key; 7] = [
        Key::Z,
        Key::Y,
        Key::P,
        Key::Num1,
        Key::Num2,
        Key::Num3,
        Key::ArrowRight,
    ];
    match random.below(10) {
        0..=2 => window.event(Event::PointerMoved(random.place())),
        3 => {
            let digits = random.below(1000).to_string();
            window.event(Event::Text(digits));
        }
        4 => window.event(Event::MouseWheel {
            unit: MouseWheelUnit::Line,
            delta: Vec2::new(0.0, random.around(3.0)),
            phase: TouchPhase::Move,
            source: MouseWheelSource::Wheel,
            modifiers: NONE,
        }),
        5 | 6 => {
            let (pos, by) = (
                random.place(),
                Vec2::new(random.around(80.0), random.around(80.0)),
            );
            let with = random.pick(&[
                PointerButton::Primary,
                PointerButton::Primary,
                PointerButton::Secondary,
                PointerButton::Middle,
            ]);
            for (pos, pressed) in [(pos, true), (pos + by, false)] {
                window.event(Event::PointerMoved(pos));
                window.event(Event::PointerButton {
                    pos,
                    button: with,
                    pressed,
                    modifiers: NONE,
                });
                window.step();
            }
        }
        7 => window.key_press_modifiers(CTRL, random.pick(&WITH_CTRL)),
        8 => window.key_press_modifiers(Modifiers::SHIFT, random.pick(&KEYS)),
        _ => window.key_press(random.pick(&KEYS)),
    }
    window.step();
}
