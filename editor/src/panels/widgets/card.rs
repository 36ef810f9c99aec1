//! A card of a library: a picture and a name.

use eframe::egui::text::{LayoutJob, TextWrapping};
use eframe::egui::{
    Align2, Color32, CornerRadius, FontId, Image, Pos2, Rect, Response, Stroke, StrokeKind,
    TextStyle, TextureId, Ui, Vec2,
};

use super::icons::{Icon, paint};
use crate::theme::accent;

/// Least width of a card.
const LEAST: f32 = 82.0;
/// Gap between cards, beside each other and one below the other.
pub(in crate::panels) const GAP: f32 = 6.0;
/// Height of the name.
const FOOT: f32 = 22.0;

/// Columns and sizes of the cards in the available width.
#[derive(Clone, Copy)]
pub(in crate::panels) struct Grid {
    pub(in crate::panels) columns: usize,
    /// Width of a card.
    pub(in crate::panels) width: f32,
}

impl Grid {
    pub(in crate::panels) fn in_width(width: f32) -> Self {
        let mut columns: u8 = 1;
        // So many cards have one gap fewer between them.
        while columns < 12 && f32::from(columns + 1) * (LEAST + GAP) - GAP <= width {
            columns += 1;
        }
        let gaps = GAP * f32::from(columns - 1);
        Self {
            columns: usize::from(columns),
            width: ((width - gaps) / f32::from(columns)).max(24.0),
        }
    }

    pub(in crate::panels) fn card(self) -> Vec2 {
        Vec2::new(self.width, self.width + FOOT)
    }
}

/// What a card shows.
pub(in crate::panels) struct CardLook<'a> {
    pub(in crate::panels) name: &'a str,
    /// Its picture; a figure stands for a missing one.
    pub(in crate::panels) picture: Option<TextureId>,
    /// What is wrong, over the lower part of the picture.
    pub(in crate::panels) fault: Option<&'a str>,
    /// Whether it is what the character shows now.
    pub(in crate::panels) is_shown: bool,
    pub(in crate::panels) is_chosen: bool,
}

/// Draws a card.
pub(in crate::panels) fn draw_card(ui: &Ui, rect: Rect, response: &Response, look: &CardLook<'_>) {
    let visuals = ui.visuals();
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let is_lit = response.hovered() || response.has_focus();
    let fill = if is_lit {
        visuals.widgets.hovered.bg_fill
    } else {
        visuals.faint_bg_color
    };
    painter.rect_filled(rect, 5.0, fill);
    let picture = Rect::from_min_size(rect.min, Vec2::splat(rect.width())).shrink(2.0);
    match look.picture {
        Some(texture) => {
            let image = Image::new((texture, picture.size()));
            image
                .corner_radius(CornerRadius::same(4))
                .paint_at(ui, picture);
        }
        None => placeholder(ui, picture),
    }
    if let Some(text) = look.fault {
        fault(ui, picture, text);
    } else if look.is_shown {
        let corner = Rect::from_center_size(
            picture.right_top() + Vec2::new(-11.0, 11.0),
            Vec2::splat(16.0),
        );
        painter.circle_filled(corner.center(), 9.0, accent(visuals));
        paint(&painter, corner, Icon::Tick, Color32::WHITE);
    }
    let color = if look.is_chosen {
        visuals.widgets.active.text_color()
    } else {
        visuals.text_color()
    };
    let place = Pos2::new(rect.center().x, picture.bottom() + 0.5 * FOOT);
    name(ui, look.name, place, (rect.width() - 8.0, color));
    if look.is_chosen {
        let stroke = Stroke::new(2.0, accent(visuals));
        painter.rect_stroke(rect, 5.0, stroke, StrokeKind::Inside);
    }
}

/// One line, cut off at its end where it is too long.
fn name(ui: &Ui, text: &str, center: Pos2, (width, color): (f32, Color32)) {
    let font = TextStyle::Body.resolve(ui.style());
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = TextWrapping::truncate_at_width(width);
    let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
    let place = Align2::CENTER_CENTER.anchor_size(center, galley.size());
    ui.painter().galley(place.min, galley, color);
}

/// The error, over the lower part of the picture.
fn fault(ui: &Ui, picture: Rect, text: &str) {
    let visuals = ui.visuals();
    let color = visuals.warn_fg_color;
    let mut job = LayoutJob::simple(
        text.to_owned(),
        FontId::proportional(10.5),
        color,
        picture.width() - 8.0,
    );
    job.wrap.max_rows = 4;
    job.wrap.break_anywhere = false;
    let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
    let band = picture.with_min_y(picture.bottom() - galley.size().y - 6.0);
    let painter = ui.painter();
    painter.rect_filled(band, 3.0, visuals.extreme_bg_color.gamma_multiply(0.88));
    painter.galley(band.min + Vec2::new(4.0, 3.0), galley, color);
    let corner = Rect::from_center_size(
        picture.left_top() + Vec2::new(12.0, 12.0),
        Vec2::splat(16.0),
    );
    painter.circle_filled(corner.center(), 10.5, visuals.extreme_bg_color);
    paint(painter, corner, Icon::Warning, color);
}

/// A figure that stands for a missing picture.
fn placeholder(ui: &Ui, picture: Rect) {
    let color = ui.visuals().weak_text_color().gamma_multiply(0.35);
    let unit = 0.01 * picture.width();
    let at = |x: f32, y: f32| picture.center() + unit * Vec2::new(x, y);
    let painter = ui.painter();
    let stroke = Stroke::new(5.0 * unit, color);
    painter.circle_filled(at(0.0, -24.0), 7.0 * unit, color);
    painter.line_segment([at(0.0, -14.0), at(0.0, 6.0)], stroke);
    painter.line_segment([at(-18.0, -8.0), at(18.0, -8.0)], stroke);
    painter.line_segment([at(0.0, 6.0), at(-9.0, 30.0)], stroke);
    painter.line_segment([at(0.0, 6.0), at(9.0, 30.0)], stroke);
}
