//! States that random commands hardly lead to, made on purpose so that the actions in them can be done.

use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use glam::Vec2;
use rig::{JointIndex, JointTrack, KeyAt};
use scene::vertex_facts::VertexPlace;
use scene::view::pane_shows::{PaneShows, PaneWeights};
use session::commands::actions::{Action, WindowAction};
use session::commands::command::{Command, Input, Intent};
use session::document::channel::{Channel, JointField};
use session::settings::window_layout::Tile;
use session::state::clip_library::{ClipLibraryIntent, ClipPlace};
use session::state::clips::command::ClipIntent;
use session::state::clips::markers::MarkerIntent;
use session::state::comparing::command::CompareIntent;
use session::state::export::dialog::ExportIntent;
use session::state::pictures::dialog::PictureIntent;
use session::state::pose_library::{LibraryIntent, Saved};
use session::state::posing::command::PoseIntent;
use session::state::props::dialog::PropFileIntent;
use session::state::selection::Choose;
use session::state::selection::selection_sets::SetIntent;
use session::state::skeleton::joint_work::JointIntent;
use session::state::timeline::command::{SheetInput, SheetIntent};
use session::state::timeline::curves::Number;
use session::state::viewport::pointing::Aim;
use session::state::weight_table::command::WeightCommand;
use session::state::weight_table::weight_edits::RowRequest;
use whole_file::write_whole;

use super::super::driven_editor::DrivenEditor;

mod weights;

use weights::{
    blend_map, bulge_map, copied_influence, copied_weights, corrective, dressed, layers,
    masked_layer,
};

/// Leads to a state from a character that was just opened; what is made of files lies in the folder.
pub(super) type Arranges = fn(&Path) -> Result<DrivenEditor, String>;

/// The states, by name.
pub(super) const STATES: &[(&str, Arranges)] = &[
    ("a file is being opened", opening),
    ("a picture is being drawn", drawing),
    ("a bake was made", baked),
    ("selection sets are kept", selection_sets),
    ("work was left by two programs", left_work),
    ("keys are selected in the dope sheet", selected_keys),
    ("a curve is chosen", chosen_curve),
    ("a joint has Euler curves", euler_curves),
    ("many files were opened", recent_files),
    ("the pointer rests on the surface", pointed),
    ("a problem of weights is shown", problem),
    ("a marker is here", marker),
    ("a marker lies before", behind_marker),
    ("a sound is open", sound),
    ("reference pictures are open", reference),
    ("a joint is selected beside a prop", prop),
    ("the file has a camera", camera),
    ("a marker lies after", before_marker),
    ("a bulge map is painted", bulge_map),
    ("layers lie over one another", layers),
    ("places that lose volume are listed", volume),
    ("a blend map is painted", blend_map),
    ("two joints are selected", two_joints),
    ("weights of a joint are copied", copied_influence),
    ("weights of a vertex are copied", copied_weights),
    ("a pose over a clip has no keys", unkeyed_pose),
    ("a layer has a mask", masked_layer),
    ("all weights are being changed", working),
    ("a vertex is pinned", pinned),
    ("a joint is pinned in a clip", pinned_joint),
    ("a pose of the library is chosen", library),
    ("a clip of the library is chosen", clip_library),
    ("a pane shows kept weights", kept_weights),
    ("keys are copied", copied_keys),
    ("joints have limits, and one drives another", limited_joints),
    ("clips are mixed", mixed_clips),
    ("clothes are worn, and one is hidden", dressed),
    ("a shape corrects a pose", corrective),
];

/// A character with a clip, a mesh and joints.
const FILE: &str = "builtin:arm";

const VERTEX: VertexPlace = VertexPlace {
    primitive: 0,
    vertex: 0,
};

/// The longest wait for the library.
const PATIENCE: Duration = Duration::from_secs(20);

fn opened(folder: &Path) -> Result<DrivenEditor, String> {
    DrivenEditor::in_line(folder, FILE)
}

/// Does the action of this name, which must be possible.
fn run(editor: &mut DrivenEditor, id: &str) -> Result<(), String> {
    let action = Action::of_id(id).ok_or_else(|| format!("there is no action {id}"))?;
    if !editor.allows(action) {
        return Err(format!("{id} cannot be done"));
    }
    editor.send(Intent::Run(action));
    Ok(())
}

