//! The partner of a joint on the other side, how it was found and how surely.

use std::sync::Arc;

use eframe::egui::{Id, Link, TextWrapMode, Ui};
use rig::{JointIndex, JointPairs, NamePatterns, Paired, Rig};
use scene::names::joint_name;
use session::commands::command::{Intent, Sink};
use session::commands::view::View;

const ABOUT: &str = "The joint that mirrors this one: for weights, live mirror, asymmetry, poses, clips and pasted keys alike. By name first, with the marks of the preferences; else by place, else by the shape of the skeleton.";
const NONE: &str = "What is mirrored leaves this joint, and the vertices that it moves, as they are. Give it and its partner names that differ in their side alone, or set the marks of left and right in the preferences.";

/// Pairs that were found, and of what.
#[derive(Clone)]
struct Known {
    rig: Arc<Rig>,
    patterns: NamePatterns,
    pairs: Arc<JointPairs>,
}

/// Draws a line with the joint's partner, which selects it.
pub(super) fn partner(ui: &mut Ui, joint: JointIndex, view: &View<'_>, sink: &mut Sink) {
    let pairs = pairs(ui, view);
    ui.horizontal(|ui| {
        ui.spacing_mut().interact_size.y = 16.0;
        ui.weak("Other side:");
        ui.style_mut().wrap_mode = Some(TextWrapMode::Truncate);
        let Some(paired) = pairs.paired(joint) else {
            ui.label("no partner").on_hover_text(NONE);
            return;
        };
        let how = how(paired);
        if paired.partner == joint {
            ui.label(format!("in the middle, {how}"))
                .on_hover_text(ABOUT);
            return;
        }
        let name = joint_name(&view.document.character.rig.skeleton, paired.partner);
        let link = ui.add(Link::new(name)).on_hover_text(ABOUT);
        if link.accessible_name("Partner on the other side").clicked() {
            sink.send(Intent::Select(Some(paired.partner)));
        }
        ui.weak(how).on_hover_text(ABOUT);
    });
}

/// How a partner was found, and how surely, in words.
fn how(paired: Paired) -> String {
    let sure = match paired.sureness {
        sure if sure >= 0.9 => "sure",
        sure if sure >= 0.6 => "likely",
        _ => "a guess",
    };
    format!("{}, {sure}", paired.by.words())
}

/// The pairs of the character's joints, found anew only when its rig or the marks have changed.
fn pairs(ui: &Ui, view: &View<'_>) -> Arc<JointPairs> {
    let id = Id::unique("pairs of joints");
    let character = &view.document.character;
    let patterns = view.session.settings.mirror.patterns();
    let known: Option<Known> = ui.data(|data| data.get_temp(id));
    let known = known
        .filter(|known| Arc::ptr_eq(&known.rig, &character.rig) && known.patterns == *patterns);
    if let Some(known) = known {
        return known.pairs;
    }
    let pairs = Arc::new(character.joint_pairs(patterns));
    let known = Known {
        rig: Arc::clone(&character.rig),
        patterns: patterns.clone(),
        pairs: Arc::clone(&pairs),
    };
    ui.data_mut(|data| data.insert_temp(id, known));
    pairs
}
