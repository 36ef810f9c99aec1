//! Files of the field held against limits, and others of their kinds: walls within walls, and single vertices of another joint.

use std::collections::{BTreeMap, BTreeSet};

use character::{Character, WeightEdit, open};
use glam::Vec3;
use scene::judge::Measure;
use session::state::judging::{Check, Checked, Limits};
use session::state::opening::load::load;
use testkit::field::{Case, cases, folder};

use crate::judging::checks::{limits, verdict};

/// From this difference on a vertex follows another joint than the one it should: half the sum of the differences.
const WRONG: f32 = 0.4;

/// The cases of `check` whose words say this.
fn cases_of(words: &str) -> Vec<Case> {
    let cases = cases("check FILE").into_iter();
    let cases: Vec<Case> = cases.filter(|case| case.expected.contains(words)).collect();
    assert!(!cases.is_empty(), "{words}");
    cases
}

fn checked(character: Character, limits: &Limits, check: Check) -> Checked {
    let found = verdict(character, limits, 2);
    let mut checks = found.checks.into_iter();
    checks.find(|of| of.check == check).unwrap()
}

/// The volume is that of the outer wall alone, or it is said that it cannot be judged.
#[test]
fn walls_of_the_field_take_no_volume_away() {
    let check = Check::InPoses(Measure::VolumeLoss);
    let limits = Limits::parse("(version: 1, volume_loss: 9.0, clips: [], range: 80.0)").unwrap();
    for case in cases_of("volume of the outer surface") {
        let whole = open(&case.file).unwrap();
        let outer = checked(outer_wall(&whole), &limits, check);
        let both = checked(whole, &limits, check);
        assert!(outer.value > 0.1, "{}: {outer:?}", case.id);
        let apart = (both.value - outer.value).abs() / outer.value;
        assert!(
            both.not_judged.is_some() || apart < 0.2,
            "{}: {} of both walls, {} of the outer one",
            case.id,
            both.value,
            outer.value
        );
    }
}

/// Of walls whose vertices are listed one after the other the larger one.
fn outer_wall(of: &Character) -> Character {
    let mut changed = of.clone();
    for primitive in changed.meshes.iter_mut().flat_map(|of| &mut of.primitives) {
        let half = primitive.positions.len() / 2;
        let size = |places: &[Vec3]| {
            let low = places.iter().copied().reduce(Vec3::min).unwrap();
            low.distance(places.iter().copied().reduce(Vec3::max).unwrap())
        };
        let is_first = size(&primitive.positions[..half]) > size(&primitive.positions[half..]);
        let is_of_it = |corner: &u32| ((*corner as usize) < half) == is_first;
        let triangles = primitive.triangles.iter();
        let kept: Vec<[u32; 3]> = triangles
            .filter(|triangle| triangle.iter().all(is_of_it))
            .copied()
            .collect();
        primitive.triangles = kept.into();
    }
    changed
}

/// Vertices that follow another joint than all around them are told, all of them and no others.
#[test]
fn single_vertices_of_the_field_are_told() {
    for case in cases_of("single vertices follow a wrong joint") {
        let mut words = case.expected.split_whitespace();
        let truth = words.find(|word| word.starts_with("files/")).unwrap();
        let truth = open(&folder().join(truth.trim_end_matches([',', '.', ';']))).unwrap();
        let damaged = open(&case.file).unwrap();
        let [own, true_rows] = [&damaged, &truth].map(rows);
        let differences = own
            .iter()
            .zip(&true_rows)
            .map(|(one, other)| apart(one, other));
        let wrong = differences.enumerate().filter(|(_, apart)| *apart > WRONG);
        let wrong: BTreeSet<usize> = wrong.map(|(vertex, _)| vertex).collect();
        assert!(!wrong.is_empty());
        check_told(&case.id, damaged, &wrong);
    }
}