/// Turns the second joint about its first axis, by so many degrees.
fn turn_joint(editor: &mut DrivenEditor, degrees: f32) {
    editor.send(Intent::Pose(PoseIntent::SetField {
        field: JointField {
            joint: JointIndex(1),
            channel: Channel::Rotation,
            axis: 0,
        },
        value: degrees,
        dragging: false,
    }));
}

fn frames(editor: &mut DrivenEditor, count: usize) {
    (0..count).for_each(|_| editor.frame());
}

/// What a frame began is answered by the next one only.
fn opening(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = opened(folder)?;
    editor.send(Intent::Open("builtin:arm".to_owned()));
    editor.frame();
    Ok(editor)
}

fn drawing(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = opened(folder)?;
    run(&mut editor, "save-picture")?;
    let file = folder.join("drawn.png");
    editor.send(PictureIntent::Chosen(file));
    editor.send(PictureIntent::Go);
    Ok(editor)
}

fn two_joints(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = opened(folder)?;
    run(&mut editor, "weights-mode")?;
    let joints = vec![JointIndex(1), JointIndex(2)];
    editor.send(Intent::SelectAll(joints, Choose::Alone));
    editor.frame();
    Ok(editor)
}

fn volume(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = opened(folder)?;
    run(&mut editor, "toggle-volume-check")?;
    frames(&mut editor, 4);
    run(&mut editor, "next-volume-place")?;
    editor.frame();
    Ok(editor)
}

fn baked(folder: &Path) -> Result<DrivenEditor, String> {
    // Of few joints: a bake of the other one takes ten times as long.
    let mut editor = DrivenEditor::in_line(folder, "builtin:cylinder")?;
    for command in super::background::Background::Bake.commands(folder) {
        editor.send(command);
    }
    editor.frame();
    editor.frame();
    Ok(editor)
}

fn selection_sets(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = opened(folder)?;
    for name in ["all", "the same again"] {
        run(&mut editor, "select-all")?;
        let keep = SetIntent::Save(name.to_owned());
        editor.send(Intent::Joints(JointIntent::Set(keep)));
    }
    editor.frame();
    Ok(editor)
}

/// Programs that end without a word leave what they kept.
fn left_work(folder: &Path) -> Result<DrivenEditor, String> {
    for _ in 0..2 {
        let mut editor = opened(folder)?;
        run(&mut editor, "select-all")?;
        turn_joint(&mut editor, 30.0);
        // Longer than it takes until work is kept.
        for _ in 0..80 {
            editor.frame();
        }
    }
    let mut editor = opened(folder)?;
    editor.frame();
    editor.frame();
    Ok(editor)
}

fn limited_joints(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = opened(folder)?;
    run(&mut editor, "limits-from-clips")?;
    // One of them follows another one too.
    let two = vec![JointIndex(1), JointIndex(2)];
    editor.send(Intent::SelectAll(two, Choose::Alone));
    run(&mut editor, "drive-by-selected")?;
    editor.frame();
    Ok(editor)
}

fn unkeyed_pose(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = selected_keys(folder)?;
    if editor.session().switches.auto_key {
        run(&mut editor, "toggle-auto-key")?;
    }
    turn_joint(&mut editor, 25.0);
    editor.frame();
    Ok(editor)
}

fn selected_keys(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = opened(folder)?;
    run(&mut editor, "animate-mode")?;
    if editor.view().session.playback.moment.is_none() {
        run(&mut editor, "next-clip")?;
    }
    editor.send(Input::Sheet(SheetInput::Show(true)));
    run(&mut editor, "select-all-keys")?;
    editor.frame();
    Ok(editor)
}

fn mixed_clips(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = selected_keys(folder)?;
    run(&mut editor, "mix-pad")?;
    editor.frame();
    Ok(editor)
}

fn chosen_curve(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = selected_keys(folder)?;
    let moment = editor.session().playback.moment;
    let shown = moment.and_then(|moment| editor.document().character.clip(moment.clip));
    let target = shown.and_then(|clip| clip.targets().next());
    let target = target.ok_or("there is no track")?;
    run(&mut editor, "toggle-curves")?;
    let chosen = vec![Number { target, axis: 0 }];
    editor.send(Intent::Sheet(SheetIntent::ChooseCurves(
        chosen,
        Choose::Alone,
    )));
    editor.frame();
    Ok(editor)
}

fn euler_curves(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = selected_keys(folder)?;
    let moment = editor.session().playback.moment;
    let shown = moment.and_then(|moment| editor.document().character.clip(moment.clip));
    let is_turn = |track: &&JointTrack| matches!(track.channel, rig::Channel::Rotation(_));
    let turning = shown.and_then(|clip| clip.tracks().iter().find(is_turn));
    let joint = turning.ok_or("nothing turns in the clip")?.joint;
    editor.send(Intent::SelectAll(vec![joint], Choose::Alone));
    editor.frame();
    run(&mut editor, "euler-xyz")?;
    editor.frame();
    Ok(editor)
}

