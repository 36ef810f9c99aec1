//! Hints for the mouse and the keys, by mode, by held modifiers and by what is under the pointer.

use eframe::egui::{RichText, TextStyle, Ui, WidgetText};
use scene::names::joint_name;
use session::commands::actions::{
    Action, AnimateAction, CompareAction, EditAction, PoseAction, PosingAction, SkeletonAction,
    ToolAction, ViewAction, WeightAction, WindowAction,
};
use session::commands::keymap::{Drag, KeyMap, Modifiers, Navigation, shortcut_text};
use session::features::actions::{action_state, info};
use session::features::view::View;
use session::mode::Mode;
use session::state::gizmo::tool::{Axis, GizmoPart, Tool};
use session::state::posing::limb::LimbDrag;

use crate::window_keys::modifiers;

mod brush;
mod named;
mod sheet;

use brush::brush_hints;
use named::{SETS_KEYS, action_hints};
use sheet::{key_drag_hints, sheet_hints};

/// A key or a movement of the mouse, and its effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Keys and mouse buttons as people write them, such as `Shift+MMB`.
    pub keys: String,
    /// What they do, in one or two words such as `pan`.
    pub what: String,
}

impl Hint {
    fn new(keys: impl Into<String>, what: impl Into<String>) -> Self {
        Self {
            keys: keys.into(),
            what: what.into(),
        }
    }
}

/// Hints for the current state of the window, the most useful first.
#[must_use]
pub fn hints(view: &View<'_>, held: Modifiers) -> Vec<Hint> {
    let session = view.session;
    if let Some(operation) = &session.operation {
        return operator_hints(operation.tool, operation.by_handle);
    }
    if session.slider.is_some() {
        return vec![
            Hint::new("move sideways", "more or less"),
            Hint::new("0…9 - .", "type percent"),
            Hint::new("Ctrl", "whole steps"),
            Hint::new("Shift", "fine"),
            Hint::new("click or Enter", "confirm"),
            Hint::new("right click or Esc", "cancel"),
        ];
    }
    if let Some(drag) =
        (session.character.sheet.drag.as_ref()).filter(|_| session.character.sheet.is_free_drag())
    {
        return key_drag_hints(drag);
    }
    if let Some(hints) = sheet_hints(view, held) {
        return hints;
    }
    if session.limb.as_ref().is_some_and(LimbDrag::is_at_work) {
        return vec![
            Hint::new("drag", "reach"),
            Hint::new("Shift", "turn elbow or knee"),
            Hint::new("release", "confirm"),
            Hint::new("Esc", "cancel"),
        ];
    }
    if session.character.skeleton.placing {
        return vec![
            Hint::new("click", "add a joint at the middle"),
            Hint::new("Esc", "cancel"),
        ];
    }
    if session.fitting().is_some() {
        return vec![
            Hint::new("drag a marker", "put it in place"),
            Hint::new("Enter", "create the joints"),
            Hint::new("Esc", "cancel"),
        ];
    }
    if session.picks_donor() {
        return vec![
            Hint::new("click", "the joint that gives the weight"),
            Hint::new("Esc", "cancel"),
        ];
    }
    if session.character.boxing.is_some() {
        return vec![
            Hint::new("drag", "select by a box"),
            Hint::new("Shift+drag", "add by a box"),
            Hint::new("Esc", "cancel"),
        ];
    }
    let is_possible = |action| info(action).is_some_and(|row| action_state(row, view).enabled);
    let of_mode = || hints_of(&session.keymap, session.mode, held, is_possible);
    if let Some(hints) = brush_hints(view, held, of_mode) {
        return hints;
    }
    let waits = session.mode.poses() && session.tool != Tool::Select;
    if waits && session.tool == Tool::Limb && held == Modifiers::NONE {
        let first = [
            Hint::new("drag a hand or foot", "bend its limb"),
            Hint::new("Shift while dragging", "turn elbow or knee"),
        ];
        let rest = hints_of(&session.keymap, session.mode, held, is_possible);
        return first.into_iter().chain(rest).collect();
    }
    if waits
        && session.character.selection.is_empty()
        && held == Modifiers::NONE
        && session.character.hovered.is_none()
    {
        let first = Hint::new(session.tool.name(), "select a joint first");
        let rest = hints_of(&session.keymap, session.mode, held, is_possible);
        return std::iter::once(first).chain(rest).collect();
    }
    if let Some(joint) = session
        .character
        .hovered
        .filter(|_| held == Modifiers::NONE)
    {
        let name = joint_name(&view.document.character.rig.skeleton, joint);
        let hints = hints_of(&session.keymap, session.mode, held, is_possible);
        let click = Hint::new("click", format!("select {name}"));
        return std::iter::once(click)
            .chain(hints.into_iter().filter(|hint| hint.keys != "click"))
            .collect();
    }
    hints_of(&session.keymap, session.mode, held, is_possible)
}

