//! A window without a graphics device, and what is said of devices that are lost or err.

use std::time::Duration;

use editor::app::graphics::{Loss, Losses, MOST_LOSSES, WITHIN};
use editor::app::{App, Start, graphics};
use eframe::CreationContext;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use session::commands::actions::WindowAction;
use session::commands::command::Action;
use session::commands::keymap::Preset;

use crate::window::support::{
    SIZE, WindowState as _, builder, click, count, finished, joint, notices, press, start_with,
    turned, type_into,
};

#[test]
fn a_device_that_is_lost_over_and_over_is_given_up() {
    let second = Duration::from_secs(1);
    let mut losses = Losses::default();
    for time in 1..MOST_LOSSES {
        assert!(losses.allow_another(second * u32::try_from(time).unwrap()));
    }
    assert!(!losses.allow_another(second * 10));

    let mut rare = Losses::default();
    for time in 0..100 {
        assert!(rare.allow_another(WITHIN * time), "once a minute is rare");
    }
    let mut two_at_a_time = Losses::default();
    for time in 0..10 {
        assert!(two_at_a_time.allow_another(WITHIN * 2 * time));
        assert!(two_at_a_time.allow_another(WITHIN * 2 * time + second));
    }
}

#[test]
fn a_loss_is_reported_in_words() {
    let words = |message: &str| Loss::of(message).to_string();
    assert_eq!(
        words("Device is lost"),
        "the driver took it away without a reason"
    );
    assert_eq!(words(""), words("Device is lost"));
    assert_eq!(words("Out of memory"), "it ran out of memory");
    assert_eq!(words("Bad weather"), "the driver says: Bad weather");
}

#[test]
fn a_lack_of_memory_says_what_helps() {
    let source = Box::new(std::fmt::Error);
    let text = graphics::fault(&wgpu::Error::OutOfMemory { source });
    assert!(
        text.contains("out of memory") && text.contains("Close other programs"),
        "{text}"
    );
}

#[test]
fn a_long_error_is_cut() {
    let description = format!(
        "Validation Error\n\nCaused by:\n  In a call\n    {}",
        "é".repeat(1000)
    );
    let source = Box::new(std::fmt::Error);
    let text = graphics::fault(&wgpu::Error::Validation {
        source,
        description,
    });
    assert!(text.contains("Validation Error; In a call; ééé"), "{text}");
    assert!(text.chars().count() < 500 && text.contains('…'));
}

#[test]
fn without_a_device_everything_else_works() {
    let app = |cc: &CreationContext<'_>| {
        App::new(
            cc,
            Start {
                reports_device: true,
                ..start_with("builtin:arm")
            },
        )
    };
    let mut window = finished(builder(SIZE), app);
    assert_eq!(
        count(&window, "There is no graphics device"),
        1,
        "{:?}",
        notices(&window)
    );
    assert!(window.state().graphics().facts().adapter.is_none());
    assert!(!window.state().graphics().is_lost());

    click(&mut window, "forearm");
    type_into(&mut window, "Rotation Z", "90");
    assert!((turned(&window, "forearm") - 90.0).abs() < 0.01);
    assert!(
        window
            .shown()
            .comparison_of(1)
            .unwrap()
            .difference
            .distance
            .max
            > 1e-3
    );
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(turned(&window, "forearm") < 0.01);
    assert_eq!(
        window.session().character.selection.active(),
        Some(joint(&window, "forearm"))
    );

    for key in [Key::G, Key::B, Key::X] {
        press(&mut window, Modifiers::SHIFT, key);
    }
    for key in [Key::H, Key::Space, Key::Home, Key::Questionmark] {
        press(&mut window, Modifiers::NONE, key);
    }
    assert!(window.session().playback.playing);
    window.run_steps(5);
    crate::window::support::open_path(&mut window, "builtin:cylinder");
    crate::window::support::wait_until_loaded(&mut window);
    assert_eq!(window.session().character.file, "builtin:cylinder");

    press(&mut window, Modifiers::NONE, Key::Questionmark);
    click(&mut window, "Help");
    let item = window.get_by_label("Restart graphics");
    assert!(
        item.accesskit_node().is_disabled(),
        "there is none to restart"
    );
}

#[test]
fn the_restart_is_in_the_table() {
    let row =
        session::features::actions::info(Action::Window(WindowAction::RestartGraphics)).unwrap();
    assert_eq!(row.text, "Restart graphics");
    for preset in Preset::ALL {
        let bindings = preset.keymap();
        let mut bound = bindings.bindings().iter();
        assert!(
            bound.all(|binding| binding.action != Action::Window(WindowAction::RestartGraphics)),
            "nobody should press it by accident"
        );
    }
}

#[test]
fn a_surface_that_is_lost_is_made_anew_and_others_wait() {
    use eframe::egui_wgpu::SurfaceErrorAction;
    use wgpu::CurrentSurfaceTexture::{Lost, Occluded, Outdated, Timeout};
    let answer = graphics::options().on_surface_status;
    assert!(matches!(answer(&Lost), SurfaceErrorAction::RecreateSurface));
    assert!(matches!(answer(&Outdated), SurfaceErrorAction::Reconfigure));
    for status in [Occluded, Timeout] {
        assert!(matches!(answer(&status), SurfaceErrorAction::SkipFrame));
    }
}
