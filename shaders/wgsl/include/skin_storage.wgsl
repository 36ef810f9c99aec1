#import skin_lists

// Skinning data in storage buffers, for vertex shaders that may read them. The kernels read their parameters otherwise:
// see skin.wgsl.

@group(0) @binding(0) var<uniform> skin: SkinParams;
