//! Edited characters are saved, opened again, and are what they were: for every valid file every kind of edit, one by one and
//! one after another.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::saving::save_rules::{assert_common_roots, assert_rules, unnamed};
use crate::skinning::skin;
use crate::support::{files_in, folder_named, list, own_synthetic, say, synthetic};
use character::{
    Character, EditError, Mesh, MeshInstance, Primitive, RestFrame, SaveReport, SkeletonEdit,
    WeightEdit, open, open_bytes, save, to_bytes, to_glb,
};
use glam::{EulerRot, Quat, Vec3};
use rig::{
    Influences, JointIndex, JointSlot, Pose, PosedSkeleton, Rigid, RowList, Stretch, forward,
};

/// A sequence of numbers that look random, the same in every run.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn next(&mut self, below: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % below.max(1)
    }

    /// From −1 to 1.
    pub(crate) fn real(&mut self) -> f32 {
        let steps = u16::try_from(self.next(2001)).unwrap();
        f32::from(steps) / 1000.0 - 1.0
    }

    pub(crate) fn vector(&mut self, size: f32) -> Vec3 {
        Vec3::new(self.real(), self.real(), self.real()) * size
    }

    pub(crate) fn rotation(&mut self) -> Quat {
        Quat::from_euler(
            EulerRot::XYZ,
            self.real() * 3.0,
            self.real(),
            self.real() * 3.0,
        )
    }
}

fn valid_files() -> Vec<PathBuf> {
    let mut files = files_in(&synthetic().join("valid"), &["glb", "gltf"]);
    if let Some(models) = folder_named("DUALSKIN_MODELS") {
        files.extend(files_in(&models, &["glb", "gltf"]));
    }
    files
}

/// The kinds of [`edited`].
const KINDS: usize = 12;

#[test]
fn synthetic_files_survive_every_edit() {
    let (mut n_saved, mut n_refused) = (0, 0);
    for path in valid_files() {
        let original = named(&open(&path).unwrap());
        let mut numbers = Numbers(7);
        for kind in 0..KINDS {
            let name = format!("{}, edit {kind}", path.display());
            match edited(&original, kind, &mut numbers) {
                Ok(character) => {
                    check(&name, &original, &named(&character), &mut numbers);
                    n_saved += 1;
                }
                Err(_) => n_refused += 1,
            }
        }
        let mut character = original.clone();
        for step in 0..12 {
            let kind = numbers.next(KINDS);
            match edited(&character, kind, &mut numbers) {
                Ok(next) => character = next,
                Err(_) => n_refused += 1,
            }
            if step % 4 == 3 {
                let name = format!("{}, after {step} edits", path.display());
                character = painted(&named(&character), &mut numbers);
                check(&name, &original, &character, &mut numbers);
                n_saved += 1;
            }
        }
    }
    say(&format!(
        "save_edited: {n_saved} saved, {n_refused} edits refused"
    ));
    assert!(
        n_refused * 3 < n_saved,
        "too many edits were refused to show anything"
    );
}

#[test]
fn synthetic_files_keep_painted_weights() {
    let mut n_files = 0;
    for path in valid_files() {
        let original = open(&path).unwrap();
        let mut numbers = Numbers(n_files);
        let character = painted(&named(&original), &mut numbers);
        check(
            &path.display().to_string(),
            &original,
            &character,
            &mut numbers,
        );
        // What was not painted is in the file as it came.
        let again = reopened(&character);
        let pixels = |of: &Character| -> Vec<_> {
            let images = of.images.iter();
            images.map(|image| image.pixels.rgba8()).collect()
        };
        assert!(pixels(&again) == pixels(&original));
        // Skeletons of unbound vertices have a joint more, behind all others.
        let tracks = |of: &Character| {
            of.clips
                .iter()
                .map(|clip| clip.tracks().len())
                .sum::<usize>()
        };
        assert_eq!(tracks(&again), tracks(&original));
        let (before, after) = (&original.source.json(), again.source.json());
        for name in ["materials", "textures", "cameras", "extensions", "extras"] {
            assert_eq!(
                before.get(name),
                after.get(name),
                "{}: {name}",
                path.display()
            );
        }
        assert_nothing_left(&path.display().to_string(), before, &after);
        n_files += 1;
    }
    say(&format!("save_painted: {n_files} files"));
}

