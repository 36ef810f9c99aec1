//! Pictures of panes without a device: where panes lie, what they are called, the names of files, and what moves.

use std::path::{Path, PathBuf};

use gif::Repeat;
use headless::animated::gif;
use headless::arrangement::Arrangement;
use headless::moving::numbered_name;
use headless::opened::{OpenedCharacter, Own, open};
use headless::picture::{pane_title, places};
use headless::pose::{Hardware, MomentArgument, RequestedPose, Skinning};
use headless::pose_sheet::SheetPose;
use headless::preset::AskedPreset;
use headless::render::subtitle;
use headless::sheet::PaneRect;
use image::{Rgba, RgbaImage};
use rig::{Method, NormalRule, SignRule};
use scene::posed_character::Look;
use scene::view::pane_shows::{Normals, PaneInheritance, PaneShows, PaneWeights};
use session::document::versions::Versions;
use session::state::comparing::{Comparing, PaneLayout};
use session::state::pictures::dialog::PictureOf;

fn columns_and_rows(size: Option<[u32; 2]>, n: usize) -> [usize; 2] {
    let found = Arrangement::new(size, n).unwrap();
    let columns = found.panes.iter().filter(|pane| pane.min[1] == 0).count();
    let rows = found.panes.iter().filter(|pane| pane.min[0] == 0).count();
    [columns, rows]
}

#[test]
fn few_panes_stand_in_one_row_and_many_in_rows_of_one_length() {
    let shapes = [1, 2, 4, 5, 6, 10, 12].map(|n| columns_and_rows(None, n));
    let expected = [[1, 1], [2, 1], [4, 1], [3, 2], [3, 2], [5, 2], [6, 2]];
    assert_eq!(shapes, expected);
    assert_eq!(columns_and_rows(Some([600, 6000]), 6), [1, 6]);
    assert_eq!(columns_and_rows(Some([6000, 400]), 6), [6, 1]);
}

#[test]
fn panes_cover_a_picture_without_gap_and_overlap() {
    for (size, n) in [([641, 333], 3), ([1001, 777], 12), ([977, 1009], 9)] {
        let found = Arrangement::new(Some(size), n).unwrap();
        let area: u32 = found
            .panes
            .iter()
            .map(|pane| pane.size[0] * pane.size[1])
            .sum();
        assert_eq!(area, size[0] * size[1]);
        for (number, one) in found.panes.iter().enumerate() {
            let others = found.panes.iter().take(number);
            assert_eq!(others.filter(|other| meet(one, other)).count(), 0);
        }
    }
}

fn meet(one: &PaneRect, other: &PaneRect) -> bool {
    (0..2).all(|axis| {
        one.min[axis] < other.min[axis] + other.size[axis]
            && other.min[axis] < one.min[axis] + one.size[axis]
    })
}

#[test]
fn panes_too_small_for_their_labels_are_refused() {
    assert!(Arrangement::new(Some([64, 720]), 3).is_none());
    assert!(Arrangement::new(Some([64, 64]), 5).is_none());
}

fn comparing(n_panes: usize, layout: PaneLayout) -> Comparing {
    let mut comparing = Comparing::default();
    comparing.panes = vec![PaneShows::default(); n_panes];
    (comparing.active, comparing.layout) = (n_panes - 1, layout);
    comparing.wipe = 0.25;
    comparing
}

fn rects(n_panes: usize, layout: PaneLayout) -> Vec<(usize, [u32; 2], [u32; 2])> {
    let comparing = comparing(n_panes, layout);
    let places = places(&comparing, PictureOf::Comparison, [200, 100]);
    let seen = places.into_iter().map(|(pane, place)| (pane, place.seen));
    seen.map(|(pane, seen)| (pane, seen.min, seen.size))
        .collect()
}

#[test]
fn panes_lie_as_they_are_compared() {
    assert_eq!(
        rects(4, PaneLayout::Side),
        [
            (0, [0, 0], [100, 50]),
            (1, [100, 0], [100, 50]),
            (2, [0, 50], [100, 50]),
            (3, [100, 50], [100, 50]),
        ]
    );
    assert_eq!(
        rects(2, PaneLayout::Wipe),
        [(0, [0, 0], [50, 100]), (1, [50, 0], [150, 100])]
    );
    assert_eq!(
        rects(3, PaneLayout::Overlay),
        [(0, [0, 0], [200, 100]), (2, [0, 0], [200, 100])]
    );
    assert_eq!(rects(3, PaneLayout::One), [(2, [0, 0], [200, 100])]);
    assert_eq!(rects(1, PaneLayout::Wipe), [(0, [0, 0], [200, 100])]);
    let alone = places(&comparing(4, PaneLayout::Side), PictureOf::Pane, [9, 9]);
    assert_eq!(alone.len(), 1);
    assert_eq!(alone[0].0, 3);
}

fn titled(shows: PaneShows) -> String {
    pane_title(shows, &Versions::default())
}

#[test]
fn panes_that_differ_in_anything_have_other_titles() {
    let usual = PaneShows {
        look: Look {
            method: Method::Affine,
            ..PaneShows::unlike(&[]).look
        },
        ..PaneShows::unlike(&[])
    };
    let look = usual.look;
    let with = |look| PaneShows { look, ..usual };
    let mut titles = [
        usual,
        with(Look {
            per_mesh: true,
            ..look
        }),
        with(Look {
            signs: SignRule::Largest,
            ..look
        }),
        with(Look {
            signs: SignRule::Running,
            ..look
        }),
        PaneShows {
            scale_inheritance: PaneInheritance::Joint,
            ..usual
        },
        PaneShows {
            scale_inheritance: PaneInheritance::Children,
            ..usual
        },
        PaneShows {
            normals: Normals::Exact,
            ..usual
        },
        PaneShows {
            weights: PaneWeights::Opened,
            ..usual
        },
        PaneShows {
            left_out: 100,
            ..usual
        },
    ]
    .map(titled)
    .to_vec();
    assert_eq!(titles[0], "Affine");
    assert_eq!(titles[2], "Affine · signs: largest influence");
    assert_eq!(titles[4], "Affine · scale: this joint");
    let count = titles.len();
    titles.sort();
    titles.dedup();
    assert_eq!(titles.len(), count, "{titles:?}");
}

