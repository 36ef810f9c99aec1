//! The mirror image of a corrective: its shape over the symmetry of the mesh, driven by the joints of the other side.

use std::collections::{BTreeMap, BTreeSet};

use character::{MorphPart, MorphShape};
use glam::{Quat, Vec3};
use mesh::PointIndex;
use rig::{
    DrivenChannel, DrivenTarget, JointIndex, JointPairs, NamePatterns, PoseInterpolator,
    mirror_pose,
};
use scene::names::morph_name;
use weights::Symmetry;

use crate::document::Document;
use crate::document::correctives::{Corrective, CorrectiveDriver, NewCorrective, correctives};
use crate::state::painting::sculpt::{reflected, with_counts};
use crate::state::painting::{PaintMesh, symmetry_of};

/// Rotations that are no farther apart are one pose, radians; interpolators refuse two within a degree.
const SAME_POSE: f32 = 0.02;

/// What tells one side from the other.
#[derive(Clone, Copy, Debug)]
pub struct SidesAsked<'a> {
    /// The marks of sides in names.
    pub patterns: &'a NamePatterns,
    /// Which joint is the mirror image of which.
    pub pairs: &'a JointPairs,
    /// Whether points are paired by how they are connected; else by their places.
    pub by_topology: bool,
}

/// A document with the mirror image of a corrective.
#[derive(Clone, Debug)]
pub struct Mirrored {
    /// That document.
    pub document: Document,
    /// The place of the weight of the image.
    pub weight: usize,
    /// Whether it was there before, and has got the shape alone.
    pub was_there: bool,
    /// How many displaced points have no mirror image on the mesh, so that their displacements are left out.
    pub n_left_out: usize,
}

/// Displacements as the mirror shows them.
struct MirroredShape {
    shape: MorphShape,
    n_left_out: usize,
}

/// The document with the mirror image of a corrective, which is all there in the mirrored pose of the joints of the other side.
///
/// With `M = 1 − 2 n nᵀ`, n the normal of the plane of the mesh, a point gets `M d`, d being the displacement of its image. Where a corrective
/// of that pose is there already, it gets the shape and keeps its driver. Finding images takes about as long as mirroring weights does.
///
/// # Errors
///
/// One sentence with a remedy: no skin, joints without a partner, a pose that is its own mirror image, no mirror image of any displaced point.
pub fn with_mirror_image(
    document: &Document,
    corrective: &Corrective,
    sides: SidesAsked<'_>,
) -> Result<Mirrored, String> {
    let turns = mirrored_turns(document, corrective, sides.pairs)?;
    let MirroredShape { shape, n_left_out } = mirrored_shape(document, corrective, sides)?;
    let known = correctives(document).into_iter().find(|other| {
        let is_of_mesh = other.mesh == corrective.mesh && other.weight != corrective.weight;
        let others = document.turns_of_corrective(other);
        is_of_mesh && others.is_some_and(|others| is_same(&others, &turns))
    });
    let (after, weight) = match &known {
        Some(known) => (document.clone(), known.weight),
        None => with_new(document, corrective, &turns, sides)?,
    };
    let mut all = correctives(&after).into_iter();
    let image = all.find(|own| own.weight == weight);
    let image = image.ok_or("The copy is driven by nothing, so that it is no corrective.")?;
    let after = after.with_shape(&image, shape);
    Ok(Mirrored {
        document: after.map_err(|error| format!("{error}."))?,
        weight,
        was_there: known.is_some(),
        n_left_out,
    })
}

