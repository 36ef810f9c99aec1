//! The brush, gradients and their settings.

use crate::commands::actions::BrushAction;
use crate::features::Context;
use crate::features::actions::conditions::{paintable, paints_joints};
use crate::features::actions::menus::{
    BRUSH, BRUSH_OPTIONS, DISTANCE, FALLOFF, GRADIENT, TAKE_FROM,
};
use crate::features::actions::row::{ActionInfo, Flag, row};
use crate::session::Session;
use crate::settings::{BrushReach, BrushSettings, BrushShape, BrushTool, GradientKind, Sharing};
use crate::state::painting::brush_work::{Adjusted, Adjusting, By};

/// A switch among the settings of the brush.
macro_rules! brush_flag {
    ($($place:ident).+) => {
        Flag {
            is_on: |session| session.settings.brush.$($place).+,
            flip: |session| change_brush(session, |brush| brush.$($place).+ ^= true),
        }
    };
}

#[expect(clippy::too_many_lines, reason = "a table: a row for each action")]
pub(crate) fn rows() -> Vec<ActionInfo> {
    let mut rows = Vec::from(BrushShape::ALL.map(|shape| {
        let action = BrushAction::UseBrushShape(shape);
        row(action, FALLOFF, format!("Falloff: {}", shape.name()))
            .tooltip("Falloff from the center of the brush to its edge")
            .checked(move |session| session.settings.brush.shape == shape)
            .run(move |cx| change_brush(cx.session, |brush| brush.shape = shape))
    }));
    rows.extend(BrushReach::ALL.map(|reach| {
        let action = BrushAction::UseBrushReach(reach);
        row(action, DISTANCE, format!("Distance: {}", reach.name()))
            .tooltip(reach.tooltip())
            .checked(move |session| session.settings.brush.reach == reach)
            .run(move |cx| change_brush(cx.session, |brush| brush.reach = reach))
    }));
    rows.extend(Sharing::ALL.map(|sharing| {
        let action = BrushAction::UseSharing(sharing);
        row(action, TAKE_FROM, format!("Take from: {}", sharing.name()))
            .tooltip(sharing.tooltip())
            .when([paints_joints])
            .checked(move |session| session.settings.brush.sharing == sharing)
            .run(move |cx| cx.use_sharing(sharing))
    }));
    rows.extend(GradientKind::ALL.map(|kind| {
        let action = BrushAction::UseGradient(kind);
        row(action, GRADIENT, format!("Gradient: {}", kind.name()))
            .tooltip(kind.tooltip())
            .checked(move |session| {
                let gradient = &session.settings.brush.gradient;
                is_in_use(BrushTool::Gradient, session) && gradient.kind == kind
            })
            .run(move |cx| {
                change_brush(cx.session, |brush| brush.gradient.kind = kind);
                cx.use_brush(BrushTool::Gradient);
            })
    }));
    rows.extend([
        row(BrushAction::ToggleBrushPreview, BRUSH, "Show what the brush touches")
            .tooltip("Dots at the vertices under a brush that rests, the larger the more it would do there")
            .toggles(brush_flag!(preview)),
        row(BrushAction::ToggleBrushGhost, BRUSH, "Show joints that lose weight")
            .tooltip("While you paint, rings in the color of the joint that loses most, the larger the more it loses there")
            .toggles(brush_flag!(ghost)),
        row(BrushAction::DragBrush(Adjusted::Radius), BRUSH, "Drag brush radius")
            .tooltip("While the key is held, drags set the radius of the brush; Esc puts it back")
            .when([paintable])
            .run(|cx| cx.begin_adjusting(Adjusted::Radius, By::Drags)),
        row(BrushAction::DragBrush(Adjusted::Strength), BRUSH, "Drag brush strength")
            .tooltip("While the key is held, drags set the strength of the brush; Esc puts it back")
            .when([paintable])
            .run(|cx| cx.begin_adjusting(Adjusted::Strength, By::Drags)),
        row(BrushAction::AdjustBrush(Adjusted::Radius), BRUSH_OPTIONS, "Brush radius")
            .tooltip("The pointer sets the radius of the brush: to the right is larger; a click keeps it, Esc puts it back")
            .when([paintable])
            .run(|cx| cx.begin_adjusting(Adjusted::Radius, By::Moves)),
        row(BrushAction::AdjustBrush(Adjusted::Strength), BRUSH_OPTIONS, "Brush strength")
            .tooltip("The pointer sets the strength of the brush: to the right is stronger; a click keeps it, Esc puts it back")
            .when([paintable])
            .run(|cx| cx.begin_adjusting(Adjusted::Strength, By::Moves)),
        row(BrushAction::ToggleRadiusInPixels, BRUSH_OPTIONS, "Radius in pixels")
            .tooltip("The brush keeps its size in the picture: nearer to the surface it reaches less of it")
            .checked(|session| session.settings.brush.in_pixels)
            .run(|cx| cx.toggle_radius_in_pixels()),
        row(BrushAction::ToggleBrushThrough, BRUSH_OPTIONS, "Paint through")
            .tooltip("The brush also paints surfaces that face away from you")
            .toggles(brush_flag!(through)),
        row(BrushAction::ToggleBrushBuildsUp, BRUSH_OPTIONS, "Build up")
            .tooltip("Every dab of a stroke adds to the one before")
            .toggles(brush_flag!(builds_up)),
        row(BrushAction::ToggleBrushGroup, BRUSH_OPTIONS, "Paint selected joints as one")
            .tooltip("Brushes and Flood change the sum of the selected joints' weights, which keep their proportions")
            .toggles(brush_flag!(group)),
        row(BrushAction::ToggleBrushMirror, BRUSH_OPTIONS, "Live mirror")
            .tooltip("The brush paints the other side too, with the joint of the other side")
            .toggles(brush_flag!(mirror)),
        row(BrushAction::ToggleBrushTopology, BRUSH_OPTIONS, "Mirror by topology")
            .tooltip("Finds mirror images by how triangles are connected, for posed or asymmetric meshes; else by position")
            .toggles(brush_flag!(topology)),
        row(BrushAction::NextBrushReach, DISTANCE, "Next distance")
            .tooltip("Distances along the surface, through the volume and on the screen in turn")
            .run(|cx| change_brush(cx.session, |brush| brush.reach = brush.reach.next())),
        row(BrushAction::PickPartner, TAKE_FROM, "Pick joint to take from")
            .tooltip("The next joint that you click, in the list, by its bone or on the surface, is the one that the brush takes weight from and gives it back to; Esc gives up")
            .when([paints_joints, paintable])
            .checked(|session| session.picks_donor())
            .run(|cx| cx.wait_for_donor()),
        row(BrushAction::SwapGradientEnds, GRADIENT, "Gradient: Swap ends")
            .tooltip("Exchanges the weights at the start and at the end of a gradient; Ctrl does so for one drag")
            .run(|cx| {
                change_brush(cx.session, |brush| {
                    let gradient = &mut brush.gradient;
                    std::mem::swap(&mut gradient.start, &mut gradient.end);
                });
            }),
        row(BrushAction::ToggleGradientBefore, GRADIENT, "Gradient: Extend before start")
            .tooltip("What lies before the start gets the weight there; with a limit to the limb, only what belongs to that")
            .toggles(brush_flag!(gradient.before)),
        row(BrushAction::ToggleGradientBeyond, GRADIENT, "Gradient: Extend beyond end")
            .tooltip("What lies beyond the end gets the weight there; with a limit to the limb, only what belongs to that")
            .toggles(brush_flag!(gradient.beyond)),
        row(BrushAction::ToggleGradientLimb, GRADIENT, "Gradient: Limit to limb")
            .tooltip("A line changes the arm, leg or finger along which it is drawn, and fades out where that meets the body; else all that is connected between its ends")
            .toggles(brush_flag!(gradient.limb)),
        row(BrushAction::ToggleGradientWhole, GRADIENT, "Gradient: Include loose parts")
            .tooltip("A gradient changes parts that lie apart too, as a sleeve around the arm, and not only what is connected with the place where you press")
            .toggles(brush_flag!(gradient.whole)),
    ]);
    rows.extend(BrushTool::ALL.map(|tool| {
        let (text, tooltip) = tool_texts(tool);
        row(BrushAction::UseBrush(tool), BRUSH, text)
            .tooltip(tooltip)
            .checked(move |session| is_in_use(tool, session))
            .run(move |cx| cx.use_brush(tool))
    }));
    rows
}

