//! Edits of clips survive: saving and opening, a file that changed, edits of the skeleton in between, undo.

mod at_work;
mod replay;

use std::sync::Arc;

use character::{Character, SkeletonEdit};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use rig::{
    AnyTrack, Channel, Clip, ClipEdit, ClipId, ClipMarker, HandleLength, Interpolation,
    JointChannel, JointIndex, JointTrack, KeyAt, KeyKind, KeyMode, KeyValue, NewKey, Repeat,
    Segment, Tangents, Target, Track,
};
use session::document::Document;
use session::document::journal::Edit;
use session::files::builtin;
use session::state::projects::{
    ChannelShape, ClipNameShape, ClipShape, ClipsShape, Project, Restored, TrackShape, read,
    restore_project, work_of, write,
};

/// Time, angle in degrees.
type Turn = (f32, f32);

fn turns(joint: u16, keys: &[Turn]) -> JointTrack {
    let times: Vec<f32> = keys.iter().map(|key| key.0).collect();
    let values = keys
        .iter()
        .map(|key| Quat::from_rotation_z(key.1.to_radians()))
        .collect();
    JointTrack {
        joint: JointIndex(joint),
        channel: Channel::Rotation(Track::new(times, values, Interpolation::Linear).unwrap()),
    }
}

fn clip(place: usize, name: &str, tracks: Vec<JointTrack>) -> Clip {
    let id = ClipId(u32::try_from(place).unwrap());
    let clip = Clip::new(id, Some(name.to_owned()), 0.0).with_source(Some(place));
    clip.with_tracks(tracks, Vec::new())
}

fn walk(degrees: f32) -> Vec<JointTrack> {
    vec![
        turns(0, &[(0.0, 0.0), (1.0, 10.0)]),
        turns(1, &[(0.0, 0.0), (0.5, degrees), (1.0, 0.0)]),
    ]
}

/// The arm of a file with these clips.
fn file(clips: Vec<Clip>) -> Arc<Character> {
    let arm = builtin::find("arm").unwrap().open().unwrap();
    let mut arm = arm.with_clips(clips);
    // Another reading of the file.
    arm.source = Arc::new((*arm.source).clone());
    Arc::new(arm)
}

fn two_clips() -> Vec<Clip> {
    vec![
        clip(0, "walk", walk(20.0)),
        clip(1, "run", vec![turns(0, &[(0.0, 5.0), (2.0, 15.0)])]),
    ]
}

fn edited(document: &Document, id: u32, edit: &ClipEdit) -> Document {
    let mut clips = document.character.clips.to_vec();
    let own = clips.iter_mut().find(|clip| clip.id() == ClipId(id));
    let own = own.unwrap();
    *own = own.with_edit(edit).unwrap().0;
    document.with_clips(clips)
}

fn turn_at(joint: u16, time: f32, degrees: f32) -> NewKey {
    NewKey {
        target: Target::Joint(JointIndex(joint), JointChannel::Rotation),
        time,
        value: KeyValue::Rotation(Quat::from_rotation_z(degrees.to_radians())),
        tangents: None,
        mode: None,
    }
}

/// Through the text of a project.
fn saved(document: &Document) -> Project {
    let text = write(&work_of(document)).unwrap();
    read(text.as_bytes()).unwrap()
}

fn opened(character: &Arc<Character>, project: &Project) -> Restored {
    restore_project(character, project)
}

fn names(document: &Document) -> Vec<String> {
    let clips = document.character.clips.iter();
    clips
        .map(|clip| clip.name().unwrap_or_default().to_owned())
        .collect()
}

fn rotation(document: &Document, clip: usize, joint: u16) -> Vec<f32> {
    let target = Target::Joint(JointIndex(joint), JointChannel::Rotation);
    let keys = document.character.clips[clip].keys(target);
    keys.map_or(Vec::new(), |keys| keys.times().to_vec())
}