/// Hints of a key map in a mode: the most used actions with no modifier held, else those of the held modifiers; only
/// actions that are possible now.
#[must_use]
pub fn hints_of(
    keymap: &KeyMap,
    mode: Mode,
    held: Modifiers,
    is_possible: impl Fn(Action) -> bool,
) -> Vec<Hint> {
    let mut hints: Vec<Hint> = Navigation::ALL
        .into_iter()
        .filter_map(|way| navigation(keymap, way, held))
        .collect();
    if held == Modifiers::NONE {
        hints.push(Hint::new("wheel", "zoom"));
        hints.push(Hint::new("click", "select bone"));
        hints.push(Hint::new("Alt+click", PIN));
        if mode == Mode::Weights {
            hints.push(Hint::new("S+click", "pick joint of the surface"));
        }
        if mode == Mode::Animate {
            // What the mode is for comes first: the row is cut off at its right.
            hints.extend(action_hints(keymap, mode, SETS_KEYS, &is_possible));
        }
        if mode.drags_joints() {
            hints.extend(tool_hints(keymap, mode, &is_possible));
        }
        hints.extend(action_hints(keymap, mode, favorites(mode), &is_possible));
    } else {
        if held == Modifiers::ALT {
            hints.push(Hint::new("Alt+click", PIN));
        }
        hints.extend(with_pointer(held));
        hints.extend(with_held(keymap, mode, held, is_possible));
    }
    hints
}

/// Keys that a tool in progress understands.
#[must_use]
fn operator_hints(tool: Tool, by_handle: bool) -> Vec<Hint> {
    let axes = if tool == Tool::Shear {
        "XY, YZ or ZX"
    } else {
        "one axis; again: other space"
    };
    let ends = if by_handle {
        [("release", "confirm"), ("Esc", "cancel")]
    } else {
        [
            ("click or Enter", "confirm"),
            ("right click or Esc", "cancel"),
        ]
    };
    let planes = GizmoPart::Plane(Axis::X).of_tool(tool);
    let planes = planes.then_some(("Shift+X Y Z", "the other two"));
    [("X Y Z", axes)]
        .into_iter()
        .chain(planes)
        .chain([("0…9 - .", "type a number"), ("Tab", "the next axis")])
        .chain([("Ctrl", "whole steps"), ("Shift", "fine")])
        .chain(ends)
        .map(|(keys, what)| Hint::new(keys, what))
        .collect()
}

/// The effect of Alt+click.
const PIN: &str = "pin vertex";

/// The drag for this navigation with the held modifiers. With none held also a drag with modifiers, if there is no
/// other.
fn navigation(keymap: &KeyMap, way: Navigation, held: Modifiers) -> Option<Hint> {
    let (now, others): (Vec<Drag>, Vec<Drag>) = keymap
        .drags_of(way)
        .partition(|drag| drag.modifiers == held);
    let otherwise = others
        .into_iter()
        .filter(|_| held == Modifiers::NONE && way != Navigation::Zoom);
    let first = now.into_iter().chain(otherwise).next()?;
    Some(Hint::new(first.to_string(), way.id()))
}

/// Pointer actions in panes other than camera movements.
fn with_pointer(held: Modifiers) -> Option<Hint> {
    if held == Modifiers::SHIFT {
        Some(Hint::new("Shift+click", "add or remove joint"))
    } else if held == Modifiers::COMMAND {
        Some(Hint::new("Ctrl+drag", "select by a box"))
    } else {
        None
    }
}

/// All keys with exactly the held modifiers.
fn with_held(
    keymap: &KeyMap,
    mode: Mode,
    held: Modifiers,
    is_possible: impl Fn(Action) -> bool,
) -> Vec<Hint> {
    let mut hints: Vec<Hint> = Vec::new();
    for binding in keymap.bindings() {
        let mut keys = keymap.keys_of(binding.action, mode);
        let Some(shortcut) = keys.find(|shortcut| shortcut.modifiers == held) else {
            continue;
        };
        if !is_possible(binding.action) {
            continue;
        }
        let hint = said(binding.action).map(|what| Hint::new(shortcut_text(&shortcut), what));
        hints.extend(hint.filter(|hint| !hints.contains(hint)));
    }
    hints
}