/// The rotations of the joints of the other side by which the image is all there.
fn mirrored_turns(
    document: &Document,
    corrective: &Corrective,
    pairs: &JointPairs,
) -> Result<Vec<(JointIndex, Quat)>, String> {
    let skeleton = &document.character.rig.skeleton;
    let turns = document.turns_of_corrective(corrective).unwrap_or_default();
    let mut pose = document.character.file_pose();
    for (joint, rotation) in &turns {
        if let Some(own) = pose.rigid.get_mut(joint.index()) {
            own.rotation = *rotation;
        }
    }
    let seen = mirror_pose(skeleton, &pose, pairs);
    let mut images = Vec::with_capacity(turns.len());
    for (joint, _) in &turns {
        let Some(partner) = pairs.partner(*joint) else {
            return Err(format!(
                "No copy: {} has no partner on the other side. Pair them by “Joint pairs”, or rename one.",
                scene::names::joint_name(skeleton, *joint)
            ));
        };
        let own = seen.rigid.get(partner.index());
        images.push((partner, own.map_or(Quat::IDENTITY, |own| own.rotation)));
    }
    match is_same(&images, &turns) {
        true => Err("No copy: the pose of this corrective is its own mirror image. Sculpt both sides with “Live mirror”.".to_owned()),
        false => Ok(images),
    }
}

/// Whether rotations are of the same joints, and hardly apart.
fn is_same(one: &[(JointIndex, Quat)], other: &[(JointIndex, Quat)]) -> bool {
    let of = |joint: JointIndex| other.iter().find(|turn| turn.0 == joint);
    let is_near = |turn: &(JointIndex, Quat)| {
        of(turn.0).is_some_and(|other| {
            let apart = turn.1.inverse() * other.1;
            2.0 * apart.xyz().length().min(1.0).asin() < SAME_POSE
        })
    };
    one.len() == other.len() && one.iter().all(is_near)
}

/// The displacements as the mirror shows them.
fn mirrored_shape(
    document: &Document,
    corrective: &Corrective,
    sides: SidesAsked<'_>,
) -> Result<MirroredShape, String> {
    let character = &document.character;
    let own = character.meshes.get(corrective.mesh);
    let shape = own.map_or_else(MorphShape::default, |mesh| {
        MorphShape::of(mesh, corrective.target)
    });
    let surfaces = PaintMesh::all(character);
    let is_own = |surface: &&PaintMesh| {
        let mut primitives = surface.primitives();
        primitives.any(|(mesh, _)| mesh == corrective.mesh)
    };
    let found = surfaces.iter().find(is_own).and_then(|surface| {
        let names = (sides.patterns, sides.pairs);
        let symmetry = symmetry_of(surface, character, names, sides.by_topology)?;
        Some((surface, symmetry))
    });
    let Some((surface, symmetry)) = found else {
        return Err("No copy: no skin moves the mesh of this corrective, so that nothing tells its sides. Bind it first.".to_owned());
    };
    let moved = displaced(surface, corrective.mesh, &shape);
    let images = images_of(&moved, &symmetry);
    if images.is_empty() && !moved.is_empty() {
        return Err("No copy: no point of this shape has a mirror image on the mesh. Try “By topology” of the brush, or a symmetric mesh.".to_owned());
    }
    let mut parts: BTreeMap<usize, BTreeMap<u32, Vec3>> = BTreeMap::new();
    for (point, by) in images {
        let vertices = surface.vertices_at(point);
        let vertices = vertices.filter(|((mesh, _), _)| *mesh == corrective.mesh);
        for ((_, primitive), vertex) in vertices {
            parts.entry(primitive).or_default().insert(vertex, by);
        }
    }
    let parts = parts
        .into_iter()
        .map(|(primitive, displacements)| MorphPart {
            primitive,
            vertices: 0,
            displacements: displacements.into_iter().collect(),
        });
    let shape = MorphShape {
        parts: parts.collect(),
    };
    let is_alone = |moved: &&(PointIndex, Vec3)| symmetry.image(moved.0).is_none();
    Ok(MirroredShape {
        shape: with_counts(shape, character, corrective.mesh),
        n_left_out: moved.iter().filter(is_alone).count(),
    })
}

/// The points that a shape displaces.
fn displaced(surface: &PaintMesh, mesh: usize, shape: &MorphShape) -> Vec<(PointIndex, Vec3)> {
    let parts = shape.parts.iter().map(|part| {
        let displacements = part.displacements.iter().copied();
        (part.primitive, displacements.collect::<BTreeMap<_, _>>())
    });
    let parts: BTreeMap<usize, BTreeMap<u32, Vec3>> = parts.collect();
    let by = |point: PointIndex| {
        let mut vertices = surface.vertices_at(point);
        vertices.find_map(|((of, primitive), vertex)| {
            let parts = parts.get(&primitive).filter(|_| of == mesh)?;
            Some((point, *parts.get(&vertex)?))
        })
    };
    surface.all_points().filter_map(by).collect()
}

