//! Linear and affine blending of real models against Blender 5.0.1, and the weights that `character` reads against Blender's.

use glam::{Mat4, Vec3};
use rig::{InfluenceRow, Influences, MatrixPalette, Palette};
use testkit::Report;
use testkit::reference::{Blender, BlenderPrimitive, BlenderSample, blender, models_folder};

use crate::reference::{affine, largest_distance, preserve_volume};
use crate::support::{Mesh, influences, on_every_path};

/// Of the diagonal of the model in the pose. Blender computes in f32: it agrees with the formulas to 1e-6.
const BLENDER: f32 = 1e-5;

/// Blender stores weights in f32, and the fixtures hold nine digits of them.
const WEIGHT: f32 = 1e-6;

#[test]
fn reference_blender_models_linear() {
    on_every_path(blender_models_linear);
}

fn blender_models_linear() {
    let palette = |_: &Blender, _: &BlenderSample, skin: &[Mat4]| {
        let posed_from_bind = affine(skin);
        Palette::Linear(MatrixPalette { posed_from_bind })
    };
    check_samples("linear", palette, |sample| &sample.lbs);
}

#[test]
fn reference_blender_models_preserve_volume() {
    on_every_path(blender_models_preserve_volume);
}

fn blender_models_preserve_volume() {
    let palette = |model: &Blender, sample: &BlenderSample, skin: &[Mat4]| {
        let mut poses = model.poses.iter();
        let pose = poses.find(|pose| pose.moment == sample.moment).unwrap();
        preserve_volume(&model.rest, &pose.pose, skin)
    };
    check_samples("preserve volume", palette, |sample| &sample.dqs);
}

/// The joints and weights that `character` reads are those that Blender's importer reads: the same pairs in any order.
#[test]
fn reference_blender_models_have_the_weights_that_character_reads() {
    let (Some(models), Some(folder)) = (blender(), models_folder()) else {
        return;
    };
    let mut report = Report::new("reference Blender models, weights");
    for model in &models {
        let character = character::open(&folder.join(&model.model)).unwrap();
        for primitive in &model.primitives {
            let place = primitive.place;
            let mut primitives = character.meshes[place.mesh].primitives.iter();
            let own = primitives.find(|p| p.file_primitive == place.primitive);
            let own = own.unwrap().influences.as_ref().unwrap();
            assert_eq!(own.vertex_count(), primitive.vertex_count);
            for (&vertex, row) in primitive.vertex_ids.iter().zip(rows(primitive)) {
                let theirs = influences(model.rest.len(), [row]);
                let (ours, theirs) = (sorted_row(own, vertex), sorted_row(&theirs, 0));
                let same = ours.len() == theirs.len()
                    && ours
                        .iter()
                        .zip(&theirs)
                        .all(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() < WEIGHT);
                assert!(
                    same,
                    "{}, vertex {vertex}: {ours:?} {theirs:?}",
                    model.model
                );
                report.values += ours.len();
            }
            report.cases += 1;
        }
        report.files += 1;
    }
    report.finish();
}

fn sorted_row(influences: &Influences, vertex: usize) -> Vec<(u16, f32)> {
    let InfluenceRow { joints, weights } = influences.row(vertex);
    let mut row: Vec<_> = joints
        .iter()
        .map(|joint| joint.0)
        .zip(weights.iter().copied())
        .collect();
    row.sort_unstable_by_key(|&(joint, _)| joint);
    row
}

/// Holds every primitive in every pose of every model against Blender's vertices. The palette is made of the model, the
/// sample and the pose's skinning matrices.
fn check_samples(
    what: &str,
    palette: impl Fn(&Blender, &BlenderSample, &[Mat4]) -> Palette,
    blenders: impl Fn(&BlenderSample) -> &[Vec3],
) {
    let Some(models) = blender() else {
        return;
    };
    let mut report = Report::new(&format!("reference Blender models, {what}"));
    for model in &models {
        for pose in &model.poses {
            for sample in model.samples_of(pose) {
                let primitive = model.primitive(sample.place);
                let mesh = Mesh {
                    positions: primitive.rest_positions.clone(),
                    normals: Vec::new(),
                    influences: influences(model.rest.len(), rows(primitive)),
                };
                let palette = palette(model, sample, &pose.skin);
                let worst = largest_distance(&mesh, &palette, blenders(sample));
                let worst = worst / diagonal(sample);
                let (name, moment) = (&model.model, &sample.moment);
                assert!(worst < BLENDER, "{name} {moment:?}: {worst}");
                report.cases += 1;
                report.values += mesh.positions.len();
            }
        }
        report.files += 1;
    }
    report.finish();
}

fn rows(primitive: &BlenderPrimitive) -> impl Iterator<Item = Vec<(u16, f32)>> {
    let influence = |&(bone, weight): &(usize, f32)| (u16::try_from(bone).unwrap(), weight);
    let rows = primitive.weights.iter();
    rows.map(move |row| row.iter().map(influence).collect())
}

fn diagonal(sample: &BlenderSample) -> f32 {
    sample.all_lbs.min.distance(sample.all_lbs.max)
}