fn recent_files(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = opened(folder)?;
    for number in 0..10 {
        let file = folder.join(format!("recent-{number}.glb"));
        editor.send(ExportIntent::Chosen(file.clone()));
        editor.frame();
        editor.frame();
        let before = editor.session().opened;
        editor.send(Intent::Open(file.to_string_lossy().into_owned()));
        editor.wait_until_opened(before)?;
    }
    editor.frame();
    Ok(editor)
}

fn pointed(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = opened(folder)?;
    let camera = editor.session().camera;
    let ray = camera.ray(Vec2::splat(200.0), Vec2::splat(400.0));
    let aim = Aim {
        pane: 0,
        ray,
        at: Vec2::splat(100.0),
        near: None,
    };
    let point: Command = Input::PointAt(Some(aim)).into();
    editor.send(point);
    frames(&mut editor, 20);
    Ok(editor)
}

/// A vertex that goes with a joint far away.
fn problem(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = opened(folder)?;
    run(&mut editor, "weights-mode")?;
    for joint in [1, 20] {
        editor.send(Intent::Weights(WeightCommand::Change {
            places: vec![VERTEX],
            wanted: RowRequest::Set(JointIndex(joint), 1.0),
            drag: None,
        }));
    }
    frames(&mut editor, 3);
    run(&mut editor, "next-problem")?;
    editor.frame();
    Ok(editor)
}

fn marker(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = selected_keys(folder)?;
    for id in ["first-frame", "next-frame", "add-marker"] {
        run(&mut editor, id)?;
    }
    editor.send(Intent::Clip(ClipIntent::Markers(MarkerIntent::Confirm)));
    editor.frame();
    Ok(editor)
}

/// A second of silence, as a WAV file of 8 bits.
fn sound(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = opened(folder)?;
    let file = folder.join("silence.wav");
    let mut bytes = b"RIFF\x2c\x04\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0".to_vec();
    // A thousand samples a second, a byte each.
    bytes.extend(b"\xe8\x03\0\0\xe8\x03\0\0\x01\0\x08\0data\xe8\x03\0\0");
    bytes.resize(44 + 1000, 128);
    write_whole(&file, &bytes).map_err(|error| error.to_string())?;
    editor.send(Intent::Dropped(file.to_string_lossy().into_owned()));
    editor.frame();
    editor.frame();
    Ok(editor)
}

fn reference(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = opened(folder)?;
    let file = folder.join("reference.png");
    let picture = image::RgbaImage::new(4, 4);
    let mut bytes = Cursor::new(Vec::new());
    let written = picture.write_to(&mut bytes, image::ImageFormat::Png);
    written.map_err(|error| error.to_string())?;
    write_whole(&file, bytes.get_ref()).map_err(|error| error.to_string())?;
    editor.send(Intent::Dropped(file.to_string_lossy().into_owned()));
    editor.frame();
    editor.frame();
    Ok(editor)
}

/// Two triangles that the second joint holds, which is selected; one is aimed.
fn prop(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = opened(folder)?;
    let file = folder.join("prop.gltf");
    let text = r#"{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]}"#;
    write_whole(&file, text.as_bytes()).map_err(|error| error.to_string())?;
    editor.send(Intent::SelectAll(vec![JointIndex(1)], Choose::Alone));
    for _ in 0..2 {
        run(&mut editor, "open-prop")?;
        editor.send(PropFileIntent::Chosen(file.clone()));
        editor.send(PropFileIntent::Go);
        editor.frame();
        editor.frame();
    }
    run(&mut editor, "aim-prop")?;
    editor.frame();
    Ok(editor)
}

fn camera(folder: &Path) -> Result<DrivenEditor, String> {
    let file = folder.join("camera.gltf");
    let text = r#"{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "eye", "camera": 0, "translation": [0, 1, 5]}],
        "cameras": [{"type": "perspective", "perspective": {"yfov": 0.7, "znear": 0.1}}]}"#;
    write_whole(&file, text.as_bytes()).map_err(|error| error.to_string())?;
    DrivenEditor::in_line(folder, &file.to_string_lossy())
}

fn behind_marker(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = marker(folder)?;
    run(&mut editor, "next-frame")?;
    editor.frame();
    Ok(editor)
}