fn waiting(document: &Document) -> usize {
    let edits = document.journal.edits().iter();
    let works = edits.filter_map(|edit| match edit {
        Edit::Clips(work) => Some(work.waiting().len()),
        Edit::Skeleton(_) | Edit::Weights(_) => None,
    });
    works.sum()
}

#[derive(Clone, Debug)]
enum Step {
    Edit(usize, ClipEdit),
    New(String),
    Duplicate(usize),
    Place(usize, usize),
    Delete(usize),
    Skeleton(usize),
}

fn any_mode() -> impl Strategy<Value = Option<KeyMode>> {
    let out = prop_oneof![
        Just(Segment::Hold),
        Just(Segment::Linear),
        Just(Segment::Cubic)
    ];
    let tangents = prop_oneof![
        Just(Tangents::Auto),
        Just(Tangents::Flat),
        Just(Tangents::Aligned),
        Just(Tangents::Free)
    ];
    let kind = proptest::sample::select(KeyKind::ALL.to_vec());
    let length = prop_oneof![2 => Just(1.0 / 3.0), 1 => 0.0..=1.0_f64];
    let handles = proptest::array::uniform2(length.prop_map(HandleLength::from_share));
    let mode = (out, tangents, kind, handles).prop_map(|(out, tangents, kind, handles)| KeyMode {
        out,
        tangents,
        kind,
        handles,
    });
    proptest::option::of(mode)
}

fn any_key() -> impl Strategy<Value = NewKey> {
    let number = -1.5..1.5_f32;
    let numbers = [number.clone(), number.clone(), number.clone(), number];
    (0..3_u16, 0..4_usize, 0.0..3.0_f32, numbers, any_mode()).prop_map(
        |(joint, channel, time, [x, y, z, w], mode)| {
            let channel = JointChannel::ALL[channel];
            NewKey {
                target: Target::Joint(JointIndex(joint), channel),
                time,
                value: match channel {
                    JointChannel::Rotation | JointChannel::Angle(_) => {
                        let turn = Quat::from_xyzw(x, y, z, w + 2.0).normalize();
                        KeyValue::Rotation(turn)
                    }
                    JointChannel::Translation | JointChannel::Scale | JointChannel::Shear => {
                        KeyValue::Vector(Vec3::new(x, y, z))
                    }
                },
                tangents: None,
                mode,
            }
        },
    )
}

fn any_edit() -> impl Strategy<Value = ClipEdit> {
    let target = (0..3_u16, 0..4_usize)
        .prop_map(|(joint, channel)| Target::Joint(JointIndex(joint), JointChannel::ALL[channel]));
    prop_oneof![
        4 => proptest::collection::vec(any_key(), 1..6).prop_map(ClipEdit::SetKeys),
        1 => target.prop_map(|target| ClipEdit::SetTracks { set: Vec::new(), remove: vec![target] }),
        1 => (0.0..4.0_f32).prop_map(ClipEdit::SetDuration),
        1 => prop_oneof![Just(Repeat::Once), Just(Repeat::Loop), Just(Repeat::PingPong)]
            .prop_map(ClipEdit::SetRepeat),
        1 => (0.0..2.0_f32, "[a-c \"]{0,3}").prop_map(|(time, name)| {
            ClipEdit::SetMarkers(vec![ClipMarker { time, name }])
        }),
        1 => proptest::option::of("[a-c]{0,2}").prop_map(ClipEdit::Rename),
    ]
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => (0..5_usize, any_edit()).prop_map(|(clip, edit)| Step::Edit(clip, edit)),
        1 => "[a-c]{0,2}".prop_map(Step::New),
        1 => (0..5_usize).prop_map(Step::Duplicate),
        1 => (0..5_usize, 0..5_usize).prop_map(|(from, to)| Step::Place(from, to)),
        1 => (0..5_usize).prop_map(Step::Delete),
        1 => (0..3_usize).prop_map(Step::Skeleton),
    ]
}

