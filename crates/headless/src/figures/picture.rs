//! The picture of a character: what `render` draws, a row of panes for each pose.

use std::sync::Arc;

use character::{Character, Mesh, MeshInstance, Primitive};
use dq_math::SignRule;
use figures::material::Material;
use figures::render_scene::{RenderScene, ScenePose};
use glam::Vec3;
use image::RgbaImage;
use image::imageops::replace;
use rig::{ByMap, JointSlot, NormalRule};
use scene::asked_method::AskedMethod;
use scene::placed::{PlacedPrimitive, placed_primitives};
use whole_file::ExistingFiles;

use crate::Failure;
use crate::draw::extremes::Extremes;
use crate::draw::render::{RenderJob, Shot};
use crate::draw::sheet::LayoutSheet;
use crate::draw::stage::Stage;
use crate::source::opened::{OpenedCharacter, Own};
use crate::source::pose::{Hardware, MomentArgument, RequestedPose, Skinning};
use crate::source::props::OpenedProps;
use crate::terminal::destination::Destination;

/// Signs and normals as everywhere; the device draws what the processor skins, since the numbers are the processor's.
const SKINNING: Skinning = Skinning {
    signs: SignRule::Followed,
    scale_inheritance: None,
    normals: NormalRule::Usual,
    first_phase: false,
    hardware: Hardware::Processor { threads: 1 },
};

/// Draws a scene: all poses show the character at one size.
pub(super) fn draw(
    stage: &Stage,
    material: &dyn Material,
    scene: &RenderScene,
    layout_sheet: LayoutSheet,
) -> Result<RgbaImage, Failure> {
    let character = material.character(scene.character)?;
    let methods = scene.methods.iter().map(|method| method.parse());
    let methods: Vec<AskedMethod> = methods
        .collect::<Result<_, _>>()
        .map_err(|error| Failure::Data(format!("{error}.")))?;
    let rows = scene.rows.iter().map(|pose| {
        let opened = opened(&character, material, *pose)?;
        Ok((opened, job(scene, *pose, &methods)))
    });
    let mut rows: Vec<(OpenedCharacter, RenderJob)> = rows.collect::<Result<_, Failure>>()?;
    if let Some(mut first) = rows.first().filter(|_| scene.with_first_phase).cloned() {
        first.1.skinning.first_phase = true;
        rows.insert(0, first);
    }
    let framed = framed(scene, &rows, &methods)?;
    let shot = Shot {
        framed,
        is_quiet: true,
        subtitle: scene
            .is_motion
            .then(|| format!("{} · {} poses", character.name, scene.rows.len())),
        ..Shot::default()
    };
    let draw =
        |(opened, job): &(OpenedCharacter, RenderJob)| stage.draw(job, opened, layout_sheet, &shot);
    if !scene.is_motion {
        let drawn: Vec<RgbaImage> = rows.iter().map(draw).collect::<Result<_, _>>()?;
        return Ok(put_together(&drawn, [0, 1]));
    }
    let mut drawn = Vec::new();
    for method in methods {
        let opened = OpenedCharacter {
            character: Arc::new(all_poses(&rows, method)?),
            own: None,
            driven: Arc::default(),
            of_presets: Arc::default(),
            props: OpenedProps::default(),
        };
        let alone = job(scene, ScenePose::Preset(""), &[method]);
        drawn.push(draw(&(opened, alone))?);
    }
    Ok(put_together(&drawn, [1, 0]))
}

/// Pictures of one size beside or below one another: `step` is the way from one to the next, in pictures.
fn put_together(pictures: &[RgbaImage], step: [u32; 2]) -> RgbaImage {
    let size = pictures
        .first()
        .map_or([0; 2], |it| [it.width(), it.height()]);
    let more = u32::try_from(pictures.len().saturating_sub(1)).unwrap_or(0);
    let [width, height] = [0, 1].map(|axis| size[axis] * (1 + step[axis] * more));
    let mut whole = RgbaImage::new(width, height);
    for (number, picture) in (0..).zip(pictures) {
        let [x, y] = [0, 1].map(|axis| i64::from(size[axis] * step[axis] * number));
        replace(&mut whole, picture, x, y);
    }
    whole
}

