//! Corrective shapes that are found: what linear blending lacks in poses, as morph targets that follow the angles of joints.
//!
//! A vertex between joints lacks nearly a quadratic function of their turns. The angles of [`drivers`] make any such function of a joint,
//! and [`ShapeFit`] finds how much of each a vertex takes, by the exact Jacobian of linear blending, in poses that nothing is measured in.

mod drivers;
mod gaps;

use std::collections::{BTreeMap, BTreeSet};

use character::{Character, MorphPart, MorphShape};
use glam::{Mat3, Vec3};
use rig::{JointIndex, Skeleton};
use scene::names::joint_name;
use scene::placed::{PlacedPrimitive, placed_primitives};
use weights::ShapeFit;

use super::bench::{Bench, Part, Trial};
use super::linear::linear;
use super::steps::with_steps;
use crate::document::correctives::AngleShape;
use crate::state::advice::{AdviceMotion, AdviceStep, NoAdvice};
use drivers::{ShapeDriver, drivers_of};
use gaps::{Gaps, Place, by_pose};

/// Vertices that get shapes at most. Where more are too far off shapes are as large as the mesh.
const MOST_VERTICES: usize = 8000;
/// Shapes of a mesh at most: every one costs in every frame.
const MOST_SHAPES: usize = 48;
/// Joints that the shapes of a vertex follow, at most.
const MOST_JOINTS: usize = 4;

/// Vertices that lack less than this part of the limit get nothing, and those that lack twice that all of it, so that shapes have no rim.
const BEGIN: f32 = 0.2;
/// A shape that moves no vertex by this part of the limit is left out, and so are displacements by that.
const LEAST_SHAPE: f32 = 0.15;
const LEAST: f32 = 0.01;

/// Weights below this hang on nothing.
const LEAST_WEIGHT: f32 = 0.01;

/// A vertex that is corrected.
#[derive(Clone, Debug)]
struct Spot {
    place: Place,
    mesh: usize,
    /// How much of what it lacks it gets.
    share: f32,
    /// The joints whose turns matter, those that matter most first.
    joints: Vec<JointIndex>,
    /// What its shapes follow, by place among all drivers.
    drivers: Vec<usize>,
}

/// What shapes are made from.
struct Shaping<'a, 'b> {
    bench: &'a Bench<'b>,
    from: &'a Trial,
    gaps: Gaps,
    drivers: Vec<ShapeDriver>,
    spots: Vec<Spot>,
    /// By pose and spot.
    maps: Vec<Vec<Mat3>>,
}

/// A trial with corrective shapes over another one, and how many these are; a sentence where there can be none.
///
/// # Errors
///
/// Canceled, or a pose that does not fit.
pub(super) fn corrected(
    bench: &Bench<'_>,
    from: &Trial,
    meshes: &[usize],
    part: Part,
) -> Result<Result<(usize, Trial), String>, NoAdvice> {
    let [skinned, mapped, solved, measured] = quarters(part);
    let motion = AdviceMotion::shaped(&bench.reference, bench.vertices)?;
    let gaps = Gaps::new(bench, &from.document, &motion, skinned)?;
    let spots = spots_of(bench, from, meshes, &gaps);
    if spots.is_empty() {
        return Ok(Err(
            "Corrective shapes: left out, for no vertex of a mesh that is shown once lacks enough in the poses that they would be fitted to."
                .to_owned(),
        ));
    }
    if spots.len() > MOST_VERTICES {
        return Ok(Err(format!(
            "Corrective shapes: left out, for {} vertices lack something in poses that they would be fitted to, and no more than {MOST_VERTICES} are fitted.",
            spots.len()
        )));
    }
    let places: Vec<Place> = spots.iter().map(|spot| spot.place).collect();
    let mut shaping = Shaping {
        maps: gaps.maps(bench, &from.document, &places, mapped)?,
        bench,
        from,
        gaps,
        drivers: Vec::new(),
        spots,
    };
    shaping.find_drivers();
    let shapes = shaping.shapes(solved)?;
    if shapes.is_empty() {
        return Ok(Err(
            "Corrective shapes: no angle of a joint tells where something is lacking.".to_owned(),
        ));
    }
    let count = shapes.len();
    let step = [AdviceStep::Shapes(shapes)];
    let job = bench.job;
    let document = match with_steps(&from.document, &step, job.bones, job.work) {
        Ok(document) => document,
        Err(why) => return Ok(Err(format!("Corrective shapes: {why}"))),
    };
    let measured = bench.measure(&document, linear(), measured)?;
    let mut steps = from.steps.clone();
    steps.extend(step);
    Ok(Ok((
        count,
        Trial {
            document,
            steps,
            measured,
        },
    )))
}

