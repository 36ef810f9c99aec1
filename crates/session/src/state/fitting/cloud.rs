//! The vertices of a mesh, folded onto its left side, and what can be asked of them.

use character::Character;
use glam::Vec3;
use rig::TemplateKind;
use scene::deform::{base_pose, deform};
use scene::placed::placed_primitives;
use scene::posed_character::Look;
use scene::view::bounds::Bounds;
use thiserror::Error;

use super::frame::{Doubt, FigureFrame, figure_frame};

/// Vertices that are looked at, at most: the rest are passed over evenly.
const MOST: usize = 200_000;
/// Largest distance of the figure's middle from the plane x = 0 that counts as none, as a share of half its largest
/// extent.
const MIDDLE: f32 = 0.03;
/// The least extent of a mesh, as a share of its largest.
const FLAT: f32 = 1e-3;

/// The height above the floor at which a leg is above its ankle; and how far a foot reaches out before it at least, and behind it at most: as
/// shares of a figure's height.
const OVER_ANKLE: f32 = 0.1;
const FOOT: f32 = 0.055;
const HEEL: f32 = 0.05;

/// Why no skeleton can be fitted to a mesh: a clause with a remedy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CloudFault {
    /// The character has no vertex whose place is finite.
    #[error("there is no mesh to fit it to; open a model that has one")]
    Empty,
    /// No extent in one direction.
    #[error("the mesh is flat; open one that has height, width and depth")]
    Flat,
}

/// Vertices of a mesh at rest in the frame of its figure, folded: x is the distance from the middle. Those of a hand are as they are.
#[derive(Clone, Debug)]
pub struct Cloud {
    points: Vec<Vec3>,
    /// All vertices, x counted from the middle, and the triangles that list them; none where only places are known.
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    bounds: Bounds,
    frame: FigureFrame,
    doubt: Option<Doubt>,
}

impl Cloud {
    /// Takes vertices in the model, of a figure that looks along the z axis.
    ///
    /// # Errors
    ///
    /// No vertices, or no extent in one direction: of a card or a silhouette every marker is a guess.
    pub fn new(
        kind: TemplateKind,
        vertices: impl Iterator<Item = Vec3> + Clone,
    ) -> Result<Self, CloudFault> {
        let bounds = extent(vertices.clone())?;
        let center = bounds.center().x;
        let is_in_the_middle = center.abs() < 0.5 * MIDDLE * bounds.size().max_element();
        // A hand is beside the middle, and not folded.
        let middle = if is_in_the_middle || kind == TemplateKind::Hand {
            0.0
        } else {
            center
        };
        Self::from_vertices(kind, FigureFrame::straight(middle), vertices)
    }

    /// Takes vertices in the model, of a figure that stands like this.
    fn from_vertices(
        kind: TemplateKind,
        frame: FigureFrame,
        vertices: impl Iterator<Item = Vec3> + Clone,
    ) -> Result<Self, CloudFault> {
        let seen = vertices.map(move |vertex| frame.figure_from_model(vertex));
        // A single one that is not finite would make the box infinite.
        let finite = seen.filter(|vertex| vertex.is_finite());
        let bounds = extent(finite.clone())?;
        let folds = kind != TemplateKind::Hand;
        // Every so many vertices in the order of the file, at most `MOST` in all.
        let step = 1 + finite.clone().count() / MOST;
        let folded = |point: Vec3| {
            let x = point.x - frame.middle();
            point.with_x(if folds { x.abs() } else { x })
        };
        Ok(Self {
            points: finite.step_by(step).map(folded).collect(),
            vertices: Vec::new(),
            triangles: Vec::new(),
            bounds,
            frame,
            doubt: None,
        })
    }

