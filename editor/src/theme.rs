//! The window's theme: colors, text sizes and spacing, dark and light.

use eframe::egui;
use eframe::egui::style::{NumberFormatter, Selection, WidgetVisuals, Widgets};
use eframe::egui::{
    Color32, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, Style, TextStyle, Theme,
    Vec2, Visuals, emath,
};
use rig::KeyKind;
use scene::names::true_minus;
use session::notices::Severity;
use session::settings::Accent;
use session::state::fitting::Sureness;

/// The colors of one theme.
struct Palette {
    panel: Color32,
    window: Color32,
    field: Color32,
    button: Color32,
    hovered: Color32,
    pressed: Color32,
    line: Color32,
    text: Color32,
    strong: Color32,
    weak: Color32,
}

const DARK: Palette = Palette {
    panel: Color32::from_rgb(43, 45, 49),
    window: Color32::from_rgb(50, 52, 57),
    field: Color32::from_rgb(31, 32, 35),
    button: Color32::from_rgb(64, 67, 73),
    hovered: Color32::from_rgb(78, 82, 90),
    pressed: Color32::from_rgb(92, 97, 107),
    line: Color32::from_rgb(28, 29, 32),
    text: Color32::from_rgb(214, 217, 222),
    strong: Color32::from_rgb(244, 246, 248),
    weak: Color32::from_rgb(156, 161, 170),
};

const LIGHT: Palette = Palette {
    panel: Color32::from_rgb(238, 239, 241),
    // Darker than fields, whose edges would not be seen.
    window: Color32::from_rgb(241, 242, 244),
    field: Color32::from_rgb(255, 255, 255),
    button: Color32::from_rgb(218, 221, 226),
    hovered: Color32::from_rgb(204, 209, 216),
    pressed: Color32::from_rgb(188, 195, 205),
    line: Color32::from_rgb(198, 201, 207),
    text: Color32::from_rgb(40, 43, 48),
    strong: Color32::from_rgb(12, 14, 17),
    weak: Color32::from_rgb(92, 97, 106),
};

/// Height of a row of fields in points.
pub const ROW: f32 = 24.0;

/// Installs the dark and the light theme.
pub fn install(ctx: &egui::Context, accent: Accent) {
    for (theme, palette, base) in [
        (Theme::Dark, &DARK, Visuals::dark()),
        (Theme::Light, &LIGHT, Visuals::light()),
    ] {
        ctx.set_visuals_of(theme, visuals(palette, accent, base));
    }
    ctx.all_styles_mut(spacing);
}

/// Applies another accent color, if it has changed.
pub fn follow_accent(ctx: &egui::Context, accent: Accent) {
    if ctx.style_of(Theme::Dark).visuals.hyperlink_color != rgb(accent.foreground(false)) {
        install(ctx, accent);
    }
}

const fn rgb([red, green, blue]: [u8; 3]) -> Color32 {
    Color32::from_rgb(red, green, blue)
}

/// Selects the light or the dark theme.
pub fn choose(ctx: &egui::Context, light: bool) {
    ctx.set_theme(if light { Theme::Light } else { Theme::Dark });
}

/// The accent color: selection in the panes, and values that are not the usual ones.
#[must_use]
pub const fn accent(visuals: &Visuals) -> Color32 {
    visuals.hyperlink_color
}

/// The color of an axis, as in other 3D programs: X red, Y green, Z blue.
#[must_use]
pub fn axis_color(axis: usize, visuals: &Visuals) -> Color32 {
    let dark = [
        Color32::from_rgb(238, 110, 110),
        Color32::from_rgb(140, 200, 96),
        // Towards violet, so that it is not the blue of what is chosen in the window.
        Color32::from_rgb(122, 132, 255),
    ];
    let light = [
        Color32::from_rgb(186, 36, 36),
        Color32::from_rgb(48, 118, 20),
        Color32::from_rgb(74, 62, 206),
    ];
    let colors = if visuals.dark_mode { dark } else { light };
    colors.get(axis).copied().unwrap_or(visuals.text_color())
}

/// The color of selected keys of a clip, unlike that of any axis, of what is selected elsewhere and of unkeyed poses.
#[must_use]
pub const fn selected_key(visuals: &Visuals) -> Color32 {
    if visuals.dark_mode {
        Color32::from_rgb(255, 238, 150)
    } else {
        Color32::from_rgb(148, 112, 0)
    }
}

/// The color of the current time in the timeline: none of what is chosen, keyed or waits there.
#[must_use]
pub const fn playhead(visuals: &Visuals) -> Color32 {
    if visuals.dark_mode {
        Color32::from_rgb(255, 98, 60)
    } else {
        Color32::from_rgb(210, 56, 8)
    }
}

/// The color of pins, in the timeline and over the panes: no axis, limb or trail has it. It is the same in both themes, since bands and
/// marks are seen on light grounds as well as on dark ones.
pub const PIN: Color32 = Color32::from_rgb(96, 200, 160);

/// The color of keys of a kind that are not selected.
#[must_use]
pub const fn key_kind_color(kind: KeyKind, visuals: &Visuals) -> Color32 {
    match (kind, visuals.dark_mode) {
        (KeyKind::Key, _) => visuals.widgets.noninteractive.fg_stroke.color,
        (KeyKind::Breakdown, true) => Color32::from_rgb(88, 196, 214),
        (KeyKind::Breakdown, false) => Color32::from_rgb(0, 118, 142),
        (KeyKind::Extreme, true) => Color32::from_rgb(240, 122, 196),
        (KeyKind::Extreme, false) => Color32::from_rgb(186, 24, 122),
    }
}

