//! Random commands: every action of the table, intents with random arguments, and gestures of the pointer as a whole.

use character::SkeletonEdit;
use glam::{Quat, Vec2, Vec3};
use rig::{ClipId, JointIndex, Method, Rigid, ScaleInheritance};
use scene::placed::placed_primitives;
use scene::posed_character::Look;
use scene::vertex_facts::VertexPlace;
use scene::view::pane_shows::PaneShows;
use session::commands::actions::{Action, FileAction, LearnAction, WindowAction};
use session::commands::command::{CameraMove, Command, Input, Intent};
use session::document::channel::{Channel, JointField};
use session::features::actions::actions;
use session::mode::Mode;
use session::settings::{BrushReach, BrushShape, BrushTool, PaneBars, SettingChange, Sharing};
use session::state::comparing::command::CompareIntent;
use session::state::file_dialogs::dialog::FileDialogIntent;
use session::state::file_dialogs::list::FileIntent;
use session::state::gizmo::Hold;
use session::state::gizmo::operation::{self, Follow};
use session::state::gizmo::tool::{Axis, GizmoPart};
use session::state::painting::brush_work::{BrushEvent, BrushModifiers, Sample};
use session::state::pose_library::{LibraryIntent, Saved};
use session::state::posing::command::PoseIntent;
use session::state::posing::limb::{LimbEvent, Pointer};
use session::state::projects::command::{ProjectAnswer, ProjectIntent};
use session::state::selection::{Choose, HoveredIn};
use session::state::skeleton::skeleton_work::{Renaming, RestChoice};
use session::state::test_poses::strip::StripEvent;
use session::state::transfer::transfer_work::TransferIntent;
use session::state::viewport::pointing::{Aim, Pick};
use session::state::weight_operations::weight_request::RigCommand;
use session::state::weight_table::command::WeightCommand;
use session::state::weight_table::weight_edits::RowRequest;

use super::super::driven_editor::DrivenEditor;
use super::super::random::Random;

/// The pane of the imagined window, in points.
const PANE: Vec2 = Vec2::splat(400.0);

/// Commands with the kind that they are counted under.
type Some = Vec<(&'static str, Command)>;

/// The next commands: one, or those of one gesture.
pub(crate) fn some(random: &mut Random, editor: &DrivenEditor) -> Some {
    match random.below(100) {
        0..=38 => action(random, editor),
        39..=44 => super::clips::some(random, editor),
        45..=52 => pose(random, editor),
        53..=58 => vec![("selection", selection(random, editor))],
        59..=61 => weights(random, editor),
        62 | 63 => super::intents::some(random, editor),
        64..=70 => stroke(random, editor),
        71..=77 => tool(random),
        78..=80 => limb(random, editor),
        81..=84 => vec![("view", view(random).into())],
        85..=87 => vec![("compare and play", playing(random).into())],
        88..=91 => skeleton(random, editor),
        92..=94 => vec![("settings", settings(random, editor).into())],
        95..=97 => vec![("library", library(random, editor).into())],
        _ => vec![("dialogs", dialogs(random).into())],
    }
}

fn action(random: &mut Random, editor: &DrivenEditor) -> Some {
    let rows = actions();
    for _ in 0..20 {
        let row = random.pick(rows);
        let is_rare = match row.action {
            Action::File(FileAction::OpenBuiltin(_) | FileAction::OpenRecent(_))
            | Action::Learn(LearnAction::ShowFigure(_)) => 98,
            Action::File(FileAction::Quit | FileAction::Reload) => 80,
            Action::WeightJob(_) => 60,
            _ => 0,
        };
        if !random.chance(is_rare) && editor.allows(row.action) {
            let command = if random.chance(5) {
                Intent::RunFromPalette(row.action)
            } else {
                Intent::Run(row.action)
            };
            return vec![(kind(row.action), command.into())];
        }
    }
    Vec::new()
}

/// `action ID`, the same text every time.
fn kind(action: Action) -> &'static str {
    use std::collections::HashMap;
    use std::sync::OnceLock;
    static KINDS: OnceLock<HashMap<Action, String>> = OnceLock::new();
    let kinds = KINDS.get_or_init(|| {
        let rows = actions().iter();
        rows.map(|row| (row.action, format!("action {}", row.id)))
            .collect()
    });
    kinds.get(&action).map_or("action", String::as_str)
}

