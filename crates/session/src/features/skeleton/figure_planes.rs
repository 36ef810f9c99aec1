//! The planes over which joints are mirrored, one for each figure of a scene.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use character::{Character, EditError, MirrorPlane, SkeletonEdit};
use glam::Vec3;
use mesh::Adjacency;
use rig::{JointIndex, JointPairs, NamePatterns};
use scene::deform::DeformedPrimitive;
use scene::placed::{PlacedPrimitive, placed_primitives};
use scene::view::bounds::Bounds;
use weights::Plane;

use crate::document::Document;
use crate::shown::{at_rest, bounds_of};
use crate::state::fitting::figure_sides::{FigureSides, SceneSides};

/// Vertices, and half as many triangles, up to which a surface is looked at with its edges and triangles.
const MOST_WITH_EDGES: usize = 20_000;

/// A joint of the figure that is meant, none for all, and who is whose image.
type FigureJoints<'a> = (Option<JointIndex>, &'a JointPairs);
/// The meshes at rest, skinned when they are asked for first, and once for all figures.
type RestMeshes = OnceCell<Vec<DeformedPrimitive>>;

/// The figures of a character, each with the plane that it is symmetric in.
#[derive(Debug)]
pub struct FigurePlanes<'a> {
    character: &'a Character,
    patterns: &'a NamePatterns,
    pairs: JointPairs,
    shown: RestMeshes,
}

impl<'a> FigurePlanes<'a> {
    /// Those of a character whose sides are told apart by these marks in names.
    #[must_use]
    pub fn new(character: &'a Character, patterns: &'a NamePatterns) -> Self {
        Self {
            pairs: character.joint_pairs(patterns),
            character,
            patterns,
            shown: RestMeshes::new(),
        }
    }

    /// The plane in which the character is symmetric at rest, in the model, its normal to the left. That of its joints if two of them
    /// show each other in it; else that of the meshes, found as where weights are mirrored; else x = 0. In a scene of several figures the
    /// joints and meshes are those of the figure of this one; without one the joints are those of the figure with the most.
    ///
    /// The window waits for it. That of the joints costs what pairing them costs, as for every mirrored pose, whatever the meshes are. For
    /// that of the meshes all vertices are skinned once, as for the box around the character. Up to 20,000 of them make a surface with
    /// edges and a tree, more are only compared with the images of some 2,000: [`Plane::of_points`].
    #[must_use]
    pub fn plane(&self, joint: Option<JointIndex>) -> Plane {
        self.plane_by(joint).0
    }

    /// The plane, and whether it is that of joints which show each other in it.
    fn plane_by(&self, joint: Option<JointIndex>) -> (Plane, bool) {
        let (character, pairs) = (self.character, &self.pairs);
        let by_joints = pairs.find_symmetry_plane(&character.rig.skeleton, joint);
        let (plane, left) = match by_joints {
            Some(own) => {
                let (normal, offset) = (own.normal, own.offset);
                (Plane { normal, offset }, own.left)
            }
            None => {
                let shown = self.shown.get_or_init(|| at_rest(character));
                let plane = of_meshes(character, shown, (joint, pairs));
                let across = (plane.normal, plane.offset);
                let left = character.left_of((pairs, joint), self.patterns, across);
                (plane, left)
            }
        };
        let plane = match left.is_some_and(|left| left.dot(plane.normal) < 0.0) {
            true => Plane {
                normal: -plane.normal,
                offset: -plane.offset,
            },
            false => plane,
        };
        (plane, by_joints.is_some())
    }

    /// What is left and right of each figure, for a joint that is to be added. All vertices are skinned once.
    #[must_use]
    pub fn scene_sides(&self) -> SceneSides {
        let (character, pairs) = (self.character, &self.pairs);
        let meshes = self.shown.get_or_init(|| at_rest(character));
        let scene = bounds_of(meshes);
        let placed = placed_primitives(character).zip(meshes);
        let boxes = placed.filter_map(|(placed, shown)| {
            let first = first_joint(character, &placed)?;
            let around = Bounds::from_points(shown.positions.iter().copied());
            Some((first, around))
        });
        let boxes: Vec<(JointIndex, Bounds)> = boxes.collect();
        let sides = |joint: Option<JointIndex>| {
            let is_own = |first| joint.is_none_or(|joint| pairs.is_one_figure([joint, first]));
            let own = boxes.iter().filter(|(first, _)| is_own(*first));
            let own = own.fold(Bounds::EMPTY, |all, (_, one)| all.union(*one));
            let (plane, by_joints) = self.plane_by(joint);
            FigureSides {
                plane,
                by_joints,
                around: if own.is_empty() { scene } else { own },
            }
        };
        let whole = sides(None);
        let skeleton = &character.rig.skeleton;
        let joints: Vec<JointIndex> = skeleton.joints().collect();
        let figures = figures_of(&joints, pairs);
        if figures.len() < 2 {
            return SceneSides {
                whole,
                figures: BTreeMap::new(),
            };
        }
        let moves_any = |figure: &&Vec<JointIndex>| {
            let mut movers = boxes.iter().map(|&(mover, _)| mover);
            let first = figure.first();
            first.is_some_and(|&first| movers.any(|mover| pairs.is_one_figure([first, mover])))
        };
        let figures = figures.iter().filter(moves_any).flat_map(|figure| {
            let own = sides(figure.first().copied());
            figure.iter().map(move |&joint| (skeleton.key(joint), own))
        });
        let figures = figures.collect();
        // What hangs on no joint, or on one that is beside all figures, is of none.
        let whole = FigureSides {
            by_joints: false,
            around: scene,
            ..whole
        };
        SceneSides { whole, figures }
    }