/// The color of a pose over a clip that has no keys yet.
#[must_use]
pub const fn pending(visuals: &Visuals) -> Color32 {
    visuals.warn_fg_color
}

/// The color of what says that everything done is recorded.
#[must_use]
pub const fn recording(visuals: &Visuals) -> Color32 {
    if visuals.dark_mode {
        Color32::from_rgb(240, 72, 72)
    } else {
        Color32::from_rgb(206, 24, 24)
    }
}

/// The color of a check that found no problem.
#[must_use]
pub const fn good_color(visuals: &Visuals) -> Color32 {
    if visuals.dark_mode {
        Color32::from_rgb(112, 196, 108)
    } else {
        Color32::from_rgb(36, 120, 40)
    }
}

/// The color of a notice of this severity.
#[must_use]
pub const fn severity_color(severity: Severity, visuals: &Visuals) -> Color32 {
    match severity {
        Severity::Note => {
            if visuals.dark_mode {
                Color32::from_rgb(110, 170, 240)
            } else {
                Color32::from_rgb(24, 92, 180)
            }
        }
        Severity::Warning => visuals.warn_fg_color,
        Severity::Error => visuals.error_fg_color,
    }
}

fn spacing(style: &mut Style) {
    style.text_styles = [
        (TextStyle::Small, 12.0, FontFamily::Proportional),
        (TextStyle::Body, 14.0, FontFamily::Proportional),
        (TextStyle::Button, 14.0, FontFamily::Proportional),
        (TextStyle::Heading, 16.0, FontFamily::Proportional),
        (TextStyle::Monospace, 13.0, FontFamily::Monospace),
    ]
    .into_iter()
    .map(|(style, size, family)| (style, FontId::new(size, family)))
    .collect();
    style.drag_value_text_style = TextStyle::Body;
    style.number_formatter = NumberFormatter::new(|number, decimals| {
        true_minus(&emath::format_with_decimals_in_range(number, decimals))
    });
    style.explanation_tooltips = false;
    let spacing = &mut style.spacing;
    spacing.item_spacing = Vec2::new(8.0, 5.0);
    spacing.button_padding = Vec2::new(8.0, 3.0);
    spacing.interact_size = Vec2::new(40.0, ROW);
    // All methods in one list.
    spacing.combo_height = 400.0;
    spacing.menu_margin = Margin::same(6);
    spacing.window_margin = Margin::same(12);
    spacing.icon_width = 16.0;
    spacing.icon_width_inner = 9.0;
    spacing.slider_width = 140.0;
    spacing.combo_width = 120.0;
    spacing.tooltip_width = 320.0;
    spacing.scroll.floating = false;
    spacing.scroll.foreground_color = false;
    spacing.scroll.bar_width = 8.0;
    style.interaction.tooltip_delay = 0.4;
    style.interaction.selectable_labels = false;
}

fn visuals(palette: &Palette, accent: Accent, base: Visuals) -> Visuals {
    let light = !base.dark_mode;
    let foreground = rgb(accent.foreground(light));
    let radius = CornerRadius::same(4);
    let state = |fill: Color32, text: Color32, stroke: Stroke| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: stroke,
        corner_radius: radius,
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    };
    let focus = Stroke::new(1.0, foreground.gamma_multiply(0.6));
    Visuals {
        override_text_color: None,
        weak_text_color: Some(palette.weak),
        widgets: Widgets {
            noninteractive: state(palette.panel, palette.text, Stroke::new(1.0, palette.line)),
            inactive: state(palette.button, palette.text, Stroke::NONE),
            hovered: state(palette.hovered, palette.strong, Stroke::NONE),
            active: state(palette.pressed, palette.strong, focus),
            open: state(palette.hovered, palette.strong, Stroke::NONE),
        },
        selection: Selection {
            bg_fill: rgb(accent.selection(light)),
            stroke: Stroke::new(1.0, palette.strong),
        },
        hyperlink_color: foreground,
        faint_bg_color: palette.button.gamma_multiply(0.25),
        extreme_bg_color: palette.field,
        text_edit_bg_color: Some(palette.field),
        warn_fg_color: rgb(Accent::Amber.foreground(light)),
        error_fg_color: if base.dark_mode {
            Color32::from_rgb(255, 120, 110)
        } else {
            Color32::from_rgb(186, 26, 20)
        },
        window_corner_radius: CornerRadius::same(8),
        window_shadow: Shadow {
            offset: [0, 6],
            blur: 20,
            spread: 0,
            color: Color32::from_black_alpha(90),
        },
        window_fill: palette.window,
        window_stroke: Stroke::new(1.0, palette.line),
        menu_corner_radius: CornerRadius::same(6),
        panel_fill: palette.panel,
        popup_shadow: Shadow {
            offset: [0, 4],
            blur: 12,
            spread: 0,
            color: Color32::from_black_alpha(80),
        },
        slider_trailing_fill: true,
        ..base
    }
}

/// How sure the place of a marker is: found on the mesh or put there by hand, likely, or a guess. The rings stand over figures, so their
/// colors are the same in both themes.
pub const fn sureness_color(sureness: Sureness) -> Color32 {
    match sureness {
        Sureness::Found => Color32::from_rgb(110, 220, 120),
        Sureness::Likely => Color32::from_rgb(255, 176, 32),
        Sureness::Guess => Color32::from_rgb(255, 92, 92),
    }
}