/// Every joint with a name of its own, by which it is known after being saved.
fn named(character: &Character) -> Character {
    let mut character = character.clone();
    let skeleton = &mut std::sync::Arc::make_mut(&mut character.rig).skeleton;
    for joint in skeleton.joints() {
        skeleton.rename(
            joint,
            format!("{} {}", skeleton.name(joint), skeleton.key(joint)),
        );
    }
    character
}

fn reopened(character: &Character) -> Character {
    reopened_with_error(character).0
}

/// As it was saved and opened again, and what the report of the save says of clips with shear, in units of the file.
fn reopened_with_error(character: &Character) -> (Character, f32) {
    if character.source.is_glb {
        let (bytes, report) = to_glb(character).unwrap();
        return (
            open_bytes("saved", &bytes).unwrap(),
            resampling_error(&report),
        );
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved.gltf");
    let report = save(character, &path).unwrap();
    let (saved, one) = (open(&path).unwrap(), folder.path().join("one.glb"));
    save(character, &one).unwrap();
    let one = open(&one).unwrap();
    assert!(one.rig == saved.rig && one.meshes == saved.meshes && one.clips == saved.clips);
    (saved, resampling_error(&report))
}

fn edited(
    character: &Character,
    kind: usize,
    numbers: &mut Numbers,
) -> Result<Character, EditError> {
    let skeleton = &character.rig.skeleton;
    let keys: Vec<u32> = skeleton.joints().map(|joint| skeleton.key(joint)).collect();
    let mut some = || keys.get(numbers.next(keys.len())).copied().unwrap_or(0);
    let (one, other) = (some(), some());
    let frame = RestFrame {
        position: numbers.vector(1.0).to_array(),
        rotation: numbers.rotation().to_array(),
    };
    let edit = match kind {
        0 => SkeletonEdit::Add {
            parent: None,
            name: "root".to_owned(),
            frame,
        },
        1 => SkeletonEdit::Add {
            parent: Some(one),
            name: "leaf".to_owned(),
            frame,
        },
        2 => SkeletonEdit::Extrude {
            joint: one,
            by: numbers.vector(1.0).to_array(),
        },
        3 => SkeletonEdit::Insert {
            child: one,
            fraction: 0.25,
        },
        4 => SkeletonEdit::Dissolve { joint: one },
        5 => SkeletonEdit::Reparent {
            joints: vec![one],
            parent: None,
        },
        6 => SkeletonEdit::Reparent {
            joints: vec![one],
            parent: Some(other),
        },
        7 => SkeletonEdit::SetRest {
            joint: one,
            frame,
            children_stay: numbers.next(2) == 0,
        },
        8 | 9 => {
            let pose = random_pose(character, numbers, kind == 8);
            let inheritance = &character.rig.scale_inheritance;
            SkeletonEdit::take_rest(character, &pose, inheritance)?
        }
        10 => bind(character, keys),
        _ => SkeletonEdit::Mirror {
            joints: keys,
            sides: "1/2, .L/.R, Left/Right".to_owned(),
            plane: None,
            partners: Vec::new(),
        },
    };
    Ok(character.apply_edit(&edit)?.character)
}

/// All joints for the first mesh that has no skin.
fn bind(character: &Character, joints: Vec<u32>) -> SkeletonEdit {
    let mut bare = character.instances.iter();
    let bare = bare.find(|instance| instance.skin.is_none());
    let key = |instance: &MeshInstance| character.rig.skeleton.key(instance.node);
    let nodes = vec![bare.map_or(u32::MAX, key)];
    SkeletonEdit::Bind { nodes, joints }
}

fn random_pose(character: &Character, numbers: &mut Numbers, with_shear: bool) -> Pose {
    let mut pose = character.file_pose();
    // In a chain of hundreds, stretches multiply to where f32 knows nothing.
    let one_in = (character.rig.skeleton.len() / 8).max(3);
    for (rigid, stretch) in pose.rigid.iter_mut().zip(&mut pose.stretch) {
        if numbers.next(one_in) == 0 {
            *rigid = Rigid::new(numbers.rotation(), numbers.vector(0.3));
            let shear = if with_shear {
                numbers.vector(0.2)
            } else {
                Vec3::ZERO
            };
            let scale = if with_shear {
                Vec3::ONE + numbers.vector(0.4)
            } else {
                Vec3::ONE
            };
            *stretch = Stretch { scale, shear };
        }
    }
    pose
}

/// New rows for a third of all vertices, of none to seven influences, and blend numbers for some.
fn painted(character: &Character, numbers: &mut Numbers) -> Character {
    let mut edits = Vec::new();
    for (mesh, primitives) in character.meshes.iter().enumerate() {
        for (primitive, of) in primitives.primitives.iter().enumerate() {
            let Some(influences) = &of.influences else {
                continue;
            };
            let n_vertices = u32::try_from(influences.vertex_count()).unwrap();
            let mut edit = WeightEdit {
                mesh,
                primitive,
                ..WeightEdit::default()
            };
            (0..n_vertices).for_each(|vertex| paint(&mut edit, vertex, influences, numbers));
            edits.push(edit);
        }
    }
    character.with_weights(&edits).unwrap()
}

fn paint(edit: &mut WeightEdit, vertex: u32, influences: &Influences, numbers: &mut Numbers) {
    match numbers.next(6) {
        0 => edit
            .rows
            .push(vertex, row(influences.joint_count(), numbers)),
        1 => edit.rows.push_unbound(vertex),
        2 => {
            for kind in rig::MapKind::ALL {
                edit.maps[kind].push((vertex, numbers.real().abs()));
            }
        }
        _ => {}
    }
}

/// Two joints for every vertex, where there are two.
fn with_pairs(character: &Character, weight: f32) -> Character {
    let mut edits = Vec::new();
    for (mesh, primitives) in character.meshes.iter().enumerate() {
        for (primitive, of) in primitives.primitives.iter().enumerate() {
            let Some(influences) = of.influences.as_ref().filter(|of| of.joint_count() > 1) else {
                continue;
            };
            let vertices = 0..u32::try_from(influences.vertex_count()).unwrap();
            let rows = vertices.map(|vertex| (vertex, [(1, weight), (0, 1.0 - weight)]));
            edits.push(WeightEdit {
                mesh,
                primitive,
                rows: rows.collect(),
                ..WeightEdit::default()
            });
        }
    }
    character.with_weights(&edits).unwrap()
}

fn row(joint_count: usize, numbers: &mut Numbers) -> Vec<(u16, f32)> {
    let mut row: BTreeMap<u16, f32> = BTreeMap::new();
    for _ in 0..=numbers.next(7) {
        let joint = u16::try_from(numbers.next(joint_count)).unwrap();
        row.insert(joint, numbers.real().abs() + 0.01);
    }
    // Not in the order of joints: the first is the pivot of sign rules.
    row.into_iter().rev().collect()
}

/// Saves, opens, and compares everything that is seen.
fn check(name: &str, original: &Character, character: &Character, numbers: &mut Numbers) {
    // Shear of clips is resampled, with an error that is told.
    let (after, told) = reopened_with_error(character);
    assert_same_weights(name, character, &after);
    assert_rules(name, &after.source.json());
    assert_nothing_left(name, &original.source.json(), &after.source.json());
    assert_common_roots(name, &original.source.json(), &after.source.json());
    let size = size(character);
    let rest = (character.file_pose(), after.file_pose());
    assert_shows_same(&format!("{name} at rest"), character, &after, &rest, size);
    let mut pose = random_pose(character, numbers, true);
    // What unbound vertices follow may hang on a root.
    for joint in character.rig.skeleton.joints() {
        if character.rig.skeleton.parent(joint).is_none() {
            pose.rigid[joint.index()] = Rigid::IDENTITY;
            pose.stretch[joint.index()] = Stretch::IDENTITY;
        }
    }
    let same = remapped(character, &after, &pose);
    assert_shows_same(
        &format!("{name}, posed"),
        character,
        &after,
        &(pose, same),
        size,
    );
    assert_eq!(character.clips.len(), after.clips.len(), "{name}");
    for (clip, saved) in character.clips.iter().zip(after.clips.iter()) {
        assert_eq!(clip.name(), saved.name(), "{name}");
        for fraction in [0.0, 0.3, 0.7, 1.0] {
            let time = fraction * clip.duration();
            let sampled = clip.sample(&character.rig.skeleton, &rest.0, time);
            let again = saved.sample(&after.rig.skeleton, &rest.1, time);
            let place = format!("{name}, clip {:?} at {time}", clip.name());
            let within = size + told / 2e-4;
            assert_shows_same(&place, character, &after, &(sampled, again), within);
        }
    }
    // Edited in the same way once more, the file is no longer but for a digit more in a number.
    let one = with_pairs(&after, 0.25);
    let first = bytes(&one);
    let read = if one.source.is_glb {
        open_bytes("saved", &first).unwrap()
    } else {
        reopened(&one)
    };
    let again = bytes(&with_pairs(&read, 0.5));
    assert!(
        again.len() <= first.len() + 16,
        "{name}: {} bytes, then {}",
        first.len(),
        again.len()
    );
}

/// Nothing in the file is named by nothing, but for what came so. Where an extension that nobody knows may name parts by number, all
/// keep theirs.
fn assert_nothing_left(name: &str, came: &serde_json::Value, saved: &serde_json::Value) {
    let mut used = list(&came["extensionsUsed"])
        .iter()
        .filter_map(|used| used.as_str());
    if used.any(|used| !used.starts_with("KHR_")) {
        let before = list(&came["accessors"]).len();
        assert!(before <= list(&saved["accessors"]).len(), "{name}");
    } else {
        assert_eq!(unnamed(saved), unnamed(came), "{name}");
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a bound needs no more digits"
)]
fn resampling_error(report: &SaveReport) -> f32 {
    let told = report.resampled.as_ref();
    told.map_or(0.0, |told| told.millimeters as f32 / 1e3)
}

fn bytes(character: &Character) -> Vec<u8> {
    to_bytes(character).unwrap()
}

/// What a pose does to joints, given to the joints of the same names.
fn remapped(from: &Character, to: &Character, pose: &Pose) -> Pose {
    let mut remapped = to.file_pose();
    remapped.morph_weights.clone_from(&pose.morph_weights);
    for joint in from.rig.skeleton.joints() {
        let counterpart = to.rig.skeleton.find(from.rig.skeleton.name(joint)).unwrap();
        remapped.rigid[counterpart.index()] = pose.rigid[joint.index()];
        remapped.stretch[counterpart.index()] = pose.stretch[joint.index()];
    }
    remapped
}

fn size(character: &Character) -> f32 {
    let pose = character.file_pose();
    let posed = posed(character, &pose);
    let all = places(character, &posed, &pose);
    let largest = all.iter().flatten().map(|place| place.length());
    largest.fold(1.0, f32::max)
}

fn posed<'a>(character: &'a Character, pose: &Pose) -> PosedSkeleton<'a> {
    forward(
        &character.rig.skeleton,
        pose.user_transforms(),
        &character.rig.scale_inheritance,
    )
    .unwrap()
}