pub(super) fn joint(random: &mut Random, editor: &DrivenEditor) -> JointIndex {
    let count = editor.document().character.rig.skeleton.len();
    // One beyond the last now and then, as after an edit of the skeleton.
    let beyond = usize::from(random.chance(3));
    let place = random.below(count + beyond);
    JointIndex(u16::try_from(place).unwrap_or(0))
}

pub(super) fn key(random: &mut Random, editor: &DrivenEditor) -> u32 {
    let skeleton = &editor.document().character.rig.skeleton;
    let named = joint(random, editor);
    if named.index() < skeleton.len() {
        skeleton.key(named)
    } else {
        9999
    }
}

fn joints(random: &mut Random, editor: &DrivenEditor) -> Vec<JointIndex> {
    (0..=random.below(4))
        .map(|_| joint(random, editor))
        .collect()
}

/// Mostly what people type, seldom what they should not.
pub(super) fn number(random: &mut Random) -> f32 {
    match random.below(20) {
        0 => *random.pick(&[0.0, -0.0, 1.0, -1.0, 90.0, 180.0, -180.0, 360.0]),
        1 => *random.pick(&[
            f32::NAN,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::MAX,
            f32::MIN_POSITIVE,
        ]),
        2 => random.around(1e5),
        3..=8 => random.around(2.0),
        _ => random.around(120.0),
    }
}

fn choose(random: &mut Random) -> Choose {
    *random.pick(&[Choose::Alone, Choose::Add, Choose::Toggle])
}

fn pose(random: &mut Random, editor: &DrivenEditor) -> Some {
    let morphs = editor.document().pose.morph_weights.len();
    let dragging = random.chance(40);
    let times = if dragging { 1 + random.below(4) } else { 1 };
    let field = JointField {
        joint: joint(random, editor),
        channel: *random.pick(&Channel::ALL),
        axis: random.below(3),
    };
    let weight = random.below(morphs + 1);
    let which = random.below(10);
    let one = |random: &mut Random| match which {
        0 => PoseIntent::SetRotation(field.joint, turn(random)),
        1 => PoseIntent::ResetChannel(field.channel),
        2 | 3 => PoseIntent::SetMorph {
            weight,
            value: number(random),
            dragging,
        },
        _ => PoseIntent::SetField {
            field,
            value: number(random),
            dragging,
        },
    };
    let mut commands: Some = (0..times)
        .map(|_| ("pose", Intent::Pose(one(random)).into()))
        .collect();
    if random.chance(70) {
        commands.push(("end of gesture", Input::EndGesture.into()));
    }
    commands
}

pub(super) fn turn(random: &mut Random) -> Quat {
    let raw = Quat::from_xyzw(
        random.around(1.0),
        random.around(1.0),
        random.around(1.0),
        random.around(1.0),
    );
    if random.chance(5) {
        raw * 0.0
    } else {
        raw.normalize()
    }
}

fn selection(random: &mut Random, editor: &DrivenEditor) -> Command {
    match random.below(8) {
        0..=2 => Intent::Select(Some(joint(random, editor))).into(),
        3 | 4 => Intent::SelectAll(joints(random, editor), choose(random)).into(),
        5 => Intent::SetHidden {
            joint: joint(random, editor),
            hidden: random.chance(50),
            with_children: random.chance(50),
        }
        .into(),
        6 => Intent::ToggleFold(joint(random, editor)).into(),
        _ => {
            let place = *random.pick(&[HoveredIn::Pane(0), HoveredIn::Pane(3), HoveredIn::Tree]);
            Input::Hover(random.chance(70).then(|| joint(random, editor)), place).into()
        }
    }
}

pub(super) fn vertices(random: &mut Random, editor: &DrivenEditor) -> Vec<VertexPlace> {
    let counts: Vec<usize> = placed_primitives(&editor.document().character)
        .map(|placed| placed.primitive.positions.len())
        .collect();
    let mut places = Vec::new();
    for _ in 0..=random.below(30) {
        let beyond = usize::from(random.chance(2));
        let primitive = random.below(counts.len() + beyond);
        let count = counts.get(primitive).copied().unwrap_or(1);
        places.push(VertexPlace {
            primitive,
            vertex: random.below(count),
        });
    }
    places
}

