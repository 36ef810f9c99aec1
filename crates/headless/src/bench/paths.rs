//! Measures every path of the processor beside plain loops and a copy, in one run.

use std::hint::black_box;
use std::num::NonZero;
use std::time::{Duration, Instant};

use glam::Vec3;
use rig::{Method, Palette};
use skin_cpu::{Mesh, NormalTransform, SimdPath, SkinOutput, Skinner, Vertices};

use super::BenchJob;
use super::joined::JoinedMesh;
use super::ozz::OzzSkinning;
use super::paths_report::{COPY, OZZ_ANIMATION, PLAIN_LOOP, PaletteRow, PathRow, PathsReport};
use super::plain::Plain;
use super::turns::{Bench, medians};
use crate::Failure;
use crate::source::subject::SkinSubject;

/// What is done with normals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Normals {
    Unit,
    Forward,
    None,
}

impl Normals {
    const ALL: [Self; 3] = [Self::Unit, Self::Forward, Self::None];

    const fn name(self) -> &'static str {
        match self {
            Self::Unit => "unit",
            Self::Forward => "forward",
            Self::None => "none",
        }
    }
}

/// One way to skin, or to copy, that is measured beside the others.
#[derive(Clone, Copy, Debug)]
enum Contender {
    /// Positions and normals copied.
    Copy,
    CopyOfPositions,
    /// ozz-animation, with normals or without.
    Ozz(bool),
    /// The loop of [`Plain`], which blends matrices and knows no method.
    Plain(Normals),
    /// A method, by its place in [`Method::blends`], at the place of its path.
    Method(usize, usize, Normals),
}

/// Measures all paths on the largest skin of a subject, and ozz-animation beside them where the environment has it.
///
/// # Errors
///
/// See [`Failure`].
pub fn measure_paths(job: &BenchJob) -> Result<PathsReport, Failure> {
    let (subject, mesh) = JoinedMesh::of_job(job)?;
    let mut bench = PathsBench::new(&subject, &mesh, job.threads)?;
    let [seconds] = medians([&mut bench])?;
    let mut report = PathsReport::new(&subject.name, &mesh, usize::from(job.threads.get()));
    #[expect(
        clippy::cast_precision_loss,
        reason = "counts of vertices are far below 2⁵³"
    )]
    let vertices = mesh.positions.len() as f64;
    let rows = bench.contenders.iter().zip(seconds);
    report.rows = rows
        .map(|(contender, seconds)| bench.row(*contender, seconds * 1e9 / vertices))
        .collect();
    report.set_ratios();
    report.palettes = palette_rows(&subject, &mesh)?;
    Ok(report)
}

/// How long a method's palette takes, of forward pass and all.
fn palette_rows(subject: &SkinSubject, mesh: &JoinedMesh) -> Result<Vec<PaletteRow>, Failure> {
    const TIMES: u32 = if cfg!(debug_assertions) { 3 } else { 200 };
    let joints = u32::try_from(mesh.influences.joint_count().max(1)).unwrap_or(u32::MAX);
    let row = |method: Method| {
        let begin = Instant::now();
        for _ in 0..TIMES {
            // Otherwise the compiler could leave out what nobody reads.
            black_box(subject.palettes(method)?);
        }
        let each = begin.elapsed().as_secs_f64() * 1e9 / f64::from(TIMES);
        Ok(PaletteRow {
            method: method.name(),
            nanoseconds_per_joint: each / f64::from(joints),
        })
    };
    Method::blends().map(row).collect()
}

struct PathsBench<'a> {
    mesh: &'a JoinedMesh,
    plain: Plain,
    ozz: Option<OzzSkinning>,
    /// In the order of [`Method::blends`].
    palettes: Vec<Palette>,
    skinners: Vec<Skinner>,
    contenders: Vec<Contender>,
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
}

impl<'a> PathsBench<'a> {
    fn new(
        subject: &SkinSubject,
        mesh: &'a JoinedMesh,
        threads: NonZero<u16>,
    ) -> Result<Self, Failure> {
        let mut palettes = Vec::new();
        for method in Method::blends() {
            palettes.extend(mesh.palette(subject.palettes(method)?));
        }
        let Some(linear) = palettes.first() else {
            let name = &subject.name;
            return Err(Failure::Data(format!("{name}: there is no skin.")));
        };
        let new = |path| Skinner::new(path).with_threads(threads.into());
        let skinners: Vec<Skinner> = SimdPath::available().map(new).collect();
        let mut contenders = vec![Contender::Copy, Contender::CopyOfPositions];
        contenders.extend(Normals::ALL.map(Contender::Plain));
        let ozz = OzzSkinning::of_environment(mesh, linear)?;
        if ozz.is_some() {
            contenders.extend([Contender::Ozz(true), Contender::Ozz(false)]);
        }
        for path in 0..skinners.len() {
            for method in 0..palettes.len() {
                let of_method = |normals| Contender::Method(method, path, normals);
                contenders.extend(Normals::ALL.map(of_method));
            }
        }
        let zeros = vec![Vec3::ZERO; mesh.positions.len()];
        Ok(Self {
            mesh,
            plain: Plain::new(&mesh.influences, linear),
            ozz,
            palettes,
            skinners,
            contenders,
            positions: zeros.clone(),
            normals: zeros,
        })
    }

