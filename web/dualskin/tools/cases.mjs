// The cases of all languages: testdata/bindings/cases.json.

import assert from 'node:assert/strict';

/** Checks every case on `dualskin`; `asset` gives the bytes of a built-in character. How many there were. */
export function checkCases(dualskin, { tolerance, cases }, asset) {
  const opened = new Map();
  for (const { source, steps, clip, seconds, method, vertices, samples } of cases) {
    const name = source.replace('builtin:', '');
    if (!opened.has(name)) opened.set(name, dualskin.open(asset(name), `${name}.glb`));
    const character = opened.get(name);
    const pose = clip === undefined ? character.pose() : character.pose(clip, seconds);
    for (const [step, joint, ...numbers] of steps) {
      const call = { set_rotation: 'setRotation' }[step] ?? step;
      pose.joint(joint)[call](...numbers);
    }
    const { positions, normals } = character.skin(method, pose, { normals: true });
    assert.equal(positions.length, 3 * vertices, `${source}, ${method}`);
    for (const { vertex, position, normal } of samples) {
      const off = (found, expected) => Math.max(...expected.map((x, n) => Math.abs(x - found[3 * vertex + n])));
      const worst = Math.max(off(positions, position), off(normals, normal));
      assert.ok(worst <= tolerance, `${source}, ${method}, vertex ${vertex}: ${worst} off`);
    }
  }
  return cases.length;
}
