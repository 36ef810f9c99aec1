//! Whether a device can do what is asked, limit by limit.

use crate::SkinGpuError;

/// Threads of a group: `GROUP_SIZE` of `shaders/wgsl/skin.wgsl`.
pub(crate) const GROUP_SIZE: u32 = 64;
/// Storage buffers that a kernel is bound to: rest shape, influences, poses, skinned vertices. The least device with compute shaders has
/// as many.
const STORAGE_BUFFERS: u32 = 4;

/// Whether kernels can run at all.
pub(crate) fn check_compute(limits: &wgpu::Limits) -> Result<(), SkinGpuError> {
    let needs = [
        (
            "max_storage_buffers_per_shader_stage",
            STORAGE_BUFFERS,
            limits.max_storage_buffers_per_shader_stage,
        ),
        (
            "max_compute_workgroup_size_x",
            GROUP_SIZE,
            limits.max_compute_workgroup_size_x,
        ),
        (
            "max_compute_invocations_per_workgroup",
            GROUP_SIZE,
            limits.max_compute_invocations_per_workgroup,
        ),
        (
            "max_compute_workgroups_per_dimension",
            1,
            limits.max_compute_workgroups_per_dimension,
        ),
    ];
    needs.into_iter().try_for_each(|(limit, needed, allowed)| {
        check(
            "skinning in a compute shader",
            limit,
            needed.into(),
            allowed.into(),
        )
    })
}

/// Whether a storage buffer may have this size.
pub(crate) fn check_buffer(
    limits: &wgpu::Limits,
    what: &'static str,
    bytes: u64,
) -> Result<(), SkinGpuError> {
    check(what, "max_buffer_size", bytes, limits.max_buffer_size)?;
    check(
        what,
        "max_storage_buffer_binding_size",
        bytes,
        limits.max_storage_buffer_binding_size,
    )
}

/// Whether a list folded into rows fits into a texture.
pub(crate) fn check_texture(
    limits: &wgpu::Limits,
    what: &'static str,
    [width, height]: [u32; 2],
) -> Result<(), SkinGpuError> {
    let needed = width.max(height).into();
    let allowed = limits.max_texture_dimension_2d.into();
    check(what, "max_texture_dimension_2d", needed, allowed)
}

/// Groups along x and y for so many threads.
pub(crate) fn groups(limits: &wgpu::Limits, n_threads: u32) -> Result<[u32; 2], SkinGpuError> {
    // Two dimensions, since one alone holds as few as 65,535 groups, some 4 million vertices.
    let n_groups = n_threads.div_ceil(GROUP_SIZE);
    let most = limits.max_compute_workgroups_per_dimension.max(1);
    let along_x = n_groups.min(most);
    let along_y = n_groups.div_ceil(along_x.max(1));
    check(
        "so many vertices",
        "max_compute_workgroups_per_dimension",
        along_y.into(),
        most.into(),
    )?;
    Ok([along_x, along_y])
}

fn check(
    what: &'static str,
    limit: &'static str,
    needed: u64,
    allowed: u64,
) -> Result<(), SkinGpuError> {
    if needed <= allowed {
        return Ok(());
    }
    Err(SkinGpuError::Limit {
        what,
        limit,
        needed,
        allowed,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_thread_has_a_group() {
        let limits = wgpu::Limits {
            max_compute_workgroups_per_dimension: 3,
            ..wgpu::Limits::default()
        };
        for (threads, expected) in [
            (0, [0, 0]),
            (1, [1, 1]),
            (64, [1, 1]),
            (65, [2, 1]),
            (3 * 64 + 1, [3, 2]),
            (9 * 64, [3, 3]),
        ] {
            assert_eq!(groups(&limits, threads), Ok(expected), "{threads} threads");
        }
        let error = groups(&limits, 9 * 64 + 1).unwrap_err().to_string();
        assert!(
            error.contains("max_compute_workgroups_per_dimension = 3"),
            "{error}"
        );
    }
}