fn stepped(document: &Document, step: &Step) -> Document {
    let mut clips = document.character.clips.to_vec();
    let free = clips.iter().map(|clip| clip.id().0 + 1).max();
    let free = ClipId(free.unwrap_or_default());
    let count = clips.len().max(1);
    match step {
        Step::Edit(place, edit) => {
            if let Some(clip) = clips.get_mut(place % count) {
                *clip = clip.with_edit(edit).unwrap().0;
            }
        }
        Step::New(name) => clips.push(Clip::new(free, Some(name.clone()), 2.0)),
        Step::Duplicate(place) => {
            if let Some(clip) = clips.get(place % count).cloned() {
                clips.insert(place % count, clip.with_id(free).with_source(None));
            }
        }
        Step::Place(from, to) => {
            if !clips.is_empty() {
                let clip = clips.remove(from % count);
                clips.insert(to % count, clip);
            }
        }
        Step::Delete(place) => {
            if !clips.is_empty() {
                clips.remove(place % count);
            }
        }
        Step::Skeleton(place) => {
            let skeleton = &document.character.rig.skeleton;
            let joint = JointIndex(u16::try_from(place % skeleton.len()).unwrap());
            let edit = SkeletonEdit::Rename {
                joint: skeleton.key(joint),
                name: format!("renamed {}", document.journal.len()),
            };
            return document
                .with_skeleton_edit(&edit)
                .map_or_else(|_| document.clone(), |(after, _)| after);
        }
    }
    document.with_clips(clips)
}

/// All numbers of all tracks, bit for bit.
fn bits(document: &Document) -> Vec<u64> {
    let clips = document.character.clips.iter();
    let keys = clips.flat_map(|clip| {
        let targets = clip.targets();
        targets.filter_map(|target| clip.keys(target))
    });
    keys.map(session::document::journal::hash_of_keys).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// What was saved comes back bit by bit, edits of the skeleton in between or not; replayed on another reading of the same file it
    /// is the same work.
    #[test]
    fn clips_come_back(steps in proptest::collection::vec(any_step(), 0..14)) {
        let character = file(two_clips());
        let first = Document::new(Arc::clone(&character));
        let document = steps.iter().fold(first.clone(), |document, step| stepped(&document, step));
        let project = saved(&document);
        prop_assert_eq!(&project, &work_of(&document));
        let back = opened(&character, &project);
        prop_assert_eq!(&back.problems, &Vec::<String>::new());
        prop_assert_eq!(&*back.document.character.clips, &*document.character.clips);
        prop_assert_eq!(bits(&back.document), bits(&document));
        prop_assert_eq!(&back.document.journal, &document.journal);
        prop_assert!(back.document.is_same_work(&document));
        let again = Document::new(file(two_clips()));
        let (again, unfit) = again.with_work(document.journal.edits().iter().map(Edit::work));
        prop_assert!(unfit.is_empty(), "{:?}", unfit);
        prop_assert_eq!(&*again.character.clips, &*document.character.clips);
        prop_assert!(again.is_same_work(&document));
    }

    /// Whatever stands for the keys of a track, it is read or left out with a reason; the rest is done.
    #[test]
    fn any_keys_are_read_or_left_out(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
        use base64::Engine as _;
        let keys = base64::engine::general_purpose::STANDARD.encode(bytes);
        let character = file(two_clips());
        let document = edited(&Document::new(Arc::clone(&character)), 0, &ClipEdit::SetKeys(vec![turn_at(1, 0.7, 30.0)]));
        let mut project = saved(&document);
        let track = TrackShape { key: 0, joint: name_of(&character, 0), channel: ChannelShape::Scale, was: None, keys: Some(keys) };
        project.clips[0].clips[0].tracks.push(track);
        let back = opened(&character, &project);
        prop_assert_eq!(rotation(&back.document, 0, 1), [0.0, 0.5, 0.7, 1.0]);
        prop_assert!(back.problems.len() <= 1);
    }
}

