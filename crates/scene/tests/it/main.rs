//! Cameras, framing, colors, names, skinned vertices, reports and judging, on plain data.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

mod asked_methods;
mod aspects;
mod camera;
mod compare;
mod corrective_smooth;
mod deform;
mod deformer;
mod exact_normals;
mod figures;
mod framing;
mod joint_colors;
mod joints;
mod judge_plan;
mod labels;
mod measures;
mod normal_error;
mod oracle;
mod parts;
mod per_mesh;
mod ramps;
mod shader_codes;
mod spread_twists;
mod valid_signs;
