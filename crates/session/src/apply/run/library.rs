//! Runs the actions of the pose library.

use crate::apply::Context;
use crate::commands::actions::LibraryAction;
use crate::files::pose_library::{PoseDialog, Saved};
use crate::session::Request;

impl Context<'_> {
    pub(super) fn run_library(&mut self, action: LibraryAction) {
        let library = &mut self.session.library;
        match action {
            LibraryAction::ApplyPose => self.apply_chosen_pose(),
            LibraryAction::SavePose => self.ask_to_save(),
            LibraryAction::ReplaceInLibrary => self.update(|preset, context| {
                let kept = context.pose_to_save(Saved::Moved);
                preset.preset = kept;
            }),
            LibraryAction::AddToLibraryPose => self.update(|preset, context| {
                let (pose, joints) = (
                    context.visible(),
                    context.session.character.selection.joints(),
                );
                let skeleton = &context.document.character.rig.skeleton;
                preset.preset = preset.preset.with_joints(skeleton, &pose, joints);
            }),
            LibraryAction::RemoveFromLibraryPose => self.update(|preset, context| {
                let joints = context.session.character.selection.joints();
                let skeleton = &context.document.character.rig.skeleton;
                preset.preset = preset.preset.without_joints(skeleton, joints);
            }),
            LibraryAction::RenamePose => {
                library.dialog = library.chosen().map(|entry| PoseDialog::Rename {
                    path: entry.path.clone(),
                    name: entry.name.clone(),
                    group: library.group_of(&entry.path),
                    fault: None,
                });
            }
            LibraryAction::DeletePose => {
                library.dialog = library.chosen().map(|entry| PoseDialog::Delete {
                    path: entry.path.clone(),
                });
            }
            LibraryAction::NextLibraryPose => library.chosen = library.beside_chosen(true),
            LibraryAction::PreviousLibraryPose => library.chosen = library.beside_chosen(false),
            LibraryAction::TogglePoseMirrored => {
                library.mirrored ^= true;
                self.follow_way(None);
            }
            LibraryAction::TogglePoseSelectedOnly => {
                library.selected_only ^= true;
                self.follow_way(None);
            }
            LibraryAction::ChoosePoseFolder => {
                self.session.requests.push(Request::PoseFolderDialog);
            }
            LibraryAction::TypePoseFolder => {
                let folder = library.folder.as_ref();
                let path = folder.map_or_else(String::new, |folder| folder.display().to_string());
                library.dialog = Some(PoseDialog::Folder { path });
            }
        }
    }

    /// Asks for the name of a pose to save, beside the chosen one.
    fn ask_to_save(&mut self) {
        let library = &mut self.session.library;
        let chosen = library.chosen();
        let group = chosen.map(|entry| library.group_of(&entry.path));
        library.dialog = Some(PoseDialog::Save {
            name: String::new(),
            group: group.unwrap_or_default(),
            saved: Saved::default(),
            fault: None,
        });
    }
}