/// Positions of all vertices of all instances.
fn places(character: &Character, posed: &PosedSkeleton<'_>, pose: &Pose) -> Vec<Vec<Vec3>> {
    let of = |instance: &MeshInstance| -> Vec<Vec<Vec3>> {
        let primitives = character.meshes[instance.mesh].primitives.iter();
        let skinned =
            primitives.map(|primitive| skin(character, instance, primitive, (posed, pose)));
        skinned.map(|skinned| skinned.positions).collect()
    };
    character.instances.iter().flat_map(of).collect()
}

fn assert_shows_same(
    name: &str,
    one: &Character,
    other: &Character,
    poses: &(Pose, Pose),
    size: f32,
) {
    let seen = places(one, &posed(one, &poses.0), &poses.0);
    let again = places(other, &posed(other, &poses.1), &poses.1);
    assert_eq!(seen.len(), again.len(), "{name}");
    for (seen, again) in seen.iter().zip(&again) {
        assert_eq!(seen.len(), again.len(), "{name}");
        let pairs = seen.iter().zip(again).enumerate();
        for (vertex, (seen, again)) in pairs {
            let far = (*seen - *again).length();
            let tolerance = 2e-4 * size.max(seen.length());
            assert!(
                far <= tolerance,
                "{name}: vertex {vertex} {seen} became {again}"
            );
        }
    }
}

