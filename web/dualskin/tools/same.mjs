// The poses and digests of examples/native.rs.

/** Every joint turned, moved and, where it is even, scaled, a little more with each step. */
export function posed(character, step) {
  const pose = character.pose();
  character.joints.forEach((_, joint) => {
    const at = joint + step;
    const own = pose.joint(joint);
    own.setRotation([0.25, at / 64, -at / 128, 1]).translate([at / 256, 0, -at / 512]);
    if (joint % 2 === 0) own.scale([1 + at / 64, 1, 1 - at / 128]);
  });
  return pose;
}

/** FNV-1a, 32 bits, over the words of positions and normals of four poses. */
export function digest(character, method) {
  let hash = 0x811c9dc5;
  for (let step = 0; step < 4; step++) {
    const { positions, normals } = character.skin(method, posed(character, step), { normals: true });
    for (const byte of [positions, normals].flatMap((list) => [...new Uint8Array(list.buffer)])) {
      hash = Math.imul(hash ^ byte, 0x01000193);
    }
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