/// A character without joints that shows what a method makes of another in all poses.
fn all_poses(
    rows: &[(OpenedCharacter, RenderJob)],
    method: AskedMethod,
) -> Result<Character, Failure> {
    let mut whole: Option<Character> = None;
    for (opened, job) in rows {
        let character = &*opened.character;
        let posed = RequestedPose::from_opened(opened, job.moment.as_ref(), job.skinning)?;
        let skinned = posed.deform(character, method, 1)?;
        let whole = whole.get_or_insert_with(|| Character {
            meshes: Vec::new(),
            instances: Vec::new(),
            clips: Arc::default(),
            ..character.clone()
        });
        for (placed, skinned) in placed_primitives(character).zip(skinned) {
            whole.instances.push(MeshInstance {
                mesh: whole.meshes.len(),
                skin: None,
                ..placed.instance.clone()
            });
            whole.meshes.push(Mesh {
                name: None,
                target_names: Vec::new(),
                skinning: None,
                primitives: vec![Primitive {
                    positions: skinned.positions.into(),
                    normals: skinned.normals.into(),
                    influences: None,
                    maps: ByMap::default(),
                    ..placed.primitive.clone()
                }],
            });
        }
    }
    whole.ok_or_else(|| Failure::Data("a scene has no pose.".to_owned()))
}

/// The character with a pose of its own, as a project has one.
fn opened(
    character: &Arc<Character>,
    material: &dyn Material,
    pose: ScenePose,
) -> Result<OpenedCharacter, Failure> {
    let preset = |name: &'static str, amount: f32| -> Result<Option<Own>, Failure> {
        let pose = material.pose(character, name, amount)?;
        let label = match amount {
            1.0 => name.to_owned(),
            part => format!("{name} {} %", (part * 100.0).round()),
        };
        Ok(Some(Own {
            name: label,
            pose,
            scale_inheritance: character.rig.scale_inheritance.clone(),
            joint_limits: Arc::default(),
            worn: Vec::new(),
            method: None,
        }))
    };
    let own = match pose {
        ScenePose::Preset(name) => preset(name, 1.0)?,
        ScenePose::Amount(name, amount) => preset(name, amount)?,
        ScenePose::Moment(..) => None,
    };
    Ok(OpenedCharacter {
        driven: Arc::default(),
        of_presets: Arc::default(),
        props: OpenedProps::default(),
        character: Arc::clone(character),
        own,
    })
}

fn job(scene: &RenderScene, pose: ScenePose, methods: &[AskedMethod]) -> RenderJob {
    let moment = match pose {
        ScenePose::Moment(clip, time) => Some(MomentArgument {
            clip: clip.to_owned(),
            time,
        }),
        ScenePose::Preset(_) | ScenePose::Amount(..) => None,
    };
    let compared = methods.len();
    let differences = match scene.difference {
        true => compared.saturating_sub(1),
        false => 0,
    };
    let panes = u32::try_from(compared + differences).unwrap_or(1);
    let [width, height] = scene.pane;
    RenderJob {
        source: scene.character.to_owned(),
        moment,
        preset: None,
        skinning: SKINNING,
        methods: methods.to_vec(),
        view: scene.view,
        size: Some([width * panes, height]),
        weights_of: None,
        leaves_props: true,
        difference: scene.difference,
        bones: false,
        shading: scene.shading,
        wireframe: false,
        weights: None,
        rows: Vec::new(),
        framed: Vec::new(),
        motion: None,
        rate: 1,
        output: Destination::new("-".into(), ExistingFiles::Replaced),
    }
}

/// Points that bound all rows by all methods: of the whole character, or of the vertices that some joints move most.
fn framed(
    scene: &RenderScene,
    rows: &[(OpenedCharacter, RenderJob)],
    methods: &[AskedMethod],
) -> Result<Vec<Vec3>, Failure> {
    let mut extremes = Extremes::default();
    for (opened, job) in rows {
        let character = &*opened.character;
        let posed = RequestedPose::from_opened(opened, job.moment.as_ref(), job.skinning)?;
        for method in methods {
            let skinned = posed.deform(character, *method, 1)?;
            for (placed, skinned) in placed_primitives(character).zip(&skinned) {
                let seen = skinned.positions.iter().enumerate();
                let seen = seen.filter(|(vertex, _)| is_framed(scene, character, &placed, *vertex));
                seen.for_each(|(_, point)| extremes.add(*point));
            }
        }
    }
    Ok(extremes.points())
}

/// Whether a picture is to frame a vertex: any, or those that its joints move by half or more.
fn is_framed(
    scene: &RenderScene,
    character: &Character,
    placed: &PlacedPrimitive<'_>,
    vertex: usize,
) -> bool {
    if scene.framed.is_empty() {
        return true;
    }
    let bind = placed
        .instance
        .skin
        .and_then(|skin| character.rig.binds.get(skin));
    let (Some(influences), Some(bind)) = (&placed.primitive.influences, bind) else {
        return false;
    };
    let name = |slot: JointSlot| {
        let joint = bind.joints().get(usize::from(slot))?;
        Some(character.rig.skeleton.name(*joint))
    };
    let framed = influences.row(vertex).pairs();
    let framed =
        framed.filter(|(slot, _)| name(*slot).is_some_and(|name| scene.framed.contains(&name)));
    framed.map(|(_, weight)| weight).sum::<f32>() >= 0.5
}
