//! Which way round the triangles of a posed character are wound: a map that mirrors turns them, but leaves normals outside.

use character::Character;
use glam::{Affine3A, Mat3A};
use rig::{Influences, Palette};

use crate::deform::{base_pose, posed_character};
use crate::placed::{PlacedPrimitive, placed_primitives};
use crate::posed_character::{Look, Mover, PosedCharacter};

/// Which way round triangles are wound, seen from outside. It decides which of them are culled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Winding {
    /// As they were given: counter-clockwise.
    #[default]
    AsGiven,
    /// Mirrored: clockwise.
    Reversed,
    /// Some this way, some that way: none can be culled.
    Mixed,
}

impl Winding {
    /// The winding against triangles that are wound like `given`.
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
    /// From whether all is mirrored.
    fn from(mirrored: bool) -> Self {
        if mirrored {
            Self::Reversed
        } else {
            Self::AsGiven
        }
    }
}

/// What has to be known of a character to tell the winding of its triangles in any pose, in the order of
/// [`deform`](crate::deform::deform).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Windings {
    /// Per primitive.
    known: Vec<Known>,
}

#[derive(Clone, Debug, PartialEq)]
struct Known {
    /// Entries of the palette that move a vertex.
    joints: Vec<u16>,
    at_rest: Winding,
}

impl Windings {
    /// Looks at a character.
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
                // The file gives triangles as its node finds them, and glTF has the node turn them.
                Mover::Node(_) => Winding::AsGiven,
            };
            Known { joints, at_rest }
        };
        Self {
            known: placed_primitives(character).map(known).collect(),
        }
    }

    /// The winding of each primitive in a pose of this character, against that of the file. Triangles of a skin are given as
    /// they are at rest, whatever its joints make of them there.
    pub fn of<'a>(
        &'a self,
        character: &'a Character,
        posed: &'a PosedCharacter,
    ) -> impl Iterator<Item = Winding> + 'a {
        let known = self.known.iter().zip(placed_primitives(character));
        known.map(|(known, placed)| {
            let now = match posed.mover(&placed) {
                Mover::Skin(palette, _) => of_palette(palette, &known.joints),
                Mover::Node(scene_from_node) => of_matrices([&scene_from_node].into_iter()),
            };
            now.against(known.at_rest)
        })
    }
}

fn of_palette(palette: &Palette, joints: &[u16]) -> Winding {
    let some = |matrices: &[Affine3A]| {
        let used = joints
            .iter()
            .filter_map(|&joint| matrices.get(usize::from(joint)));
        of_matrices(used)
    };
    match palette {
        Palette::Linear(palette) => some(&palette.posed_from_bind),
        // Its motions are rigid.
        Palette::DualQuaternion(palette) => of_side(side(palette.rest_from_bind.into())),
        Palette::TwoPhase(palette) => some(&palette.stretched_from_bind),
        Palette::Affine(palette) => some(&palette.posed_from_bind),
    }
}

/// Maps that flatten have no say.
fn of_matrices<'a>(matrices: impl Iterator<Item = &'a Affine3A>) -> Winding {
    let sides = matrices.map(|matrix| side(matrix.matrix3));
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

/// The sign of the determinant; zero too where there is none. Not of its f32: that of a small scale is less than the least.
fn side(matrix: Mat3A) -> i8 {
    let determinant = glam::Mat3::from(matrix).as_dmat3().determinant();
    i8::from(determinant > 0.0) - i8::from(determinant < 0.0)
}
