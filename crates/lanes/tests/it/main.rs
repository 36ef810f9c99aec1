//! Tests of the crate `lanes`: every path against arrays.

use fearless_simd::SimdBase as _;
use lanes::{Lanes, OnLanes, Row as _, Row4, Row8, Row16, SimdPath, run_on};

/// As many lanes as any vector has.
const MOST: usize = 16;

/// What every path makes of the same rows.
struct Made {
    lanes: usize,
    columns: [Vec<f32>; 4],
    gathered: [Vec<f32>; 4],
    turned: [Vec<f32>; 4],
    there_and_back: [Vec<f32>; 4],
    quads: Vec<[f32; 4]>,
    scattered: Vec<[f32; 4]>,
    triples: [Vec<f32>; 3],
    joined: Vec<f32>,
    roots: Vec<f32>,
}

/// Number c of row r is `100 r + c`.
fn rows() -> Vec<[f32; 4]> {
    let number = |row: u8, column: u8| 100.0 * f32::from(row) + f32::from(column);
    (0..16)
        .map(|row| {
            [
                number(row, 0),
                number(row, 1),
                number(row, 2),
                number(row, 3),
            ]
        })
        .collect()
}

struct Make(Vec<[f32; 4]>);

impl OnLanes for Make {
    type Output = Made;

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) -> Made {
        let rows = self.0;
        let wide: Vec<Row16> = rows.iter().map(|&row| row16(row)).collect();
        let columns = simd.columns(&wide, 2);
        let gathered = simd.gather(
            #[inline(always)]
            |lane| &rows[MOST - 1 - lane],
        );
        let numbers = rows.as_flattened();
        let vector = |at: usize| S::f32s::from_slice(simd, &numbers[at * S::LANES..][..S::LANES]);
        let turned = simd.turn([vector(0), vector(1), vector(2), vector(3)]);
        let mut quads = vec![[0.0; 4]; S::LANES];
        simd.join_quads(columns, &mut quads);
        let mut scattered = vec![[0.0; 4]; S::LANES];
        simd.scatter(
            gathered,
            #[inline(always)]
            |lane, quad| quad.store_array(&mut scattered[lane]),
        );
        let triples = simd.split_triples(numbers);
        let mut joined = vec![0.0; 3 * S::LANES];
        simd.join_triples(triples, &mut joined);
        let [_, y, ..] = columns;
        Made {
            lanes: S::LANES,
            columns: columns.map(|column| column.as_slice().to_vec()),
            gathered: gathered.map(|column| column.as_slice().to_vec()),
            turned: turned.map(|column| column.as_slice().to_vec()),
            there_and_back: simd.turn(turned).map(|row| row.as_slice().to_vec()),
            quads,
            scattered,
            triples: triples.map(|letter| letter.as_slice().to_vec()),
            joined,
            roots: simd.inverse_root(y).as_slice().to_vec(),
        }
    }
}

/// With the four numbers in its third quad.
fn row16(row: [f32; 4]) -> Row16 {
    let mut wide = Row16::default();
    wide.0[8..12].copy_from_slice(&row);
    wide
}

#[test]
fn every_path_turns_rows_into_columns_and_back() {
    let rows = rows();
    for path in SimdPath::available() {
        let made = run_on(path, Make(rows.clone()));
        let lanes = made.lanes;
        assert!([4, 8, 16].contains(&lanes), "{path}");
        for c in 0..4 {
            let column: Vec<f32> = rows[..lanes].iter().map(|row| row[c]).collect();
            assert_eq!(made.columns[c], column, "{path}");
            let backward: Vec<f32> = rows.iter().rev().take(lanes).map(|row| row[c]).collect();
            assert_eq!(made.gathered[c], backward, "{path}");
            let of_lane = |lane: usize| rows[lanes / 4 * (lane % 4) + lane / 4][c];
            let turned: Vec<f32> = (0..lanes).map(of_lane).collect();
            assert_eq!(made.turned[c], turned, "{path}");
            let numbers = &rows.as_flattened()[c * lanes..(c + 1) * lanes];
            assert_eq!(made.there_and_back[c], numbers, "{path}");
        }
        assert_eq!(made.quads, rows[..lanes], "{path}");
        let backward: Vec<[f32; 4]> = rows.iter().rev().take(lanes).copied().collect();
        assert_eq!(made.scattered, backward, "{path}");
    }
}

#[test]
fn every_path_splits_triples_and_joins_them() {
    let rows = rows();
    let numbers = rows.as_flattened();
    for path in SimdPath::available() {
        let made = run_on(path, Make(rows.clone()));
        for (c, found) in made.triples.iter().enumerate() {
            let letter: Vec<f32> = numbers
                .chunks(3)
                .take(made.lanes)
                .map(|triple| triple[c])
                .collect();
            assert_eq!(*found, letter, "{path}");
        }
        assert_eq!(made.joined, numbers[..3 * made.lanes], "{path}");
    }
}

#[test]
fn roots_are_exact_to_two_units() {
    for path in SimdPath::available() {
        let made = run_on(path, Make(rows()));
        for (row, root) in made.roots.iter().enumerate() {
            let x = f64::from(rows()[row][1]);
            let off = f64::from(*root) * x.sqrt() - 1.0;
            assert!(off.abs() < 2.5e-7, "{path}: {off:e}");
        }
    }
}

#[test]
fn rows_have_their_quads_and_none_beyond() {
    let numbers: [f32; 16] =
        std::array::from_fn(|place| f32::from(u8::try_from(place).unwrap_or(0)));
    let row = Row16(numbers);
    assert_eq!(row.quad(3), &[12.0, 13.0, 14.0, 15.0]);
    assert_eq!(row.quad(4), &[0.0; 4]);
    assert_eq!(Row8([2.0; 8]).quad(1), &[2.0; 4]);
    assert_eq!(Row8([2.0; 8]).quad(2), &[0.0; 4]);
    assert_eq!(Row4([3.0; 4]).quad(0), &[3.0; 4]);
    assert_eq!(Row4([3.0; 4]).quad(1), &[0.0; 4]);
    let mut rows = [row; 2];
    assert_eq!(Row16::numbers(&rows)[16..], numbers);
    Row16::numbers_mut(&mut rows)[31] = 7.0;
    assert_eq!(rows[1].0[15], 7.0);
}

#[test]
fn names_are_those_of_paths_of_this_machine() {
    for path in SimdPath::ALL {
        let named: Result<SimdPath, _> = path.name().parse();
        assert_eq!(named.is_ok(), path.is_available());
    }
    let unknown = "mmx".parse::<SimdPath>().map_err(|unknown| unknown.found);
    assert_eq!(unknown, Err("mmx".to_owned()));
}