fn name_of(character: &Character, joint: u16) -> String {
    character.rig.skeleton.name(JointIndex(joint)).to_owned()
}

/// A project weighs what was changed.
#[test]
fn untouched_tracks_are_not_saved_and_follow_the_file() {
    let document = Document::new(file(two_clips()));
    assert_eq!(work_of(&document).clips, []);
    let edit = ClipEdit::SetKeys(vec![turn_at(1, 0.7, 30.0)]);
    let document = edited(&document, 0, &edit);
    let project = saved(&document);
    let tracks = project.clips[0].clips.iter().map(|clip| clip.tracks.len());
    assert_eq!(tracks.collect::<Vec<_>>(), [1, 0]);
    // Of the file that changed: what was not touched is new, and another clip is there.
    let mut clips = two_clips();
    clips[0] = clip(
        0,
        "walk",
        vec![turns(0, &[(0.0, 1.0), (3.0, 2.0)]), walk(20.0).remove(1)],
    );
    clips.insert(1, clip(2, "jump", walk(3.0)));
    let back = opened(&file(clips), &project);
    assert_eq!(back.problems, Vec::<String>::new());
    assert_eq!(rotation(&back.document, 0, 0), [0.0, 3.0]);
    assert_eq!(rotation(&back.document, 0, 1), [0.0, 0.5, 0.7, 1.0]);
    assert_eq!(names(&back.document), ["walk", "jump", "run"]);
}

#[test]
fn where_the_file_has_other_keys_now_ours_stay_and_it_is_told() {
    let edit = ClipEdit::SetKeys(vec![turn_at(1, 0.7, 30.0)]);
    let document = edited(&Document::new(file(two_clips())), 0, &edit);
    let mut clips = two_clips();
    clips[0] = clip(0, "walk", walk(45.0));
    // The order of the file changed as well: clips are found by name.
    let other = file(vec![
        clips.remove(1).with_id(ClipId(0)).with_source(Some(0)),
        clips.remove(0).with_id(ClipId(1)).with_source(Some(1)),
    ]);
    let back = opened(&other, &saved(&document));
    assert_eq!(
        back.problems,
        ["walk: the file has another rotation of forearm now; yours stays"]
    );
    assert_eq!(names(&back.document), ["run", "walk", "walk 2"]);
    assert_eq!(
        rotation(&back.document, 2, 1),
        [0.0, 0.5, 1.0],
        "the file's own is there too"
    );
    assert!(
        back.report.lines()[0].contains("walk 2"),
        "{:?}",
        back.report
    );
    assert_eq!(
        back.document.character.clips[1].tracks()[1],
        document.character.clips[0].tracks()[1]
    );
}

#[test]
fn what_a_clip_that_is_gone_had_waits_until_it_is_back() {
    let first = Document::new(file(two_clips()));
    let document = edited(&first, 1, &ClipEdit::SetKeys(vec![turn_at(0, 1.0, 30.0)]));
    let without = file(vec![two_clips().remove(0)]);
    let back = opened(&without, &saved(&document));
    assert_eq!(
        back.problems,
        ["run: there is no such clip now; what was done to it waits in the project until there is"]
    );
    assert_eq!(
        (names(&back.document).len(), waiting(&back.document)),
        (1, 1)
    );
    // Saved again, told no more, and done when the clip is there again.
    let project = saved(&back.document);
    let again = opened(&without, &project);
    assert_eq!(again.problems, Vec::<String>::new());
    assert_eq!(waiting(&again.document), 1);
    let there = opened(&first.character, &project);
    assert_eq!(there.problems, Vec::<String>::new());
    assert_eq!(there.document.character.clips, document.character.clips);
    assert!(there.document.is_same_work(&document));
}