    fn row(&self, contender: Contender, nanoseconds_per_vertex: f64) -> PathRow {
        let (path, method, normals) = match contender {
            Contender::Copy => ("", COPY, Normals::Unit),
            Contender::CopyOfPositions => ("", COPY, Normals::None),
            Contender::Ozz(true) => ("", OZZ_ANIMATION, Normals::Forward),
            Contender::Ozz(false) => ("", OZZ_ANIMATION, Normals::None),
            Contender::Plain(normals) => ("", PLAIN_LOOP, normals),
            Contender::Method(method, path, normals) => {
                let path = self.skinners.get(path).map_or("", |of| of.path().name());
                let method = Method::blends().nth(method).map_or("", Method::name);
                (path, method, normals)
            }
        };
        PathRow {
            method,
            path,
            normals: normals.name(),
            nanoseconds_per_vertex,
            speed_to_plain: 0.0,
            speed_to_ozz: None,
            ratio_to_copy: 0.0,
            ratio_to_linear: 0.0,
        }
    }

    fn once(&mut self, contender: Contender) -> Result<(), Failure> {
        let rest = (&self.mesh.positions[..], &self.mesh.normals[..]);
        let posed = (&mut self.positions[..], &mut self.normals[..]);
        match contender {
            Contender::Copy => {
                posed.0.copy_from_slice(rest.0);
                posed.1.copy_from_slice(rest.1);
            }
            Contender::CopyOfPositions => posed.0.copy_from_slice(rest.0),
            // Measured by itself.
            Contender::Ozz(_) => {}
            Contender::Plain(Normals::Unit) => self.plain.skin_unit(rest, posed),
            Contender::Plain(Normals::Forward) => self.plain.skin(rest, posed),
            Contender::Plain(Normals::None) => self.plain.skin_positions(rest.0, posed.0),
            Contender::Method(method, path, normals) => {
                return self.skin_once(method, path, normals);
            }
        }
        Ok(())
    }

    fn skin_once(&mut self, method: usize, path: usize, normals: Normals) -> Result<(), Failure> {
        let mesh = self.mesh;
        let palette = self.palettes.get(method);
        let (Some(palette), Some(skinner)) = (palette, self.skinners.get_mut(path)) else {
            return Ok(());
        };
        let has_normals = normals != Normals::None;
        let vertices = Vertices {
            positions: &mesh.positions,
            normals: if has_normals { &mesh.normals } else { &[] },
            ..Vertices::default()
        };
        let out = SkinOutput {
            positions: &mut self.positions,
            normals: if has_normals {
                &mut self.normals
            } else {
                &mut []
            },
            ..SkinOutput::default()
        };
        let by = match normals {
            Normals::Forward => NormalTransform::ForwardUnscaled,
            Normals::Unit | Normals::None => NormalTransform::Usual,
        };
        // Without maps.
        let mesh = Mesh::new(vertices, &mesh.influences);
        let skinned = skinner.skin(&mesh, palette, by, out);
        skinned.map_err(|error| Failure::Data(format!("{error}.")))
    }
}

impl Bench for PathsBench<'_> {
    fn count(&self) -> usize {
        self.contenders.len()
    }

    fn most_rounds(&self) -> u32 {
        // An end for subjects so small that no number of rounds takes long.
        1_000_000
    }

    fn pass(&mut self, which: usize, rounds: u32) -> Result<Duration, Failure> {
        let contender = self.contenders.get(which).copied();
        let contender = contender.unwrap_or(Contender::Copy);
        if let (Contender::Ozz(with_normals), Some(ozz)) = (contender, &mut self.ozz) {
            return ozz.pass(with_normals, rounds);
        }
        let begin = Instant::now();
        for _ in 0..rounds {
            self.once(contender)?;
            black_box((&mut self.positions, &mut self.normals));
        }
        Ok(begin.elapsed())
    }
}