/// Linear blending has no signs to align.
#[test]
fn signs_that_do_not_count_are_not_told() {
    let with = |look| {
        titled(PaneShows {
            look,
            ..PaneShows::unlike(&[])
        })
    };
    let linear = Look::new(Method::Linear);
    let other = Look {
        signs: SignRule::First,
        ..linear
    };
    assert_eq!(with(linear), with(other));
}

fn usual() -> Skinning {
    Skinning {
        signs: SignRule::default(),
        scale_inheritance: None,
        normals: NormalRule::Usual,
        first_phase: false,
        hardware: Hardware::Processor { threads: 1 },
    }
}

#[test]
fn times_are_labeled_to_the_millisecond() {
    let opened = open("builtin:arm").unwrap();
    let mut posed = RequestedPose::from_opened(&opened, None, usual()).unwrap();
    for (time, said) in [(1.0 / 3.0, "0.333"), (0.3, "0.3"), (2.0, "2")] {
        posed.moment = Some((0, time));
        let label = subtitle(&opened.character, &posed);
        assert!(label.ends_with(&format!(" · {said} s")), "{label}");
    }
}

#[test]
fn a_posed_project_is_labeled_with_its_pose() {
    let skinning = usual();
    let said = |opened: &OpenedCharacter| {
        let posed = RequestedPose::from_opened(opened, None, skinning).unwrap();
        subtitle(&opened.character, &posed)
    };
    let mut opened = open("builtin:arm").unwrap();
    assert_eq!(said(&opened), "arm · default pose");
    let mut own = Own {
        name: "bent".to_owned(),
        pose: RequestedPose::from_opened(&opened, None, skinning)
            .unwrap()
            .pose,
        scale_inheritance: opened.character.rig.scale_inheritance.clone(),
        joint_limits: std::sync::Arc::default(),
        worn: Vec::new(),
        method: None,
    };
    opened.own = Some(own.clone());
    assert_eq!(said(&opened), "arm · default pose", "nothing is posed");
    own.pose.rigid[1].translation.x += 1.0;
    opened.own = Some(own);
    assert_eq!(said(&opened), "arm · pose of bent");
}

#[test]
fn the_last_letters_of_a_name_count() {
    for (name, number, expected) in [
        ("turn_####.png", 7, "turn_0007.png"),
        ("a#b/c#.png", 12, "a#b/c12.png"),
        ("##", 123, "123"),
        ("plain.png", 1, "plain.png"),
    ] {
        assert_eq!(numbered_name(Path::new(name), number), Path::new(expected));
    }
}

#[test]
fn rows_are_default_moments_or_presets() {
    let moment = |clip: &str, time| {
        Ok(SheetPose::Moment(MomentArgument {
            clip: clip.to_owned(),
            time,
        }))
    };
    assert_eq!(SheetPose::parse("default"), Ok(SheetPose::Default));
    assert_eq!(SheetPose::parse("walk@0.5"), moment("walk", 0.5));
    assert_eq!(SheetPose::parse("a@b@-1"), moment("a@b", -1.0));
    let preset = AskedPreset {
        file: PathBuf::from("poses/fist.RON"),
        amount: 1.0,
    };
    assert_eq!(
        SheetPose::parse("poses/fist.RON"),
        Ok(SheetPose::Preset(preset))
    );
    for wrong in ["", "walk", "@1", "walk@", "walk@NaN", "walk@1e99"] {
        assert!(
            SheetPose::parse(wrong).unwrap_err().contains("walk@0.5"),
            "{wrong}"
        );
    }
}

/// The pictures of a GIF of three colors: how long each is shown, in hundredths of a second, and its first pixel.
fn frames(rate: u16, colors: [[u8; 4]; 3]) -> Vec<(u16, [u8; 4])> {
    let pictures = colors.map(|color| Ok(RgbaImage::from_pixel(5, 3, Rgba(color))));
    let bytes = gif(rate, &mut pictures.into_iter()).unwrap();
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(&bytes[..]).unwrap();
    assert_eq!((decoder.width(), decoder.height()), (5, 3));
    let mut found = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        found.push((frame.delay, [0, 1, 2, 3].map(|n| frame.buffer[n])));
    }
    assert_eq!(decoder.repeat(), Repeat::Infinite);
    found
}

#[test]
fn a_gif_is_read_back_with_its_pictures_and_times() {
    let colors = [[255, 0, 0, 255], [0, 0, 255, 255], [0, 255, 0, 255]];
    let found = frames(30, colors);
    let times = |found: &[(u16, [u8; 4])]| found.iter().map(|it| it.0).collect::<Vec<_>>();
    // 10 hundredths for three pictures, and the colors as near as the choice of them comes.
    assert_eq!(times(&found), [3, 3, 4]);
    for ((_, color), wanted) in found.iter().zip(colors) {
        let off = color.iter().zip(wanted).map(|(a, b)| a.abs_diff(b));
        assert!(off.max().unwrap() <= 4, "{color:?} for {wanted:?}");
    }
    assert_eq!(times(&frames(60, colors)), [2, 2, 2], "nothing shorter");
}
