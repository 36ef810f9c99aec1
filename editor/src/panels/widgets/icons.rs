//! Icons of buttons, drawn as shapes so that they do not depend on fonts.

use std::f32::consts::{PI, TAU};

use eframe::egui::epaint::PathStroke;
use eframe::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2};

mod tools;

/// Icons that buttons and messages show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// An arrow that turns back.
    Undo,
    /// An arrow that turns forward.
    Redo,
    /// A magnifying glass, for search.
    Search,
    /// A bell, for the list of notices.
    Bell,
    /// A sun, to change to the light theme.
    Sun,
    /// A moon, to change to the dark theme.
    Moon,
    /// A triangle that points right, to play.
    Play,
    /// Two upright bars, to pause.
    Pause,
    /// A mark at the left, to go to the first frame.
    First,
    /// A mark at the right, to go to the last frame.
    Last,
    /// Goes to the key before the current time.
    Previous,
    /// Goes to the key after the current time.
    Next,
    /// A circle that closes.
    Loop,
    /// Arrows both ways, to play forward and backward in turn.
    PingPong,
    /// An arrow that closes a circle.
    Reload,
    /// A cross, to close or clear.
    Close,
    /// An i in a circle.
    Note,
    /// A triangle with a stroke.
    Warning,
    /// A cross in a circle.
    Error,
    /// A tick, for what is chosen or all right.
    Tick,
    /// Two sheets, to copy or duplicate.
    Copy,
    /// An open eye, for what is visible.
    Eye,
    /// A shut eye, for what is hidden.
    ShutEye,
    /// A closed padlock, for what is locked.
    Lock,
    /// An open padlock, for what can be changed.
    OpenLock,
    /// A bin, to delete.
    Bin,
    /// An arrow up, to move a layer up.
    Up,
    /// An arrow down, to move a layer down.
    Down,
    /// An arrow down onto a sheet.
    Merge,
    /// Sheets that become one.
    Flatten,
    /// Three dots: more of this.
    More,
    /// The arrow of a pointer.
    Pointer,
    /// Arrows in four directions.
    Move,
    /// A ring with an arrow.
    Rotate,
    /// A small square that grows.
    Scale,
    /// A square pushed aside.
    Shear,
    /// Two bones with a joint between.
    Limb,
    /// One bone, to pick joints.
    Bone,
    /// Dots in a frame.
    Vertices,
    /// A plus, to add.
    Plus,
    /// A minus, to subtract.
    Minus,
    /// A cross of multiplication.
    Times,
    /// A filled dab of a brush.
    Dab,
    /// Two equal lines, for the brush that averages.
    Level,
    /// A dab that is drawn along.
    Smear,
    /// A soft wave, for the brush that smooths.
    Wave,
    /// A sharp peak, for the brush that sharpens.
    Peak,
    /// A ramp from one end to the other.
    Ramp,
    /// One frame, for a single pane.
    OnePane,
    /// Two frames side by side.
    SidePanes,
    /// A frame with a line that is moved.
    WipePanes,
    /// Two frames, one over the other.
    OverlayPanes,
    /// A figure between two that fade.
    Onion,
    /// A bow with dots and a diamond.
    Trail,
}

/// Draws an icon into the middle of a rectangle.
pub fn paint(painter: &Painter, rect: Rect, icon: Icon, color: Color32) {
    Pen {
        painter,
        center: rect.center(),
        color,
    }
    .draw(icon);
}

/// Draws within a square of 16 points around the center.
struct Pen<'a> {
    painter: &'a Painter,
    center: Pos2,
    color: Color32,
}

