//! The partner of a joint on the other side, how it was found and how surely; and the choice of another one.

use std::sync::Arc;

use character::{Partner, SkeletonEdit};
use eframe::egui::{ComboBox, Id, Link, PopupCloseBehavior, TextWrapMode, Ui};
use rig::{JointIndex, JointPairs, NamePatterns, Pairing, Rig, Skeleton};
use scene::names::ListedLabels;
use session::commands::command::{Intent, Sink};
use session::features::view::View;

use crate::panels::weights::transfer_joints::{search, search_id};

const ABOUT: &str = "The joint that mirrors this one: for weights, live mirror, asymmetry, poses, clips and pasted keys alike. As chosen by hand; else by name, with the marks of the preferences; else by place, else by the shape of the skeleton.";
const NONE: &str = "What is mirrored leaves this joint, and the vertices that it moves, as they are. Give it and its partner names that differ in their side alone, set the marks of left and right in the preferences, or choose its partner in Skeleton mode.";
const BY_HAND: &str = "What is mirrored leaves this joint, and the vertices that it moves, as they are, since that was chosen in Skeleton mode.";
const CHOICE: &str = "Which joint mirrors this one, whatever the names say: for weights, live mirror, asymmetry, poses, clips and pasted keys. A joint in the middle mirrors itself. The project keeps the choice.";
/// What the search in the list of joints is remembered by.
const LIST: &str = "mirror partner";
/// Joints that are listed at once; a search finds the others.
const MOST_LISTED: usize = 300;
/// Width of the choice, in points.
const WIDTH: f32 = 180.0;

/// Pairs that were found, and of what.
#[derive(Clone)]
struct KnownPairs {
    rig: Arc<Rig>,
    patterns: NamePatterns,
    pairs: Arc<JointPairs>,
}

/// The labels of all joints, in their order, and of what rig.
#[derive(Clone)]
struct KnownLabels {
    rig: Arc<Rig>,
    labels: Arc<[String]>,
}

/// Draws a line with the joint's partner, which selects it.
pub(super) fn partner(ui: &mut Ui, joint: JointIndex, view: &View<'_>, sink: &mut Sink) {
    let pairs = pairs(ui, view);
    ui.horizontal(|ui| {
        ui.spacing_mut().interact_size.y = 16.0;
        ui.weak("Other side:");
        ui.style_mut().wrap_mode = Some(TextWrapMode::Truncate);
        let Some(paired) = pairs.find_pairing(joint) else {
            let (text, why) = match pairs.is_alone_by_hand(joint) {
                true => ("no partner, by hand", BY_HAND),
                false => ("no partner", NONE),
            };
            ui.label(text).on_hover_text(why);
            return;
        };
        let how = how(paired);
        if paired.partner == joint {
            ui.label(format!("in the middle, {how}"))
                .on_hover_text(ABOUT);
            return;
        }
        let labels = joint_labels(ui, &view.document.character.rig);
        let label = labels.get(paired.partner.index());
        let link = Link::new(label.map_or("", String::as_str));
        let link = ui.add(link).on_hover_text(ABOUT);
        if link.accessible_name("Partner on the other side").clicked() {
            sink.send(Intent::Select(Some(paired.partner)));
        }
        ui.weak(how).on_hover_text(ABOUT);
    });
}

/// Draws the choice of a joint's partner.
pub(super) fn choice(ui: &mut Ui, joint: JointIndex, view: &View<'_>, sink: &mut Sink) {
    let character = &view.document.character;
    let skeleton = &character.rig.skeleton;
    let labels = joint_labels(ui, &character.rig);
    let key = skeleton.key(joint);
    let now = character.pairs_by_hand.partner(key);
    let mut chosen = now;
    ui.horizontal(|ui| {
        ui.weak("Mirror partner:");
        let shown = ComboBox::from_id_salt(LIST)
            .selected_text(name_of((now, key), skeleton, &labels))
            .width(WIDTH.min(ui.available_width()))
            .truncate()
            .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
            .show_ui(ui, |ui| {
                list(ui, joint, skeleton, &labels, &mut chosen);
                if chosen != now {
                    ui.close();
                }
            });
        if shown.inner.is_none() || chosen != now {
            ui.data_mut(|data| data.remove_temp::<String>(search_id(LIST)));
        }
        let response = shown.response.on_hover_text(CHOICE);
        response.accessible_name("Mirror partner");
    });
    if chosen != now {
        let joints = vec![(key, chosen)];
        sink.send(Intent::EditSkeleton(SkeletonEdit::SetPartners { joints }));
    }
}

