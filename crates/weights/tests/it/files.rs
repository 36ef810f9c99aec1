//! Weights as text, out and in.

use glam::{Vec3, vec3};
use proptest::prelude::*;
use rig::JointWeight;
use weights::{Row, Rules, Skip, WeightFileTarget, WeightFormat, read_weights, write_weights};

use crate::support::raw::{Raw, slots, strip};

const JOINTS: [&str; 3] = ["hips", "arm.L", "say \"hi\", #1; ok"];
const FORMATS: [WeightFormat; 2] = [WeightFormat::Csv, WeightFormat::Ron];

fn target(vertices: usize) -> WeightFileTarget<'static> {
    WeightFileTarget {
        joints: &JOINTS,
        vertex_count: Some(vertices),
    }
}

fn small() -> Raw {
    Raw::new(3, &[&[(1, 0.75), (0, 0.25)], &[], &[(2, 1.0)]])
}

#[test]
fn this_is_how_it_looks() {
    let places = [Vec3::ZERO, vec3(0.0, 1.5, 0.0), Vec3::NAN];
    let csv = write_weights(WeightFormat::Csv, &small(), &JOINTS, Some(&places));
    let wanted = "format,dualskin weights\nversion,1\nvertices,3\nvertex,x,y,z,joint,weight,joint,weight\n\
        0,0,0,0,arm.L,0.75,hips,0.25\n1,0,1.5,0\n2,,,,\"say \"\"hi\"\", #1; ok\",1\n";
    assert_eq!(csv, wanted);
    let ron = write_weights(WeightFormat::Ron, &small(), &JOINTS, Some(&places));
    let wanted = "(\n    format: \"dualskin weights\",\n    version: 1,\n    vertices: 3,\n    weights: {\n        \
        0: [(\"arm.L\", 0.75), (\"hips\", 0.25)],\n        1: [],\n        2: [(\"say \\\"hi\\\", #1; ok\", 1)],\n    },\n    \
        places: {\n        0: (0, 0, 0),\n        1: (0, 1.5, 0),\n    },\n)\n";
    assert_eq!(ron, wanted);
    assert_eq!(WeightFormat::of_extension("CSV"), Some(WeightFormat::Csv));
    assert_eq!(WeightFormat::of_extension("txt"), None);
}

#[test]
fn what_people_write_is_read() {
    let csv = "\u{feff}# my weights\r\n\r\nformat;dualskin weights\r\nversion;1\r\nvertices;3\r\nvertex;joint;weight;;\r\n\
        2 ; \"hips\" ; 3 ; arm.L ; 1 ; ;\r\n0;;;\r\n";
    let ron = "// mine\n(version: 1, vertices: 3, weights: { 2: [(\"hips\", 3), (\"arm.L\", 1.0)], 0: [] })";
    for (format, text) in FORMATS.into_iter().zip([csv, ron]) {
        let file = read_weights(format, text, &target(3)).expect("is right");
        assert_eq!(
            (file.vertex_count, file.divided, file.rows.len()),
            (3, 1, 2)
        );
        assert_eq!(
            file.rows[&2].as_slice(),
            [(0, 0.75), (1, 0.25)].map(JointWeight::from)
        );
        assert!(file.rows[&0].is_unbound() && file.places.is_empty());
    }
}

/// `text` has one fault, at this line, that is said with these words.
fn check(format: WeightFormat, text: &str, line: usize, words: &str) {
    let fault = read_weights(format, text, &target(3)).expect_err(text);
    assert!(fault.what.contains(words), "{fault} for {text}");
    assert_eq!(fault.line, line, "{fault} for {text}");
    assert!(
        fault
            .to_string()
            .starts_with(&format!("line {line}, column "))
    );
}

