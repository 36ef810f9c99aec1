//! The same picture by the graphics device and by the processor.

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use image::RgbaImage;

use super::screen::{colors, open_drawn, panes, unlike};
use super::{Window, choose_method, notices, press};

/// What the status bar says.
pub(crate) fn status(window: &Window) -> &'static str {
    let said = ["GPU", "CPU"].into_iter();
    let mut said = said.filter(|word| window.query_by_label(word).is_some());
    let word = said.next().unwrap_or("nothing");
    assert_eq!(said.next(), None, "GPU and CPU at once");
    word
}

/// Ctrl+Shift+G.
pub(crate) fn switch(window: &mut Window) {
    press(window, Modifiers::COMMAND | Modifiers::SHIFT, Key::G);
}

pub(crate) fn switch_to(window: &mut Window, word: &str) {
    if status(window) != word {
        switch(window);
    }
    assert_eq!(status(window), word, "{:?}", notices(window));
}

/// Of two pictures of 50,000 pixels and more; the edges of triangles fall to one pixel or the next.
pub(crate) const FEW: usize = 30;

/// Both panes by the graphics device, after a look at both by the processor: they have to be the same.
pub(crate) fn agreed(window: &mut Window, what: &str) -> Vec<RgbaImage> {
    switch_to(window, "CPU");
    let by_processor = panes(window);
    switch_to(window, "GPU");
    let by_device = panes(window);
    for (pane, (a, b)) in by_processor.iter().zip(&by_device).enumerate() {
        let unlike = unlike(a, b);
        assert!(unlike <= FEW, "{what}, pane {pane}: {unlike} pixels differ");
        assert!(colors(b) > 60, "{what}, pane {pane}: nothing is seen");
    }
    by_device
}

pub(crate) const PAIRS: [[&str; 2]; 3] = [
    ["Linear blend", "Two-phase"],
    ["Dual quaternion", "Affine"],
    ["Two-phase, head", "Two-phase, origin"],
];

/// The other ways to blend what is rigid, behind the same first phase.
pub(crate) const RIGID_PAIRS: [[&str; 2]; 3] = [
    ["Spherical", "Iterative"],
    ["Log-matrix", "Direct quaternion"],
    ["Spherical average", "Quaternion–translation"],
];

/// All usual methods, and once with the heatmap, which is the same whatever the method; gives the panes without it, pair by pair.
pub(crate) fn all_methods_agree(window: &mut Window, what: &str) -> Vec<RgbaImage> {
    let mut seen = Vec::new();
    for pair in PAIRS {
        seen.extend(methods_agree(window, what, pair));
    }
    press(window, Modifiers::NONE, Key::H);
    let heat = agreed(window, &format!("{what}, heatmap"));
    press(window, Modifiers::NONE, Key::H);
    assert!(
        heat[0] == seen[seen.len() - 2],
        "the heatmap is the right pane's"
    );
    seen
}

/// Two methods; gives the panes.
pub(crate) fn methods_agree(window: &mut Window, what: &str, [a, b]: [&str; 2]) -> Vec<RgbaImage> {
    choose_method(window, "A", a);
    choose_method(window, "B", b);
    agreed(window, &format!("{what}, {a} and {b}"))
}

/// Without what lies over the surface.
pub(crate) fn open_bare(file: &str) -> Option<Window> {
    let mut window = open_drawn(file)?;
    press(&mut window, Modifiers::SHIFT, Key::B);
    Some(window)
}
