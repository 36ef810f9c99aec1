//! Waveforms of sounds: every sample is in its piece, and nothing else is.

use session::state::reference::waveform::{PIECES, Waveform};

/// Numbers between -1 and 1 without a pattern: x → 5 x + 7 modulo a prime.
fn noise(count: usize) -> Vec<f32> {
    let mut state = 1_u64;
    let next = std::iter::repeat_with(|| {
        state = (5 * state + 7) % 65_537;
        state as f32 / 32_768.0 - 1.0
    });
    next.take(count).collect()
}

#[test]
fn what_is_seen_of_a_time_is_the_least_and_the_largest_of_its_pieces() {
    // Rates that the pieces divide, that they do not, that are hardly above and below theirs.
    for (rate, channels) in [(8_000, 1), (44_100, 2), (11_025, 3), (211, 1), (48, 2)] {
        let pieces = u64::from(PIECES.min(rate));
        // The last moment lacks a channel, where there are several.
        let whole = 2 * rate as usize * usize::from(channels);
        let samples = noise(whole + usize::from(channels) - 1);
        let waveform = Waveform::of(samples.iter().copied(), channels, rate);
        assert_eq!(waveform.seconds(), 2.0, "what is no whole moment is none");
        for (from, to) in [
            (0.0, 2.0),
            (0.3, 0.30001),
            (0.7, 1.1),
            (-1.0, 0.01),
            (1.9, 9.0),
        ] {
            let seen = |piece: u64| {
                let piece = piece as f64;
                piece >= (from * pieces as f64).floor() && piece < (to * pieces as f64).ceil()
            };
            let moments = samples.chunks(usize::from(channels)).zip(0_u64..);
            let inside = moments.filter(|(_, n)| seen(n * pieces / u64::from(rate)));
            let values = inside.flat_map(|(values, _)| values).copied();
            let expected = values.fold([f32::MAX, f32::MIN], |[least, most], value| {
                [least.min(value), most.max(value)]
            });
            let found = waveform.between(from, to);
            assert_eq!(found, Some(expected), "{rate} {channels} {from} {to}");
        }
        for (from, to) in [
            (-1.0, 0.0),
            (2.0, 3.0),
            (1.0, 1.0),
            (1.0, 0.5),
            (f64::NAN, 1.0),
        ] {
            assert_eq!(waveform.between(from, to), None, "{from} {to}");
        }
    }
}

#[test]
fn samples_that_are_no_sound_are_cut_off_or_silent() {
    let samples = [f32::NAN, 7.0, f32::NEG_INFINITY, -0.5];
    let waveform = Waveform::of(samples, 1, 4);
    assert_eq!(waveform.between(0.0, 1.0), Some([-0.5, 1.0]));
    assert_eq!(waveform.loudest(), 1.0);
    assert_eq!(Waveform::of(samples, 0, 4), Waveform::default());
    assert_eq!(Waveform::of(samples, 1, 0).between(0.0, 1.0), None);
}
