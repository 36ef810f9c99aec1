//! Bone maps that are kept for skeletons, saved and loaded.

use std::path::{Path, PathBuf};

use retarget::{BoneMap, MappedBy, NamedMap, Slot, names_hash};
use rig::{HumanBone, JointIndex};
use session::commands::actions::ClipToolAction;
use session::commands::command::Intent;
use session::engine::World;
use session::state::motion_in::chosen_maps::{MapOrigin, MapSide};
use session::state::motion_in::dialog::{MotionDialog, MotionIntent};
use session::state::motion_in::kept_maps::kept_path;
use session::state::motion_in::map_files::{MapLoadAsked, MapSaveAsked};
use testkit::memory_disk::MemoryDisk;

use crate::engine::driven::Driven;
use crate::engine::files::motions::{dialog, wait_for_motion};

const SETTINGS: &str = "/settings";
const ARM: Slot = Slot::Human(HumanBone::LeftUpperArm);

/// The biped open on this disk, with the motion of the woman chosen and brought.
fn begin(disk: &MemoryDisk) -> Driven {
    let world = World {
        files: disk.files(),
        settings: Some(PathBuf::from(SETTINGS)),
        ..World::default()
    };
    let mut editor = Driven::begin(world, "builtin:biped");
    ask(&mut editor);
    editor
}

fn ask(editor: &mut Driven) {
    editor.run(ClipToolAction::BringInMotion);
    editor.send(Intent::Motion(MotionIntent::Chosen("builtin:woman".into())));
    wait_for_motion(editor);
}

fn act(editor: &mut Driven, intent: MotionIntent) {
    editor.send(Intent::Motion(intent));
    wait_for_motion(editor);
}

fn map(editor: &Driven, side: MapSide) -> BoneMap {
    let map = dialog(editor).map(side, editor.character());
    map.unwrap().clone()
}

fn joint(editor: &Driven, side: MapSide, name: &str) -> JointIndex {
    let character = dialog(editor).character(side, editor.character());
    character.unwrap().rig.skeleton.find(name).unwrap()
}

fn origin(editor: &Driven, side: MapSide) -> Option<&MapOrigin> {
    dialog(editor).maps.of(side).map(|chosen| &chosen.origin)
}

fn kept_file(editor: &Driven, side: MapSide) -> PathBuf {
    let character = dialog(editor).character(side, editor.character());
    let hash = names_hash(&character.unwrap().rig.skeleton);
    kept_path(Path::new(SETTINGS), hash)
}

#[test]
fn bones_chosen_by_hand_are_found_again_for_skeletons_of_their_names() {
    let disk = MemoryDisk::default();
    let mut editor = begin(&disk);
    let found = MapSide::BOTH.map(|side| map(&editor, side));
    let [chest, tail] = [
        joint(&editor, MapSide::Source, "chest"),
        joint(&editor, MapSide::Target, "hips"),
    ];
    // One of the file, one emptied of the character.
    act(
        &mut editor,
        MotionIntent::Bone(MapSide::Source, ARM, Some(chest)),
    );
    let head = Slot::Human(HumanBone::Head);
    act(
        &mut editor,
        MotionIntent::Bone(MapSide::Target, head.clone(), None),
    );
    let changed = MapSide::BOTH.map(|side| map(&editor, side));
    assert_ne!(changed, found);
    let files = MapSide::BOTH.map(|side| kept_file(&editor, side));
    editor.wait_until("both maps are kept", |_| {
        files.iter().all(|file| disk.text(file).is_some())
    });
    drop(editor);

    let mut editor = begin(&disk);
    assert_eq!(MapSide::BOTH.map(|side| map(&editor, side)), changed);
    for side in MapSide::BOTH {
        assert_eq!(origin(&editor, side), Some(&MapOrigin::Kept));
    }
    assert_eq!(map(&editor, MapSide::Source).slot_of(chest), Some(&ARM));
    assert!(map(&editor, MapSide::Target).get(&head).is_none());
    assert!(map(&editor, MapSide::Target).slot_of(tail).is_some());

    act(&mut editor, MotionIntent::Forget(MapSide::Source));
    assert_eq!(map(&editor, MapSide::Source), found[0]);
    editor.wait_until("it is forgotten", |_| disk.text(&files[0]).is_none());
    assert!(disk.text(&files[1]).is_some());
    drop(editor);
    let editor = begin(&disk);
    assert_eq!(map(&editor, MapSide::Source), found[0]);
    assert_eq!(map(&editor, MapSide::Target), changed[1]);
}

#[test]
fn a_kept_map_that_is_broken_is_told_and_the_found_one_counts() {
    let disk = MemoryDisk::default();
    let editor = begin(&disk);
    let found = map(&editor, MapSide::Target);
    let file = kept_file(&editor, MapSide::Target);
    drop(editor);
    for text in [
        "BoneMap(version: 1, slots: {\"hips\": (joints: [\"nobody\"])})",
        "BoneMap(version: 1, slots: {\"hip\": (joints: [\"hips\"])})",
        "BoneMap(version: 1, slots: {",
        "\u{0}",
    ] {
        disk.put(&file, text);
        let editor = begin(&disk);
        assert_eq!(map(&editor, MapSide::Target), found, "{text}");
        let bones = dialog(&editor).bones(MapSide::Target, editor.character());
        let why = bones.unwrap().kept.clone().unwrap().unwrap_err();
        assert!(why.contains(&file.display().to_string()), "{why}");
        assert_eq!(disk.text(&file).as_deref(), Some(text), "it is left alone");
    }
}

