//! Icons of tools, brushes and layouts of panes.

use std::f32::consts::{PI, TAU};

use eframe::egui::{CornerRadius, Rect, Stroke, StrokeKind, Vec2};

use super::{Icon, Pen};

impl Pen<'_> {
    /// Tools that pose, and brushes.
    pub(super) fn draw_tool(&self, icon: Icon) {
        match icon {
            Icon::Pointer => self.fill_all(&[
                &[[-4.0, -6.5], [4.8, 1.6], [0.2, 1.9]],
                &[[-4.0, -6.5], [0.2, 1.9], [-4.0, 5.2]],
                &[[-0.9, 1.2], [1.0, 0.4], [3.4, 5.6], [1.5, 6.5]],
            ]),
            Icon::Move => {
                self.line(&[[-6.0, 0.0], [6.0, 0.0]]);
                self.line(&[[0.0, -6.0], [0.0, 6.0]]);
                for [x, y] in [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]] {
                    let tip =
                        |along: f32, across: f32| [x * along - y * across, y * along + x * across];
                    self.fill(&[tip(8.0, 0.0), tip(4.6, 2.8), tip(4.6, -2.8)]);
                }
            }
            Icon::Rotate => {
                self.arc([0.0, 0.0], 5.8, -0.3 * PI, 1.35 * PI);
                self.fill(&[[1.2, -8.0], [1.2, -1.6], [6.4, -3.4]]);
            }
            Icon::Scale => {
                self.frame([-6.5, 0.5], [-0.5, 6.5]);
                self.line(&[[0.5, -0.5], [4.5, -4.5]]);
                self.fill(&[[7.0, -7.0], [6.6, -1.6], [1.6, -6.6]]);
            }
            Icon::Shear => self.line(&[
                [-7.0, 5.5],
                [-2.6, -5.5],
                [7.0, -5.5],
                [2.6, 5.5],
                [-7.0, 5.5],
            ]),
            Icon::Limb => {
                self.line(&[[-4.0, -6.0], [3.0, 0.0], [-3.0, 6.0]]);
                for at in [[-4.0, -6.0], [3.0, 0.0], [-3.0, 6.0]] {
                    self.dot(at, 2.1);
                }
            }
            Icon::Bone => {
                self.line(&[
                    [-5.0, 5.0],
                    [-4.0, 0.6],
                    [5.4, -5.4],
                    [-0.6, 4.0],
                    [-5.0, 5.0],
                ]);
                self.dot([-5.0, 5.0], 1.6);
            }
            Icon::Vertices => {
                self.frame([-6.5, -6.0], [6.5, 6.0]);
                for at in [[-2.8, -2.0], [2.4, -2.6], [-1.6, 2.6], [3.2, 2.2]] {
                    self.dot(at, 1.4);
                }
            }
            Icon::Plus => {
                self.line(&[[-5.5, 0.0], [5.5, 0.0]]);
                self.line(&[[0.0, -5.5], [0.0, 5.5]]);
            }
            Icon::Minus => self.line(&[[-5.5, 0.0], [5.5, 0.0]]),
            Icon::Times => self.cross(4.2),
            Icon::Dab => self.dot([0.0, 0.0], 5.2),
            Icon::Level => {
                self.line(&[[-5.5, -2.6], [5.5, -2.6]]);
                self.line(&[[-5.5, 2.6], [5.5, 2.6]]);
            }
            Icon::Smear => {
                self.dot([3.8, 0.0], 3.0);
                self.line(&[[-6.5, -2.4], [1.5, -2.4]]);
                self.line(&[[-4.5, 0.0], [1.0, 0.0]]);
                self.line(&[[-6.5, 2.4], [1.5, 2.4]]);
            }
            Icon::Wave => {
                self.arc([-3.2, 0.0], 3.2, PI, TAU);
                self.arc([3.2, 0.0], 3.2, 0.0, PI);
            }
            Icon::Peak => self.line(&[
                [-7.0, 5.0],
                [-2.0, 3.4],
                [0.0, -6.0],
                [2.0, 3.4],
                [7.0, 5.0],
            ]),
            Icon::Onion => {
                self.arc([-3.4, 0.0], 3.6, 0.32 * PI, 1.68 * PI);
                self.dot([0.0, 0.0], 3.8);
                self.arc([3.4, 0.0], 3.6, -0.68 * PI, 0.68 * PI);
            }
            Icon::Trail => {
                self.arc([0.0, 5.0], 7.0, 1.05 * PI, 1.95 * PI);
                self.dot([-6.6, 3.4], 1.9);
                self.fill(&[[0.0, -5.6], [3.4, -2.2], [0.0, 1.2], [-3.4, -2.2]]);
                self.dot([6.6, 3.4], 1.9);
            }
            Icon::Ramp => self.fill(&[[-7.0, 5.0], [7.0, -5.5], [7.0, 5.0]]),
            _ => {}
        }
    }

    /// Layouts of panes, and the dots of a menu.
    pub(super) fn draw_of_panes(&self, icon: Icon) {
        match icon {
            Icon::More => {
                for x in [-5.0, 0.0, 5.0] {
                    self.dot([x, 0.0], 1.6);
                }
            }
            Icon::OnePane => self.frame([-7.0, -5.5], [7.0, 5.5]),
            Icon::SidePanes => {
                self.frame([-7.0, -5.5], [-0.8, 5.5]);
                self.frame([0.8, -5.5], [7.0, 5.5]);
            }
            Icon::WipePanes => {
                self.frame([-7.0, -5.5], [7.0, 5.5]);
                self.fill(&[[-7.0, -5.5], [0.0, -5.5], [0.0, 5.5], [-7.0, 5.5]]);
                self.line(&[[0.0, -8.0], [0.0, 8.0]]);
            }
            Icon::OverlayPanes => {
                self.frame([-7.0, -6.5], [3.0, 2.5]);
                self.frame([-3.0, -2.5], [7.0, 6.5]);
            }
            _ => {}
        }
    }

    fn fill_all(&self, shapes: &[&[[f32; 2]]]) {
        shapes.iter().for_each(|shape| self.fill(shape));
    }

    fn frame(&self, from: [f32; 2], to: [f32; 2]) {
        let rect = Rect::from_min_max(self.center + Vec2::from(from), self.center + Vec2::from(to));
        let stroke = Stroke::new(1.5, self.color);
        self.painter
            .rect_stroke(rect, CornerRadius::same(1), stroke, StrokeKind::Middle);
    }
}
