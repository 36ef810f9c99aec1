//! Ready skeletons: fitting begins, markers are dragged, and all joints are made in one step.

use rig::TemplateKind;
use scene::report::pluralize;

use crate::document::Document;
use crate::features::Context;
use crate::mode::Mode;
use crate::notices::Severity;
use crate::state::fitting::{Cloud, FitEvent, FitIntent, Fitting, with_joints};
use crate::state::viewport::pointing::{Aim, Pick};
use crate::state::weight_operations::weight_request::{
    BoundJoints, RigCommand, RigDialog, meshes_without_skin,
};

impl Context<'_> {
    /// Shows the markers of a ready skeleton at their likely places, over the mesh at rest.
    pub(in crate::features) fn begin_fitting(&mut self, kind: TemplateKind) {
        let cloud = match Cloud::at_rest(kind, &self.document.character) {
            Ok(cloud) => cloud,
            Err(fault) => {
                let text = format!("New {} skeleton: {fault}.", kind.name());
                self.session.notices.push(Severity::Error, text);
                return;
            }
        };
        let mode = self.session.mode;
        self.change_mode(Mode::Skeleton);
        let character = &mut self.session.character;
        (character.skeleton.placing, character.skeleton.sides) = (false, None);
        character.boxing = None;
        let before = character.fitting.take();
        let mode_before = before.as_ref().map_or(mode, |it| it.mode_before);
        let showed_rest = before.map_or(self.session.switches.rest, |it| it.showed_rest);
        let joints = joints_of(self.document);
        // Markers stand on the mesh as it rests; without joints it always does.
        self.session.switches.rest |= joints > 0;
        let mut fitting = Fitting::new(kind, &cloud);
        fitting.showed_rest = showed_rest;
        fitting.mode_before = mode_before;
        self.session.character.fitting = Some(Box::new(fitting));
        if joints > 0 {
            let beside = if joints == 1 { "it" } else { "them" };
            let joints = pluralize(joints, "joint");
            let text = format!(
                "The character has {joints} already. The new ones are made beside {beside}, with names of their own."
            );
            self.session.notices.push(Severity::Note, text);
        }
    }

    pub(in crate::features) fn on_fit_event(&mut self, event: FitEvent) {
        let character = &mut self.session.character;
        let Some(fitting) = &mut character.fitting else {
            if matches!(event, FitEvent::Center(_)) {
                character.pointing.pick = None;
            }
            return;
        };
        match event {
            FitEvent::Follow {
                marker,
                pane,
                pointer,
                at,
            } => {
                fitting.follow(marker, pointer);
                let ray = pointer.camera.ray(pointer.pixel, pointer.viewport);
                let aim = Aim {
                    pane,
                    ray,
                    at,
                    near: fitting.place(marker),
                };
                character.pointing.pick = Some((aim, Pick::Marker));
            }
            FitEvent::Center(middle) => {
                character.pointing.pick = None;
                if let Some(middle) = middle {
                    fitting.center(middle);
                }
            }
        }
    }

    pub(in crate::features) fn on_fit_intent(&mut self, intent: FitIntent) {
        let Some(fitting) = &mut self.session.character.fitting else {
            return;
        };
        match intent {
            FitIntent::Choose(options) => fitting.choose(options),
            FitIntent::Mirror(mirrors) => fitting.mirror(mirrors),
            FitIntent::Bind(binds) => fitting.binds = binds,
            FitIntent::Guess => fitting.guess_again(),
            FitIntent::Create => self.create_fitted(),
            FitIntent::Cancel => self.give_up_fitting(),
        }
    }

    /// Goes back to the mode in which it was begun.
    fn give_up_fitting(&mut self) {
        let mode = self.session.character.fitting.as_ref();
        let mode = mode.map(|fitting| fitting.mode_before);
        self.end_fitting();
        if let Some(mode) = mode {
            self.change_mode(mode);
        }
    }

    fn end_fitting(&mut self) {
        let character = &mut self.session.character;
        if let Some(fitting) = character.fitting.take() {
            self.session.switches.rest = fitting.showed_rest;
        }
        let pick = &mut character.pointing.pick;
        if pick.is_some_and(|(_, pick)| pick == Pick::Marker) {
            *pick = None;
        }
    }

    /// Makes all joints as one step. Where they cannot be made, the markers stay.
    fn create_fitted(&mut self) {
        let Some(fitting) = &self.session.character.fitting else {
            return;
        };
        let (kind, binds) = (fitting.kind(), fitting.binds);
        let name = format!("New {} skeleton", kind.name());
        let joints = match fitting.joints() {
            Ok(joints) => joints,
            Err(error) => {
                let text = format!("{name}: {error}.");
                self.session.notices.push(Severity::Error, text);
                return;
            }
        };
        let patterns = self.session.settings.mirror.patterns();
        let (after, keys) = match with_joints(self.document, &joints, patterns) {
            Ok(made) => made,
            Err(error) => return self.refuse_edit(&name, &error),
        };
        self.end_fitting();
        self.take_edited(&name, after, &[]);
        let skeleton = &self.document.character.rig.skeleton;
        let root = keys.first().and_then(|&key| skeleton.joint_of_key(key));
        self.session.character.selection.set(root);
        self.session.character.skeleton.ready = keys;
        let can_bind = !meshes_without_skin(&self.document.character).is_empty();
        if can_bind {
            // Joints that lie in the file already, as of a skin that was taken off, are not what was asked for.
            self.session.rigging.bind.joints = BoundJoints::Ready;
        }
        let next = match (can_bind, binds) {
            (true, true) => "",
            (true, false) => " Next: Bind mesh to skeleton… in the menu Skeleton.",
            (false, _) => " Every mesh is bound already: the new joints move nothing yet.",
        };
        let text = format!("{name}: {} joints.{next}", joints.len());
        self.session.notices.push(Severity::Note, text);
        if can_bind && binds {
            self.on_rig(RigCommand::Ask(Some(RigDialog::Bind)));
        }
    }
}

/// Number of joints that are no nodes of meshes.
fn joints_of(document: &Document) -> usize {
    let instances = &document.character.instances;
    let skeleton = &document.character.rig.skeleton;
    let has_mesh = |joint| instances.iter().any(|one| one.node == joint);
    skeleton.joints().filter(|joint| !has_mesh(*joint)).count()
}
