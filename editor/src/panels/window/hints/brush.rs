//! Hints for the mouse and the keys while weights are painted.

use session::commands::actions::{Action, BrushAction, WeightAction};
use session::commands::keymap::Modifiers;
use session::features::view::View;
use session::mode::Mode;
use session::settings::BrushTool;
use session::state::painting::brush_work::{
    Adjusted, BrushModifiers, By, StrokeWork, modified_tool,
};
use session::state::painting::sculpt::SculptTool;

use super::Hint;

/// Hints while clicks and drags select vertices; none for keys that mean nothing else then. `others` are those of the mode.
fn vertex_hints(
    view: &View<'_>,
    held: Modifiers,
    others: impl FnOnce() -> Vec<Hint>,
) -> Option<Vec<Hint>> {
    let is_mask = view.session.character.weights.vertices.is_mask();
    if held == Modifiers::NONE {
        return Some(bare_vertex_hints(view, is_mask));
    }
    let mut hints = if held == Modifiers::SHIFT {
        to_hints([
            ("Shift+click", "add or remove"),
            ("Shift+drag", "add by a box"),
        ])
    } else if held == Modifiers::COMMAND {
        let drag = if is_mask { PULL } else { "select by a box" };
        to_hints([("Ctrl+drag", drag)])
    } else {
        return None;
    };
    let is_taken = |hint: &Hint| hint.keys == "Ctrl+drag" || hint.keys == "Shift+click";
    hints.extend(others().into_iter().filter(|hint| !is_taken(hint)));
    Some(hints)
}

/// What a drag with Ctrl does to selected vertices.
const PULL: &str = "pull";

/// Hints for selecting vertices with no key held.
fn bare_vertex_hints(view: &View<'_>, is_mask: bool) -> Vec<Hint> {
    let mut hints = to_hints([
        ("click", "select a vertex"),
        ("Shift+click", "add or remove"),
        ("drag", "select by a box"),
    ]);
    if is_mask {
        hints.extend(to_hints([("Ctrl+drag", PULL)]));
    }
    let actions = [
        (
            Action::Weights(WeightAction::SelectVerticesOfJoint),
            "all of the joint",
        ),
        (
            Action::Weights(WeightAction::CopyVertexWeights),
            "copy weights",
        ),
        (
            Action::Weights(WeightAction::PasteVertexWeights),
            "paste weights",
        ),
        (
            Action::Weights(WeightAction::ToggleVertexTool),
            "back to the brush",
        ),
    ];
    hints.extend(actions.into_iter().filter_map(|(action, what)| {
        Some(Hint {
            keys: view.key_text(action)?,
            what: what.to_owned(),
        })
    }));
    hints
}

fn stroke_hints(work: &StrokeWork, numbers: &'static str) -> Vec<Hint> {
    if work.is_over && work.pending_mirror {
        return to_hints([
            ("wait", "mirror images are being found"),
            ("Esc", "cancel the stroke"),
        ]);
    }
    to_hints([
        (
            "drag",
            verb(work.tool, work.joint.is_none().then_some(numbers)),
        ),
        ("release", "keep"),
        ("Esc", "cancel the stroke"),
    ])
}

/// Hints while the brush shapes a corrective.
fn sculpt_hints(tool: SculptTool, held: Modifiers, is_drawn: bool) -> Vec<Hint> {
    if is_drawn {
        return to_hints([("release", "keep"), ("Esc", "cancel the stroke")]);
    }
    let what = |tool: SculptTool| match tool {
        SculptTool::Grab => "grab the surface",
        SculptTool::Smooth => "smooth the surface",
        SculptTool::Erase => "erase the correction",
    };
    if held == Modifiers::SHIFT {
        return to_hints([("Shift+drag", what(SculptTool::Smooth))]);
    }
    if held == Modifiers::COMMAND {
        return to_hints([("Ctrl+drag", what(SculptTool::Erase))]);
    }
    to_hints([
        ("drag", what(tool)),
        ("Shift+drag", "smooth"),
        ("Ctrl+drag", "erase"),
    ])
}

