//! Props on a page: rigid parts behind those of the character, each moved by one matrix a frame.

use character::{Character, Primitive};
use glam::{Affine3A, Vec3};
use rig::{InfluencesBuilder, MatrixPalette, Method, Palette, Pose, Vertices, Weighting};
use scene::deform::DeformedPrimitive;
use scene::view::bounds::Bounds;
use session::document::moment::Moment;
use skin_gpu::{InstancePose, MeshData, PoseLists, SkinGpuError};

use super::frames::Timeline;
use super::{Failure, PageAsked};

/// The files of props that a page shows, each with its first picture in the list of all.
pub(super) struct PropFile<'a> {
    pub(super) character: &'a Character,
    /// How many pictures the character and the files before have.
    pub(super) first_picture: usize,
    /// By its place among the props that are shown.
    pub(super) prop: usize,
    at_rest: &'a [DeformedPrimitive],
}

/// A primitive of a prop.
#[derive(Clone, Copy)]
pub(super) struct PropPart<'a> {
    pub(super) file: &'a PropFile<'a>,
    pub(super) primitive: &'a Primitive,
    at_rest: &'a DeformedPrimitive,
}

/// The files of the props that are shown.
pub(super) fn files<'a>(asked: &PageAsked<'a>) -> Vec<PropFile<'a>> {
    let mut first_picture = asked.character.images.len();
    let shown = asked.props.shown().enumerate();
    shown
        .map(|(prop, shown)| {
            let character = &*shown.model.character;
            let file = PropFile {
                character,
                first_picture,
                prop,
                at_rest: &shown.model.at_rest,
            };
            first_picture += character.images.len();
            file
        })
        .collect()
}

/// The primitives of all of them.
pub(super) fn parts<'a>(files: &'a [PropFile<'a>]) -> impl Iterator<Item = PropPart<'a>> {
    let of_file = |file: &'a PropFile<'a>| {
        file.at_rest.iter().filter_map(move |at_rest| {
            let instance = file.character.instances.get(at_rest.instance)?;
            let mesh = file.character.meshes.get(instance.mesh)?;
            Some(PropPart {
                file,
                primitive: mesh.primitives.get(at_rest.primitive)?,
                at_rest,
            })
        })
    };
    files.iter().flat_map(of_file)
}

impl PropPart<'_> {
    /// Its vertices as the shaders read them: all follow the one matrix of the prop.
    pub(super) fn data(&self) -> Result<MeshData, SkinGpuError> {
        let mut builder = InfluencesBuilder::new(1);
        for _ in 0..self.at_rest.positions.len() {
            // A weight of one is always valid.
            let _sum = builder.vertex([(0, 1.0)]);
        }
        let influences = builder.build();
        let vertices = Vertices {
            positions: &self.at_rest.positions,
            normals: &self.at_rest.normals,
            ..Vertices::default()
        };
        MeshData::new(vertices, Weighting::from(&influences), &[])
    }

    /// What cannot be taken, in a sentence.
    pub(super) fn failure(&self, error: &SkinGpuError) -> Failure {
        Failure::Data(format!("the prop {}: {error}.", self.file.character.name))
    }
}

/// What the shaders read of a place.
pub(super) fn pose_lists(data: &MeshData, place: Affine3A) -> Result<PoseLists, SkinGpuError> {
    let palette = Palette::Linear(MatrixPalette {
        posed_from_bind: vec![place],
    });
    data.pose_lists(&[InstancePose::from(&palette)])
}

/// The method that moves a prop: one matrix.
pub(super) const METHOD: Method = Method::Linear;

/// How many vertices props have.
pub(super) fn n_vertices(asked: &PageAsked<'_>) -> usize {
    let at_rest = asked.props.shown().flat_map(|shown| &**shown.model.at_rest);
    at_rest.map(|own| own.positions.len()).sum()
}

/// Where the props are in every frame, by each method.
pub(super) fn places(
    asked: &PageAsked<'_>,
    timeline: &Timeline,
    poses: &[Pose],
) -> Vec<Vec<Vec<Affine3A>>> {
    let moments = timeline.moments(asked);
    let frames = poses.iter().zip(moments);
    frames
        .map(|(pose, moment)| places_at(asked, pose, moment))
        .collect()
}

/// The same in one frame.
pub(super) fn places_at(
    asked: &PageAsked<'_>,
    pose: &Pose,
    moment: Option<Moment>,
) -> Vec<Vec<Affine3A>> {
    let by_method = asked.methods.iter().map(|method| {
        let inheritance = asked.posed.scale_inheritance_of(*method);
        asked
            .props
            .places(asked.character, pose, &inheritance, moment)
    });
    by_method.collect()
}

/// In every frame points that bound the props in it.
pub(super) fn corners(files: &[PropFile<'_>], places: &[Vec<Vec<Affine3A>>]) -> Vec<Vec<Vec3>> {
    let boxes: Vec<[Vec3; 8]> = files.iter().map(PropFile::corners).collect();
    let of_frame = |by_method: &Vec<Vec<Affine3A>>| {
        let each = by_method.iter().flat_map(|places| boxes.iter().zip(places));
        let moved = each.flat_map(|(corners, place)| corners.map(|at| place.transform_point3(at)));
        moved.collect()
    };
    places.iter().map(of_frame).collect()
}

impl PropFile<'_> {
    /// Those of the box about its vertices.
    fn corners(&self) -> [Vec3; 8] {
        let at_rest = self.at_rest.iter();
        let points = at_rest.flat_map(|own| own.positions.iter().copied());
        let Bounds { min, max } = Bounds::from_points(points);
        let end = |number: usize, axis: usize| match (number >> axis) & 1 {
            0 => min[axis],
            _ => max[axis],
        };
        std::array::from_fn(|number| Vec3::from_array([0, 1, 2].map(|axis| end(number, axis))))
    }
}