#[test]
fn a_track_of_a_joint_that_is_gone_waits_until_it_is_back() {
    let first = Document::new(file(two_clips()));
    let document = edited(
        &first,
        0,
        &ClipEdit::SetKeys(vec![turn_at(1, 0.7, 30.0), turn_at(0, 0.7, 3.0)]),
    );
    let mut project = saved(&document);
    let track = &mut project.clips[0].clips[0].tracks[1];
    assert_eq!(track.joint, "forearm");
    (track.key, track.joint) = (77, "tail".to_owned());
    let back = opened(&first.character, &project);
    assert_eq!(
        back.problems,
        [
            "walk: the character has nothing that the rotation of tail could move; what you made of it waits in the project"
        ]
    );
    assert_eq!(rotation(&back.document, 0, 0), [0.0, 0.7, 1.0]);
    assert_eq!(rotation(&back.document, 0, 1), [0.0, 0.5, 1.0]);
    // Edits go on, and the track is kept beside them.
    let renamed = edited(
        &back.document,
        0,
        &ClipEdit::Rename(Some("stroll".to_owned())),
    );
    let mut project = saved(&renamed);
    assert!(opened(&first.character, &project).problems.is_empty());
    let track = &mut project.clips[0].unplaced[0].tracks[0];
    (track.key, track.joint) = (1, "forearm".to_owned());
    let there = opened(&first.character, &project);
    assert_eq!(there.problems, Vec::<String>::new());
    assert_eq!(rotation(&there.document, 0, 1), [0.0, 0.5, 0.7, 1.0]);
    assert_eq!(
        (names(&there.document)[0].as_str(), waiting(&there.document)),
        ("stroll", 0)
    );
}

/// A clip that the file has got since takes no identity away from a new one.
#[test]
fn identities_stay_unique_when_the_file_has_more_clips() {
    let first = Document::new(file(two_clips()));
    let mut clips = first.character.clips.to_vec();
    let new = Clip::new(ClipId(2), Some("wave".to_owned()), 2.0);
    clips.push(
        new.with_edit(&ClipEdit::SetKeys(vec![turn_at(1, 0.0, 30.0)]))
            .unwrap()
            .0,
    );
    let document = first.with_clips(clips);
    let mut clips = two_clips();
    clips.push(clip(2, "jump", walk(3.0)));
    let back = opened(&file(clips), &saved(&document));
    assert_eq!(back.problems, Vec::<String>::new());
    assert_eq!(names(&back.document), ["walk", "run", "wave", "jump"]);
    let ids = back.document.character.clips.iter().map(Clip::id);
    assert_eq!(ids.collect::<Vec<_>>(), [0, 1, 3, 2].map(ClipId));
    assert_eq!(rotation(&back.document, 2, 1), [0.0]);
}

