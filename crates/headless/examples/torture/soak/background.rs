//! Background work that is asked for by more than one action, and what shows that it came to its end.

use std::path::Path;

use scene::view::shading::Shading;
use session::commands::actions::{Action, AnimateAction, FileAction, ProblemAction, ViewAction};
use session::commands::command::{Command, Intent};
use session::state::bake::dialog::BakeIntent;
use session::state::judging::JudgingIntent;
use session::state::pictures::dialog::PictureIntent;
use session::state::share::dialog::ShareIntent;

use super::super::driven_editor::DrivenEditor;

/// A kind of background work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Background {
    Bake,
    Page,
    Picture,
    Volume,
    Judging,
    Heats,
    Asymmetry,
    KeyReduction,
}

impl Background {
    pub(super) const ALL: [Self; 8] = [
        Self::Bake,
        Self::Page,
        Self::Picture,
        Self::Volume,
        Self::Judging,
        Self::Heats,
        Self::Asymmetry,
        Self::KeyReduction,
    ];

    /// Whether what it works on is there.
    pub(super) fn can_begin(self, editor: &DrivenEditor) -> bool {
        let action = match self {
            Self::Bake => Action::File(FileAction::BakeCharacter),
            Self::Page => Action::File(FileAction::SharePage),
            Self::Picture => Action::File(FileAction::SavePicture),
            Self::KeyReduction => Action::Animate(AnimateAction::ReduceKeys),
            Self::Heats => Action::View(ViewAction::Shade(Shading::NormalError)),
            Self::Asymmetry => Action::View(ViewAction::Shade(Shading::Asymmetry)),
            Self::Volume => VOLUME,
            Self::Judging => return editor.session().opened > 0,
        };
        editor.allows(action)
    }

    pub(super) fn commands(self, folder: &Path) -> Vec<Command> {
        let run = |action| Command::Intent(Intent::Run(action));
        match self {
            Self::Bake => vec![
                run(Action::File(FileAction::BakeCharacter)),
                Intent::Bake(BakeIntent::Bake).into(),
            ],
            Self::Page => vec![
                run(Action::File(FileAction::SharePage)),
                ShareIntent::Chosen(folder.join(PAGE)).into(),
                ShareIntent::Go.into(),
            ],
            Self::Picture => vec![
                run(Action::File(FileAction::SavePicture)),
                PictureIntent::Chosen(folder.join(PICTURE)).into(),
                PictureIntent::Go.into(),
            ],
            Self::Volume => vec![run(VOLUME)],
            Self::Judging => vec![Intent::Judging(JudgingIntent::Begin).into()],
            Self::Heats => vec![run(Action::View(ViewAction::Shade(Shading::NormalError)))],
            Self::Asymmetry => vec![run(Action::View(ViewAction::Shade(Shading::Asymmetry)))],
            Self::KeyReduction => vec![run(Action::Animate(AnimateAction::ReduceKeys))],
        }
    }

    /// Orders the work and lets the frames pass that it takes; gives whether it came to its end.
    pub(super) fn is_done(self, editor: &mut DrivenEditor, folder: &Path) -> bool {
        super::every_action::end_gestures(editor);
        for command in self.commands(folder) {
            editor.send(command);
        }
        for _ in 0..3 {
            editor.frame();
        }
        let view = editor.view();
        let character = &view.session.character;
        match self {
            Self::Bake => view.session.baked.is_some(),
            Self::Page => folder.join(PAGE).is_file(),
            // Without a device, that is told.
            Self::Picture => folder.join(PICTURE).is_file() || editor.was_told("device"),
            Self::Volume => character.volume.list.is_some(),
            Self::Judging => character.judging.found.is_some(),
            Self::Heats => view.heats.of_pane(0).is_some(),
            Self::Asymmetry => view.asymmetry.fault().is_some() || view.asymmetry.revision() > 0,
            Self::KeyReduction => view.key_reduction.reduced_clip().is_some(),
        }
    }
}

const VOLUME: Action = Action::Problems(ProblemAction::ToggleVolumeCheck);
const PAGE: &str = "tour.html";
const PICTURE: &str = "tour.png";