/// The same on built-in characters: one such vertex or many, anywhere.
#[test]
fn single_vertices_of_any_character_are_told() {
    for (source, counts) in [("builtin:biped", [1, 30]), ("builtin:hand", [2, 20])] {
        let whole = load(source).unwrap();
        check_told(source, whole.clone(), &BTreeSet::new());
        for count in counts {
            let (damaged, wrong) = with_single(&whole, count);
            assert_eq!(wrong.len(), count);
            check_told(&format!("{source}, {count}"), damaged, &wrong);
        }
    }
}

/// That so many points are told as lone, and that they are these vertices.
fn check_told(name: &str, character: Character, wrong: &BTreeSet<usize>) {
    let lone = checked(character, &limits(Check::Lone, 0.0), Check::Lone);
    #[expect(clippy::cast_precision_loss, reason = "some dozens")]
    let count = wrong.len() as f64;
    assert_eq!(lone.value, count, "{name}");
    let mut told = lone.places.iter().map(|place| place.vertex.vertex);
    assert!(
        told.all(|vertex| wrong.contains(&vertex)),
        "{name}: {lone:?}"
    );
}

/// With so many vertices of the largest primitive, far from one another in its list, that follow the joint which the farthest vertex
/// follows most. Where several vertices are at one place none is taken.
fn with_single(whole: &Character, count: usize) -> (Character, BTreeSet<usize>) {
    let (mesh, primitive) = (whole.instances[0].mesh, largest(whole));
    let positions = &whole.meshes[mesh].primitives[primitive].positions;
    let rows = rows(whole);
    let mut at_place: BTreeMap<[u32; 3], usize> = BTreeMap::new();
    let key = |place: &Vec3| place.to_array().map(f32::to_bits);
    for place in (whole.meshes[mesh].primitives.iter()).flat_map(|of| of.positions.iter()) {
        *at_place.entry(key(place)).or_default() += 1;
    }
    let singles: Vec<usize> = (0..positions.len())
        .filter(|&vertex| at_place[&key(&positions[vertex])] == 1)
        .collect();
    let nth = |number: usize| (number * singles.len() + singles.len() / 3) / count % singles.len();
    let wrong: BTreeSet<usize> = (0..count).map(|number| singles[nth(number)]).collect();
    let mut edit = WeightEdit {
        mesh,
        primitive,
        ..WeightEdit::default()
    };
    for &vertex in &wrong {
        let far = |other: &usize| positions[*other].distance(positions[vertex]);
        let farthest = (0..positions.len()).max_by(|one, other| far(one).total_cmp(&far(other)));
        let row = rows[farthest.unwrap()].iter().copied();
        let (joint, _) = row.max_by(|one, other| one.1.total_cmp(&other.1)).unwrap();
        let vertex = u32::try_from(vertex).unwrap();
        edit.rows.push(vertex, [(joint, 1.0_f32)]);
    }
    (whole.with_weights(&[edit]).unwrap(), wrong)
}

/// The primitive of the first mesh that has most vertices.
fn largest(of: &Character) -> usize {
    let primitives = of.meshes[of.instances[0].mesh].primitives.iter();
    let counts = primitives.map(|of| of.positions.len()).enumerate();
    counts.max_by_key(|(_, count)| *count).unwrap().0
}

/// The weights of each vertex of the largest primitive.
fn rows(of: &Character) -> Vec<Vec<(u16, f32)>> {
    let primitive = &of.meshes[of.instances[0].mesh].primitives[largest(of)];
    let rows = primitive.influences.as_ref().unwrap().bound_rows();
    rows.map(|row| {
        row.pairs()
            .map(|(joint, weight)| (joint.0, weight))
            .collect()
    })
    .collect()
}

/// Half the sum of the differences of two rows.
fn apart(one: &[(u16, f32)], other: &[(u16, f32)]) -> f32 {
    let weight = |row: &[(u16, f32)], joint: u16| {
        let own = row.iter().filter(|pair| pair.0 == joint);
        own.map(|pair| pair.1).sum::<f32>()
    };
    let joints: BTreeSet<u16> = one.iter().chain(other).map(|pair| pair.0).collect();
    let differences = joints
        .iter()
        .map(|&joint| (weight(one, joint) - weight(other, joint)).abs());
    0.5 * differences.sum::<f32>()
}