/// The rows of the list: what is no other joint first.
fn list(
    ui: &mut Ui,
    joint: JointIndex,
    skeleton: &Skeleton,
    labels: &[String],
    chosen: &mut Partner,
) {
    let words = search(ui, LIST);
    let key = skeleton.key(joint);
    for partner in [Partner::Automatic, Partner::Joint(key), Partner::Nobody] {
        let name = name_of((partner, key), skeleton, labels);
        ui.selectable_value(chosen, partner, name);
    }
    ui.separator();
    let named = skeleton.joints().zip(labels);
    let is_found = |(other, name): &(JointIndex, &String)| {
        let name = name.to_lowercase();
        *other != joint && words.split_whitespace().all(|word| name.contains(word))
    };
    let mut found = named.filter(is_found);
    for (other, name) in found.by_ref().take(MOST_LISTED) {
        let partner = Partner::Joint(skeleton.key(other));
        ui.selectable_value(chosen, partner, name.as_str());
    }
    let more = found.count();
    if more > 0 {
        ui.weak(format!("{more} more: search for their names"));
    }
}

/// A choice in words; `own` is the key of the joint that it is made for.
fn name_of((partner, own): (Partner, u32), skeleton: &Skeleton, labels: &[String]) -> String {
    let automatic = || "Automatic".to_owned();
    match partner {
        Partner::Automatic => automatic(),
        Partner::Nobody => "No partner".to_owned(),
        Partner::Joint(key) if key == own => "Itself, in the middle".to_owned(),
        Partner::Joint(key) => {
            let joint = skeleton.joint_of_key(key);
            let label = joint.and_then(|joint| labels.get(joint.index()));
            label.cloned().unwrap_or_else(automatic)
        }
    }
}

/// How a partner was found, and how surely, in words.
fn how(paired: Pairing) -> String {
    let sure = match paired.sureness {
        sure if sure >= 0.9 => "sure",
        sure if sure >= 0.6 => "likely",
        _ => "a guess",
    };
    format!("{}, {sure}", paired.by.words())
}

/// The pairs of the character's joints, found anew only when its rig or the marks have changed.
pub(super) fn pairs(ui: &Ui, view: &View<'_>) -> Arc<JointPairs> {
    let id = Id::unique("pairs of joints");
    let character = &view.document.character;
    let patterns = view.session.settings.mirror.patterns();
    let known: Option<KnownPairs> = ui.data(|data| data.get_temp(id));
    let known = known
        .filter(|known| Arc::ptr_eq(&known.rig, &character.rig) && known.patterns == *patterns);
    if let Some(known) = known {
        return known.pairs;
    }
    let pairs = Arc::new(character.joint_pairs(patterns));
    let known = KnownPairs {
        rig: Arc::clone(&character.rig),
        patterns: patterns.clone(),
        pairs: Arc::clone(&pairs),
    };
    ui.data_mut(|data| data.insert_temp(id, known));
    pairs
}

/// The labels of the character's joints, found anew only when its rig has changed.
fn joint_labels(ui: &Ui, rig: &Arc<Rig>) -> Arc<[String]> {
    let id = Id::unique("labels of joints");
    let known: Option<KnownLabels> = ui.data(|data| data.get_temp(id));
    if let Some(known) = known.filter(|known| Arc::ptr_eq(&known.rig, rig)) {
        return known.labels;
    }
    let of = ListedLabels::new(&rig.skeleton);
    let labels: Arc<[String]> = rig.skeleton.joints().map(|joint| of.of(joint)).collect();
    let known = KnownLabels {
        rig: Arc::clone(rig),
        labels: Arc::clone(&labels),
    };
    ui.data_mut(|data| data.insert_temp(id, known));
    labels
}