#[test]
fn a_map_is_saved_and_loaded_with_its_pairs() {
    let disk = MemoryDisk::default();
    let mut editor = begin(&disk);
    let pair = MotionIntent::Pair {
        source: joint(&editor, MapSide::Source, "hair_1"),
        target: joint(&editor, MapSide::Target, "clavicle.R"),
    };
    act(&mut editor, pair);
    let chest = joint(&editor, MapSide::Source, "chest");
    act(
        &mut editor,
        MotionIntent::Bone(MapSide::Source, ARM, Some(chest)),
    );
    let changed = MapSide::BOTH.map(|side| map(&editor, side));
    let file = Path::new("/maps/woman.ron");
    disk.put("/maps/.keep", "");
    editor.choose_options::<MapSaveAsked>(|asked| asked.side = MapSide::Source);
    editor.ask_for_file::<MapSaveAsked>();
    editor.type_path::<MapSaveAsked>(file);
    editor.go::<MapSaveAsked>();
    let said = editor.said();
    assert!(said.contains("woman.ron"), "{said}");
    let text = disk.text(file).unwrap();
    let named = NamedMap::from_text(&text).unwrap();
    assert_eq!(named.pairs["hair_1"], "clavicle.R");

    for side in MapSide::BOTH {
        act(&mut editor, MotionIntent::Forget(side));
    }
    assert_ne!(map(&editor, MapSide::Target), changed[1]);
    editor.choose_options::<MapLoadAsked>(|asked| asked.side = MapSide::Source);
    editor.ask_for_file::<MapLoadAsked>();
    editor.type_path::<MapLoadAsked>(file);
    editor.go::<MapLoadAsked>();
    assert!(!editor.asks_for_file::<MapLoadAsked>());
    assert_eq!(MapSide::BOTH.map(|side| map(&editor, side)), changed);
    let from_file = MapOrigin::File("woman.ron".to_owned());
    assert_eq!(origin(&editor, MapSide::Target), Some(&from_file));
    let mapped = map(&editor, MapSide::Source);
    assert_eq!(mapped.get(&ARM).unwrap().by, MappedBy::Hand);

    let slot = Slot::Free("hair_1".to_owned());
    act(&mut editor, MotionIntent::Unpair(slot.clone()));
    for side in MapSide::BOTH {
        assert!(map(&editor, side).get(&slot).is_none());
    }
}

#[test]
fn a_map_that_does_not_fit_is_refused_and_nothing_changes() {
    let disk = MemoryDisk::default();
    let mut editor = begin(&disk);
    let before = MapSide::BOTH.map(|side| map(&editor, side));
    editor.choose_options::<MapLoadAsked>(|asked| asked.side = MapSide::Target);
    editor.ask_for_file::<MapLoadAsked>();
    for (text, part) in [
        ("", "line 1"),
        ("BoneMap(version: 1)", "names no joint"),
        (
            "BoneMap(version: 1, slots: {\"hips\": (joints: [\"zzz\"])})",
            "`zzz`",
        ),
        ("BoneMap(version: 1, pairs: {\"hips\": \"zzz\"})", "`zzz`"),
        ("BoneMap(version: 1, pairs: {\"zzz\": \"hips\"})", "`zzz`"),
        ("BoneMap(version: 2, slots: {})", "version"),
    ] {
        disk.put("/bad.ron", text);
        editor.type_path::<MapLoadAsked>(Path::new("/bad.ron"));
        editor.go::<MapLoadAsked>();
        let fault = editor.file_fault::<MapLoadAsked>();
        assert!(
            fault.contains("bad.ron") && fault.contains(part),
            "{text}: {fault}"
        );
        assert_eq!(MapSide::BOTH.map(|side| map(&editor, side)), before);
    }
    editor.type_path::<MapLoadAsked>(Path::new("/nowhere.ron"));
    editor.go::<MapLoadAsked>();
    let fault = editor.file_fault::<MapLoadAsked>();
    assert!(fault.contains("/nowhere.ron"), "{fault}");
    assert_eq!(
        disk.paths_in(SETTINGS),
        Vec::<PathBuf>::new(),
        "nothing is kept"
    );
}

#[test]
fn a_folder_that_cannot_be_written_is_told() {
    let disk = MemoryDisk::default();
    let mut editor = begin(&disk);
    disk.set_room(Some(0));
    act(&mut editor, MotionIntent::Bone(MapSide::Target, ARM, None));
    let file = kept_file(&editor, MapSide::Target);
    editor.wait_until("the fault is told", |editor| {
        let name = file.file_name().unwrap().to_string_lossy();
        editor.count_told(&name) > 0 || editor.count_told("bone-maps") > 0
    });
    let open: &MotionDialog = dialog(&editor);
    assert!(open.map(MapSide::Target, editor.character()).is_some());
}