fn quarters(part: Part) -> [Part; 4] {
    let step = (part.to - part.from) / 4.0;
    [0.0, 1.0, 2.0, 3.0].map(|number| Part {
        from: part.from + step * number,
        to: part.from + step * (number + 1.0),
    })
}

/// The vertices of these meshes that lack enough to be corrected. A mesh that is shown more than once has none: its shapes would be in all
/// places at once.
fn spots_of(bench: &Bench<'_>, from: &Trial, meshes: &[usize], gaps: &Gaps) -> Vec<Spot> {
    let character = &from.document.character;
    let begin = BEGIN * limit(bench);
    let mut spots = Vec::new();
    for (primitive, placed) in placed_primitives(character).enumerate() {
        let mesh = placed.instance.mesh;
        let shown = character.instances.iter();
        let shown = shown.filter(|instance| instance.mesh == mesh).count();
        if shown != 1 || !meshes.contains(&mesh) {
            continue;
        }
        for (vertex, longest) in gaps.longest(primitive).into_iter().enumerate() {
            let share = ((longest - begin) / begin).clamp(0.0, 1.0);
            if share <= 0.0 {
                continue;
            }
            spots.push(Spot {
                place: Place { primitive, vertex },
                mesh,
                share,
                joints: joints_of(character, &placed, vertex),
                drivers: Vec::new(),
            });
        }
    }
    spots
}

/// The limit in scene units.
fn limit(bench: &Bench<'_>) -> f32 {
    bench.job.within / 100.0 * bench.size
}

/// The joints whose turns change how a vertex's joints stand to each other: those below the joint above all of them. First the one that
/// parts its weights most evenly.
fn joints_of(
    character: &Character,
    placed: &PlacedPrimitive<'_>,
    vertex: usize,
) -> Vec<JointIndex> {
    let skeleton = &character.rig.skeleton;
    let skin = placed.instance.skin;
    let bind = skin.and_then(|skin| character.rig.binds.get(skin));
    let (Some(bind), Some(influences)) = (bind, &placed.primitive.influences) else {
        return Vec::new();
    };
    let row = influences.bound_row(vertex);
    let mut beyond: BTreeMap<JointIndex, f32> = BTreeMap::new();
    let mut all = 0.0;
    for (slot, weight) in row.joints.iter().zip(row.weights) {
        let joint = bind.joints().get(slot.index()).copied();
        let Some(joint) = joint.filter(|_| *weight > LEAST_WEIGHT) else {
            continue;
        };
        all += weight;
        for above in with_those_above(skeleton, joint) {
            *beyond.entry(above).or_default() += weight;
        }
    }
    let parts = beyond.into_iter().filter_map(|(joint, weight)| {
        let part = weight / all.max(f32::MIN_POSITIVE);
        (part < 1.0 - LEAST_WEIGHT).then_some((part * (1.0 - part), joint))
    });
    let mut parts: Vec<(f32, JointIndex)> = parts.collect();
    parts.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    parts.truncate(MOST_JOINTS);
    parts.into_iter().map(|(_, joint)| joint).collect()
}

fn with_those_above(
    skeleton: &Skeleton,
    joint: JointIndex,
) -> impl Iterator<Item = JointIndex> + '_ {
    std::iter::successors(Some(joint), move |joint| skeleton.parent(*joint))
}

impl Shaping<'_, '_> {
    /// Finds what shapes may follow, and gives each vertex those of its joints.
    fn find_drivers(&mut self) {
        let joints = self.spots.iter().flat_map(|spot| &spot.joints).copied();
        let joints: BTreeSet<JointIndex> = joints.collect();
        let mut of_joint: BTreeMap<JointIndex, Vec<usize>> = BTreeMap::new();
        for joint in joints {
            let first = self.drivers.len();
            self.drivers.extend(drivers_of(joint, &self.gaps.poses));
            of_joint.insert(joint, (first..self.drivers.len()).collect());
        }
        for spot in &mut self.spots {
            let own = spot.joints.iter().filter_map(|joint| of_joint.get(joint));
            spot.drivers = own.flatten().copied().collect();
        }
    }

