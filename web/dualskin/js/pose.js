// A pose, by joints.

import { number, numbers, place, text } from './arguments.js';
import { called } from './errors.js';

/** What is done to every joint, relative to rest. */
export class Pose {
  #character;

  /** @private */
  constructor(character, handle) {
    this.#character = character;
    Object.defineProperty(this, 'handle', { value: handle });
  }

  /** The character that it is a pose of. */
  get character() {
    return this.#character;
  }

  /** One joint of the pose, by name or number. */
  joint(joint) {
    return new JointPose(this.handle, this.#character.joint(joint));
  }

  /** Another pose that begins as this one. */
  copy() {
    return new Pose(this.#character, this.handle.copy());
  }

  /** Makes it the pose that the file shows when no clip plays. */
  reset() {
    this.handle.reset();
    return this;
  }

  /** Makes it what a clip, by name or number, shows at a time in seconds. */
  setFromClip(clip, seconds) {
    called(() => this.handle.set_from_clip(this.#character.clip(clip), number(seconds, 'seconds')));
    return this;
  }

  /** The weights of the morph targets of all meshes. */
  get morphWeights() {
    return this.handle.morph_weights();
  }

  /** Sets the weight of a morph target. */
  setMorphWeight(target, weight) {
    called(() => this.handle.set_morph_weight(place(target, 'target'), number(weight, 'weight')));
    return this;
  }
}

/** A joint of a pose. Every call returns it, so that they can follow one another. */
export class JointPose {
  #handle;
  #joint;

  /** @private */
  constructor(handle, joint) {
    this.#handle = handle;
    this.#joint = joint;
  }

  /** Turns it as it stands by degrees about its own axis `x`, `y` or `z`, or by a quaternion x, y, z, w. */
  rotate(axisOrQuaternion, degrees) {
    return typeof axisOrQuaternion === 'string'
      ? this.#do('rotate', text(axisOrQuaternion, 'axis'), number(degrees, 'degrees'))
      : this.#do('rotate_by', numbers(axisOrQuaternion, 4, 'rotation'));
  }

  /** Its rotation from rest, as a quaternion x, y, z, w. */
  get rotation() {
    return called(() => this.#handle.rotation(this.#joint));
  }

  /** Sets its rotation from rest, as a quaternion x, y, z, w. */
  setRotation(quaternion) {
    return this.#do('set_rotation', numbers(quaternion, 4, 'rotation'));
  }

  /** Moves it along the axes of its rest frame. */
  translate(by) {
    return this.#do('translate', numbers(by, 3, 'translation'));
  }

  /** Scales it along its own axes, by three numbers or one for all. */
  scale(by) {
    return this.#do('scale', typeof by === 'number' ? Float32Array.of(by, by, by) : numbers(by, 3, 'scale'));
  }

  /** Shears it: xy, yz and zx. */
  shear(by) {
    return this.#do('shear', numbers(by, 3, 'shear'));
  }

  /** Puts it to rest. */
  reset() {
    return this.#do('reset_joint');
  }

  #do(call, ...numbers) {
    called(() => this.#handle[call](this.#joint, ...numbers));
    return this;
  }
}