#[test]
fn faults_of_tables_are_reported() {
    let csv = |text: &str, line, words| check(WeightFormat::Csv, text, line, words);
    let head = "format,dualskin weights\nversion,1\nvertices,3\nvertex,joint,weight\n";
    let row = |row: &str, words| csv(&format!("{head}{row}\n"), 5, words);
    row(
        "3,hips,1",
        "no vertex 3: with 3 vertices they go from 0 to 2",
    );
    row("-1,hips,1", "`-1` is no vertex");
    row("0,leg,1", "no joint `leg`; its joints are `hips`, `arm.L`");
    row("0,HIPS,1", "no joint `HIPS`; write `hips`");
    row("0,hips,NaN", "the weight is NaN");
    row("0,hips,inf", "the weight is inf");
    row("0,hips,-0.5", "weights are 0 or more");
    row("0,hips,0.5,hips,0.5", "a second time");
    row("0,hips,0", "all weights of vertex 0 are 0");
    row("0,hips", "without a weight");
    row("0,hips,", "`` is no number");
    row("0,hips,half", "`half` is no number");
    row("0,\"hips,1", "not closed");
    row("0,\"hips\"x,1", "closing quotation mark");
    csv(
        &format!("{head}1,hips,1\n1,hips,1\n"),
        6,
        "vertex 1 stands here a second time",
    );
    csv("", 1, "heading");
    csv("a,b,c\n", 1, "unknown line `a`");
    csv("format,gpu weights\n", 1, "this is `gpu weights`");
    csv(
        "version,2\n",
        1,
        "version 2, and this program reads version 1",
    );
    csv(
        "version,1\nvertices,4\n",
        2,
        "for 4 vertices, and the mesh has 3",
    );
    csv("version,1\nvertices,x\n", 2, "`x` is no number");
    csv(
        "vertices,3\nvertex,joint,weight\n",
        2,
        "`version` is missing",
    );
    csv("version,1\nvertex,joint,weight\n", 2, "`vertices`");
    let places = "version,1\nvertices,3\nvertex,x,y,z,joint,weight\n";
    csv(&format!("{places}0,1,nan,3,hips,1\n"), 4, "no place");
    csv(&format!("{places}0,1,2\n"), 4, "no place");
    csv(&format!("{places}0,1,2,a\n"), 4, "`a` is no number");
}

#[test]
fn faults_of_ron_are_reported() {
    let ron = |text: &str, line, words| check(WeightFormat::Ron, text, line, words);
    let row = |row: &str, words| {
        ron(
            &format!("(\nversion: 1,\nvertices: 3,\nweights: {{\n{row}\n}})"),
            5,
            words,
        );
    };
    row("3: [(\"hips\", 1)]", "no vertex 3");
    row("-1: [(\"hips\", 1)]", "");
    row("0: [(\"leg\", 1)]", "no joint `leg`");
    row("0: [(\"hips\", NaN)]", "the weight is NaN");
    row("0: [(\"hips\", -0.5)]", "weights are 0 or more");
    row("0: [(\"hips\", 0.5), (\"hips\", 0.5)]", "a second time");
    row("0: [(\"hips\", 0)]", "all weights of vertex 0 are 0");
    row("0: [(\"hips\")]", "");
    row("1: [], 1: []", "vertex 1 stands here a second time");
    ron(
        "(version: 2)",
        1,
        "version 2, and this program reads version 1",
    );
    ron(
        "(version: 1,\nvertices: 4)",
        2,
        "for 4 vertices, and the mesh has 3",
    );
    ron("(version: 1,\nweights: {})", 2, "`vertices`");
    ron("(vertices: 3)", 1, "`version` is missing");
    ron("(version: 1,\nlimit: 4)", 2, "unknown name `limit`");
    ron("(format: \"poses\")", 1, "this is \"poses\"");
    ron(
        "(version: 1, vertices: 3, places: { 0: (0, inf, 0) })",
        1,
        "no place",
    );
    ron(
        "(version: 1, vertices: 3, places: { 0: (0, 1, 0), 0: (0, 1, 0) })",
        1,
        "a place already",
    );
    ron(
        "(version: 1,\nvertices: 3, weights: {",
        2,
        "ends in the middle",
    );
}