fn weights(random: &mut Random, editor: &DrivenEditor) -> Some {
    let joint = joint(random, editor);
    let places = vertices(random, editor);
    let command = match random.below(8) {
        0 => WeightCommand::SetLocked(joint, random.chance(50)),
        1 | 2 => WeightCommand::SelectVertices(places, choose(random)),
        _ => WeightCommand::Change {
            places,
            wanted: match random.below(3) {
                0 => RowRequest::Set(joint, number(random)),
                1 => RowRequest::Add(joint, random.around(1.0)),
                _ => RowRequest::Scale(joint, number(random)),
            },
            drag: random.chance(30).then_some(7),
        },
    };
    vec![("weights", Intent::Weights(command).into())]
}

fn pixel(random: &mut Random) -> Vec2 {
    PANE * Vec2::new(random.unit(), random.unit())
}

fn sample(random: &mut Random, editor: &DrivenEditor) -> Sample {
    Sample {
        pane: 0,
        pixel: pixel(random),
        viewport: PANE,
        camera: editor.session().camera,
    }
}

/// A whole stroke, in Weights mode; else a change to it now and then.
fn stroke(random: &mut Random, editor: &DrivenEditor) -> Some {
    if editor.session().mode != Mode::Weights {
        let mode = Action::Window(WindowAction::WeightsMode);
        return if random.chance(40) {
            vec![(kind(mode), Intent::Run(mode).into())]
        } else {
            action(random, editor)
        };
    }
    let held = BrushModifiers {
        smooths: random.chance(15),
        inverts: random.chance(15),
    };
    let mut at = sample(random, editor);
    let mut events = vec![
        BrushEvent::Point(Some((at, 20.0))),
        BrushEvent::Press(at, held),
    ];
    for _ in 0..random.below(4) {
        at.pixel += Vec2::new(random.around(40.0), random.around(40.0));
        events.push(BrushEvent::Follow(at));
    }
    if !random.chance(5) {
        events.push(if random.chance(15) {
            BrushEvent::Cancel
        } else {
            BrushEvent::Release
        });
    }
    if random.chance(10) {
        events = vec![
            BrushEvent::Held(1.0),
            BrushEvent::Aim(at.pixel, 20.0),
            BrushEvent::Keep,
            BrushEvent::LetGo(2.0),
        ];
    }
    events
        .into_iter()
        .map(|event| ("brush", Input::Brush(event).into()))
        .collect()
}

fn follow(random: &mut Random) -> Follow {
    Follow {
        pane: 0,
        pixel: pixel(random),
        viewport: PANE,
        hold: Hold {
            snap: random.chance(20),
            fine: random.chance(20),
        },
        step: 0.1,
    }
}

fn axis(random: &mut Random) -> Axis {
    *random.pick(&Axis::ALL)
}

/// A drag of the gizmo, or an operator with typed numbers.
fn tool(random: &mut Random) -> Some {
    let axis = axis(random);
    let part = *random.pick(&[
        GizmoPart::Free,
        GizmoPart::Axis(axis),
        GizmoPart::Plane(axis),
    ]);
    let mut events = vec![operation::Event::Take(part, follow(random))];
    for _ in 0..random.below(5) {
        events.push(match random.below(9) {
            0 => operation::Event::Axis(axis),
            1 => operation::Event::Plane(axis),
            2 | 3 => {
                operation::Event::Sign(*random.pick(&['0', '1', '9', '.', '-', '*', '(', 'e']))
            }
            4 => operation::Event::Backspace,
            5 => operation::Event::NextNumber,
            _ => operation::Event::Follow(follow(random)),
        });
    }
    if !random.chance(5) {
        let is_kept = random.chance(75);
        events.push(if is_kept {
            operation::Event::Confirm
        } else {
            operation::Event::Cancel
        });
    }
    events
        .into_iter()
        .map(|event| ("tool", Input::Tool(event).into()))
        .collect()
}