/// Keys that start moving, rotating, scaling and shearing at once; where only the key that selects the tool needs no
/// modifier, that one.
fn tool_hints(keymap: &KeyMap, mode: Mode, is_possible: impl Fn(Action) -> bool) -> Vec<Hint> {
    let hint = |tool: Tool| {
        let ways = [
            Action::Tool(ToolAction::Operate(tool)),
            Action::Tool(ToolAction::UseTool(tool)),
        ];
        let keys = ways.into_iter().filter_map(|action| {
            let shortcut = keymap.keys_of(action, mode).next()?;
            is_possible(action).then(|| {
                (
                    shortcut.modifiers == Modifiers::NONE,
                    shortcut_text(&shortcut),
                )
            })
        });
        let quick = keys.filter(|(is_bare, _)| *is_bare).map(|(_, keys)| keys);
        quick
            .map(|keys| Hint::new(keys, tool.name().to_lowercase()))
            .next()
    };
    let tools = [Tool::Move, Tool::Rotate, Tool::Scale, Tool::Shear];
    tools.into_iter().filter_map(hint).collect()
}

/// The most used actions of a mode.
const fn favorites(mode: Mode) -> &'static [Action] {
    match mode {
        Mode::Skeleton => &[
            Action::Skeleton(SkeletonAction::AddJoint),
            Action::Skeleton(SkeletonAction::ExtrudeJoint),
            Action::Skeleton(SkeletonAction::DissolveJoints),
            Action::Skeleton(SkeletonAction::RenameJoint),
            Action::Edit(EditAction::SelectParent),
            Action::Edit(EditAction::SelectNone),
            Action::View(ViewAction::FrameSelection),
            Action::View(ViewAction::FrameAll),
        ],
        Mode::Weights => &[
            Action::Weights(WeightAction::LockJoints),
            Action::Weights(WeightAction::LockOthers),
            Action::Weights(WeightAction::ToggleIsolated),
            Action::Edit(EditAction::SelectParent),
            Action::View(ViewAction::FrameSelection),
            Action::Compare(CompareAction::ToggleHeatmap),
            Action::Animate(AnimateAction::PlayPause),
        ],
        Mode::Pose => &[
            Action::Pose(PoseAction::ResetJoint),
            Action::Pose(PoseAction::ToggleRest),
            Action::View(ViewAction::FrameSelection),
            Action::Animate(AnimateAction::PlayPause),
        ],
        Mode::Animate => &[
            Action::Animate(AnimateAction::PlayPause),
            Action::Animate(AnimateAction::PreviousKey),
            Action::Animate(AnimateAction::NextKey),
            Action::Posing(PosingAction::Breakdown),
            Action::Animate(AnimateAction::FirstFrame),
            Action::Animate(AnimateAction::LastFrame),
        ],
    }
}

/// The name of an action as it continues a sentence.
fn said(action: Action) -> Option<String> {
    let name = info(action)?.text.trim_end_matches('…');
    let mut letters = name.chars();
    let first = letters.next()?;
    Some(first.to_lowercase().chain(letters).collect())
}

/// Draws as many hints as fit; the key of the list of all keys always has space.
pub fn hint_row(ui: &mut Ui, view: &View<'_>) {
    let held = modifiers(ui.input(|input| input.modifiers));
    let all_keys = view
        .key_text(WindowAction::Shortcuts)
        .map(|keys| Hint::new(keys, "all keys"));
    let mut available =
        ui.available_width() - all_keys.as_ref().map_or(0.0, |hint| width(ui, hint));
    for hint in hints(view, held) {
        let needed = width(ui, &hint);
        if needed > available {
            break;
        }
        available -= needed;
        show(ui, &hint);
    }
    if let Some(hint) = all_keys.filter(|_| available >= 0.0) {
        show(ui, &hint);
    }
}

/// Gaps in points: between two hints, and between the keys of a hint and its words.
const BETWEEN: f32 = 8.0;
const AFTER_KEYS: f32 = 5.0;

fn show(ui: &mut Ui, hint: &Hint) {
    ui.spacing_mut().item_spacing.x = AFTER_KEYS;
    let [keys, what] = texts(hint);
    ui.label(keys);
    ui.label(what);
    ui.add_space(BETWEEN);
}

fn width(ui: &Ui, hint: &Hint) -> f32 {
    let widths = texts(hint).map(|text| {
        let text = WidgetText::from(text);
        let galley = text.into_galley(ui, None, f32::INFINITY, TextStyle::Small);
        galley.size().x + AFTER_KEYS
    });
    widths.iter().sum::<f32>() + BETWEEN + 1.0
}

fn texts(hint: &Hint) -> [RichText; 2] {
    [
        RichText::new(&hint.keys).small().strong(),
        RichText::new(&hint.what).small().weak(),
    ]
}