fn assert_same_weights(name: &str, before: &Character, after: &Character) {
    for (one, other) in before.instances.iter().zip(&after.instances) {
        let (meshes, again) = (&before.meshes[one.mesh], &after.meshes[other.mesh]);
        assert_eq!(one.skin.is_some(), other.skin.is_some(), "{name}");
        let Some(skin) = one.skin.zip(other.skin) else {
            continue;
        };
        let pairs = primitives(meshes).zip(primitives(again));
        for (primitive, again) in pairs {
            assert_same_rows(name, (before, skin.0, primitive), (after, skin.1, again));
            let values = |of: &Primitive| {
                let of_map = |map: &rig::VertexMap| map.values().collect::<Vec<_>>();
                rig::MapKind::ALL.map(|kind| of.maps[kind].as_ref().map(of_map))
            };
            assert_eq!(values(primitive), values(again), "{name}");
        }
    }
}

fn primitives(mesh: &Mesh) -> impl Iterator<Item = &Primitive> {
    mesh.primitives.iter()
}

type Weighted<'a> = (&'a Character, usize, &'a Primitive);

fn assert_same_rows(name: &str, one: Weighted<'_>, other: Weighted<'_>) {
    let rows = [one, other].map(|(_, _, primitive)| primitive.influences.as_ref());
    let [Some(before), Some(after)] = rows else {
        assert!(rows[0].is_none() && rows[1].is_none(), "{name}");
        return;
    };
    let joint = |(character, skin, _): Weighted<'_>, place: JointSlot| -> String {
        let skeleton = &character.rig.skeleton;
        let joint: JointIndex = character.rig.binds[skin].joints()[usize::from(place)];
        let name = skeleton.name(joint);
        name.split(" copy").next().unwrap_or_default().to_owned()
    };
    for (vertex, (row, again)) in before.rows().zip(after.rows()).enumerate() {
        let [named, found] = [(one, row), (other, again)].map(|(of, row)| {
            let joints = row.joints.iter().map(|&place| joint(of, place));
            joints.zip(row.weights.iter().copied()).collect::<Vec<_>>()
        });
        if named.is_empty() {
            let is_still = matches!(&found[..], [(joint, 1.0)] if joint.starts_with("unbound"));
            assert!(is_still, "{name}: unbound vertex {vertex} became {found:?}");
        } else {
            // Where joints were dissolved, sums may miss one by a rounding more than is passed over.
            let is_near = |(one, other): (&(String, f32), &(String, f32))| {
                one.0 == other.0 && (one.1 - other.1).abs() <= 4e-7 * one.1
            };
            let is_same = named.len() == found.len() && named.iter().zip(&found).all(is_near);
            assert!(
                is_same,
                "{name}: vertex {vertex}: {named:?} became {found:?}"
            );
        }
    }
}

