//! Time along the screen: axis, frames, marks of the ruler.

use session::state::timeline::axis::{Axis, TimeRange};
use session::state::timeline::frames::{FrameRate, TimeUnit};
use session::state::timeline::ticks::ticks;

const FILM: TimeUnit = TimeUnit::Frames(FrameRate::FILM);

#[test]
fn places_are_times_and_back_even_closely_and_late() {
    for (start, length) in [(0.0, 4.0), (-1.0, 0.01), (3600.0, 0.02), (0.0, 9e5)] {
        let axis = Axis::new(100.0, 900.0, TimeRange::new(start, start + length));
        for x in [100.0_f32, 333.0, 900.0] {
            assert!((axis.x_of(axis.time_at(x)) - x).abs() < 0.01, "{start} {x}");
        }
        assert!((axis.time_at(100.0) - start).abs() < 1e-9);
        assert!(axis.x_of(1e12).is_finite());
    }
}

#[test]
fn zooming_keeps_the_time_under_the_pointer() {
    let range = TimeRange::new(0.0, 4.0);
    let closer = range.zoomed(0.5, 1.0);
    assert_eq!((closer.start(), closer.end()), (0.5, 2.5));
    let mut range = range;
    for _ in 0..200 {
        range = range.zoomed(0.5, 1.0);
    }
    assert!(range.length() > 0.0 && range.start() <= 1.0 && range.end() >= 1.0);
    for _ in 0..400 {
        range = range.zoomed(2.0, 1.0);
    }
    assert!(range.length().is_finite() && range.length() > 1e5);
    let odd = TimeRange::new(f64::NAN, f64::INFINITY).zoomed(f64::NAN, 1.0);
    assert!(odd.length() > 0.0 && odd.start().is_finite());
}

#[test]
fn framing_leaves_a_margin_and_shows_a_single_key() {
    let range = TimeRange::around(1.0, 3.0, 0.5);
    assert!(range.start() < 1.0 && range.end() > 3.0);
    let one = TimeRange::around(2.0, 2.0, 0.5);
    assert!(one.length() >= 0.5 && (one.start() + one.end() - 4.0).abs() < 1e-9);
    let shown = range.showing(10.0);
    assert!((shown.end() - 10.0).abs() < 1e-9 && (shown.length() - range.length()).abs() < 1e-9);
}

#[test]
fn frames_come_back_to_the_bit() {
    for rate in FrameRate::OFFERED {
        for frame in [0.0, 1.0, 7.0, 1001.0, 100_000.0] {
            let time = rate.time_of(frame);
            assert!(rate.is_on_frame(time), "{} {frame}", rate.text());
            let snapped = rate.snap(f64::from(time));
            assert_eq!(snapped.to_bits(), time.to_bits(), "{} {frame}", rate.text());
        }
        assert!(!rate.is_on_frame(rate.time_of(3.4)));
    }
    assert_eq!(FILM.text(0.5), "12");
    assert_eq!(FILM.text(0.52), "12.5");
    assert_eq!(TimeUnit::Seconds.text(0.52), "0.52 s");
    let told = [FILM.moment(0.5), FILM.length(2.0), FILM.length(1.0 / 24.0)];
    assert_eq!(told, ["frame 12", "48 frames", "1 frame"]);
    assert_eq!(TimeUnit::Seconds.length(2.0), "2.00 s");
    assert_eq!(FILM.snap(-3.0), 0.0);
    assert_eq!(FrameRate::OFFERED[2].text(), "23.976 fps");
}

#[test]
fn the_rate_is_guessed_from_the_keys() {
    let keys = |rate: u32, count: u16| {
        (0..count).map(move |frame| FrameRate::whole(rate).time_of(f64::from(frame)))
    };
    for rate in [24, 30, 25, 60, 50] {
        let guess = TimeUnit::guess(keys(rate, 60));
        assert_eq!(guess, TimeUnit::Frames(FrameRate::whole(rate)));
    }
    // Every second frame of 60 is one of 30.
    let half = keys(60, 60).step_by(2);
    assert_eq!(
        TimeUnit::guess(half),
        TimeUnit::Frames(FrameRate::whole(30))
    );
    let off = keys(24, 96).chain([0.013, 0.077, 1.013, 2.017]);
    assert_eq!(TimeUnit::guess(off), FILM, "4 of 100 are off");
    let free = (0..40_u16).map(|key| f32::from(key) * 0.0237);
    assert_eq!(TimeUnit::guess(free), TimeUnit::Seconds);
    assert_eq!(TimeUnit::guess(std::iter::empty()), FILM);
    let video = (0..500_u16).map(|frame| FrameRate::OFFERED[2].time_of(f64::from(frame)));
    assert_eq!(
        TimeUnit::guess(video),
        TimeUnit::Frames(FrameRate::OFFERED[2])
    );
}

#[test]
fn marks_are_round_and_apart() {
    for length in [0.001, 0.02, 0.5, 4.0, 100.0, 1e5] {
        for unit in [FILM, TimeUnit::Seconds] {
            let axis = Axis::new(0.0, 1000.0, TimeRange::new(0.0, length));
            let found = ticks(&axis, unit);
            let labels: Vec<&_> = found.iter().filter(|tick| tick.label.is_some()).collect();
            for pair in found.windows(2) {
                let apart = axis.x_of(pair[1].time) - axis.x_of(pair[0].time);
                assert!(apart >= 6.9, "{length} {unit:?}: {apart}");
            }
            for pair in labels.windows(2) {
                let apart = axis.x_of(pair[1].time) - axis.x_of(pair[0].time);
                assert!(apart >= 55.0, "{length} {unit:?}: {apart}");
                assert_ne!(pair[0].label, pair[1].label);
            }
            if unit == FILM {
                let on = |time: f64| FrameRate::FILM.frame_at(time);
                let whole = |time: f64| (on(time) - on(time).round()).abs() < 1e-6;
                assert!(found.iter().all(|tick| whole(tick.time)), "{length}");
            }
        }
    }
    let axis = Axis::new(0.0, 500.0, TimeRange::new(-0.2, 2.0));
    let found = ticks(&axis, FILM);
    let zero = found.iter().find(|tick| tick.time == 0.0).unwrap();
    assert_eq!(zero.label.as_deref(), Some("0"));
}
