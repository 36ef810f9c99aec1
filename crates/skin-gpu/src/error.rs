//! What can be wrong, with numbers.

use thiserror::Error;

/// Data that do not fit together, or a device that cannot take them. Where it comes from a function that writes, nothing was
/// written.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SkinGpuError {
    /// A list has another length than the others ask for.
    #[error("{found} {what}, but {expected} {of}")]
    Length {
        /// Name of the list, in words for the message.
        what: &'static str,
        /// The length that would have fitted.
        expected: usize,
        /// What it has to follow.
        of: &'static str,
        /// The length that the list has.
        found: usize,
    },
    /// A palette with NaN or an infinite number.
    #[error(
        "the palette of instance {instance} is not finite at joint {joint}; correct the pose, or leave the instance out"
    )]
    PaletteNotFinite {
        /// Index of the instance.
        instance: usize,
        /// Index of the first such joint in the palette.
        joint: usize,
    },
    /// A morph weight that is NaN or infinite.
    #[error("morph weight {target} of instance {instance} is {weight}, not a finite number")]
    WeightNotFinite {
        /// Index of the instance.
        instance: usize,
        /// Index of the morph target.
        target: usize,
        /// The first weight that is not finite.
        weight: f32,
    },
    /// Instances that are written together must share method and sign rule.
    #[error(
        "instance {instance} is posed for another method or sign rule than instance 0; one call skins with one method"
    )]
    MixedMethods {
        /// Index of the first instance that differs.
        instance: usize,
    },
    /// An instance posed for spherical blending without the influences of its mesh.
    #[error(
        "instance {instance} is posed for spherical blending, which turns about a point for each set of joints; give \
         InstancePose the influences of the mesh"
    )]
    NoInfluences {
        /// Index of the instance.
        instance: usize,
    },
    /// Instances of one mesh posed with influences in which other joints meet.
    #[error(
        "instance {instance} comes with other influences than instance 0; they are those of the mesh, which is the same"
    )]
    MixedInfluences {
        /// Index of the first instance that differs.
        instance: usize,
    },
    /// Exact normals of a mesh that has no gradients.
    #[error(
        "exact normals take the gradients of the weights; make the mesh of MeshData::with_gradients"
    )]
    NoGradients,
    /// A weight that unsigned parts of one cannot say.
    #[error(
        "weight {weight} of vertex {vertex} is not between 0 and 1; packed influences have no other, so leave them in full"
    )]
    NotPackable {
        /// Index of the vertex.
        vertex: usize,
        /// The first weight of the vertex below 0 or above 1.
        weight: f32,
    },
    /// More instances than memory was made for.
    #[error("{found} instances, but memory for {capacity}; make SkinInstances anew with more")]
    TooManyInstances {
        /// Instances that one call was given.
        found: usize,
        /// Instances there is memory for.
        capacity: usize,
    },
    /// More numbers than a shader can count: by 32-bit indices, or by f32 in the poses.
    #[error("{what} needs {needed} numbers; a shader can count {most}")]
    TooLarge {
        /// Name of the list, in words for the message.
        what: &'static str,
        /// Numbers that the list would have.
        needed: usize,
        /// The largest count that fits: `u32::MAX`, for sets of joints 2²⁴, for joints of eight bits 256.
        most: usize,
    },
    /// A limit of the device, by the name it has in [`wgpu::Limits`].
    #[error("{what} needs {needed}, but this graphics device has {limit} = {allowed}")]
    Limit {
        /// What needs it, in words for the message.
        what: &'static str,
        /// The limit's name among the fields of [`wgpu::Limits`].
        limit: &'static str,
        /// What would be enough.
        needed: u64,
        /// What the device was made with.
        allowed: u64,
    },
    /// A shader whose imports do not resolve.
    #[error(transparent)]
    Import(#[from] shaders::ImportError),
    /// Skinned vertices could not be brought back.
    #[error("skinned vertices could not be read back: {reason}. The graphics device may be lost")]
    ReadBack {
        /// In the driver's words.
        reason: String,
    },
}

/// Fails if a list has not the length that it must have.
pub(crate) fn expect_length(
    (what, found): (&'static str, usize),
    (of, expected): (&'static str, usize),
) -> Result<(), SkinGpuError> {
    if found == expected {
        return Ok(());
    }
    Err(SkinGpuError::Length {
        what,
        expected,
        of,
        found,
    })
}
