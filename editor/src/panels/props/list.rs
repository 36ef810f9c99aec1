//! The window of the props: which are shown, what holds them, and where.

use eframe::egui::{ComboBox, Context, Grid, Ui};
use scene::names::joint_name;
use session::commands::actions::PropAction;
use session::commands::command::{Intent, Panel, Sink};
use session::document::props::{Holder, Prop, hangs_on};
use session::features::view::View;
use session::state::props::command::PropIntent;
use session::state::props::hand::sockets;

use super::holding::holding;
use super::place::{place, switches};
use crate::panels::widgets::action_items;
use crate::panels::widgets::corner_window::corner_window;

/// The width of the window.
const WIDTH: f32 = 360.0;
/// Of a skeleton with more joints than that, only the selected one is offered.
const MOST_LISTED: usize = 500;

/// Draws the window, if it is open.
pub fn props(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    corner_window(ctx, Panel::Props, "Props", view, sink, content);
}

fn content(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    ui.set_width(WIDTH);
    let props = &view.document.props;
    if props.is_empty() {
        ui.weak("No prop is attached. A prop is a second file, such as a weapon, a hat or a chair, that a joint holds.");
    }
    Grid::new("props").num_columns(4).show(ui, |ui| {
        for (place, prop) in props.iter().enumerate() {
            row(ui, place, prop, view, sink);
            ui.end_row();
        }
    });
    let chosen = view.session.chosen_prop(view.document);
    if let Some(prop) = props.get(chosen) {
        ui.separator();
        fault(ui, chosen, prop, view, sink);
        place(ui, chosen, prop, view, sink);
        holding(ui, chosen, prop, view, sink);
        switches(ui, chosen, prop, view, sink);
    }
    ui.separator();
    let items = [
        PropAction::OpenProp,
        PropAction::HoldProp,
        PropAction::ReleaseProp,
        PropAction::AimProp,
        PropAction::StopAimingProp,
        PropAction::RemoveProp,
    ];
    action_items(ui, &items, view, sink);
}

fn row(ui: &mut Ui, place: usize, prop: &Prop, view: &View<'_>, sink: &mut Sink) {
    let name = prop.name();
    let mut is_seen = !prop.hidden;
    let seen = ui.checkbox(&mut is_seen, "");
    let seen = seen.on_hover_text("Whether the prop is shown and exported");
    if seen.accessible_name(format!("Show prop {name}")).changed() {
        sink.send(Intent::Prop(PropIntent::SetHidden(place, !is_seen)));
    }
    let is_chosen = view.session.chosen_prop(view.document) == place;
    let label = ui.selectable_label(is_chosen, &name);
    if label.on_hover_text(&prop.file).clicked() {
        sink.send(Intent::Prop(PropIntent::Choose(place)));
    }
    holder(ui, place, prop, view, sink);
    let remove = ui.button("Remove").on_hover_text("Its file stays");
    if remove
        .accessible_name(format!("Remove prop {name}"))
        .clicked()
    {
        sink.send(Intent::Prop(PropIntent::Remove(place)));
    }
}

/// The name of what holds something.
pub(super) fn holder_name(holder: Holder, view: &View<'_>) -> String {
    let skeleton = &view.document.character.rig.skeleton;
    match holder {
        Holder::World => "World".to_owned(),
        Holder::Joint(joint) if joint.index() < skeleton.len() => joint_name(skeleton, joint),
        Holder::Joint(_) => "A joint that is gone".to_owned(),
        Holder::Prop(number) => {
            let prop = view.document.props.get(number);
            prop.map_or_else(|| "A prop that is gone".to_owned(), Prop::name)
        }
    }
}

/// All that can hold a prop: the world, the joints with the selected one first, and props that do not hang on it.
pub(super) fn holders(place: usize, view: &View<'_>) -> Vec<Holder> {
    let skeleton = &view.document.character.rig.skeleton;
    let selected = view.session.character.selection.active();
    let all = skeleton.joints().filter(|_| skeleton.len() <= MOST_LISTED);
    let others = all.filter(|joint| Some(*joint) != selected);
    let joints = selected.into_iter().chain(others).map(Holder::Joint);
    let props = &view.document.props;
    let props = (0..props.len()).filter(|other| !hangs_on(props, *other, place));
    std::iter::once(Holder::World)
        .chain(joints)
        .chain(props.map(Holder::Prop))
        .collect()
}

/// The list of what can hold a prop.
fn holder(ui: &mut Ui, place: usize, prop: &Prop, view: &View<'_>, sink: &mut Sink) {
    let combo = ComboBox::from_id_salt(("holder of prop", place))
        .selected_text(holder_name(prop.holder, view))
        .width(120.0)
        .show_ui(ui, |ui| {
            for holder in holders(place, view) {
                let is_chosen = holder == prop.holder;
                let line = ui.selectable_label(is_chosen, holder_name(holder, view));
                if line.clicked() && !is_chosen {
                    sink.send(Intent::Prop(PropIntent::AttachTo(place, holder)));
                }
                if let Holder::Prop(on) = holder {
                    sockets_of(ui, place, on, view, sink);
                }
            }
        });
    combo
        .response
        .on_hover_text(
            "What holds the prop, where no clip says otherwise; the selected joint comes first",
        )
        .accessible_name(format!("Holder of {}", prop.name()));
}

/// Nodes of another prop that are made to attach something to.
fn sockets_of(ui: &mut Ui, place: usize, on: usize, view: &View<'_>, sink: &mut Sink) {
    let other = view.document.props.get(on);
    let model = other.and_then(|other| view.session.props.shown(&other.file));
    let Some((other, model)) = other.zip(model) else {
        return;
    };
    let skeleton = &model.character.rig.skeleton;
    for joint in sockets(&model.character) {
        let name = format!("{}: {}", other.name(), joint_name(skeleton, joint));
        let line = ui.selectable_label(false, name);
        let line = line.on_hover_text("Puts it where that rests, at place and rotation zero of it");
        if line.clicked() {
            sink.send(Intent::Prop(PropIntent::PutOn {
                prop: place,
                on,
                joint,
            }));
        }
    }
}

/// Why nothing is seen of a prop.
fn fault(ui: &mut Ui, place: usize, prop: &Prop, view: &View<'_>, sink: &mut Sink) {
    match view.session.props.get(&prop.file) {
        Some(Ok(_)) => {}
        Some(Err(why)) => {
            ui.colored_label(ui.visuals().error_fg_color, why);
            if ui.button("Read again").clicked() {
                sink.send(Intent::Prop(PropIntent::ReadAgain(place)));
            }
        }
        None => {
            ui.weak("being read…");
        }
    }
}
