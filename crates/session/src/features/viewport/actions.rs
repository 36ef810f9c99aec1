//! Camera, shading, background, and how bones are drawn.

use scene::view::camera::Viewpoint;
use scene::view::joint_mark::BoneStyle;
use scene::view::shading::Shading;

use crate::commands::actions::ViewAction;
use crate::features::actions::conditions::{joint_selected, unless};
use crate::features::actions::menus::{
    BACKGROUND, BONES, FRAMING, OVERLAYS, SCENE, SHADING, VIEWPOINT,
};
use crate::features::actions::row::{ActionInfo, WhyNot, flag, row};
use crate::features::view::View;
use crate::mode::Mode;
use crate::settings::{Background, SettingChange};

#[expect(clippy::too_many_lines, reason = "a table: a row for each action")]
pub(crate) fn rows() -> Vec<ActionInfo> {
    let mut rows = Vec::from(Shading::ALL.map(|shading| {
        row(
            ViewAction::Shade(shading),
            SHADING,
            format!("Shading: {}", shading.title()),
        )
        .tooltip(shading.tooltip())
        .checked(move |session| session.shading == shading)
        .run(move |cx| cx.shade(shading))
    }));
    rows.extend(Background::ALL.map(|background| {
        let action = ViewAction::UseBackground(background);
        row(
            action,
            BACKGROUND,
            format!("Background: {}", background.name()),
        )
        .tooltip(background.tooltip())
        .checked(move |session| session.settings.colors.background == background)
        .run(move |cx| cx.use_background(background))
    }));
    rows.extend([
        row(ViewAction::FrameSelection, FRAMING, "Frame selection")
            .tooltip("Brings what the selected joints move to the middle of the panes")
            .when([joint_selected])
            .run(|cx| cx.frame_selection()),
        row(ViewAction::FrameAll, FRAMING, "Frame all")
            .tooltip("Brings the whole character into the panes")
            .run(|cx| {
                cx.end_visit();
                cx.frame_all();
            }),
        row(ViewAction::PreviousView, FRAMING, "Previous view")
            .tooltip("Goes back to where the cameras were before a spot, a problem or a selection was framed; once more goes there again")
            .requires(
                |view| view.session.comparing.former_view.is_some(),
                "no place was framed yet",
            )
            .run(|cx| cx.previous_view()),
        row(ViewAction::ViewFront, VIEWPOINT, "Front")
            .tooltip("Looks at the character from the front")
            .run(|cx| cx.view_from(Viewpoint::Front)),
        row(ViewAction::ViewBack, VIEWPOINT, "Back")
            .tooltip("Looks at the character from behind")
            .run(|cx| cx.view_from(Viewpoint::Back)),
        row(ViewAction::ViewSide, VIEWPOINT, "Left side")
            .tooltip("Looks at the character from its left side")
            .run(|cx| cx.view_from(Viewpoint::Side)),
        row(ViewAction::ViewRightSide, VIEWPOINT, "Right side")
            .tooltip("Looks at the character from its right side")
            .run(|cx| cx.view_from(Viewpoint::RightSide)),
        row(ViewAction::ViewTop, VIEWPOINT, "Top")
            .tooltip("Looks at the character from above")
            .run(|cx| cx.view_from(Viewpoint::Top)),
        row(ViewAction::ViewBottom, VIEWPOINT, "Bottom")
            .tooltip("Looks at the character from below")
            .run(|cx| cx.view_from(Viewpoint::Bottom)),
        row(ViewAction::ViewOpposite, VIEWPOINT, "Opposite view")
            .tooltip("Looks at the character from the other side")
            .run(|cx| cx.view_opposite()),
        row(ViewAction::ViewThreeQuarter, VIEWPOINT, "Three-quarter")
            .tooltip("Looks from the front, the side and a little above")
            .run(|cx| cx.view_from(Viewpoint::ThreeQuarter)),
        row(ViewAction::LookThroughCamera, VIEWPOINT, "Look through camera")
            .tooltip("Shows the active pane as the next camera of the file sees it, which is followed; after the last one as before")
            .when([has_cameras])
            .checked(|session| {
                let comparing = &session.comparing;
                let through = comparing.through.as_ref();
                through.is_some_and(|through| through.pane == comparing.active)
            })
            .run(|cx| cx.look_through_next()),
        row(ViewAction::ToggleOrthographic, VIEWPOINT, "Orthographic")
            .tooltip("Views without perspective: what is nearer looks no larger")
            .checked(|session| session.active_camera().is_orthographic())
            .run(|cx| cx.toggle_perspective()),
        row(ViewAction::ToggleGrid, OVERLAYS, "Grid")
            .tooltip("Shows the floor grid")
            .toggles(flag!(switches.grid)),
        row(ViewAction::ToggleBones, OVERLAYS, "Show bones")
            .tooltip("Shows bones and joints; Bones in the View menu sets how")
            .toggles(flag!(switches.bones)),
        row(ViewAction::ToggleWireframe, OVERLAYS, "Wireframe")
            .tooltip("Draws the edges of triangles over the surfaces")
            .toggles(flag!(switches.wireframe)),
        row(ViewAction::ToggleContact, OVERLAYS, "Ambient occlusion")
            .tooltip("Darkens folds and gaps where little light arrives, computed at rest; for materials and clay")
            .checked(|session| session.settings.contact)
            .run(|cx| {
                let settings = &mut cx.session.settings;
                settings.change(SettingChange::Contact(!settings.contact));
            }),
        row(ViewAction::ToggleTheme, SCENE, "Light theme")
            .tooltip("Light windows for bright rooms")
            .checked(|session| session.switches.light)
            .run(|cx| cx.toggle_theme()),
        row(ViewAction::ToggleSkinOnDevice, SCENE, "GPU skinning")
            .tooltip("Skins vertices on the GPU where possible, else on the CPU; the result is the same")
            .toggles(flag!(switches.skin_on_device)),
        row(ViewAction::NextShading, SHADING, "Next shading")
            .tooltip("Switches to the next shading")
            .run(|cx| cx.session.shading = next(cx.session.shading)),
        row(ViewAction::BonesOctahedral, BONES, "Octahedral bones")
            .tooltip("Draws bones thick towards their heads: shows direction and length")
            .when([thick_bones])
            .checked(|session| session.bone_display().style == BoneStyle::Octahedral)
            .run(|cx| cx.session.bones.style = BoneStyle::Octahedral),
        row(ViewAction::BonesStick, BONES, "Stick bones")
            .tooltip("Draws bones as thin sticks: hides little of the surface")
            .when([thick_bones])
            .checked(|session| session.bone_display().style == BoneStyle::Stick)
            .run(|cx| cx.session.bones.style = BoneStyle::Stick),
        row(ViewAction::ToggleBonesInFront, BONES, "Bones through surfaces")
            .tooltip("Draws bones in front of all surfaces; else surfaces hide them")
            .checked(|session| session.bone_display().in_front)
            .run(|cx| cx.session.bones.in_front ^= true),
        row(ViewAction::ToggleBoneNames, BONES, "Bone names")
            .tooltip("Writes the names of joints beside them")
            .checked(|session| session.bone_display().names)
            .run(|cx| cx.session.bones.names ^= true),
        row(ViewAction::ToggleBoneAxes, BONES, "Bone axes")
            .tooltip("Draws the axes of every joint: X red, Y green, Z blue")
            .checked(|session| session.bone_display().axes)
            .run(|cx| cx.session.bones.axes ^= true),
        row(ViewAction::ToggleBoneColors, BONES, "Bone colors")
            .tooltip("Draws every bone in the color of its joint")
            .checked(|session| session.bone_display().colors)
            .run(|cx| cx.session.bones.colors ^= true),
        row(ViewAction::NextBackground, BACKGROUND, "Next background")
            .tooltip("Changes to the next background: studio, dark, light, custom")
            .run(|cx| cx.next_background()),
    ]);
    rows
}

/// Bones have a shape of their own choice only where they are not thin anyway.
fn thick_bones(view: &View<'_>) -> WhyNot {
    let thick = view.session.mode != Mode::Weights;
    unless(thick, "bones are always thin in Weights mode")
}

fn next(shading: Shading) -> Shading {
    let rest = Shading::ALL
        .into_iter()
        .skip_while(|&other| other != shading);
    rest.skip(1).chain(Shading::ALL).next().unwrap_or_default()
}

fn has_cameras(view: &View<'_>) -> WhyNot {
    let cameras = view.document.character.source.cameras();
    unless(!cameras.is_empty(), "the file has no camera")
}