/// The hints of the brush while it is in use; `others` are those of the mode.
pub(super) fn brush_hints(
    view: &View<'_>,
    held: Modifiers,
    others: impl FnOnce() -> Vec<Hint>,
) -> Option<Vec<Hint>> {
    let session = view.session;
    let tool = session.settings.brush.tool;
    let adjusting = session.painting.adjusting.as_ref();
    if adjusting.is_some_and(|adjusting| adjusting.by == By::Drags) {
        return Some(to_hints([
            ("drag", "set the brush"),
            ("release the key", "keep"),
            ("right click or Esc", "put back"),
        ]));
    }
    if adjusting.is_some() {
        return Some(to_hints([
            ("move or drag", "set the brush"),
            ("click or Enter", "keep"),
            ("right click or Esc", "put back"),
        ]));
    }
    if let Some(tool) = session.sculpts() {
        return Some(sculpt_hints(tool, held, session.painting.stroke.is_some()));
    }
    if let Some(work) = &session.painting.stroke {
        return Some(stroke_hints(work, session.painted_numbers()));
    }
    if session.selects_vertices() {
        return vertex_hints(view, held, others);
    }
    if session.mode != Mode::Weights || tool == BrushTool::Select || held.alt {
        return None;
    }
    let done = modified_tool(
        tool,
        BrushModifiers {
            smooths: held.shift,
            inverts: held.command,
        },
    );
    let drag = match (held.shift, held.command) {
        (true, true) => "Ctrl+Shift+drag",
        (true, false) => "Shift+drag",
        (false, true) => "Ctrl+drag",
        (false, false) => "drag",
    };
    let numbers = session.paints_numbers().then(|| session.painted_numbers());
    let has_joint = session.character.selection.active().is_some();
    let mut hints = if numbers.is_some() || has_joint || done.is_of_all_joints() {
        to_hints([(drag, verb(done, numbers))])
    } else {
        to_hints([("click a joint first", "in the list, or S+click the surface")])
    };
    if held == Modifiers::NONE {
        let opposite = modified_tool(
            tool,
            BrushModifiers {
                inverts: true,
                ..BrushModifiers::default()
            },
        );
        let opposite = if opposite == tool {
            "invert"
        } else {
            verb(opposite, numbers)
        };
        let is_gradient = tool == BrushTool::Gradient;
        let smooth = if is_gradient {
            "line or radial"
        } else {
            "smooth"
        };
        let opposite = if is_gradient { "swap ends" } else { opposite };
        hints.extend(to_hints([("Shift", smooth), ("Ctrl", opposite)]));
        hints.extend(
            [
                (BrushAction::DragBrush(Adjusted::Radius), "radius"),
                (BrushAction::DragBrush(Adjusted::Strength), "strength"),
            ]
            .into_iter()
            .filter(|_| !is_gradient)
            .filter_map(|(action, what)| {
                Some(Hint {
                    keys: format!("{}+drag", view.key_text(action)?),
                    what: what.to_owned(),
                })
            }),
        );
        hints.extend(to_hints([("S+click", "pick joint from surface")]));
    }
    if held == Modifiers::COMMAND && session.shows_bones() {
        hints.extend(to_hints([("Ctrl+click", "pick a bone")]));
    }
    // Hints of the mode whose keys the brush uses.
    let is_taken = |hint: &Hint| {
        hint.what == "select bone"
            || hint.keys == "LMB"
            || hint.keys == "Shift+LMB"
            || hint.keys == "Ctrl+drag"
            || hint.keys == "Shift+click"
            || hint.keys == "S+click"
    };
    hints.extend(others().into_iter().filter(|hint| !is_taken(hint)));
    Some(hints)
}

/// What a brush does to the weights of a joint, or to such numbers.
fn verb(tool: BrushTool, numbers: Option<&'static str>) -> &'static str {
    if let Some(what) = numbers {
        return verb_for(tool, what);
    }
    match tool {
        BrushTool::Select => "select",
        BrushTool::Add => "add weight",
        BrushTool::Subtract => "subtract weight",
        BrushTool::Replace => "replace weight",
        BrushTool::Scale => "scale weight",
        BrushTool::Smooth => "smooth weights",
        BrushTool::Sharpen => "sharpen weights",
        BrushTool::Average => "average weights",
        BrushTool::Smear => "smear weights",
        BrushTool::Gradient => "draw a gradient",
    }
}

fn to_hints<const N: usize>(hints: [(&str, &str); N]) -> Vec<Hint> {
    hints
        .into_iter()
        .map(|(keys, what)| Hint {
            keys: keys.to_owned(),
            what: what.to_owned(),
        })
        .collect()
}

fn verb_for(tool: BrushTool, what: &str) -> &'static str {
    let [
        add,
        subtract,
        replace,
        scale,
        smooth,
        sharpen,
        average,
        smear,
    ] = match what {
        "layer mask" => [
            "show layer",
            "hide layer",
            "replace mask",
            "scale mask",
            "smooth mask",
            "sharpen mask",
            "average mask",
            "smear mask",
        ],
        "bulge map" => [
            "draw back bulges",
            "let bulges be",
            "replace bulge",
            "scale bulge",
            "smooth bulge",
            "sharpen bulge",
            "average bulge",
            "smear bulge",
        ],
        _ => [
            "towards dual quaternion",
            "towards linear",
            "replace blend",
            "scale blend",
            "smooth blend",
            "sharpen blend",
            "average blend",
            "smear blend",
        ],
    };
    match tool {
        BrushTool::Select => "select",
        BrushTool::Add => add,
        BrushTool::Subtract => subtract,
        BrushTool::Replace => replace,
        BrushTool::Scale => scale,
        BrushTool::Smooth => smooth,
        BrushTool::Sharpen => sharpen,
        BrushTool::Average => average,
        BrushTool::Smear => smear,
        BrushTool::Gradient => "draw a gradient",
    }
}