    /// These joints by the figures that they are of, as keys, each with the plane of its figure. Without any joint one plane of none.
    #[must_use]
    pub fn by_figure(&self, joints: &[JointIndex]) -> Vec<(Plane, Vec<u32>)> {
        let skeleton = &self.character.rig.skeleton;
        let figures = figures_of(joints, &self.pairs).into_iter().map(|figure| {
            let plane = self.plane(figure.first().copied());
            let keys = figure.iter().map(|&joint| skeleton.key(joint)).collect();
            (plane, keys)
        });
        figures.collect()
    }

    /// The edit that makes what these joints lack on the other side of a plane.
    #[must_use]
    pub fn mirror_over(&self, joints: Vec<u32>, plane: Plane) -> SkeletonEdit {
        let Plane { normal, offset } = plane;
        let is_usual = normal.abs() == Vec3::X && offset == 0.0;
        let patterns = self.patterns;
        SkeletonEdit::Mirror {
            partners: self
                .character
                .partners_beyond_names(&joints, &self.pairs, patterns),
            joints,
            sides: patterns.to_string(),
            plane: (!is_usual).then(|| MirrorPlane {
                normal: normal.to_array(),
                offset,
            }),
        }
    }
}

/// What mirroring joints of several figures has made.
#[derive(Debug)]
pub struct MirroredFigures {
    /// The document after it.
    pub after: Document,
    /// The keys of the joints that were added.
    pub added: BTreeSet<u32>,
    /// What is worth telling, in sentences.
    pub sentences: Vec<String>,
    /// Why the last figure that got nothing got nothing; none if each got something.
    pub refused: Option<EditError>,
}

/// Makes what joints of several figures lack, over the plane of each.
#[must_use]
pub fn mirror_figures(
    document: &Document,
    figures: Vec<(Plane, Vec<u32>)>,
    patterns: &NamePatterns,
) -> MirroredFigures {
    let mut made = MirroredFigures {
        after: document.clone(),
        added: BTreeSet::new(),
        sentences: Vec::new(),
        refused: None,
    };
    for (plane, joints) in figures {
        let edit = FigurePlanes::new(&made.after.character, patterns).mirror_over(joints, plane);
        match made.after.with_skeleton_edit(&edit) {
            Ok((next, edited)) => {
                let skeleton = &next.character.rig.skeleton;
                let added = edited.added.iter().map(|&joint| skeleton.key(joint));
                made.added.extend(added);
                made.sentences.extend(edited.report.sentences());
                made.after = next;
            }
            Err(error) => {
                made.sentences.push(match &error {
                    EditError::NoPartnerMissing { reason } => reason.clone(),
                    other => format!("{other}."),
                });
                made.refused = Some(error);
            }
        }
    }
    made
}

/// These joints by the figures that they are of; one without joints where there are none.
fn figures_of(joints: &[JointIndex], pairs: &JointPairs) -> Vec<Vec<JointIndex>> {
    let mut figures: Vec<Vec<JointIndex>> = vec![Vec::new()];
    for &joint in joints {
        let is_own = |figure: &Vec<JointIndex>| {
            let first = figure.first();
            first.is_none_or(|&first| pairs.is_one_figure([first, joint]))
        };
        match figures.iter_mut().find(|figure| is_own(figure)) {
            Some(figure) => figure.push(joint),
            None => figures.push(vec![joint]),
        }
    }
    figures
}

/// The first joint of the skin that moves a mesh; none where nothing does.
fn first_joint(character: &Character, placed: &PlacedPrimitive<'_>) -> Option<JointIndex> {
    let bind = character.rig.binds.get(placed.instance.skin?)?;
    bind.joints().first().copied()
}

/// The plane in which the meshes of a figure are symmetric at rest, all together; those of the scene where it has none; x = 0 where they are
/// in none.
fn of_meshes(
    character: &Character,
    shown: &[DeformedPrimitive],
    (of, pairs): FigureJoints<'_>,
) -> Plane {
    let all = placed_primitives(character).zip(shown);
    let all: Vec<PlacedMesh<'_>> = all.collect();
    let is_own = |(placed, _): &&PlacedMesh<'_>| {
        let first = first_joint(character, placed).unwrap_or(placed.instance.node);
        of.is_none_or(|of| pairs.is_one_figure([of, first]))
    };
    let own: Vec<PlacedMesh<'_>> = all.iter().filter(is_own).copied().collect();
    let meant = if own.is_empty() { all } else { own };
    let vertices: usize = meant.iter().map(|(_, shown)| shown.positions.len()).sum();
    let triangles = meant
        .iter()
        .map(|(placed, _)| placed.primitive.triangles.len());
    let triangles: usize = triangles.sum();
    // A closed surface has two triangles to a vertex, by Euler's formula; more of them than that cost as much as vertices would.
    if vertices.max(triangles / 2) > MOST_WITH_EDGES {
        let positions = meant.iter().flat_map(|(_, shown)| &shown.positions);
        let positions: Vec<Vec3> = positions.copied().collect();
        return Plane::of_points(&positions, Plane::X);
    }
    of_surface(&meant)
}

/// A mesh and what is shown of it.
type PlacedMesh<'a> = (PlacedPrimitive<'a>, &'a DeformedPrimitive);

fn of_surface(meant: &[PlacedMesh<'_>]) -> Plane {
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    for (placed, shown) in meant {
        let first = u32::try_from(positions.len()).unwrap_or(u32::MAX);
        let own = placed.primitive.triangles.iter();
        triangles.extend(own.map(|corners| corners.map(|corner| corner.saturating_add(first))));
        positions.extend_from_slice(&shown.positions);
    }
    if triangles.is_empty() {
        return Plane::X;
    }
    let surface = Adjacency::new(&positions, &triangles);
    Plane::of_symmetry(&surface, Plane::X, None)
}