const fn tool_texts(tool: BrushTool) -> (&'static str, &'static str) {
    match tool {
        BrushTool::Select => ("Select joints", "No brush: the pointer selects joints"),
        BrushTool::Add => (
            "Add brush",
            "Gives the selected joint weight; Ctrl takes it, Shift smooths",
        ),
        BrushTool::Subtract => (
            "Subtract brush",
            "Takes weight from the selected joint; Ctrl gives it, Shift smooths",
        ),
        BrushTool::Replace => (
            "Replace brush",
            "Sets the weight of the selected joint to a value",
        ),
        BrushTool::Scale => (
            "Scale brush",
            "Multiplies the weight of the selected joint by a factor",
        ),
        BrushTool::Smooth => ("Smooth brush", "Smooths the weights of all joints"),
        BrushTool::Sharpen => (
            "Sharpen brush",
            "Sharpens the weights of all joints: the opposite of Smooth",
        ),
        BrushTool::Average => (
            "Average brush",
            "Gives all vertices under the brush their common mean",
        ),
        BrushTool::Smear => (
            "Smear brush",
            "Drags the weights of all joints along the stroke",
        ),
        BrushTool::Gradient => (
            "Gradient tool",
            "Runs the weight of the selected joint from where you press to where you let go; Shift radial, Ctrl the other way round",
        ),
    }
}

fn is_in_use(tool: BrushTool, session: &Session) -> bool {
    session.settings.brush.tool == tool && !session.selects_vertices()
}

fn change_brush(session: &mut Session, change: impl FnOnce(&mut BrushSettings)) {
    let mut brush = session.settings.brush.clone();
    change(&mut brush);
    session.settings.brush = brush.sane();
}

impl Context<'_> {
    fn use_brush(&mut self, tool: BrushTool) {
        change_brush(self.session, |brush| brush.tool = tool);
        self.session.character.weights.selecting = false;
        self.session.character.correctives.tool = None;
    }

    /// Without a donor picked before, choosing to take from one begins to pick it.
    fn use_sharing(&mut self, sharing: Sharing) {
        let has_donor = !self.session.settings.brush.partner.is_empty();
        if sharing == Sharing::Picked && !has_donor {
            self.wait_for_donor();
        } else {
            change_brush(self.session, |brush| brush.sharing = sharing);
        }
    }

    fn toggle_radius_in_pixels(&mut self) {
        // The radius that is seen at the pointer, if it is over a pane.
        let seen = self.session.character.weights.keep_free;
        change_brush(self.session, |brush| {
            brush.in_pixels ^= true;
            if brush.in_pixels && seen > 0.0 {
                brush.pixels = seen;
            }
        });
    }

    fn begin_adjusting(&mut self, what: Adjusted, by: By) {
        let brush = self.session.settings.brush.clone();
        self.session.painting.adjusting = Some(Adjusting::new(what, by, brush));
    }
}