    /// Takes all meshes of a character as they rest.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn at_rest(kind: TemplateKind, character: &Character) -> Result<Self, CloudFault> {
        let (vertices, triangles) = mesh_at_rest(character);
        Self::of_mesh(kind, vertices, triangles)
    }

    /// Takes vertices in the model and the triangles that list them: by these the plane is found in which a turned figure is symmetric, and
    /// along them fingers are.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn of_mesh(
        kind: TemplateKind,
        mut vertices: Vec<Vec3>,
        triangles: Vec<[u32; 3]>,
    ) -> Result<Self, CloudFault> {
        let plain = Self::new(kind, vertices.iter().copied())?;
        let (frame, doubt) = figure_frame(kind, plain.frame, &vertices, &triangles);
        let cloud = match frame == plain.frame {
            true => plain,
            false => Self::from_vertices(kind, frame, vertices.iter().copied())?,
        };
        for vertex in &mut vertices {
            *vertex = frame.figure_from_model(*vertex);
            // Not folded: along the surface the left and the right hand stay apart.
            vertex.x -= frame.middle();
        }
        Ok(Self {
            vertices,
            triangles,
            doubt,
            ..cloud
        })
    }

    /// How the figure stands.
    pub(super) const fn frame(&self) -> FigureFrame {
        self.frame
    }

    /// Where the plane between the sides crosses the figure's x axis.
    pub(super) const fn middle(&self) -> f32 {
        self.frame.middle()
    }

    /// What the mesh does not show, so that every marker is a guess. Of a turned figure on four legs nothing shows the front.
    pub(super) fn doubt(&self, kind: TemplateKind) -> Option<Doubt> {
        // Feet that reach out show the front, to whichever side they do.
        let shows_front = || {
            kind == TemplateKind::Biped && (self.looks_back() || self.rotated_180().looks_back())
        };
        let is_lost = || self.frame.is_aside() && !shows_front();
        self.doubt.or_else(|| is_lost().then_some(Doubt::Front))
    }

    pub(super) const fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// All vertices, x counted from the middle, and the triangles that list them.
    pub(super) fn mesh(&self) -> (&[Vec3], &[[u32; 3]]) {
        (&self.vertices, &self.triangles)
    }

    pub(super) fn points(&self) -> impl Iterator<Item = Vec3> {
        self.points.iter().copied()
    }

    /// Whether a figure on two legs looks along −Z of its frame: there its feet reach out from the ankles, and hardly to the other side.
    pub(super) fn looks_back(&self) -> bool {
        let (height, floor) = (self.bounds.size().y, self.bounds.min.y);
        let is_leg = |p: Vec3| {
            // A slice of the leg, 4 % of the height thick and off the middle.
            let level = (p.y - floor) / height - OVER_ANKLE;
            level.abs() < 0.02 && (0.01..0.2).contains(&(p.x / height))
        };
        let Some(ankle) = self.center(is_leg) else {
            return false;
        };
        let soles = self
            .points()
            .filter(|p| p.y < floor + 0.05 * height && p.x < 0.2 * height);
        let soles = Bounds::from_points(soles);
        let (ahead, behind) = (soles.max.z - ankle.z, ankle.z - soles.min.z);
        !soles.is_empty() && ahead < HEEL * height && behind > FOOT * height
    }

    /// The same turned half about the y axis through its middle.
    pub(super) fn rotated_180(&self) -> Self {
        // Folded points keep their x, which is the distance from the middle; the others turn about it.
        let back = |p: Vec3| p.with_z(-p.z);
        let half = |p: &Vec3| Vec3::new(-p.x, p.y, -p.z);
        let middle = 2.0 * self.middle();
        let corners = [self.bounds.min, self.bounds.max];
        let corners = corners.map(|p| Vec3::new(middle - p.x, p.y, -p.z));
        Self {
            points: self.points().map(back).collect(),
            vertices: self.vertices.iter().map(half).collect(),
            triangles: self.triangles.clone(),
            bounds: Bounds::from_points(corners),
            frame: self.frame,
            doubt: self.doubt,
        }
    }

    /// The largest distance from the middle.
    pub(super) fn width(&self) -> f32 {
        self.points().map(|point| point.x).fold(0.0, f32::max)
    }

    /// The middle of the box around the points that are picked.
    pub(super) fn center(&self, pick: impl Fn(Vec3) -> bool) -> Option<Vec3> {
        let bounds = Bounds::from_points(self.points().filter(|point| pick(*point)));
        (!bounds.is_empty()).then(|| bounds.center())
    }
}

/// The box around the vertices that are finite.
///
/// # Errors
///
/// There are none, or the box has no extent in one direction.
fn extent(vertices: impl Iterator<Item = Vec3>) -> Result<Bounds, CloudFault> {
    let bounds = Bounds::from_points(vertices.filter(|vertex| vertex.is_finite()));
    if bounds.is_empty() {
        return Err(CloudFault::Empty);
    }
    let size = bounds.size();
    let least = FLAT * size.max_element();
    if size.max_element() <= 0.0 || size.min_element() <= least {
        return Err(CloudFault::Flat);
    }
    Ok(bounds)
}

/// The vertices of all meshes as they rest, and the triangles that list them.
fn mesh_at_rest(character: &Character) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    let inherited = &character.rig.scale_inheritance;
    let at_rest = deform(character, &base_pose(character), inherited, Look::default());
    let at_rest = at_rest.unwrap_or_default();
    for (placed, rests) in placed_primitives(character).zip(at_rest) {
        let Ok(first) = u32::try_from(vertices.len()) else {
            break;
        };
        let listed = placed.primitive.triangles.iter();
        let counted = listed.filter_map(|triangle| {
            let [a, b, c] = triangle.map(|corner| first.checked_add(corner));
            Some([a?, b?, c?])
        });
        triangles.extend(counted);
        vertices.extend(rests.positions);
    }
    (vertices, triangles)
}