/// What the mirror shows of displacements, without what it does not move.
fn images_of(moved: &[(PointIndex, Vec3)], symmetry: &Symmetry) -> BTreeMap<PointIndex, Vec3> {
    let mut images = reflected(moved, symmetry);
    images.retain(|_, by| *by != Vec3::ZERO);
    images
}

/// The document with a target more, driven as the corrective is, on the other side.
fn with_new(
    document: &Document,
    corrective: &Corrective,
    turns: &[(JointIndex, Quat)],
    sides: SidesAsked<'_>,
) -> Result<(Document, usize), String> {
    let mut pose = document.character.file_pose();
    for &(joint, rotation) in turns {
        if let Some(own) = pose.rigid.get_mut(joint.index()) {
            own.rotation = rotation;
        }
    }
    let new = NewCorrective {
        node: corrective.node,
        name: mirrored_name(document, corrective, sides.patterns),
        joints: turns.iter().map(|turn| turn.0).collect(),
        pose: &pose,
    };
    let (after, weight) = document.with_corrective(&new)?;
    match corrective.driver {
        CorrectiveDriver::Angle { channel } => {
            let own = document.driven.channels().get(channel);
            let skeleton = &document.character.rig.skeleton;
            let image = own.and_then(|own| own.mirrored(skeleton, sides.pairs));
            let image = image.ok_or("No copy: what drives it has no partner.")?;
            let image = DrivenChannel {
                target: DrivenTarget::Morph(weight),
                ..image
            };
            Ok((driven_by(&after, weight, image)?, weight))
        }
        CorrectiveDriver::Pose { interpolator, .. } => {
            let own = document.driven.interpolators().get(interpolator);
            let kernel = own.map(PoseInterpolator::kernel).unwrap_or_default();
            let mut all = correctives(&after).into_iter();
            let image = all.find(|own| own.weight == weight);
            let after = match image.map(|own| own.driver) {
                Some(CorrectiveDriver::Pose { interpolator, .. }) => {
                    after.with_kernel(interpolator, kernel)?
                }
                Some(CorrectiveDriver::Angle { .. }) | None => after,
            };
            Ok((after, weight))
        }
    }
}

/// The document in which a channel drives a morph target, in place of a pose.
fn driven_by(document: &Document, weight: usize, by: DrivenChannel) -> Result<Document, String> {
    let stays = |morph: usize| (morph != weight).then_some(morph);
    let interpolators = document.driven.interpolators().iter();
    let interpolators = interpolators.filter_map(|own| own.with_morphs_mapped(stays));
    let mut channels = document.driven.channels().to_vec();
    channels.push(by);
    document.with_driven_and(channels, interpolators.collect())
}

/// The name with its side changed, or a word behind it; with a number where the mesh has a target of that name.
fn mirrored_name(document: &Document, corrective: &Corrective, patterns: &NamePatterns) -> String {
    let name = morph_name(&document.character, corrective.weight);
    // Names of poses have an angle behind that of the joint, which hides the mark of the side.
    let of_joint = || {
        let (joint, rest) = name.rsplit_once(' ')?;
        Some(format!("{} {rest}", patterns.mirror_name(joint)?))
    };
    let image = patterns.mirror_name(&name).or_else(of_joint);
    let image = image.unwrap_or_else(|| format!("{name} mirrored"));
    let mesh = document.character.meshes.get(corrective.mesh);
    let known = mesh.map_or(&[][..], |mesh| &mesh.target_names);
    let known: BTreeSet<&String> = known.iter().collect();
    let numbered = (2..).map(|number: u32| format!("{image} {number}"));
    let mut names = std::iter::once(image.clone()).chain(numbered);
    names.find(|name| !known.contains(name)).unwrap_or(image)
}