fn before_marker(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = marker(folder)?;
    run(&mut editor, "first-frame")?;
    editor.frame();
    Ok(editor)
}

/// What a frame began is answered by the next one only.
fn working(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = opened(folder)?;
    for id in ["weights-mode", "use-paint-layer-blend", "flood-weights"] {
        run(&mut editor, id)?;
        editor.frame();
    }
    Ok(editor)
}

fn pinned(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = opened(folder)?;
    editor.send(Intent::PinVertex(Some(VERTEX)));
    editor.frame();
    Ok(editor)
}

fn pinned_joint(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = selected_keys(folder)?;
    editor.send(Intent::SelectAll(vec![JointIndex(2)], Choose::Alone));
    editor.frame();
    run(&mut editor, "pin-joint")?;
    editor.frame();
    Ok(editor)
}

/// The second of three; the folder is read by a thread that goes on, so its news are waited for.
fn library(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = opened(folder)?;
    for name in ["a", "b", "c"] {
        editor.send(Intent::Library(LibraryIntent::Save {
            name: name.to_owned(),
            group: String::new(),
            saved: Saved::ALL[0],
            replace: false,
        }));
        editor.frame();
    }
    frames_until(&mut editor, "the library shows no poses", |editor| {
        editor.session().library.entries.len() == 3
    })?;
    let entries = &editor.session().library.entries;
    let path = entries.get(1).map(|entry| entry.path.clone());
    editor.send(Intent::Library(LibraryIntent::Choose(path)));
    // What is put into a pose, and taken out of it.
    editor.send(Intent::SelectAll(vec![JointIndex(2)], Choose::Alone));
    editor.frame();
    Ok(editor)
}

/// Lets frames pass until something holds, which is told where it never does.
fn frames_until(
    editor: &mut DrivenEditor,
    otherwise: &str,
    holds: impl Fn(&DrivenEditor) -> bool,
) -> Result<(), String> {
    let began = Instant::now();
    while !holds(editor) {
        if began.elapsed() > PATIENCE {
            return Err(otherwise.to_owned());
        }
        sleep(Duration::from_millis(5));
        editor.frame();
    }
    Ok(())
}

/// The only clip of a file that is the open character itself, in the folder where the library looks first.
fn clip_library(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = opened(folder)?;
    let clips = folder.join("clips");
    fs::create_dir_all(&clips).map_err(|error| error.to_string())?;
    let path = clips.join("moves.glb");
    editor.send(ExportIntent::Chosen(path.clone()));
    let layout = &editor.session().settings.layout;
    if !layout.is_in_sight(Tile::Clips) {
        editor.send(Intent::Run(WindowAction::ToggleTile(Tile::Clips).into()));
    }
    frames_until(&mut editor, "the library lists no clips", |editor| {
        !editor.session().clip_library.files.is_empty()
    })?;
    let choose = ClipLibraryIntent::Choose(Some(ClipPlace { path, clip: 0 }));
    editor.send(Intent::ClipLibrary(choose));
    frames_until(
        &mut editor,
        "the clip of the library is not read",
        |editor| {
            let library = &editor.session().clip_library;
            library.chosen_clip(&editor.document().character).is_some()
        },
    )?;
    Ok(editor)
}

fn kept_weights(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = opened(folder)?;
    run(&mut editor, "keep-weights")?;
    let kept = editor.session().character.versions.last_kept();
    let number = kept.ok_or("no weights were kept")?.number;
    let shows = PaneShows {
        weights: PaneWeights::Kept(number),
        ..editor.session().comparing.panes[0]
    };
    editor.send(Intent::Compare(CompareIntent::SetPane(0, shows)));
    editor.frame();
    Ok(editor)
}

fn copied_keys(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = selected_keys(folder)?;
    let shown = editor.session().playback.moment;
    let clip = shown.and_then(|shown| editor.document().character.clip(shown.clip));
    let first = clip.and_then(|clip| {
        let target = clip.targets().next()?;
        let time = *clip.keys(target)?.times().first()?;
        Some(KeyAt { target, time })
    });
    // Those of one joint, which go to any other.
    let select = SheetIntent::Select(vec![first.ok_or("there is no key")?], Choose::Alone);
    editor.send(Intent::Sheet(select));
    editor.send(Intent::SelectAll(vec![JointIndex(1)], Choose::Alone));
    editor.frame();
    run(&mut editor, "copy-keys")?;
    editor.frame();
    Ok(editor)
}
