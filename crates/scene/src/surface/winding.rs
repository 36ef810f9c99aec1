//! The winding of triangles of a posed character: mirroring maps reverse it, while normals still point outwards.

use character::Character;
use glam::Mat3A;
use rig::{Influences, JointSlot, Palette};

use crate::pose::deform::{base_pose, posed_character};
use crate::pose::placed::{PlacedPrimitive, placed_primitives};
use crate::pose::posed_character::{Look, Mover, PosedCharacter};

/// The winding of triangles, seen from outside. It decides which faces are culled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Winding {
    /// As in the file: counter-clockwise.
    #[default]
    AsGiven,
    /// Clockwise, as maps that mirror leave them.
    Reversed,
    /// Both windings occur: no faces can be culled.
    Mixed,
}

impl Winding {
    /// The winding relative to triangles that are wound like `given`.
    #[must_use]
    pub const fn against(self, given: Self) -> Self {
        match (self, given) {
            (Self::Mixed, _) | (_, Self::Mixed) => Self::Mixed,
            (Self::AsGiven, Self::AsGiven) | (Self::Reversed, Self::Reversed) => Self::AsGiven,
            (Self::AsGiven, Self::Reversed) | (Self::Reversed, Self::AsGiven) => Self::Reversed,
        }
    }
}

impl From<bool> for Winding {
    /// `true` stands for triangles that a map has mirrored.
    fn from(mirrored: bool) -> Self {
        if mirrored {
            Self::Reversed
        } else {
            Self::AsGiven
        }
    }
}

/// Data of a character from which the winding of its triangles follows in any pose, in the order of
/// [`deform`](crate::pose::deform::deform).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Windings {
    /// One entry per primitive.
    known: Vec<PrimitiveWinding>,
}

#[derive(Clone, Debug, PartialEq)]
struct PrimitiveWinding {
    /// Entries of the palette that move a vertex.
    joints: Vec<JointSlot>,
    at_rest: Winding,
}

impl Windings {
    /// Collects the data of a character.
    #[must_use]
    pub fn new(character: &Character) -> Self {
        let (pose, scale_inheritance) = (base_pose(character), &character.rig.scale_inheritance);
        // A rest pose fits its own skeleton.
        let at_rest = posed_character(character, &pose, scale_inheritance, Look::default())
            .unwrap_or_default();
        let known = |placed: PlacedPrimitive<'_>| {
            let joints = placed
                .primitive
                .influences
                .as_ref()
                .map_or_else(Vec::new, Influences::joints_used);
            let at_rest = match at_rest.mover(&placed) {
                Mover::Skin(palette, _) => of_palette(palette, &joints),
                // The file gives triangles in mesh space, and in glTF a mirroring node reverses them.
                Mover::Node(_) => Winding::AsGiven,
            };
            PrimitiveWinding { joints, at_rest }
        };
        Self {
            known: placed_primitives(character).map(known).collect(),
        }
    }

    /// The winding of each primitive in a pose of this character, relative to the file. The file's winding of a
    /// skin is that at rest, even where its joints mirror there.
    pub fn of<'a>(
        &'a self,
        character: &'a Character,
        posed: &'a PosedCharacter,
    ) -> impl Iterator<Item = Winding> + 'a {
        let known = self.known.iter().zip(placed_primitives(character));
        known.map(|(known, placed)| {
            let now = match posed.mover(&placed) {
                Mover::Skin(palette, _) => of_palette(palette, &known.joints),
                Mover::Node(scene_from_node) => of_matrices([scene_from_node.matrix3].into_iter()),
            };
            now.against(known.at_rest)
        })
    }
}

fn of_palette(palette: &Palette, joints: &[JointSlot]) -> Winding {
    let stretches = joints
        .iter()
        .filter_map(|&joint| palette.stretch(usize::from(joint)));
    of_matrices(stretches)
}

/// Maps with determinant zero are ignored.
fn of_matrices(matrices: impl Iterator<Item = Mat3A>) -> Winding {
    let sides = matrices.map(side);
    let sides = sides.filter(|&side| side != 0);
    sides
        .map(of_side)
        .reduce(|all, one| if all == one { all } else { Winding::Mixed })
        .unwrap_or_default()
}

const fn of_side(side: i8) -> Winding {
    if side < 0 {
        Winding::Reversed
    } else {
        Winding::AsGiven
    }
}

/// The sign of the determinant; 0 if it is zero or NaN. In f64: the determinant of a small scale would underflow in
/// f32.
fn side(matrix: Mat3A) -> i8 {
    let determinant = glam::Mat3::from(matrix).as_dmat3().determinant();
    i8::from(determinant > 0.0) - i8::from(determinant < 0.0)
}