/// The bytes of keys: kind, count below 128, floats, modes.
fn packed(kind: u8, floats: &[f32], count: u8, modes: &[u8]) -> String {
    use base64::Engine as _;
    let mut bytes = vec![kind, count];
    bytes.extend(floats.iter().flat_map(|number| number.to_le_bytes()));
    bytes.extend(modes);
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

#[test]
fn keys_that_cannot_be_are_left_out_with_a_reason_and_nothing_else_is() {
    let character = file(two_clips());
    let first = Document::new(Arc::clone(&character));
    let document = edited(&first, 0, &ClipEdit::SetKeys(vec![turn_at(1, 0.7, 30.0)]));
    let project = saved(&document);
    let bad = |keys: String, channel: ChannelShape, why: &str| {
        let mut project = project.clone();
        project.clips[0].clips[0].tracks.push(TrackShape {
            key: character.rig.skeleton.key(JointIndex(0)),
            joint: name_of(&character, 0),
            channel,
            was: None,
            keys: Some(keys),
        });
        let back = opened(&character, &project);
        assert_eq!(back.problems.len(), 1, "{why}: {:?}", back.problems);
        assert!(back.problems[0].contains(why), "{why}: {:?}", back.problems);
        assert_eq!(back.document.character.clips, document.character.clips);
    };
    let scale = ChannelShape::Scale;
    bad(
        packed(1, &[0.0, 1.0, f32::NAN, 1.0], 1, &[]),
        scale,
        "not finite",
    );
    bad(
        packed(1, &[f32::NAN, 1.0, 1.0, 1.0], 1, &[]),
        scale,
        "not finite",
    );
    bad(
        packed(1, &[1.0; 8], 2, &[]),
        scale,
        "not after the key before",
    );
    bad(
        packed(1, &[-1.0, 1.0, 1.0, 1.0], 1, &[]),
        scale,
        "before the clip begins",
    );
    bad(packed(1, &[0.0, 1.0, 1.0], 1, &[]), scale, "too early");
    bad(
        packed(1, &[0.0, 1.0, 1.0, 1.0, 1.0], 1, &[]),
        scale,
        "more than its keys",
    );
    bad(packed(1, &[], 0, &[]), scale, "no keys");
    bad(packed(3, &[], 0, &[]), scale, "kind");
    bad(packed(6, &[0.0; 10], 1, &[0xff]), scale, "mode");
    bad(packed(5, &[0.0; 4], 1, &[0x20]), scale, "values");
    bad(
        packed(1, &[0.0, 3.0, 0.0, 0.0, 0.0], 1, &[]),
        ChannelShape::Rotation,
        "length 1",
    );
    bad("no base64!".to_owned(), scale, "base64");
}

#[test]
fn times_that_cannot_be_are_left_out() {
    let character = file(two_clips());
    let new = ClipShape {
        clip: ClipNameShape {
            id: u32::MAX,
            place: None,
            name: Some("new".to_owned()),
        },
        new: true,
        duration: Some(f32::NAN),
        markers: Some(vec![(f32::INFINITY, "a".to_owned()), (0.5, "b".to_owned())]),
        ..ClipShape::default()
    };
    let clips = ClipsShape {
        clips: vec![new.clone(), new],
        ..ClipsShape::default()
    };
    let project = Project {
        clips: vec![clips],
        ..Project::default()
    };
    let back = opened(&character, &project);
    assert_eq!(back.problems.len(), 4, "{:?}", back.problems);
    assert_eq!(names(&back.document), ["new", "new", "walk", "run"]);
    let ids = back.document.character.clips.iter().map(|clip| clip.id().0);
    assert_eq!(ids.collect::<Vec<_>>(), [2, 3, 0, 1]);
    assert_eq!(back.document.character.clips[0].markers().len(), 1);
}

#[test]
fn a_hundred_thousand_keys_come_back() {
    let character = file(two_clips());
    let times: Vec<f32> = std::iter::successors(Some(0.0), |time| Some(time + 0.125))
        .take(100_000)
        .collect();
    let values = times.iter().map(|time| Vec3::splat(*time)).collect();
    let track = AnyTrack::Joint(JointTrack {
        joint: JointIndex(1),
        channel: Channel::Translation(Track::new(times, values, Interpolation::Linear).unwrap()),
    });
    let edit = ClipEdit::SetTracks {
        set: vec![track],
        remove: Vec::new(),
    };
    let document = edited(&Document::new(Arc::clone(&character)), 0, &edit);
    assert!(document.character.clips[0].key_count() > 100_000);
    let back = opened(&character, &saved(&document));
    assert_eq!(back.document.character.clips, document.character.clips);
}

/// What moves a joint that the character lacks is no part of a project.
#[test]
fn tracks_beyond_the_character_are_passed_over() {
    let first = Document::new(file(two_clips()));
    let beyond = AnyTrack::Joint(turns(900, &[(0.0, 1.0)]));
    let edit = ClipEdit::SetTracks {
        set: vec![beyond],
        remove: Vec::new(),
    };
    let document = edited(&first, 0, &edit);
    let key = KeyAt {
        target: Target::Joint(JointIndex(900), JointChannel::Rotation),
        time: 0.0,
    };
    assert!(document.character.clips[0].keys(key.target).is_some());
    assert_eq!(
        opened(&first.character, &saved(&document)).problems,
        Vec::<String>::new()
    );
}
