//! Motion trails: the ways of joints over the clip, drawn over everything so that the mesh does not hide them.

pub(super) mod pointer;

use eframe::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2};
use glam::Vec3;
use scene::view::camera::Camera;
use session::features::playback::motion::{PaneTrails, Trail, TrailPoint};

/// Radius of the dot of a frame, in points.
const DOT: f32 = 1.9;
/// Distance in points below which the dots of frames would run together.
const APART: f32 = 5.0;
/// Half the diagonal of the diamond of a key.
const KEY: f32 = 5.5;
/// The same where keys are dense.
const LEAST_KEY: f32 = 2.6;
/// Radius of the mark of the current time.
const NOW: f32 = 4.0;
/// Drawn below lines and dots, so that they stand out from every surface.
const SHADE: Color32 = Color32::from_black_alpha(130);

/// Draws the trails of a pane over its picture.
pub fn draw_trails(painter: &Painter, picture: Rect, camera: &Camera, shown: &PaneTrails<'_>) {
    let pen = TrailPen {
        painter,
        picture,
        camera: *camera,
        colors: shown.colors.map(|[r, g, b]| Color32::from_rgb(r, g, b)),
    };
    for trail in shown.trails {
        let now = shown.frames.get(trail.joint.index());
        let now = now.map(|frame| Vec3::from(frame.translation));
        pen.draw(trail, shown.now, now);
    }
}

struct TrailPen<'a> {
    painter: &'a Painter,
    picture: Rect,
    camera: Camera,
    /// Of before and after the current time.
    colors: [Color32; 2],
}

impl TrailPen<'_> {
    fn draw(&self, trail: &Trail, now: f32, place_now: Option<Vec3>) {
        // Frames are in order of time.
        let count = trail.frames.partition_point(|point| point.time <= now);
        let (before, after) = trail.frames.split_at(count);
        let place = |point: &TrailPoint| self.pixel(point.place);
        let now_here = || place_now.and_then(|place| self.pixel(place));
        let mut sides = [Vec::new(), Vec::new()];
        let [earlier, later] = &mut sides;
        earlier.extend(before.iter().map(place));
        later.extend(place_now.map(|_| now_here()));
        later.extend(after.iter().map(place));
        earlier.extend(place_now.map(|_| now_here()));
        // All shades first, so that none lies over a line.
        for side in &sides {
            self.line(side, Stroke::new(3.5, SHADE));
        }
        for (side, color) in sides.iter().zip(self.colors) {
            self.line(side, Stroke::new(1.6, color));
        }
        for (points, color) in [before, after].into_iter().zip(self.colors) {
            self.dots(points, color);
        }
        self.keys(&trail.keys, now);
        for pending in &trail.pending {
            if let Some(at) = self.pixel(pending.place) {
                let [before, after] = self.colors;
                let color = if pending.time > now { after } else { before };
                self.hollow_diamond(at, color);
            }
        }
        if let Some(at) = now_here() {
            self.painter.circle_filled(at, NOW + 1.5, SHADE);
            self.painter.circle_filled(at, NOW, Color32::WHITE);
        }
    }

    fn pixel(&self, place: Vec3) -> Option<Pos2> {
        let size = glam::Vec2::new(self.picture.width(), self.picture.height());
        let at = self.camera.pixel(place, size)?;
        Some(self.picture.min + Vec2::new(at.x, at.y))
    }

    /// A line through the places that are before the camera.
    fn line(&self, places: &[Option<Pos2>], stroke: Stroke) {
        for run in places.split(Option::is_none) {
            let points: Vec<Pos2> = run.iter().copied().flatten().collect();
            if points.len() > 1 {
                self.painter.add(Shape::line(points, stroke));
            }
        }
    }

    fn dots(&self, points: &[TrailPoint], color: Color32) {
        let mut last: Option<Pos2> = None;
        for at in points.iter().filter_map(|point| self.pixel(point.place)) {
            if last.is_none_or(|last| last.distance(at) >= APART) {
                self.painter.circle_filled(at, DOT + 0.8, SHADE);
                self.painter.circle_filled(at, DOT, color);
                last = Some(at);
            }
        }
    }

    /// Where keys are dense their diamonds are small, so that each is seen.
    fn keys(&self, keys: &[TrailPoint], now: f32) {
        let [before, after] = self.colors;
        let places: Vec<Option<Pos2>> = keys.iter().map(|key| self.pixel(key.place)).collect();
        let gap = |one: usize, at: Pos2| {
            let other = places.get(one).copied().flatten();
            other.map_or(f32::INFINITY, |other| other.distance(at))
        };
        for (index, (key, place)) in keys.iter().zip(&places).enumerate() {
            if let Some(at) = *place {
                // Before the first key the index wraps to one that no list has.
                let gap = gap(index.wrapping_sub(1), at).min(gap(index + 1, at));
                let color = if key.time > now { after } else { before };
                self.diamond(at, (0.5 * gap).clamp(LEAST_KEY, KEY), color);
            }
        }
    }

    /// A pose that is not keyed: hollow, as in the dope sheet.
    fn hollow_diamond(&self, at: Pos2, color: Color32) {
        let corners = [[0.0, -KEY], [KEY, 0.0], [0.0, KEY], [-KEY, 0.0]];
        let corners = corners.map(|[x, y]| at + Vec2::new(x, y)).to_vec();
        let shade = Stroke::new(4.0, SHADE);
        self.painter.add(Shape::closed_line(corners.clone(), shade));
        self.painter
            .add(Shape::closed_line(corners, Stroke::new(1.8, color)));
    }

    fn diamond(&self, at: Pos2, size: f32, color: Color32) {
        let corners = [[0.0, -size], [size, 0.0], [0.0, size], [-size, 0.0]];
        let corners = corners.map(|[x, y]| at + Vec2::new(x, y)).to_vec();
        let edge = Stroke::new(1.2, Color32::from_black_alpha(220));
        self.painter
            .add(Shape::convex_polygon(corners, color, edge));
    }
}
