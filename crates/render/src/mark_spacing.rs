//! How sparsely marked vertices can be shown: on a dense mesh a dot at each of them would hide what lies under the dots.

use glam::Vec3;

/// Bits of a cell's number along each axis: three of them fill 63 of 64 bits.
const BITS: u32 = 21;

/// For each point the side of the largest cell of an octree in which it stands for all points, in the order of a space-filling
/// curve; infinite for one of them.
///
/// Of points that are shown only where that is at least s, no cell of side s has two. So a picture that shows those whose side is some
/// pixels has dots about so far apart, more of them the nearer the eye is. Points in one place have one of them shown, and the others
/// the side zero. Points that are not finite have zero, too.
///
/// Reference: G. M. Morton 1966, the curve.
pub(crate) fn spacings(points: &[Vec3]) -> Vec<f32> {
    let finite = || points.iter().copied().filter(|point| point.is_finite());
    let least = finite().fold(Vec3::INFINITY, Vec3::min);
    let most = finite().fold(Vec3::NEG_INFINITY, Vec3::max);
    let side = (most - least).max_element().max(f32::MIN_POSITIVE);
    let mut order: Vec<(u64, usize)> = points
        .iter()
        .enumerate()
        .filter(|(_, point)| point.is_finite())
        .map(|(index, point)| (code((*point - least) / side), index))
        .collect();
    order.sort_unstable();
    let mut found = vec![0.0; points.len()];
    let mut before = None;
    for (code, index) in order {
        if let Some(slot) = found.get_mut(index) {
            // Neighbors on the curve share their cells down to the highest bit in which they differ; three bits are one halving.
            *slot = before.map_or(f32::INFINITY, |before: u64| side * cell(code ^ before));
        }
        before = Some(code);
    }
    found
}

/// The side of the largest cell that two numbers on the curve, of which this is the exclusive or, do not share, of a cube of side 1.
#[expect(clippy::cast_precision_loss, reason = "at most 21")]
fn cell(differing: u64) -> f32 {
    match differing.checked_ilog2() {
        None => 0.0,
        Some(bit) => ((bit / 3) as f32 - BITS as f32).exp2(),
    }
}

/// The number on the curve of a point in the cube from 0 to 1.
fn code(point: Vec3) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "within the cube, and held there"
    )]
    let along = |share: f32| {
        let cells = f64::from(share.clamp(0.0, 1.0)) * (1_u64 << BITS) as f64;
        (cells as u64).min((1 << BITS) - 1)
    };
    [point.x, point.y, point.z]
        .into_iter()
        .enumerate()
        .fold(0, |code, (axis, share)| {
            code | spread_bits(along(share)) << axis
        })
}

/// Two zero bits behind every bit of 21.
const fn spread_bits(cell: u64) -> u64 {
    let mut bits = cell & 0x1f_ffff;
    bits = (bits | bits << 32) & 0x001f_0000_0000_ffff;
    bits = (bits | bits << 16) & 0x001f_0000_ff00_00ff;
    bits = (bits | bits << 8) & 0x100f_00f0_0f00_f00f;
    bits = (bits | bits << 4) & 0x10c3_0c30_c30c_30c3;
    (bits | bits << 2) & 0x1249_2492_4924_9249
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(n: u16, of: f32) -> Vec<Vec3> {
        let along = |index: u16| of * f32::from(index) / f32::from(n - 1);
        let rows = (0..n).flat_map(|row| (0..n).map(move |column| (row, column)));
        rows.map(|(row, column)| Vec3::new(along(row), along(column), 0.0))
            .collect()
    }

    #[test]
    fn as_many_are_shown_as_the_spacing_has_room_for() {
        for n in [40_u16, 150] {
            for of in [0.01_f32, 2.0, 300.0] {
                check_counts(n, of);
            }
        }
    }

    fn check_counts(n: u16, of: f32) {
        let found = spacings(&grid(n, of));
        let mut before = 0;
        for cells in [4_u16, 8, 16, 32] {
            let least = of / f32::from(cells);
            let shown = found.iter().filter(|spacing| **spacing >= least).count();
            let most = usize::from(cells + 1).pow(2);
            assert!(
                shown <= most && 4 * shown >= most.min(usize::from(n * n)),
                "{shown}"
            );
            assert!(shown >= before, "more of them from nearby");
            before = shown;
        }
    }

    #[test]
    fn what_lies_apart_is_always_shown() {
        let n = 12_u16;
        let found = spacings(&grid(n, 1.0));
        let apart = 1.0 / f32::from(n - 1);
        assert!(found.iter().all(|spacing| *spacing >= 0.5 * apart));
        assert_eq!(spacings(&[Vec3::ONE]), [f32::INFINITY]);
        assert!(spacings(&[]).is_empty());
    }

    #[test]
    fn points_in_one_place_and_what_is_no_point_do_no_harm() {
        let found = spacings(&[Vec3::ONE, Vec3::ONE, Vec3::NAN, Vec3::INFINITY]);
        assert_eq!(found, [f32::INFINITY, 0.0, 0.0, 0.0]);
    }
}
