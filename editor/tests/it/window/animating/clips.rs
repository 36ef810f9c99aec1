//! The list of clips in the window: made, named, moved and deleted by pointer and palette.

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::window::support::{Window, WindowState as _, click, open, press, run, type_into};

fn names(window: &Window) -> Vec<String> {
    let clips = window.document().character.clips.iter();
    clips
        .map(|clip| clip.name().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn clips_are_made_named_moved_and_deleted() {
    let mut window = open("builtin:arm");
    let before = names(&window);
    click(&mut window, "Edit clips");
    click(&mut window, "New clip");
    assert_eq!(names(&window).last().map(String::as_str), Some("Clip 1"));
    run(&mut window, "Rename clip");
    type_into(&mut window, "Clip name", "hello");
    assert_eq!(names(&window).last().map(String::as_str), Some("hello"));
    assert!(window.query_by_label("Clip name").is_none());
    // Escape leaves the name.
    run(&mut window, "Rename clip");
    press(&mut window, Modifiers::NONE, Key::Escape);
    window.run_steps(2);
    assert!(window.query_by_label("Clip name").is_none());
    while !window.history().is_empty() {
        press(&mut window, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(names(&window), before);
}

#[test]
fn the_list_of_clips_leads_back_to_the_own_pose() {
    let mut window = open("builtin:arm");
    let is_clip_shown = |window: &Window| window.session().playback.moment.is_some();
    press(&mut window, Modifiers::COMMAND, Key::PageDown);
    assert!(is_clip_shown(&window));
    click(&mut window, "Clip");
    click(&mut window, "No clip (your pose)");
    assert!(!is_clip_shown(&window));
}
