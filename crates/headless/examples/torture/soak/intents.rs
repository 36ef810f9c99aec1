//! Random intents that no action has: layers of weights, methods of meshes, single vertices, constraints of joints, windows, and choices of dialogs.

use character::MeshSkinning;
use rig::Method;
use session::commands::command::{Command, Input, Intent, Panel};
use session::state::weight_operations::weight_request::{
    AutomaticRequest, BulgePoses, BulgeRequest, MOST_JOINTS, MOST_PERCENT, MOST_ROUNDS, PullChoice,
    RigCommand, RigDialog, WeighedJoints,
};
use session::state::weight_table::command::{LayerIntent, WeightCommand};

use super::super::driven_editor::DrivenEditor;
use super::super::random::Random;
use super::commands::{name, number, vertices};

/// The next commands: one, or those of one drag.
pub(super) fn some(random: &mut Random, editor: &DrivenEditor) -> Vec<(&'static str, Command)> {
    match random.below(11) {
        0..=4 => layers(random, editor),
        5 => vec![("meshes", mesh(random, editor).into())],
        6 => {
            let place = vertices(random, editor).first().copied();
            let intent = match place {
                Some(place) if random.chance(50) => Intent::FrameVertex(place),
                place => Intent::PinVertex(place.filter(|_| random.chance(80))),
            };
            vec![("vertices", intent.into())]
        }
        7 => vec![("windows", window(random))],
        8 => vec![("constraints", super::constraints::chosen(random, editor))],
        _ => choices(random),
    }
}

fn layers(random: &mut Random, editor: &DrivenEditor) -> Vec<(&'static str, Command)> {
    // One beyond the last now and then.
    let beyond = usize::from(random.chance(5));
    let layer = random.below(editor.document().layers.len() + beyond);
    let of = |intent: LayerIntent| -> (&'static str, Command) {
        let intent = Intent::Weights(WeightCommand::Layer(intent));
        ("layers", intent.into())
    };
    match random.below(8) {
        0 | 1 => vec![of(LayerIntent::Activate(layer))],
        2 => vec![of(LayerIntent::SetVisible(layer, random.chance(50)))],
        3 => vec![of(LayerIntent::Rename(layer, name(random)))],
        4 => {
            let typed = (layer, name(random));
            vec![of(LayerIntent::Type(random.chance(60).then_some(typed)))]
        }
        _ => {
            let dragging = random.chance(60);
            let times = if dragging { 1 + random.below(3) } else { 1 };
            let opacity = |random: &mut Random| match random.chance(90) {
                true => random.unit(),
                false => number(random),
            };
            let mut commands: Vec<(&'static str, Command)> = (0..times)
                .map(|_| {
                    of(LayerIntent::SetOpacity {
                        layer,
                        opacity: opacity(random),
                        dragging,
                    })
                })
                .collect();
            if random.chance(20) {
                let other = random.below(editor.document().layers.len());
                commands.push(of(LayerIntent::Activate(other)));
            }
            if random.chance(80) {
                commands.push(("end of gesture", Input::EndGesture.into()));
            }
            commands
        }
    }
}

fn mesh(random: &mut Random, editor: &DrivenEditor) -> Intent {
    let beyond = usize::from(random.chance(3));
    let mesh = random.below(editor.document().character.meshes.len() + beyond);
    if random.chance(30) {
        return Intent::ChooseMesh(mesh);
    }
    let skinning = MeshSkinning {
        method: *random.pick(&Method::ALL),
        signs: None,
    };
    Intent::SetMeshSkinning(mesh, random.chance(70).then_some(skinning))
}

fn window(random: &mut Random) -> Command {
    let text = random.chance(60).then(|| name(random));
    match random.below(6) {
        0 => Intent::Palette(text).into(),
        1 => Intent::PathDialog(text).into(),
        2 => Intent::SearchKeys(text.unwrap_or_default()).into(),
        3 => Intent::Toggle(*random.pick(&Panel::ALL)).into(),
        4 => Intent::Show(*random.pick(&Panel::ALL)).into(),
        _ => Input::Crowd(u16::from(random.byte())).into(),
    }
}

/// Choices of dialogs about all weights; automatic weights are begun with them now and then.
fn choices(random: &mut Random) -> Vec<(&'static str, Command)> {
    let mut rig = Vec::new();
    match random.below(3) {
        0 => {
            rig.push(RigCommand::Automatic(AutomaticRequest {
                joints: *random.pick(&WeighedJoints::ALL),
                limit: random.byte() % (MOST_JOINTS + 1),
                smoothing: random.byte() % (MOST_ROUNDS + 1),
                only_unbound: random.chance(50),
                ..AutomaticRequest::default()
            }));
            if random.chance(25) {
                rig.push(RigCommand::Ask(Some(RigDialog::Automatic)));
                rig.push(RigCommand::Begin);
            }
        }
        1 => rig.push(RigCommand::Bulge(BulgeRequest {
            over: *random.pick(&BulgePoses::ALL),
            percent: random.byte() % (MOST_PERCENT + 1),
        })),
        _ => rig.push(RigCommand::Pull(PullChoice {
            by: [random.around(0.5), random.around(0.5), number(random)],
            radius: number(random),
            ..PullChoice::default()
        })),
    }
    let commands = rig.into_iter();
    commands
        .map(|command| ("choices", Intent::Rig(command).into()))
        .collect()
}
