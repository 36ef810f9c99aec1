//! Props in the panes: drawn where a joint holds them, and not while they are hidden.

use eframe::egui::{Key, Modifiers};

use super::support::screen::{open_drawn, panes, unlike};
use super::support::{WindowState as _, click, fill, press, run, wait_until};

const CYLINDER: &[u8] = include_bytes!("../../../../../assets/cylinder.glb");

#[test]
fn a_prop_is_drawn_until_it_is_hidden() {
    let Some(mut window) = open_drawn("builtin:arm") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sword.glb");
    whole_file::write_whole(&path, CYLINDER).unwrap();
    let bare = panes(&mut window);
    let held = Modifiers::COMMAND | Modifiers::ALT | Modifiers::SHIFT;
    press(&mut window, held, Key::Num8);
    fill(&mut window, "Path of the prop", path.to_str().unwrap());
    click(&mut window, "Attach");
    wait_until(&mut window, "it hangs", |window| {
        !window.document().props.is_empty()
    });
    window.run_steps(3);
    // The list of props lies over the panes.
    press(&mut window, Modifiers::NONE, Key::Escape);
    let with = panes(&mut window);
    run(&mut window, "Hide or show prop");
    let hidden = panes(&mut window);
    for ((bare, with), hidden) in bare.iter().zip(&with).zip(&hidden) {
        let changed = unlike(bare, with);
        assert!(changed > 200, "{changed}");
        assert!(unlike(bare, hidden) < changed / 10);
    }
}
