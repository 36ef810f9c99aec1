//! Frames that playback skips: what is told of them, and how often.

use rig::ClipId;
use session::document::moment::Moment;
use session::state::playback::clock::Playback;

/// Draws a clip of so many frames a second, at times that lie so far apart; whatever was told, in the order of time.
fn told(rate: f64, speed: f32, gaps: impl Iterator<Item = f64>) -> Vec<Option<(u32, u32)>> {
    let mut playback = Playback::default();
    playback.show(Moment {
        clip: ClipId(0),
        time: 0.0,
    });
    (playback.playing, playback.speed) = (true, speed);
    let mut now = 7.0;
    let told = gaps.map(|gap| {
        now += gap;
        playback.draw(now, Some(rate));
        let skipped = playback.skipped_frames();
        skipped.map(|skipped| (skipped.shown, skipped.of))
    });
    told.collect()
}

#[test]
fn frames_that_are_skipped_are_told_and_no_others() {
    let even = |per_second: u32, seconds: u32| {
        let gap = 1.0 / f64::from(per_second);
        (0..per_second * seconds).map(move |_| gap)
    };
    let is_quiet = |told: Vec<Option<(u32, u32)>>| told.iter().all(Option::is_none);
    assert!(
        is_quiet(told(60.0, 1.0, even(60, 5))),
        "as many as there are"
    );
    assert!(
        is_quiet(told(24.0, 1.0, even(144, 5))),
        "more than there are"
    );
    let uneven = |picture: u32| {
        (1.0 + if picture.is_multiple_of(2) {
            0.05
        } else {
            -0.05
        }) / 60.0
    };
    assert!(is_quiet(told(60.0, 1.0, (0..300).map(uneven))));

    let slow = told(60.0, 1.0, even(24, 5));
    assert_eq!(slow[20], None, "nothing is said before it is counted");
    assert!(
        slow[30..].iter().all(|told| *told == Some((24, 60))),
        "{slow:?}"
    );
    assert_eq!(told(30.0, 2.0, even(15, 3)).pop(), Some(Some((15, 60))));
    assert_eq!(told(30.0, -2.0, even(15, 3)).pop(), Some(Some((15, 60))));
    // A window that stops for half a second has skipped frames, though it draws enough.
    let halting = (0..2).flat_map(|_| std::iter::once(0.5).chain(even(120, 1).take(61)));
    assert!(!is_quiet(told(24.0, 1.0, halting)));
    // What is told changes once a second at most, however the speed of drawing does.
    let wavering = (0..200_u32).map(|picture| 0.03 + 0.01 * f64::from(picture % 3));
    let found = told(60.0, 1.0, wavering);
    let changes = found.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert!(changes <= 8, "{changes} in 8 s");

    let mut playback = Playback::default();
    playback.draw(1.0, Some(24.0));
    playback.draw(3.0, Some(24.0));
    assert_eq!(playback.skipped_frames(), None, "nothing plays");
}