impl Pen<'_> {
    fn draw(&self, icon: Icon) {
        match icon {
            Icon::Undo => self.turning_arrow(-1.0),
            Icon::Redo => self.turning_arrow(1.0),
            Icon::Loop | Icon::Reload => self.loop_sign(),
            Icon::PingPong => self.there_and_back(),
            Icon::Search => {
                self.arc([-1.5, -1.5], 4.5, 0.0, TAU);
                self.line(&[[1.8, 1.8], [6.0, 6.0]]);
            }
            Icon::Bell => {
                self.line(&[
                    [-6.0, 4.0],
                    [-4.0, 1.0],
                    [-4.0, -2.0],
                    [-2.5, -5.0],
                    [0.0, -6.0],
                ]);
                self.line(&[
                    [0.0, -6.0],
                    [2.5, -5.0],
                    [4.0, -2.0],
                    [4.0, 1.0],
                    [6.0, 4.0],
                    [-6.0, 4.0],
                ]);
                self.dot([0.0, 6.2], 1.5);
            }
            Icon::Sun => self.sun(),
            Icon::Moon => {
                self.arc([0.0, 0.0], 6.0, 0.35 * PI, 1.65 * PI);
                self.arc([3.6, 0.0], 5.4, 0.56 * PI, 1.44 * PI);
            }
            Icon::Play => self.fill(&[[-4.0, -6.0], [6.5, 0.0], [-4.0, 6.0]]),
            Icon::Pause => {
                self.bar(-3.2);
                self.bar(3.2);
            }
            Icon::First => self.to_end(-1.0),
            Icon::Last => self.to_end(1.0),
            Icon::Previous => self.to_key(-1.0),
            Icon::Next => self.to_key(1.0),
            Icon::Close => self.cross(4.0),
            Icon::Copy => {
                self.line(&[
                    [-2.0, -2.5],
                    [5.5, -2.5],
                    [5.5, 6.0],
                    [-2.0, 6.0],
                    [-2.0, -2.5],
                ]);
                self.line(&[
                    [-2.0, 3.0],
                    [-5.5, 3.0],
                    [-5.5, -6.0],
                    [2.0, -6.0],
                    [2.0, -2.5],
                ]);
            }
            Icon::Eye => {
                self.lid(-1.0);
                self.lid(1.0);
                self.dot([0.0, 0.0], 2.0);
            }
            Icon::ShutEye => {
                self.lid(1.0);
                self.line(&[[-4.4, 2.2], [-5.8, 4.4]]);
                self.line(&[[0.0, 3.4], [0.0, 6.0]]);
                self.line(&[[4.4, 2.2], [5.8, 4.4]]);
            }
            Icon::Lock => self.padlock(0.0),
            Icon::OpenLock => self.padlock(-2.6),
            Icon::Bin => self.bin(),
            Icon::Up => self.arrow(-1.0, 6.0),
            Icon::Down => self.arrow(1.0, 6.0),
            Icon::Merge => {
                self.arrow(1.0, 2.5);
                self.line(&[[-6.0, 5.5], [6.0, 5.5]]);
            }
            Icon::Flatten => self.sheets(),
            Icon::Tick => self.line(&[[-5.0, 0.5], [-1.5, 4.0], [5.0, -4.5]]),
            Icon::Note => {
                self.arc([0.0, 0.0], 6.8, 0.0, TAU);
                self.dot([0.0, -3.0], 1.1);
                self.line(&[[0.0, -0.4], [0.0, 3.6]]);
            }
            Icon::Warning => {
                self.line(&[[0.0, -6.5], [7.0, 6.0], [-7.0, 6.0], [0.0, -6.5]]);
                self.line(&[[0.0, -2.5], [0.0, 1.6]]);
                self.dot([0.0, 3.9], 1.0);
            }
            Icon::Error => {
                self.arc([0.0, 0.0], 6.8, 0.0, TAU);
                self.cross(2.6);
            }
            Icon::More | Icon::OnePane | Icon::SidePanes | Icon::WipePanes | Icon::OverlayPanes => {
                self.draw_of_panes(icon);
            }
            _ => self.draw_tool(icon),
        }
    }

    /// An arrow of this reach; `side` is −1 for one up.
    fn arrow(&self, side: f32, tip: f32) {
        self.line(&[[0.0, -6.0 * side], [0.0, tip * side]]);
        self.line(&[
            [-4.0, (tip - 4.5) * side],
            [0.0, tip * side],
            [4.0, (tip - 4.5) * side],
        ]);
    }

    /// Two sheets over one that is thick.
    fn sheets(&self) {
        self.line(&[[-5.5, -5.0], [5.5, -5.0]]);
        self.line(&[[-5.5, -1.5], [5.5, -1.5]]);
        self.fill(&[[-6.0, 2.5], [6.0, 2.5], [6.0, 5.5], [-6.0, 5.5]]);
    }

    fn bin(&self) {
        self.line(&[[-5.5, -4.0], [5.5, -4.0]]);
        self.line(&[[-1.8, -6.2], [1.8, -6.2]]);
        self.line(&[[-4.2, -4.0], [-3.4, 6.0], [3.4, 6.0], [4.2, -4.0]]);
    }

    /// A padlock with its shackle shifted by `shift`.
    fn padlock(&self, shift: f32) {
        self.line(&[
            [-4.2, -0.8],
            [4.2, -0.8],
            [4.2, 5.4],
            [-4.2, 5.4],
            [-4.2, -0.8],
        ]);
        self.arc([shift, -2.6], 2.6, PI, TAU);
        self.line(&[[shift + 2.6, -2.6], [shift + 2.6, -0.8]]);
        if shift == 0.0 {
            self.line(&[[-2.6, -2.6], [-2.6, -0.8]]);
            self.dot([0.0, 2.2], 1.2);
        }
    }

    fn at(&self, [x, y]: [f32; 2]) -> Pos2 {
        self.center + Vec2::new(x, y)
    }

    fn there_and_back(&self) {
        self.line(&[[-6.0, -3.0], [5.0, -3.0]]);
        self.line(&[[2.0, -6.0], [5.5, -3.0], [2.0, 0.0]]);
        self.line(&[[6.0, 3.0], [-5.0, 3.0]]);
        self.line(&[[-2.0, 0.0], [-5.5, 3.0], [-2.0, 6.0]]);
    }

    fn line(&self, points: &[[f32; 2]]) {
        let points = points.iter().map(|&point| self.at(point)).collect();
        self.painter
            .add(Shape::line(points, PathStroke::new(1.5, self.color)));
    }

    fn fill(&self, points: &[[f32; 2]]) {
        let points = points.iter().map(|&point| self.at(point)).collect();
        self.painter
            .add(Shape::convex_polygon(points, self.color, Stroke::NONE));
    }

    fn dot(&self, at: [f32; 2], radius: f32) {
        self.painter.circle_filled(self.at(at), radius, self.color);
    }

    /// An arc; angles are measured from the right, clockwise.
    fn arc(&self, [x, y]: [f32; 2], radius: f32, from: f32, to: f32) {
        // Corners enough for an arc of some points to look round.
        const STEPS: u8 = 24;
        let points: Vec<[f32; 2]> = (0..=STEPS)
            .map(|step| from + (to - from) * f32::from(step) / f32::from(STEPS))
            .map(|angle| [x + radius * angle.cos(), y + radius * angle.sin()])
            .collect();
        self.line(&points);
    }

    /// An eyelid; `side` is −1 for the upper one.
    fn lid(&self, side: f32) {
        let bow = [
            (-7.0, 0.0),
            (-4.4, 2.2),
            (-1.6, 3.3),
            (1.6, 3.3),
            (4.4, 2.2),
            (7.0, 0.0),
        ];
        self.line(&bow.map(|(x, y)| [x, y * side]));
    }

    fn bar(&self, x: f32) {
        let rect = Rect::from_center_size(self.at([x, 0.0]), Vec2::new(3.4, 11.5));
        self.painter.rect_filled(rect, 1.0, self.color);
    }

    fn cross(&self, reach: f32) {
        self.line(&[[-reach, -reach], [reach, reach]]);
        self.line(&[[-reach, reach], [reach, -reach]]);
    }

    /// An arrow that turns; `side` is −1 for one to the left.
    fn turning_arrow(&self, side: f32) {
        let x = |x: f32| x * side;
        self.line(
            &[
                [x(-5.0), 5.0],
                [x(1.0), 5.0],
                [x(4.0), 4.0],
                [x(5.2), 1.0],
                [x(4.0), -2.0],
                [x(1.0), -3.0],
                [x(-3.0), -3.0],
            ]
            .map(|[px, py]| [-px, py]),
        );
        self.fill(&[[x(2.0), -6.8], [x(2.0), 0.8], [x(6.5), -3.0]]);
    }

    fn loop_sign(&self) {
        self.arc([0.0, 0.0], 5.2, -0.35 * PI, 1.25 * PI);
        self.fill(&[[0.2, -8.2], [0.2, -1.6], [4.6, -4.9]].map(|[x, y]| [-x - 0.6, y]));
    }

    fn sun(&self) {
        self.dot([0.0, 0.0], 3.2);
        for ray in 0..8_u8 {
            let (sin, cos) = (f32::from(ray) * TAU / 8.0).sin_cos();
            self.line(&[[5.0 * cos, 5.0 * sin], [7.0 * cos, 7.0 * sin]]);
        }
    }

    fn to_end(&self, side: f32) {
        self.fill(&[[-5.0 * side, -5.5], [3.5 * side, 0.0], [-5.0 * side, 5.5]]);
        self.line(&[[5.0 * side, -5.5], [5.0 * side, 5.5]]);
    }

    /// An arrow to a diamond, which stands for a key.
    fn to_key(&self, side: f32) {
        self.line(&[[-5.5 * side, -4.5], [-side, 0.0], [-5.5 * side, 4.5]]);
        self.fill(&[
            [0.8 * side, 0.0],
            [4.2 * side, -3.8],
            [7.6 * side, 0.0],
            [4.2 * side, 3.8],
        ]);
    }
}
