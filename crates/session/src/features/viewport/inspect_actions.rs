//! Hidden joints and pinned vertices.

use crate::commands::actions::InspectAction;
use crate::features::actions::conditions::joint_selected;
use crate::features::actions::menus::{FIND, OVERLAYS, SCENE, VISIBLE_MESHES};
use crate::features::actions::row::{ActionInfo, row};
use crate::features::viewport::hidden_surfaces::meant_surfaces;
use crate::mode::Mode;

const NO_SURFACE: &str = "select vertices of it, or hold the pointer over it";

#[expect(clippy::too_many_lines, reason = "a table: a row for each action")]
pub(crate) fn rows() -> Vec<ActionInfo> {
    vec![
        row(InspectAction::PinVertex, FIND, "Pin vertex")
            .tooltip("Keeps the vertex under the pointer in the inspector; Alt+click does the same")
            .requires(
                |view| view.session.character.pointing.found.is_some(),
                "the pointer is not on the surface",
            )
            .run(|cx| {
                let found = cx.session.character.pointing.found.map(|found| found.place);
                cx.pin_vertex(found.or(cx.session.character.pointing.pinned));
            }),
        row(InspectAction::UnpinVertex, FIND, "Unpin vertex")
            .tooltip("Removes the pinned vertex from the inspector")
            .requires(
                |view| view.session.character.pointing.pinned.is_some(),
                "no vertex is pinned",
            )
            .run(|cx| cx.pin_vertex(None)),
        row(InspectAction::ToggleProbe, OVERLAYS, "Vertex probe")
            .tooltip("Shows what moves the vertex under a pointer that rests on the surface")
            .checked(|session| session.probe())
            .run(|cx| match cx.session.mode {
                Mode::Weights => cx.session.switches.probe ^= true,
                Mode::Skeleton | Mode::Pose | Mode::Animate => {
                    cx.session.switches.probe_in_pose ^= true;
                }
            }),
        row(InspectAction::HideJoint, SCENE, "Hide joint")
            .tooltip("Hides the selected joint in the panes, or shows it again")
            .when([joint_selected])
            .checked(|session| {
                let active = session.character.selection.active();
                active.map(|joint| session.character.hidden.contains(&joint))
            })
            .run(|cx| {
                if let Some(joint) = cx.session.character.selection.active() {
                    let hidden = !cx.session.character.hidden.contains(&joint);
                    cx.set_hidden(joint, hidden, false);
                }
            }),
        row(InspectAction::HideOthers, SCENE, "Hide other joints")
            .tooltip("Hides all joints in the panes but the selected one and its descendants")
            .when([joint_selected])
            .run(|cx| cx.hide_others()),
        row(InspectAction::ShowAllJoints, SCENE, "Show all joints")
            .tooltip("Shows all hidden joints again")
            .requires(
                |view| !view.session.character.hidden.is_empty(),
                "no joint is hidden",
            )
            .run(|cx| cx.session.character.hidden.clear()),
        row(InspectAction::HideMesh, VISIBLE_MESHES, "Hide mesh")
            .tooltip("Hides the meshes with selected vertices in the panes, or the one under the pointer: clicks and brushes reach what lies below. Exports have it all the same")
            .requires(|view| !meant_surfaces(view.session).is_empty(), NO_SURFACE)
            .run(|cx| cx.hide_surfaces(true)),
        row(InspectAction::HideMaterial, VISIBLE_MESHES, "Hide material")
            .tooltip("Hides only what has the materials of the selected vertices, or the one under the pointer")
            .requires(|view| !meant_surfaces(view.session).is_empty(), NO_SURFACE)
            .run(|cx| cx.hide_surfaces(false)),
        row(InspectAction::HideFaces, VISIBLE_MESHES, "Hide selected faces")
            .tooltip("Hides the faces all of whose corners are selected in the panes: clicks and brushes reach what lies below, and pass over what is hidden. Exports have them all the same")
            .requires(
                |view| view.session.character.weights.vertices.is_mask(),
                "no vertex is selected",
            )
            .run(|cx| cx.hide_selected_faces()),
        row(
            InspectAction::HideFacesUnderClothes,
            VISIBLE_MESHES,
            "Hide faces under clothes",
        )
        .tooltip("Hides the faces of a body that lie, at rest, under clothes that were bound with it: brushes on the clothes and at their edges do not touch them")
        .requires(
            |view| !view.document.worn.is_empty(),
            "no clothes are bound with a body; “Bind clothes with body…” does it",
        )
        .run(|cx| cx.hide_faces_under_clothes()),
        row(InspectAction::ShowAllMeshes, VISIBLE_MESHES, "Show all meshes")
            .tooltip("Shows all hidden meshes and faces again")
            .requires(
                |view| !view.session.character.hidden_surfaces.is_empty(),
                "no mesh and no face is hidden",
            )
            .run(|cx| cx.show_surfaces()),
    ]
}
