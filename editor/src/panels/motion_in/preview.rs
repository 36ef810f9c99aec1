//! Both skeletons side by side, playing what comes over, or held at a moment.

use character::Character;
use eframe::egui::{Align2, Color32, FontId, Id, Pos2, Rect, Sense, Slider, Stroke, Ui, Vec2};
use glam::{Quat, Vec3};
use retarget::Slot;
use rig::Clip;
use session::state::motion_in::preview::{SkeletonLines, skeleton_lines};
use session::state::timeline::frames::{FrameRate, TimeUnit};

use super::map_side::SideView;
use crate::panels::widgets::icons::Icon;
use crate::panels::widgets::small_icon_button;
use crate::theme::accent;

/// Radians of a turn for each point that is dragged.
const TURN: f32 = 0.01;

/// Where the preview is: what stays while the dialog is open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Playhead {
    /// Turn about the vertical, in radians.
    turn: f32,
    /// The time that is held, in seconds; none plays.
    held: Option<f32>,
    /// The clip that is shown, by its place among those that come over.
    pub(super) clip: usize,
    /// What time is counted in.
    pub(super) unit: TimeUnit,
}

fn playhead_id() -> Id {
    Id::unique("playhead of the motion preview")
}

impl Playhead {
    pub(super) fn load(ui: &Ui) -> Self {
        let usual = Self {
            turn: 0.6,
            held: None,
            clip: 0,
            unit: TimeUnit::Seconds,
        };
        ui.data(|data| data.get_temp(playhead_id()).unwrap_or(usual))
    }

    pub(super) fn store(self, ui: &Ui) {
        ui.data_mut(|data| data.insert_temp(playhead_id(), self));
    }

    /// Holds the preview at a moment.
    pub(super) const fn hold(&mut self, time: f32) {
        self.held = Some(time);
    }

    /// The time that is shown now.
    fn time(&self, ui: &Ui, duration: f32) -> f32 {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "less than the length of a clip"
        )]
        let playing = || (ui.input(|input| input.time) % f64::from(duration.max(0.1))) as f32;
        self.held
            .map_or_else(playing, |held| held.clamp(0.0, duration))
    }
}

/// What one picture shows.
pub(super) struct PreviewPicture<'a> {
    pub(super) name: &'a str,
    pub(super) character: &'a Character,
    /// None at rest.
    pub(super) clip: Option<&'a Clip>,
    /// Its bones, once they are known.
    pub(super) bones: Option<SideView<'a>>,
}

/// Draws the source on the left and the character on the right, turned by dragging, with the joints of a slot lit in both; and the time
/// below.
pub(super) fn draw_preview(
    ui: &mut Ui,
    pictures: &[PreviewPicture<'_>; 2],
    height: f32,
    lit: Option<&Slot>,
    playhead: &mut Playhead,
) {
    let size = Vec2::new(ui.available_width(), height);
    let (area, response) = ui.allocate_exact_size(size, Sense::drag());
    response.clone().on_hover_text("Drag to turn both");
    playhead.turn += TURN * response.drag_delta().x;
    let duration = pictures[0].clip.map_or(0.0, Clip::duration);
    let time = playhead.time(ui, duration);
    let text = ui.visuals().text_color();
    let colors = [text, accent(ui.visuals())];
    for ((picture, half), color) in pictures.iter().zip(halves(area)).zip(colors) {
        let lines = skeleton_lines(picture.character, picture.clip, time);
        let bones = picture.bones.zip(lit);
        let lit = bones.and_then(|(side, slot)| side.mapped(slot));
        let joints = lit.map_or(&[][..], |mapped| &mapped.joints);
        let heads = joints.iter().filter_map(|it| lines.heads.get(it.index()));
        let heads: Vec<Vec3> = heads.copied().collect();
        draw(ui, half, &lines, (playhead.turn, color), picture.name);
        light(ui, half, &lines, playhead.turn, &heads);
    }
    if duration > 0.0 {
        times(ui, playhead, time, duration);
    }
}

/// The button that plays or holds, and the slider of the time.
fn times(ui: &mut Ui, playhead: &mut Playhead, time: f32, duration: f32) {
    ui.horizontal(|ui| {
        let is_playing = playhead.held.is_none();
        let (icon, name) = match is_playing {
            true => (Icon::Pause, "Hold the preview"),
            false => (Icon::Play, "Play the preview"),
        };
        let button = small_icon_button(ui, icon, true).on_hover_text(name);
        if button.accessible_name(name).clicked() {
            playhead.held = is_playing.then_some(time);
        }
        let mut shown = time;
        ui.spacing_mut().slider_width = (ui.available_width() - 70.0).max(80.0);
        let unit = playhead.unit;
        let per_second = unit.rate().map_or(1.0, FrameRate::per_second);
        #[expect(clippy::cast_possible_truncation, reason = "a time within a clip")]
        let slider = Slider::new(&mut shown, 0.0..=duration)
            .custom_formatter(move |time, _| unit.text(time as f32))
            .custom_parser(move |text| {
                let number = text.trim().trim_end_matches('s').trim();
                Some(number.parse::<f64>().ok()? / per_second)
            });
        let slider = ui.add(slider).accessible_name("Time of the preview");
        if slider.changed() {
            playhead.held = Some(shown);
        }
        if is_playing {
            ui.ctx().request_repaint();
        }
    });
}

fn halves(area: Rect) -> [Rect; 2] {
    let (left, right) = area.split_left_right_at_fraction(0.5);
    [
        left.with_max_x(left.max.x - 3.0),
        right.with_min_x(right.min.x + 3.0),
    ]
}

/// Where points of the model are in a picture.
fn placing(area: Rect, lines: &SkeletonLines, turn: f32) -> impl Fn(Vec3) -> Pos2 {
    let scale = 0.86 * area.height().min(1.1 * area.width()) / lines.size;
    let (turn, middle) = (Quat::from_rotation_y(turn), lines.middle);
    move |at: Vec3| {
        let at = turn * (at - middle);
        Pos2::new(
            area.center().x + scale * at.x,
            area.center().y - scale * at.y,
        )
    }
}

fn draw(ui: &Ui, area: Rect, lines: &SkeletonLines, (turn, color): (f32, Color32), name: &str) {
    let painter = ui.painter().with_clip_rect(area);
    painter.rect_filled(area, 4.0, ui.visuals().extreme_bg_color);
    let place = placing(area, lines, turn);
    for [from, to] in &lines.bones {
        painter.line_segment([place(*from), place(*to)], Stroke::new(2.0, color));
    }
    let font = FontId::proportional(11.0);
    let corner = area.left_top() + Vec2::new(6.0, 4.0);
    painter.text(
        corner,
        Align2::LEFT_TOP,
        name,
        font,
        ui.visuals().weak_text_color(),
    );
}

/// Lights the heads of joints.
fn light(ui: &Ui, area: Rect, lines: &SkeletonLines, turn: f32, heads: &[Vec3]) {
    let painter = ui.painter().with_clip_rect(area);
    let (color, strong) = (ui.visuals().warn_fg_color, ui.visuals().strong_text_color());
    let place = placing(area, lines, turn);
    for head in heads {
        painter.circle(place(*head), 5.0, color, Stroke::new(1.5, strong));
    }
}
