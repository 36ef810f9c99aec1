//! Skinned vertices of many moments as arrays of NumPy: a `.npz` file, which `numpy.load` opens.
//!
//! | array | type and shape | what it holds |
//! |---|---|---|
//! | `times` | f4 (T) | the moments, seconds; 0 for the default pose |
//! | `positions` | f4 (T, V, 3) | places in the scene, meters, primitive after primitive |
//! | `normals` | f4 (T, V, 3) | unit normals, 0 where the pose leaves no direction |
//! | `triangles` | u4 (N, 3) | corners, as numbers among the V vertices |
//! | `primitives` | u4 (P, 5) | of each primitive its node, mesh and index in the file, its first vertex and their number |

use std::io::Write as _;

use character::Character;
use glam::Vec3;
use rawzip::ZipArchiveWriter;
use scene::deform::{DeformedPrimitive, primitive_of};

use crate::Failure;

/// The largest file, bytes.
const LARGEST: usize = 4 << 30;

/// What is written, moment by moment.
#[derive(Debug, Default)]
pub(super) struct Arrays {
    times: Vec<u8>,
    positions: Vec<u8>,
    normals: Vec<u8>,
    triangles: Vec<u8>,
    primitives: Vec<u8>,
    moments: usize,
    vertices: usize,
}

impl Arrays {
    /// Adds a moment of `count` in all.
    ///
    /// # Errors
    ///
    /// More bytes than a file may have.
    pub(super) fn push(
        &mut self,
        time: f32,
        character: &Character,
        deformed: &[DeformedPrimitive],
        count: usize,
    ) -> Result<(), Failure> {
        if self.moments == 0 {
            self.begin(character, deformed);
            let whole = self.vertices.saturating_mul(24).saturating_mul(count);
            if whole > LARGEST {
                return Err(Failure::Data(format!(
                    "{count} moments of {} vertices are more than the {} GiB that one file may have; take fewer, or a part of them at a time.",
                    self.vertices,
                    LARGEST >> 30
                )));
            }
        }
        self.moments += 1;
        self.times.extend(time.to_le_bytes());
        for found in deformed {
            push_vectors(&mut self.positions, &found.positions);
            push_vectors(&mut self.normals, &found.normals);
        }
        Ok(())
    }

    /// Notes what all moments share.
    fn begin(&mut self, character: &Character, deformed: &[DeformedPrimitive]) {
        for found in deformed {
            let Some((mesh, primitive)) = primitive_of(character, found) else {
                continue;
            };
            let node = character.instances.get(found.instance);
            let numbers = [
                node.map_or(0, |instance| instance.file_node),
                mesh,
                primitive.file_primitive,
                self.vertices,
                found.positions.len(),
            ];
            push_numbers(&mut self.primitives, numbers);
            for triangle in primitive.triangles.iter() {
                let corners = triangle.map(|corner| corner as usize + self.vertices);
                push_numbers(&mut self.triangles, corners);
            }
            self.vertices += found.positions.len();
        }
    }

    /// The file. Arrays lie in it uncompressed, as `numpy.savez` writes them.
    ///
    /// # Errors
    ///
    /// What the archive says, which in memory is nothing.
    pub(super) fn finish(self) -> Result<Vec<u8>, Failure> {
        let (moments, vertices) = (self.moments, self.vertices);
        let arrays = [
            ("times", "<f4", vec![moments], self.times),
            (
                "positions",
                "<f4",
                vec![moments, vertices, 3],
                self.positions,
            ),
            ("normals", "<f4", vec![moments, vertices, 3], self.normals),
            (
                "triangles",
                "<u4",
                vec![self.triangles.len() / 12, 3],
                self.triangles,
            ),
            (
                "primitives",
                "<u4",
                vec![self.primitives.len() / 20, 5],
                self.primitives,
            ),
        ];
        archive_of(arrays).map_err(|error| Failure::Data(error.to_string()))
    }
}

type Array = (&'static str, &'static str, Vec<usize>, Vec<u8>);

fn archive_of(arrays: impl IntoIterator<Item = Array>) -> Result<Vec<u8>, rawzip::Error> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for (name, kind, shape, bytes) in arrays {
        let path = format!("{name}.npy");
        let (mut entry, config) = archive.new_file(path.as_str()).start()?;
        let mut data = config.wrap(&mut entry);
        data.write_all(&npy_header(kind, &shape))?;
        data.write_all(&bytes)?;
        let (_, sums) = data.finish()?;
        entry.finish(sums)?;
    }
    archive.finish()
}

/// What stands before the numbers of an array, version 1.0 of the format: padded so that these begin at a multiple of 64 bytes.
fn npy_header(kind: &str, shape: &[usize]) -> Vec<u8> {
    const BEFORE: usize = 10;
    let shape: String = shape.iter().map(|length| format!("{length}, ")).collect();
    let mut text = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({shape}), }}");
    while !(BEFORE + text.len() + 1).is_multiple_of(64) {
        text.push(' ');
    }
    text.push('\n');
    let length = u16::try_from(text.len()).unwrap_or(u16::MAX);
    let mut header = b"\x93NUMPY\x01\x00".to_vec();
    header.extend(length.to_le_bytes());
    header.extend(text.into_bytes());
    header
}

fn push_vectors(bytes: &mut Vec<u8>, vectors: &[Vec3]) {
    let numbers = vectors.iter().flat_map(Vec3::to_array);
    bytes.extend(numbers.flat_map(f32::to_le_bytes));
}

/// Counts of a file, which are below 2³².
fn push_numbers(bytes: &mut Vec<u8>, numbers: impl IntoIterator<Item = usize>) {
    for number in numbers {
        bytes.extend(u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes());
    }
}
