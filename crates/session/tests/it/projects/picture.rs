//! Pictures of the panes: their names, their number, and the moments of a clip.

use std::path::Path;

use session::state::comparing::PaneLayout;
use session::state::pictures::dialog::{
    MOST_PICTURES, MovingFormat, PictureAsked, PictureMoves, PictureOf, grid,
};

use crate::support::work::Work;

fn asked(work: &Work, moves: PictureMoves, format: MovingFormat) -> PictureAsked {
    let asked = PictureAsked {
        moves,
        format,
        ..PictureAsked::default()
    };
    asked.for_what_is_shown(&work.document, &work.session.playback)
}

#[test]
fn names_have_the_ending_and_the_number_that_is_wanted() {
    let work = Work::on("builtin:cylinder");
    let still = asked(&work, PictureMoves::Still, MovingFormat::Gif);
    let gif = asked(&work, PictureMoves::Turntable, MovingFormat::Gif);
    let sequence = asked(&work, PictureMoves::Clip, MovingFormat::Sequence);
    let movie = asked(&work, PictureMoves::Clip, MovingFormat::Movie);
    for (of, from, to) in [
        (&movie, "/a/b_###.png", "/a/b.avi"),
        (&still, "/a/b.gif", "/a/b.png"),
        (&gif, "/a/b_###.png", "/a/b.gif"),
        (&sequence, "/a/b.gif", "/a/b_###.png"),
        (&still, "/a/###.png", "/a/picture.png"),
    ] {
        assert_eq!(
            of.path_with_ending(Path::new(from)),
            Path::new(to),
            "{from}"
        );
    }
    let whole = |of: &PictureAsked, typed: &str| of.whole_name(typed.into());
    for (of, typed, named) in [
        (&still, "/a/b", "/a/b.png"),
        (&movie, "/a/b", "/a/b.avi"),
        (&still, "/a/b.PNG", "/a/b.PNG"),
        (&sequence, "/a/b.png", "/a/b_###.png"),
        (&sequence, "/a/b#.png", "/a/b#.png"),
    ] {
        assert_eq!(whole(of, typed), Ok(named.into()));
    }
    assert!(whole(&gif, "/a/b.png").unwrap_err().contains(".gif"));
}

#[test]
fn a_clip_that_goes_round_shows_its_first_moment_once() {
    let work = Work::on("builtin:cylinder");
    let clip = &work.document.character.clips[0];
    assert_eq!(clip.repeat(), rig::Repeat::Loop);
    let duration = clip.duration();
    let mut asked = asked(&work, PictureMoves::Clip, MovingFormat::AnimatedPng);
    assert_eq!((asked.clip, asked.part), (Some(clip.id()), [0.0, duration]));
    asked.rate = 10;
    let all = asked.times(&work.document);
    let last = *all.last().unwrap();
    assert!(
        last < duration - 0.05 && last > duration - 0.15,
        "{last} of {duration}"
    );
    for (number, time) in (0u16..).zip(&all) {
        assert!((time - f32::from(number) / 10.0).abs() < 1e-5, "{time}");
    }
    // A part of it ends where it ends.
    asked.part = [0.5, 1.0];
    let part = asked.times(&work.document);
    assert_eq!(part.len(), 6);
    assert_eq!((part[0], part[5]), (0.5, 1.0));
    asked.part = [0.5, 0.5];
    assert_eq!(asked.count(&work.document), 1);
    // More than can be saved are not counted.
    asked.rate = 60;
    for (seconds, count) in [(10.0, 600), (1e6, usize::from(MOST_PICTURES) + 1)] {
        asked.part = [0.0, seconds];
        assert_eq!(asked.count(&work.document), count, "{seconds}");
    }
}

/// Programs show no picture of a GIF for less than two hundredths of a second.
#[test]
fn a_gif_has_at_most_fifty_pictures_a_second() {
    let work = Work::on("builtin:cylinder");
    let mut asked = asked(&work, PictureMoves::Clip, MovingFormat::Gif);
    (asked.rate, asked.part) = (60, [0.5, 1.0]);
    assert_eq!((asked.rate(), asked.rates()), (50, 1..=50));
    let times = asked.times(&work.document);
    assert_eq!(times.len(), 26);
    assert!((times[1] - 0.52).abs() < 1e-5, "{}", times[1]);
    asked.format = MovingFormat::AnimatedPng;
    assert_eq!((asked.rate(), asked.times(&work.document).len()), (60, 31));
    asked.rate = 0;
    assert_eq!(asked.rate(), 1);
}

#[test]
fn the_size_is_of_the_shape_of_the_panes() {
    let mut work = Work::on("builtin:cylinder");
    let asked = asked(&work, PictureMoves::Still, MovingFormat::Gif);
    assert_eq!(grid(&work.session.comparing, PictureOf::Comparison), [2, 1]);
    assert_eq!(asked.size(&work.session.comparing, 0.75), [1620, 1080]);
    work.session.comparing.layout = PaneLayout::Wipe;
    assert_eq!(asked.size(&work.session.comparing, 0.75), [810, 1080]);
    let typed = PictureAsked {
        size: Some([1, 100_000]),
        ..asked
    };
    assert_eq!(typed.size(&work.session.comparing, 0.75), [64, 8192]);
}