    /// The shapes, without those that hardly move anything: once more fitted without these, so that the largest of what is left falls.
    fn shapes(&mut self, part: Part) -> Result<Vec<AngleShape>, NoAdvice> {
        let middle = 0.5 * (part.from + part.to);
        let [first, second] = [
            Part { to: middle, ..part },
            Part {
                from: middle,
                ..part
            },
        ];
        let found = self.solve(false, first)?;
        let kept = self.kept(&found);
        for spot in &mut self.spots {
            spot.drivers
                .retain(|driver| kept.contains(&(spot.mesh, *driver)));
        }
        let found = self.solve(true, second)?;
        Ok(self.made(&found, &kept))
    }

    /// By spot the displacements of its drivers.
    fn solve(&self, is_even: bool, part: Part) -> Result<Vec<Vec<Vec3>>, NoAdvice> {
        let numbered: Vec<(usize, &Spot)> = self.spots.iter().enumerate().collect();
        by_pose(self.bench, &numbered, part, |(number, spot)| {
            let maps = self.maps.iter();
            let maps: Vec<Mat3> = maps
                .map(|of| of.get(*number).copied().unwrap_or(Mat3::ZERO))
                .collect();
            let drivers = spot.drivers.iter().filter_map(|it| self.drivers.get(*it));
            let shares: Vec<&[f32]> = drivers.map(|driver| &driver.shares[..]).collect();
            let fit = ShapeFit {
                maps: &maps,
                gaps: &self.gaps.of(spot.place),
                shares: &shares,
            };
            let found = fit.displacements(is_even).into_iter();
            Ok(found.map(|by| by * spot.share).collect())
        })
    }

    /// Meshes with the drivers whose shapes move a vertex far enough; the farthest where there are too many.
    fn kept(&self, found: &[Vec<Vec3>]) -> BTreeSet<(usize, usize)> {
        let mut most: BTreeMap<(usize, usize), f32> = BTreeMap::new();
        for (spot, displacements) in self.spots.iter().zip(found) {
            for (driver, by) in spot.drivers.iter().zip(displacements) {
                let own = most.entry((spot.mesh, *driver)).or_default();
                *own = own.max(by.length());
            }
        }
        let least = LEAST_SHAPE * limit(self.bench);
        let mut able: Vec<((usize, usize), f32)> =
            most.into_iter().filter(|(_, far)| *far >= least).collect();
        able.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        able.retain(|((mesh, _), _)| {
            let count = counts.entry(*mesh).or_default();
            *count += 1;
            *count <= MOST_SHAPES
        });
        able.into_iter().map(|(of, _)| of).collect()
    }

    fn made(&self, found: &[Vec<Vec3>], kept: &BTreeSet<(usize, usize)>) -> Vec<AngleShape> {
        let character = &self.from.document.character;
        let mut numbers: BTreeMap<(usize, JointIndex), usize> = BTreeMap::new();
        let shapes = kept.iter().filter_map(|&(mesh, driver)| {
            let shape = self.shape(found, mesh, driver);
            let ShapeDriver {
                driver: angle,
                curve,
                ..
            } = self.drivers.get(driver)?;
            let mut shown = character.instances.iter();
            let shown = shown.find(|instance| instance.mesh == mesh)?;
            if shape.is_empty() {
                return None;
            }
            let number = numbers.entry((mesh, angle.joint)).or_default();
            *number += 1;
            Some(AngleShape {
                node: shown.node,
                name: format!(
                    "{} corrective {number}",
                    joint_name(&character.rig.skeleton, angle.joint)
                ),
                shape,
                driver: *angle,
                curve: curve.clone(),
            })
        });
        shapes.collect()
    }

    /// What a mesh gets by a driver.
    fn shape(&self, found: &[Vec<Vec3>], mesh: usize, driver: usize) -> MorphShape {
        let character = &self.from.document.character;
        let placed: Vec<_> = placed_primitives(character).collect();
        let least = LEAST * limit(self.bench);
        let mut parts: BTreeMap<usize, MorphPart> = BTreeMap::new();
        for (spot, displacements) in self.spots.iter().zip(found) {
            let of = spot.drivers.iter().position(|it| *it == driver);
            let by = of.and_then(|of| displacements.get(of)).copied();
            let by = by.filter(|by| spot.mesh == mesh && by.length() > least);
            let (Some(by), Some(placed)) = (by, placed.get(spot.place.primitive)) else {
                continue;
            };
            let part = parts
                .entry(placed.primitive_index)
                .or_insert_with(|| MorphPart {
                    primitive: placed.primitive_index,
                    vertices: placed.primitive.positions.len(),
                    displacements: Vec::new(),
                });
            if let Ok(vertex) = u32::try_from(spot.place.vertex) {
                part.displacements.push((vertex, by));
            }
        }
        MorphShape {
            parts: parts.into_values().collect(),
        }
    }
}