fn limb(random: &mut Random, editor: &DrivenEditor) -> Some {
    let camera = editor.session().camera;
    let pointer = |random: &mut Random| Pointer {
        pixel: pixel(random),
        viewport: PANE,
        camera,
        moves_pole: random.chance(20),
    };
    let mut events = vec![LimbEvent::Take(joint(random, editor), 0, pointer(random))];
    for _ in 0..random.below(4) {
        events.push(LimbEvent::Follow(pointer(random)));
    }
    events.push(if random.chance(80) {
        LimbEvent::Release
    } else {
        LimbEvent::Cancel
    });
    events
        .into_iter()
        .map(|event| ("limb", Input::Limb(event).into()))
        .collect()
}

fn view(random: &mut Random) -> Input {
    let drag = Vec2::new(random.around(300.0), random.around(300.0));
    match random.below(6) {
        0 | 1 => Input::Camera(
            random.below(5),
            CameraMove::Orbit {
                drag,
                height: PANE.y,
            },
        ),
        2 => Input::Camera(
            random.below(5),
            CameraMove::Pan {
                drag,
                height: PANE.y,
            },
        ),
        3 => Input::Camera(
            random.below(5),
            CameraMove::Zoom {
                factor: *random.pick(&[0.5, 0.9, 1.1, 2.0, 0.0, f32::NAN, 1e9]),
                cursor: pixel(random),
                viewport: PANE,
            },
        ),
        4 => Input::ActivatePane(random.below(6)),
        _ => Input::Dismiss(random.next() % 20),
    }
}

fn playing(random: &mut Random) -> Intent {
    match random.below(9) {
        0 => Intent::ShowClip(
            random
                .chance(70)
                .then(|| ClipId(u32::try_from(random.below(5)).unwrap_or_default())),
        ),
        1 => Intent::Seek(number(random)),
        2 => Intent::SetSpeed(number(random)),
        3 => {
            let method = *random.pick(&Method::ALL);
            let shows = PaneShows {
                look: Look::new(method),
                ..PaneShows::default()
            };
            Intent::Compare(CompareIntent::SetPane(random.below(5), shows))
        }
        4 => Intent::Compare(CompareIntent::RemovePane(random.below(5))),
        5 => Intent::Compare(CompareIntent::SetWipe(number(random))),
        6 => Intent::Compare(CompareIntent::SetGhost(number(random))),
        7 => Intent::Compare(CompareIntent::WeightsOfStep(random.below(12))),
        _ => {
            let range = random.chance(60).then(|| number(random));
            Intent::Compare(CompareIntent::PinRange(range))
        }
    }
}

pub(super) fn name(random: &mut Random) -> String {
    (*random.pick(&[
        "",
        "a",
        "arm.L",
        "arm.R",
        "\u{202e}x",
        "  ",
        "é\u{301}",
        "wrist",
        "name with spaces",
        "\"",
        "a/b",
    ]))
    .to_owned()
}

fn skeleton(random: &mut Random, editor: &DrivenEditor) -> Some {
    let place = Vec3::new(random.around(1.0), random.around(1.0), random.around(1.0));
    let one = joint(random, editor);
    let intent = match random.below(14) {
        0 | 1 => Intent::SetRest(
            one,
            Rigid {
                rotation: turn(random),
                translation: place,
            },
        ),
        2 => Intent::ChooseRest(*random.pick(&RestChoice::ALL)),
        3 => Intent::Reparent(
            joints(random, editor),
            random.chance(80).then(|| joint(random, editor)),
        ),
        4 => Intent::Rename(random.chance(70).then(|| Renaming {
            joint: one,
            text: name(random),
        })),
        5 | 6 => {
            let reach = *random.pick(&[ScaleInheritance::Joint, ScaleInheritance::Children]);
            Intent::SetScaleInheritance(one, reach)
        }
        7 => Intent::EditSkeleton(SkeletonEdit::Rename {
            joint: key(random, editor),
            name: name(random),
        }),
        8 => Intent::EditSkeleton(SkeletonEdit::Extrude {
            joint: key(random, editor),
            by: place.to_array(),
        }),
        9 => Intent::EditSkeleton(SkeletonEdit::Insert {
            child: key(random, editor),
            fraction: random.unit(),
        }),
        10 => Intent::EditSkeleton(SkeletonEdit::Dissolve {
            joint: key(random, editor),
        }),
        11 | 12 => Intent::EditSkeleton(super::partners::chosen(random, editor)),
        _ => Intent::EditSkeleton(super::partners::mirrored(random, editor)),
    };
    vec![("skeleton", intent.into())]
}

