//! Runs actions: one file per area of `actions/`, each with one exhaustive match. They are here and not in
//! `commands/actions` because only `apply` may change document and session.
#![warn(
    clippy::wildcard_enum_match_arm,
    clippy::match_wildcard_for_single_variants
)]

use super::Context;
use crate::commands::actions::Action;

mod animate;
mod brush;
mod clip_tools;
mod compare;
mod edit;
mod file;
mod inspect;
mod joints;
mod layers;
mod library;
mod markers;
mod mesh_method;
mod motion;
mod pane_look;
mod pose;
mod posing;
mod problems;
mod sheet;
mod skeleton;
mod tool;
mod version;
mod view;
mod weight_jobs;
mod weights;
mod window;

impl Context<'_> {
    /// Runs an action. One that goes to another time takes the dope sheet there.
    pub(super) fn run(&mut self, action: Action) {
        let before = self.session.playback.moment;
        self.run_of_area(action);
        if self.session.playback.moment != before {
            self.bring_time_into_sight();
        }
    }

    fn run_of_area(&mut self, action: Action) {
        match action {
            Action::File(action) => self.run_file(action),
            Action::Edit(action) => self.run_edit(action),
            Action::View(action) => self.run_view(action),
            Action::Window(action) => self.run_window(action),
            Action::Inspect(action) => self.run_inspect(action),
            Action::Compare(action) => self.run_compare(action),
            Action::Version(action) => self.run_version(action),
            Action::PaneLook(action) => self.run_pane_look(action),
            Action::MeshMethod(action) => self.run_mesh_method(action),
            Action::Pose(action) => self.run_pose(action),
            Action::Posing(action) => self.run_posing(action),
            Action::Animate(action) => self.run_animate(action),
            Action::Motion(action) => self.run_motion(action),
            Action::ClipTool(action) => self.run_clip_tools(action),
            Action::Sheet(action) => self.run_sheet(action),
            Action::Markers(action) => self.run_markers(action),
            Action::Tool(action) => self.run_tool(action),
            Action::Library(action) => self.run_library(action),
            Action::Skeleton(action) => self.run_skeleton(action),
            Action::Joints(action) => self.run_joints(action),
            Action::Weights(action) => self.run_weights(action),
            Action::Brush(action) => self.run_brush(action),
            Action::WeightJob(action) => self.run_weight_jobs(action),
            Action::Problems(action) => self.run_problems(action),
            Action::Layers(action) => self.run_layers(action),
        }
    }
}
