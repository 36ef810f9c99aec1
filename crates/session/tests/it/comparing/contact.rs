//! Ambient occlusion: how open the surface of a character lies.

use std::sync::atomic::{AtomicUsize, Ordering};

use scene::combined_surface::CombinedSurface;
use session::features::viewport::contact::openness;
use session::shown::at_rest;
use session::state::opening::load::load;

#[test]
fn hollows_are_darker_than_what_lies_free_and_the_same_every_time() {
    let character = load("builtin:hand").unwrap();
    let (surface, at_rest) = (CombinedSurface::of(&character), at_rest(&character));
    let found = openness(&surface, &at_rest, &|| true).unwrap();
    let counts: Vec<usize> = at_rest.iter().map(|part| part.positions.len()).collect();
    let lengths: Vec<usize> = found.iter().map(Vec::len).collect();
    assert_eq!(lengths, counts);
    let mut all: Vec<f32> = found.iter().flatten().copied().collect();
    assert!(all.iter().all(|value| (0.0..=1.0).contains(value)));
    all.sort_by(f32::total_cmp);
    let share = |percent: usize| all[all.len() * percent / 100];
    assert!(share(2) < 0.75, "between fingers: {}", share(2));
    assert!(share(80) > 0.85, "the back of the hand: {}", share(80));
    assert_eq!(openness(&surface, &at_rest, &|| true), Some(found));
}

#[test]
fn nobody_finishes_what_is_no_longer_wanted() {
    let character = load("builtin:hand").unwrap();
    let (surface, at_rest) = (CombinedSurface::of(&character), at_rest(&character));
    let asked = AtomicUsize::new(0);
    let wanted = || asked.fetch_add(1, Ordering::Relaxed) < 2;
    assert_eq!(openness(&surface, &at_rest, &wanted), None);
    assert!(asked.load(Ordering::Relaxed) > 2);
}
