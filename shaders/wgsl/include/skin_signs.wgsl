#import skin_math

// The signs of the rotations that are blended at one vertex. To be imported with skin_rows or
// skin_attributes, which read what a vertex has.

// One member of all joints' entries in `poses`: its offset for joint 0, and the stride between joints.
struct Entries {
    first: u32,
    size: u32,
}

fn load_rotation(entries: Entries, joint: u32) -> vec4<f32> {
    return load_pose(entries.first + joint * entries.size);
}

// The rotation with which the next one is compared: one for the whole vertex, or the sum of those before.
struct Against {
    rotation: vec4<f32>,
    running: bool,
}

// −1 where q lies in the opposite half space of the pivot by more than TIE. Zero gives 1.
fn toward(pivot: vec4<f32>, q: vec4<f32>) -> f32 {
    return select(1.0, -1.0, dot(pivot, q) < -TIE);
}

// The first pair with a non-zero weight; `row.end` if there is none.
fn pivot_first(row: Row) -> u32 {
    for (var pair = row.first; pair < row.end; pair++) {
        if load_weight(pair) != 0.0 {
            return pair;
        }
    }
    return row.end;
}

// The first pair with the largest weight; `row.end` if all weights are zero.
fn pivot_largest(row: Row) -> u32 {
    var best = pivot_first(row);
    for (var pair = best + 1u; pair < row.end; pair++) {
        let weight = load_weight(pair);
        if weight != 0.0 && weight > load_weight(best) {
            best = pair;
        }
    }
    return best;
}

fn against(row: Row, entries: Entries) -> Against {
    var pivot = row.end;
    if skin.signs == SIGNS_FIRST {
        pivot = pivot_first(row);
    } else if skin.signs == SIGNS_LARGEST {
        pivot = pivot_largest(row);
    }
    if pivot == row.end {
        // Zero agrees with everything: signs of the palette stay, and a running sum takes the first rotation as it is.
        return Against(vec4<f32>(0.0), skin.signs == SIGNS_RUNNING);
    }
    return Against(load_rotation(entries, load_joint(pivot)), false);
}

// The weight with the sign of its rotation.
fn apply_sign(rule: ptr<function, Against>, rotation: vec4<f32>, weight: f32) -> f32 {
    let with_sign = weight * toward((*rule).rotation, rotation);
    if (*rule).running {
        (*rule).rotation += rotation * with_sign;
    }
    return with_sign;
}