#[test]
fn weights_come_to_points_by_vertex_or_by_place() {
    let surface = strip(5);
    let mut rows = Raw::same(3, 15, &[(0, 1.0)]);
    (rows.joints[4], rows.weights[4]) = (slots([0, 1]), vec![0.5, 0.5]);
    let text = write_weights(WeightFormat::Csv, &rows, &JOINTS, Some(surface.positions()));
    let file = read_weights(WeightFormat::Csv, &text, &target(15)).expect("is right");
    let empty = Raw::unbound(3, 15);
    let edit = file.by_vertex(&surface, &empty, &Rules::default());
    assert_eq!((edit.rows.len(), edit.rows[4].1.len()), (15, 2));
    let locks = [true, false, false];
    let locked = file.by_vertex(
        &surface,
        &rows,
        &Rules {
            locks: &locks,
            ..Rules::default()
        },
    );
    assert!(locked.rows.is_empty());

    let part: Vec<Vec3> = surface.positions()[3..9]
        .iter()
        .map(|place| *place + Vec3::Z * 1e-3)
        .collect();
    let other = mesh::Adjacency::new(&[part, vec![Vec3::ONE * 9.0]].concat(), &[]);
    let any = WeightFileTarget {
        vertex_count: None,
        ..target(0)
    };
    let file = read_weights(WeightFormat::Csv, &text, &any).expect("is right");
    let edit = file.by_place(&other, 0.01, &Raw::unbound(3, 7), &Rules::default());
    assert_eq!((edit.rows.len(), edit.rows[1].1.len()), (6, 2));
    assert_eq!(edit.report.skipped().next(), Some((Skip::TooFar, 1)));
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        Just(" ".to_owned()),
        Just("a,b".to_owned()),
        Just("\"".to_owned()),
        Just("\\".to_owned()),
        Just("# 1\n2\r\n".to_owned()),
        Just("joint".to_owned()),
        "[a-zA-Z0-9_.:/ ;\t\"'\\\\\u{e9}\u{1f980}\u{0}-\u{1f}]{1,8}",
    ]
}

fn weight() -> impl Strategy<Value = f32> {
    prop_oneof![
        Just(1.0_f32),
        Just(f32::MIN_POSITIVE),
        Just(1e-30_f32),
        0.0_f32..1.0,
        0.0_f32..1e-6
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// What was written is read bit for bit, in its order, whatever joints are called.
    #[test]
    fn out_and_in_again(
        names in prop::collection::hash_set(name(), 4),
        rows in prop::collection::vec(prop::collection::vec((0_u16..4, weight()), 0..6), 0..6),
        places in prop::option::of(prop::collection::vec(prop::array::uniform3(prop::num::f32::NORMAL | prop::num::f32::ZERO | prop::num::f32::SUBNORMAL), 6)),
    ) {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let rows: Vec<Row> = rows.into_iter().map(|pairs| Row::from_weights(pairs.into_iter().map(|(joint, weight)| (joint, f64::from(weight))))).collect();
        let slices: Vec<&[JointWeight]> = rows.iter().map(Row::as_slice).collect();
        let raw = Raw::new(4, &slices);
        let places: Option<Vec<Vec3>> = places.map(|places| places.into_iter().map(Vec3::from_array).collect());
        for format in FORMATS {
            let text = write_weights(format, &raw, &names, places.as_deref());
            let target = WeightFileTarget { joints: &names, vertex_count: Some(rows.len()) };
            let file = read_weights(format, &text, &target);
            let file = file.map_err(|fault| TestCaseError::fail(format!("{fault}\n{text}")))?;
            prop_assert_eq!(file.rows.values().cloned().collect::<Vec<_>>(), rows.clone());
            prop_assert_eq!(file.divided, 0);
            for (vertex, place) in &file.places {
                let was = places.as_ref().map(|places| places[*vertex as usize]);
                prop_assert_eq!(Some(place.to_array().map(f32::to_bits)), was.map(|was| was.to_array().map(f32::to_bits)));
            }
            prop_assert_eq!(file.places.len(), if places.is_some() { rows.len() } else { 0 });
        }
    }

    /// Whatever stands in a text, or is left of one that was cut off or scribbled over, it is read or refused.
    #[test]
    fn nothing_panics(cut in 0_usize..400, scribble in "[,;\"#\n0-9a-z()\\[\\]{}:]{0,4}", is_csv in any::<bool>(), noise in any::<String>()) {
        let format = FORMATS[usize::from(is_csv)];
        let whole = write_weights(format, &small(), &JOINTS, Some(&[Vec3::ONE; 3]));
        let cut = cut.min(whole.len());
        for text in [format!("{}{scribble}{}", &whole[..cut], &whole[cut..]), whole[..cut].to_owned(), noise] {
            let read = read_weights(format, &text, &target(3));
            if let Err(fault) = read {
                prop_assert!(fault.line >= 1 && fault.line <= text.lines().count() + 1 && fault.column >= 1);
            }
        }
    }
}
