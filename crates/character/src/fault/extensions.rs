//! Extensions that a file may require, and what is missing here without those that are not followed.

/// Extensions that a file may require because they are followed.
const FOLLOWED: [&str; 9] = [
    SCALE_INHERITANCE,
    SKIN_METHOD,
    "EXT_meshopt_compression",
    "EXT_texture_webp",
    "KHR_animation_pointer",
    "KHR_mesh_quantization",
    "KHR_meshopt_compression",
    "KHR_texture_transform",
    NODE_CONSTRAINT,
];

/// The extension by which the rotation of one node follows another.
pub(crate) const NODE_CONSTRAINT: &str = "VRMC_node_constraint";

/// The extension by which skins, primitives and helpers say how they are blended.
pub(crate) const SKIN_METHOD: &str = "EXT_skin_method";

/// The extension by which nodes say how they inherit the scale of their parents.
pub(crate) const SCALE_INHERITANCE: &str = "EXT_node_scale_inheritance";

/// Extensions that compress buffer views. A file is read as if it had none of them.
pub(crate) const MESHOPT: [&str; 2] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];

/// The extension that stores geometry in another way than accessors do.
pub(crate) const DRACO: &str = "KHR_draco_mesh_compression";
/// Whether that is read.
pub(crate) const READS_DRACO: bool = cfg!(feature = "draco");

pub(crate) fn is_followed(name: &str) -> bool {
    FOLLOWED.contains(&name) || READS_DRACO && name == DRACO
}

/// What is missing where an extension is passed over that moves no vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// How surfaces look: materials, textures, lights, outlines.
    Looks,
    /// What is heard: sources of sound and their files.
    Sounds,
    /// Motion that a program computes: physics, springs, what is beyond version 1.0 of constraints.
    Simulation,
    /// What happens when somebody points at something, and what is hidden until then.
    Behavior,
    /// Other versions of the same meshes.
    Alternatives,
    /// Nothing: the extension says what things are, or how they were stored elsewhere.
    Nothing,
}

impl Missing {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Looks => "surfaces and light may look different here",
            Self::Sounds => "sounds are not played here",
            Self::Simulation => "motion that programs compute by it is not shown here",
            Self::Behavior => "everything is shown here, and nothing reacts",
            Self::Alternatives => "the most detailed version is shown here",
            Self::Nothing => "nothing that is shown here depends on it",
        }
    }
}

/// Extensions that move no vertex and whose absence leaves something to look at. An entry that ends with an underscore stands
/// for all that begin so; the first that fits counts. Ids of instances belong to `EXT_mesh_gpu_instancing`, which is refused where it is
/// required; what `EXT_mesh_manifold` merges stays where it is.
const HARMLESS: [(&str, Missing); 65] = [
    ("KHR_materials_", Missing::Looks),
    ("ADOBE_materials_", Missing::Looks),
    ("MSFT_packing_", Missing::Looks),
    ("MSFT_texture_dds", Missing::Looks),
    ("KHR_texture_", Missing::Looks),
    ("EXT_texture_", Missing::Looks),
    ("EXT_materials_", Missing::Looks),
    ("KHR_lights_", Missing::Looks),
    ("EXT_lights_", Missing::Looks),
    ("KHR_environment_map", Missing::Looks),
    ("KHR_techniques_webgl", Missing::Looks),
    ("MOZ_lightmap", Missing::Looks),
    ("MOZ_texture_rgbe", Missing::Looks),
    ("NEEDLE_lightmaps", Missing::Looks),
    ("NEEDLE_lighting_settings", Missing::Looks),
    ("NEEDLE_techniques_webgl", Missing::Looks),
    ("OMI_environment_sky", Missing::Looks),
    ("CESIUM_primitive_outline", Missing::Looks),
    ("EXT_mesh_primitive_edge_visibility", Missing::Looks),
    ("MPEG_texture_video", Missing::Looks),
    ("VRMC_materials_", Missing::Looks),
    ("KHR_audio", Missing::Sounds),
    ("KHR_audio_", Missing::Sounds),
    ("OMI_audio_", Missing::Sounds),
    ("MSFT_audio_", Missing::Sounds),
    ("MPEG_audio_", Missing::Sounds),
    ("KHR_physics_", Missing::Simulation),
    ("KHR_rigid_bodies", Missing::Simulation),
    ("KHR_implicit_shapes", Missing::Simulation),
    ("KHR_collision_shapes", Missing::Simulation),
    ("OMI_physics_", Missing::Simulation),
    ("OMI_collider", Missing::Simulation),
    ("OMI_vehicle_", Missing::Simulation),
    ("MSFT_physics", Missing::Simulation),
    ("AGI_articulations", Missing::Simulation),
    ("VRMC_springBone", Missing::Simulation),
    ("VRMC_springBone_", Missing::Simulation),
    ("VRMC_node_constraint_", Missing::Simulation),
    ("KHR_node_visibility", Missing::Behavior),
    ("KHR_node_hoverability", Missing::Behavior),
    ("KHR_node_selectability", Missing::Behavior),
    ("KHR_interactivity", Missing::Behavior),
    ("NEEDLE_components", Missing::Behavior),
    ("NEEDLE_gameobject_data", Missing::Behavior),
    ("NEEDLE_persistent_assets", Missing::Behavior),
    ("OMI_link", Missing::Behavior),
    ("OMI_personality", Missing::Behavior),
    ("OMI_seat", Missing::Behavior),
    ("OMI_spawn_point", Missing::Behavior),
    ("MOZ_hubs_components", Missing::Behavior),
    ("MSFT_lod", Missing::Alternatives),
    ("FB_ngon_encoding", Missing::Nothing),
    ("GODOT_single_root", Missing::Nothing),
    ("EXT_structural_metadata", Missing::Nothing),
    ("EXT_mesh_features", Missing::Nothing),
    ("EXT_instance_features", Missing::Nothing),
    ("EXT_mesh_manifold", Missing::Nothing),
    ("EXT_feature_metadata", Missing::Nothing),
    ("AGI_stk_metadata", Missing::Nothing),
    ("KHR_xmp", Missing::Nothing),
    ("KHR_xmp_", Missing::Nothing),
    ("KHR_character", Missing::Nothing),
    ("KHR_character_", Missing::Nothing),
    ("VRM", Missing::Nothing),
    ("VRMC_", Missing::Nothing),
];

/// What is missing without an extension that is passed over; none for one that is refused.
pub(crate) fn missing(name: &str) -> Option<Missing> {
    let fits = |entry: &str| match entry.ends_with('_') {
        true => name.starts_with(entry) && name != entry,
        false => name == entry,
    };
    // In the order of the list, so that `VRMC_springBone` is found before `VRMC_`. A required extension is rare: no table is worth it.
    let found = HARMLESS.iter().find(|(entry, _)| fits(entry));
    found.map(|(_, missing)| *missing)
}

/// Why a file that requires an extension cannot be shown without it, as the end of a sentence.
pub(crate) fn why_refused(name: &str) -> &'static str {
    match name {
        DRACO => "which stores meshes in a way that is not read here",
        "EXT_mesh_gpu_instancing" => "which shows meshes at places that are not read here",
        "KHR_gaussian_splatting" => "which stores splats instead of triangles",
        _ => "which is not known here and may move vertices",
    }
}

/// What to do about an extension that is refused, as half a sentence.
pub(crate) fn remedy(name: &str) -> &'static str {
    match name {
        DRACO => {
            "decompress it first, with “npx @gltf-transform/cli copy in.glb out.glb”, or export it without mesh compression"
        }
        _ => "export it without that extension",
    }
}