fn settings(random: &mut Random, editor: &DrivenEditor) -> Intent {
    let settings = &editor.session().settings;
    let mut brush = settings.brush.clone();
    brush.tool = *random.pick(&BrushTool::ALL);
    brush.reach = *random.pick(&BrushReach::ALL);
    brush.shape = *random.pick(&BrushShape::ALL);
    brush.sharing = *random.pick(&Sharing::ALL);
    brush.radius = 0.5 * random.unit();
    brush.strength = random.unit();
    brush.value = random.unit();
    brush.factor = number(random);
    brush.through = random.chance(50);
    brush.mirror = random.chance(40);
    brush.topology = random.chance(20);
    brush.limit = random.byte() % 9;
    match random.below(6) {
        0 => Intent::Set(SettingChange::Scale(number(random))),
        1 => Intent::Set(SettingChange::Bars(Mode::Animate, PaneBars::default())),
        2 => {
            let mut checks = settings.checks.clone();
            checks.limit = random.byte();
            Intent::Set(SettingChange::Checks(checks))
        }
        _ => Intent::Set(SettingChange::Brush(brush)),
    }
}

fn library(random: &mut Random, editor: &DrivenEditor) -> Intent {
    let entries = &editor.session().library.entries;
    let chosen = (!entries.is_empty()).then(|| random.pick(entries).path.clone());
    match (random.below(10), chosen) {
        (0 | 1, Some(path)) => Intent::Library(LibraryIntent::Apply(path)),
        (2, path) => Intent::Library(LibraryIntent::Choose(path)),
        (3, Some(path)) => Intent::Library(LibraryIntent::Rename {
            path,
            name: name(random),
            group: name(random),
        }),
        (4, Some(path)) => Intent::Library(LibraryIntent::Delete(path)),
        (5, _) => Intent::Library(LibraryIntent::SetAmount {
            amount: number(random),
            dragging: random.chance(30),
        }),
        (6 | 7, _) => Intent::Library(LibraryIntent::Save {
            name: name(random),
            group: String::new(),
            saved: *random.pick(&Saved::ALL),
            replace: random.chance(50),
        }),
        (8, _) => Intent::TestPose(StripEvent::Take(random.below(12))),
        _ => Intent::TestPose(StripEvent::Amount {
            amount: number(random),
            dragging: random.chance(30),
        }),
    }
}

fn dialogs(random: &mut Random) -> Intent {
    let aim = || Aim {
        pane: 0,
        ray: scene::view::camera::Ray {
            origin: Vec3::new(0.0, 0.5, 5.0),
            direction: Vec3::NEG_Z,
        },
        at: Vec2::splat(100.0),
        near: None,
    };
    match random.below(16) {
        0 => Intent::Rig(RigCommand::Begin),
        1 => Intent::Rig(RigCommand::Ask(None)),
        2 => Intent::Transfer(TransferIntent::Begin),
        3 => Intent::Transfer(TransferIntent::Ask(None)),
        4 => Intent::File(FileIntent::Export(FileDialogIntent::Go)),
        5 => Intent::File(FileIntent::Export(FileDialogIntent::Browse)),
        6 => Intent::File(FileIntent::ImportWeights(FileDialogIntent::Go)),
        7 => Intent::File(FileIntent::ExportWeights(FileDialogIntent::Go)),
        8 => Intent::Project(ProjectIntent::Answer(*random.pick(&[
            ProjectAnswer::Save,
            ProjectAnswer::DontSave,
            ProjectAnswer::Cancel,
            ProjectAnswer::Overwrite,
            ProjectAnswer::Reload,
        ]))),
        9 => Intent::TakeText(name(random)),
        10 => Intent::SetPasteAmount(number(random)),
        11 => {
            let pick = *random.pick(&[
                Pick::Joint(Choose::Alone),
                Pick::Vertex,
                Pick::Select(Choose::Add),
                Pick::Middle,
            ]);
            Intent::Pick(aim(), pick)
        }
        12 => Intent::Search(name(random)),
        13 => Intent::File(FileIntent::ExportWeights(FileDialogIntent::Cancel)),
        14 => Intent::File(FileIntent::Version(FileDialogIntent::Go)),
        _ => Intent::ClearNotices,
    }
}
