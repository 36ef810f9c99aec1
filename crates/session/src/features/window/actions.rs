//! Panels, modes, key maps and the size of the interface.

use crate::commands::actions::WindowAction;
use crate::commands::command::Panel;
use crate::commands::keymap::Preset;
use crate::features::Context;
use crate::features::actions::menus::{
    FIND, GRAPHICS, HELP, HISTORY, INTERFACE_SCALE, KEY_MAP, MODE, PANELS, PREFERENCES, SCENE,
};
use crate::features::actions::row::{ActionInfo, row};
use crate::mode::Mode;
use crate::session::Request;
use crate::settings::SettingChange;
use crate::settings::window_layout::{Tile, WindowLayout};

/// Step of the interface scale.
const STEP: f32 = 0.1;

/// The panels that can be closed, with what is in each.
const TILES: [(Tile, &str); 7] = [
    (Tile::Joints, "Opens or closes the tree of joints"),
    (
        Tile::Inspector,
        "Opens or closes the panel of the selected joint",
    ),
    (
        Tile::Statistics,
        "Opens or closes the counts of the character and the differences between panes",
    ),
    (Tile::Timeline, "Opens or closes the clips and their time"),
    (Tile::Poses, "Opens or closes the library of poses"),
    (
        Tile::Clips,
        "Opens or closes the library of files with motion",
    ),
    (
        Tile::Problems,
        "Opens or closes the list of problems of the weights",
    ),
];

#[expect(clippy::too_many_lines, reason = "a table: a row for each action")]
pub(crate) fn rows() -> Vec<ActionInfo> {
    let mut rows = Vec::from(TILES.map(|(tile, tooltip)| {
        let action = WindowAction::ToggleTile(tile);
        row(action, PANELS, format!("Show {}", tile.title()))
            .tooltip(tooltip)
            .checked(move |session| session.settings.layout.is_in_sight(tile))
            .run(move |cx| cx.change_layout(|layout| layout.toggle(tile)))
    }));
    rows.extend([
        row(WindowAction::History, HISTORY, "History…")
            .tooltip("Lists all steps; a click on one undoes or redoes up to it")
            .checked(|session| session.is_open(Panel::History))
            .run(|cx| cx.toggle(Panel::History)),
        row(WindowAction::Palette, FIND, "Command palette…")
            .tooltip("Finds any command by its name")
            .run(|cx| cx.session.windows.palette = Some(String::new())),
        row(WindowAction::Preferences, PREFERENCES, "Preferences…")
            .tooltip("Theme, interface scale, key map and units")
            .run(|cx| cx.toggle(Panel::Preferences)),
        row(WindowAction::Crowd, SCENE, "Crowd")
            .tooltip("Shows the character many times, each with its own time in the clip and its own proportions, skinned by the GPU at once")
            .checked(|session| session.is_open(Panel::Crowd))
            .run(|cx| cx.toggle(Panel::Crowd)),
        row(WindowAction::ToggleNotices, SCENE, "Messages")
            .tooltip("Lists all errors, warnings and notes of this session")
            .checked(|session| session.is_open(Panel::Notices))
            .run(|cx| cx.toggle(Panel::Notices)),
        row(WindowAction::ResetLayout, PANELS, "Reset layout")
            .tooltip("Restores the default places of all panels")
            .requires(
                |view| view.session.settings.layout != WindowLayout::default(),
                "all panels stand there",
            )
            .run(|cx| cx.change_layout(|layout| *layout = WindowLayout::default())),
        row(WindowAction::SkeletonMode, MODE, "Skeleton mode")
            .tooltip("Edits joints; bones are drawn in front")
            .checked(|session| session.mode == Mode::Skeleton)
            .run(|cx| cx.change_mode(Mode::Skeleton)),
        row(WindowAction::WeightsMode, MODE, "Weights mode")
            .tooltip("Paints and edits weights")
            .checked(|session| session.mode == Mode::Weights)
            .run(|cx| cx.change_mode(Mode::Weights)),
        row(WindowAction::PoseMode, MODE, "Pose mode")
            .tooltip("Poses the character")
            .checked(|session| session.mode == Mode::Pose)
            .run(|cx| cx.change_mode(Mode::Pose)),
        row(WindowAction::AnimateMode, MODE, "Animate mode")
            .tooltip("Plays clips")
            .checked(|session| session.mode == Mode::Animate)
            .run(|cx| cx.change_mode(Mode::Animate)),
        row(WindowAction::LargerInterface, INTERFACE_SCALE, "Larger interface")
            .tooltip("Makes text and widgets larger")
            .run(|cx| cx.scale_interface(STEP)),
        row(WindowAction::SmallerInterface, INTERFACE_SCALE, "Smaller interface")
            .tooltip("Makes text and widgets smaller")
            .run(|cx| cx.scale_interface(-STEP)),
        row(WindowAction::UsualInterface, INTERFACE_SCALE, "Default interface scale")
            .tooltip("Resets text and widgets to the system's scale")
            .run(|cx| cx.session.settings.change(SettingChange::Scale(1.0))),
        row(WindowAction::Shortcuts, HELP, "Keyboard shortcuts")
            .tooltip("Lists all keys")
            .run(|cx| cx.toggle(Panel::Shortcuts)),
        row(WindowAction::About, HELP, "About Dualskin")
            .tooltip("What this program is")
            .run(|cx| cx.toggle(Panel::About)),
        row(WindowAction::MethodCards, HELP, "Method cards")
            .tooltip("What each method does, its formula, what it costs and where it fails")
            .run(|cx| cx.toggle(Panel::MethodCards)),
        row(WindowAction::Welcome, HELP, "Welcome")
            .tooltip("Characters to begin with, recent files, and how to begin")
            .run(|cx| cx.toggle_welcome()),
        row(WindowAction::RestartGraphics, GRAPHICS, "Restart graphics")
            .tooltip("Sets the graphics device and the window up anew, for when something looks wrong; nothing is lost")
            .requires(|view| view.graphics.works, "there is no graphics device")
            .run(|cx| cx.session.requests.push(Request::RestartGraphics)),
        row(WindowAction::BlenderKeys, KEY_MAP, "Key map: Blender-like")
            .tooltip("Keys and mouse as in Blender; your own keys come first")
            .checked(|session| session.keymap.preset() == Preset::Blender)
            .run(|cx| cx.use_keys(Preset::Blender)),
        row(WindowAction::MayaKeys, KEY_MAP, "Key map: Maya-like")
            .tooltip("Keys and mouse as in Maya; your own keys come first")
            .checked(|session| session.keymap.preset() == Preset::Maya)
            .run(|cx| cx.use_keys(Preset::Maya)),
        row(WindowAction::EditKeyMap, KEY_MAP, "Edit key map")
            .tooltip("Creates a file for your own keys, if there is none yet, and says where it is")
            .run(|cx| cx.session.requests.push(Request::WriteKeyMap)),
        row(WindowAction::ReloadKeyMap, KEY_MAP, "Reload key map")
            .tooltip("Reads the file of your own keys again")
            .run(|cx| cx.session.requests.push(Request::ReadKeyMap)),
    ]);
    rows
}

impl Context<'_> {
    fn scale_interface(&mut self, by: f32) {
        // Hundredths: repeated steps add no rounding error.
        let scale = (100.0 * (self.session.settings.ui_scale + by)).round() / 100.0;
        self.session.settings.change(SettingChange::Scale(scale));
    }
}