/// A file beside which nothing may be written but itself.
#[test]
fn a_painted_file_is_one_file_more() {
    let path = own_synthetic().join("valid/15b_data_uri.gltf");
    let character = painted(&open(&path).unwrap(), &mut Numbers(3));
    let folder = tempfile::tempdir().unwrap();
    save(&character, &folder.path().join("painted.gltf")).unwrap();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn what_the_reader_should_know_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("saved.glb");
    let original = open(&own_synthetic().join("valid/09_morph_skin.glb")).unwrap();
    assert!(save(&original, &saved).unwrap().is_empty());
    let mut rows = RowList::default();
    rows.push_unbound(0);
    rows.push_unbound(2);
    let primitive = original.meshes.iter().position(|mesh| {
        mesh.primitives
            .iter()
            .any(|primitive| primitive.influences.is_some())
    });
    let edit = WeightEdit {
        mesh: primitive.unwrap(),
        rows,
        ..WeightEdit::default()
    };
    let report = save(&original.with_weights(&[edit]).unwrap(), &saved).unwrap();
    let unbound = report.unbound.as_ref().unwrap();
    assert_eq!((unbound.count, &*unbound.joint), (2, "unbound"));
    let text = report.to_string();
    assert!(
        text.starts_with("2 unbound vertices follow the added joint \"unbound\""),
        "{text}"
    );
}
