//! `dualskin render`: draws methods side by side, or in rows, into a PNG file.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use character::Character;
use glam::Vec3;
use image::RgbaImage;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use render::{BoneBuffers, BoneLook, Gpu, Ground, MeshBuffers, Scene, Theme};
use rig::{ForwardError, JointIndex, Method, forward};
use scene::asked_method::AskedMethod;
use scene::helper_rows::with_helper_rows;
use scene::normal_error::normal_error;
use scene::placed::placed_primitives;
use scene::valid_signs::FlipMap;
use scene::view::bounds::Bounds;
use scene::view::camera::{Camera, Viewpoint};
use scene::view::facing::viewpoint_camera;
use scene::view::framing::{Insets, frame_points};
use scene::view::joint_mark::{JointMark, joint_marks};
use scene::view::ramps::Diverging;
use scene::view::shading::Shading;
use scene::view::weight_ramps::WeightRamp;
use scene::weight_gradients::CharacterGradients;
use session::document::Document;
use session::files::working_folder::file_name;
use session::state::props::placed::PlacedProp;
use session::state::versions::version_file::version_of;
use whole_file::{Access, Files};

use super::animated::MovingFile;
use super::arrangement::{Arrangement, PANE_SIZE};
use super::moving::PictureMotion;
use super::panes::{ComparedSkin, Heat, Pane, VertexValues, find_joint};
use super::pose_sheet::SheetPose;
use super::props::PropDrawables;
use super::sheet::{Canvas, LABEL_HEIGHT, LEGEND_HEIGHT, LayoutSheet, PanePlacement};
use super::stage::{DrawnPanes, Over, Stage, canvas};
use super::{moving, panes, pose_sheet};
use crate::Failure;
use crate::skin::sources;
use crate::source::hardware::{SkinnedCharacter, Skins};
use crate::source::opened::{OpenedCharacter, open};
use crate::source::pose::{MomentArgument, RequestedPose, Skinning, find_clip};
use crate::source::preset::AskedPreset;
use crate::terminal::console;
use crate::terminal::destination::Destination;
use crate::terminal::report::Report;
use crate::terminal::several::Several;

/// The options of the command.
#[derive(Clone, Debug, PartialEq)]
pub struct RenderJob {
    /// A file, a built-in character or a project.
    pub source: String,
    /// A moment of a clip; `None` for the default pose.
    pub moment: Option<MomentArgument>,
    /// The preset to apply to the pose.
    pub preset: Option<AskedPreset>,
    /// Signs, scale inheritance, normals and hardware, for all panes.
    pub skinning: Skinning,
    /// The methods, one pane each; at least one.
    pub methods: Vec<AskedMethod>,
    /// The direction of view.
    pub view: Viewpoint,
    /// Width and height in pixels; `None` for a size from the number of panes.
    pub size: Option<[u32; 2]>,
    /// A file whose weights are shown in one more pane, by the first method.
    pub weights_of: Option<String>,
    /// Whether to add panes with the differences of the other panes from the first.
    pub difference: bool,
    /// Whether the skeleton is drawn.
    pub bones: bool,
    /// The shading of surfaces, unless a joint's weights are shown.
    pub shading: Shading,
    /// Whether to draw edges of triangles.
    pub wireframe: bool,
    /// A joint whose weights are shown instead; name or node index.
    pub weights: Option<String>,
    /// Whether props of a project are left out.
    pub leaves_props: bool,
    /// The poses of a comparison sheet, a row each, instead of `moment` and `preset`; empty for a picture of one pose.
    pub rows: Vec<SheetPose>,
    /// The poses that pictures frame, by all methods, whatever they show; empty for what they show.
    pub framed: Vec<SheetPose>,
    /// Whether the picture moves, and how.
    pub motion: Option<PictureMotion>,
    /// Pictures a second of one that moves, 1 to 60.
    pub rate: u16,
    /// The PNG file to write, or GIF of one that moves.
    pub output: Destination,
}

/// Draws a picture of each source, lays it out, and writes the file. `job` says what is drawn of a source; `read` are files that are
/// read for it.
///
/// # Errors
///
/// See [`Failure`]; nothing is written then, but for the other ones of several sources.
pub fn run(
    files: &Several,
    read: &[&str],
    job: &(dyn Fn(&str, &Destination) -> RenderJob + Sync),
    layout_sheet: LayoutSheet,
) -> Result<(), Failure> {
    files.write_each(read, "png", &|source, output| {
        render(&job(source, output), layout_sheet)
    })
}

fn render(job: &RenderJob, layout_sheet: LayoutSheet) -> Result<Report, Failure> {
    if job.difference && panes::compared_count(job) < 2 {
        let only = job.methods.first().copied().unwrap_or_default();
        return Err(Failure::Usage(format!(
            "--difference compares two methods or more; add one to --compare {only}."
        )));
    }
    let output = &job.output;
    refuse_other_formats(job)?;
    let mut sources = sources(&job.source, job.preset.as_ref());
    sources.extend(job.weights_of.as_deref());
    let poses = job.rows.iter().chain(&job.framed);
    sources.extend(poses.filter_map(SheetPose::file));
    output.check(&sources)?;
    let mut opened = open(&job.source)?;
    opened.props = opened.props.read_unless(job.leaves_props);
    check_drawn(job, &opened.character)?;
    check_named(job, &opened.character)?;
    if let Some(motion) = job.motion {
        return moving::run(job, motion, &opened, layout_sheet);
    }
    if !job.rows.is_empty() {
        return pose_sheet::run(job, &opened, layout_sheet);
    }
    let shot = Shot {
        framed: pose_sheet::framed_points(job, &opened)?.unwrap_or_default(),
        ..Shot::default()
    };
    let image = Stage::new()?.draw(job, &opened, layout_sheet, &shot)?;
    let png = encode_png(&image)?;
    output.write(&png, Access::of(Path::new(&job.source)))?;
    Ok(Report::new("render", &job.source).wrote(output, Some(png.len())))
}

/// Refuses a character of which a picture would show nothing.
fn check_drawn(job: &RenderJob, character: &Character) -> Result<(), Failure> {
    let has_joints = !character.rig.skeleton.is_empty();
    let mut placed = placed_primitives(character);
    if (job.bones && has_joints) || placed.any(|it| !it.primitive.triangles.is_empty()) {
        return Ok(());
    }
    let remedy = match has_joints {
        true => "draw its skeleton, with --bones",
        false => "name a file with a mesh or a skeleton",
    };
    Err(Failure::Data(format!(
        "{}: there is nothing to draw, for its scene shows no triangle; {remedy}.",
        job.source
    )))
}

/// Refuses names that the character has not, before a device is asked for.
fn check_named(job: &RenderJob, character: &Character) -> Result<(), Failure> {
    if let Some(moment) = &job.moment {
        find_clip(character, &moment.clip)?;
    }
    if let Some(joint) = &job.weights {
        find_joint(character, joint)?;
    }
    Ok(())
}

/// The bytes of a PNG.
pub(crate) fn encode_png(image: &RgbaImage) -> Result<Vec<u8>, Failure> {
    let mut png = Vec::new();
    // Pictures are smooth: adaptive filters make the file a third as large.
    let encoder =
        PngEncoder::new_with_quality(&mut png, CompressionType::Best, FilterType::Adaptive);
    image
        .write_with_encoder(encoder)
        .map_err(|error| Failure::Data(format!("the PNG was refused: {error}.")))?;
    Ok(png)
}

/// A picture under another format's name would only fail in the next program. Devices have no extension.
fn refuse_other_formats(job: &RenderJob) -> Result<(), Failure> {
    let out = job.output.path();
    let is_png = |extension: &OsStr| extension.eq_ignore_ascii_case("png");
    let refused = |what: &str| {
        Err(Failure::Usage(format!(
            "--output {}: {what}",
            out.display()
        )))
    };
    let of_one = !moving::is_numbered(&job.output.name());
    match (out.extension(), job.motion) {
        (None, _) => Ok(()),
        (Some(extension), _) if is_png(extension) => Ok(()),
        (Some(_), Some(_)) if MovingFile::of(out) != MovingFile::Png && of_one => Ok(()),
        (Some(_), Some(_)) if of_one => refused(
            "pictures that move are written as PNG, GIF or AVI; give a name that ends in .png, .gif or .avi.",
        ),
        (Some(_), _) => refused("pictures are written as PNG; give a name that ends in .png."),
    }
}

/// How one of several pictures differs from the others.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Shot {
    /// The turn of the camera to the right, in radians.
    pub(crate) yaw: f32,
    /// The points that are framed, for all pictures the same; none for those of the picture itself.
    pub(crate) framed: Vec<Vec3>,
    /// Whether what is said of the file was said with another picture.
    pub(crate) is_quiet: bool,
    /// What stands under each title; none for the character and its pose.
    pub(crate) subtitle: Option<String>,
}

impl Stage {
    /// The picture of a job for an opened source.
    pub(crate) fn draw(
        &self,
        job: &RenderJob,
        opened: &OpenedCharacter,
        layout_sheet: LayoutSheet,
        shot: &Shot,
    ) -> Result<RgbaImage, Failure> {
        draw(self, job, opened, layout_sheet, shot)
    }
}

fn draw(
    stage: &Stage,
    job: &RenderJob,
    opened: &OpenedCharacter,
    layout_sheet: LayoutSheet,
    shot: &Shot,
) -> Result<RgbaImage, Failure> {
    let gpu = &stage.gpu;
    let character = &*opened.character;
    let posed = RequestedPose::from_opened(opened, job.moment.as_ref(), job.skinning)?;
    // Rows of a sheet have presets of their own.
    let posed = match shot.is_quiet && job.motion.is_some() {
        true => posed.with_preset_quietly(character, job.preset.as_ref())?,
        false => posed.with_preset(character, job.preset.as_ref())?,
    };
    let joint = job
        .weights
        .as_deref()
        .map(|name| find_joint(character, name))
        .transpose()?;
    let arrangement = arrangement(job)?;
    let marks = shown_marks(job, character, &posed, joint)?;

    let places: Vec<PanePlacement> = arrangement.panes.iter().map(|&rect| rect.into()).collect();
    let canvas = canvas(arrangement.size, &places);
    stage.check_size(canvas.size)?;
    let other = job.weights_of.as_deref();
    let other = other.map(|file| weights_of(file, opened, !shot.is_quiet));
    let other = other.transpose()?;
    let mut skins = Skins::new(job.skinning.hardware, Some(gpu), character)?;
    let mut subjects = Vec::new();
    for &method in &job.methods {
        subjects.push(ComparedSkin {
            title: posed.label(method),
            character,
            skinned: skins.skin(character, &posed, method)?,
            heat: heat(job, character, &posed, method)?,
        });
    }
    subjects.extend(other_subject(job, gpu, &posed, other.as_ref())?);
    let at_rest = skins.skin(character, &at_rest(job, character)?, Method::Linear)?;
    let placed = placed_props(job, opened, &posed);
    let view = DrawContext {
        job,
        shot,
        stage,
        character,
        panes: &panes::panes(job, &subjects, joint),
        places: &places,
        canvas,
        at_rest: &at_rest,
        placed: &placed,
    };
    let bones = bones(gpu, &marks);
    let joints = marks.iter().flatten().map(|mark| mark.position);
    let drawn = view.draw_panes(&bones, &joints.collect::<Vec<_>>())?;
    let over = Over {
        canvas,
        subtitle: match &shot.subtitle {
            Some(text) => text.clone(),
            None => subtitle(character, &posed),
        },
        ramp: WeightRamp::default(),
        diverging: Diverging::default(),
        panes: Vec::new(),
        pictures: Vec::new(),
    };
    stage.sheet(over, view.panes, &places, &drawn, layout_sheet)
}

/// The character with the weights of another file, and what the pane is called. `tells` is whether to report what did not fit.
pub(crate) fn weights_of(
    file: &str,
    opened: &OpenedCharacter,
    tells: bool,
) -> Result<(String, Arc<Character>), Failure> {
    let document = Document::new(Arc::clone(&opened.character));
    let path = Path::new(file);
    let version = version_of(path, &document, &|| false, &Files::default());
    let version = version.map_err(Failure::Data)?;
    let title = format!("weights of {}", file_name(path));
    if tells && !version.remark.is_empty() {
        console::message(&format!("note: {title}: {}.", version.remark));
    }
    Ok((title, version.document.character))
}

/// The first method with the weights of another file.
fn other_subject<'a>(
    job: &RenderJob,
    gpu: &Gpu,
    posed: &RequestedPose,
    other: Option<&'a (String, Arc<Character>)>,
) -> Result<Option<ComparedSkin<'a>>, Failure> {
    let Some((title, character)) = other else {
        return Ok(None);
    };
    let method = job.methods.first().copied().unwrap_or_default();
    let mut skins = Skins::new(job.skinning.hardware, Some(gpu), character)?;
    Ok(Some(ComparedSkin {
        title: format!("{} · {title}", posed.label(method)),
        character,
        skinned: skins.skin(character, posed, method)?,
        heat: heat(job, character, posed, method)?,
    }))
}

/// What a pose does to each vertex, if surfaces show that.
fn heat(
    job: &RenderJob,
    character: &Character,
    posed: &RequestedPose,
    method: AskedMethod,
) -> Result<Option<Heat>, Failure> {
    let palettes = || posed.palettes(character, method);
    Ok(match job.shading {
        Shading::NormalError => {
            let gradients = CharacterGradients::new(character);
            let error = normal_error(character, &palettes()?, &gradients)?;
            Some(Heat::NormalError(error))
        }
        Shading::NearFlip => Some(Heat::NearFlip(FlipMap::of(character, &palettes()?))),
        _ => None,
    })
}

/// The joint marks of each compared pane, if the skeleton is drawn: where scale is inherited otherwise, joints stand elsewhere.
pub(crate) fn shown_marks(
    job: &RenderJob,
    character: &Character,
    posed: &RequestedPose,
    joint: Option<JointIndex>,
) -> Result<Vec<Vec<JointMark>>, Failure> {
    if !job.bones {
        return Ok(Vec::new());
    }
    let other = job.weights_of.as_ref().and(job.methods.first());
    let methods = job.methods.iter().chain(other);
    let of = |method: &AskedMethod| marks(character, posed, *method, joint);
    methods.map(of).collect()
}

/// The joint marks of a pane.
fn marks(
    character: &Character,
    posed: &RequestedPose,
    method: AskedMethod,
    joint: Option<JointIndex>,
) -> Result<Vec<JointMark>, Failure> {
    let failed = |error: ForwardError| Failure::Data(format!("{}: {error}.", character.name));
    let inheritance = posed.scale_inheritance_of(method);
    let pose = with_helper_rows(character, &posed.pose, &inheritance).map_err(failed)?;
    let user = pose.user_transforms();
    let skeleton = forward(&character.rig.skeleton, &user, &inheritance).map_err(failed)?;
    Ok(joint_marks(character, &skeleton, joint))
}

/// The bones of each compared pane, on the device.
fn bones(gpu: &Gpu, marks: &[Vec<JointMark>]) -> Vec<BoneBuffers> {
    let look = BoneLook::of(&Theme::DARK);
    let of = |marks: &Vec<JointMark>| {
        let mut bones = BoneBuffers::new(&gpu.device);
        bones.write(&gpu.device, &gpu.queue, marks, look);
        bones
    };
    marks.iter().map(of).collect()
}

/// Where props are in each compared pane: joints stand elsewhere where scale is inherited otherwise.
pub(crate) fn placed_props(
    job: &RenderJob,
    opened: &OpenedCharacter,
    posed: &RequestedPose,
) -> Vec<Vec<PlacedProp>> {
    let other = job.weights_of.as_ref().and(job.methods.first());
    let methods = job.methods.iter().chain(other);
    methods.map(|method| posed.props(opened, *method)).collect()
}

/// The pose in which triangles and normals agree about the outside.
fn at_rest(job: &RenderJob, character: &Character) -> Result<RequestedPose, Failure> {
    let as_in_file = Skinning {
        scale_inheritance: None,
        normals: rig::NormalRule::Usual,
        ..job.skinning
    };
    RequestedPose::new(character, None, as_in_file)
}

fn arrangement(job: &RenderJob) -> Result<Arrangement, Failure> {
    let n = panes::count(job);
    Arrangement::new(job.size, n).ok_or_else(|| {
        let [width, height] = job.size.unwrap_or(PANE_SIZE);
        Failure::Usage(format!(
            "{n} panes do not fit into {width} × {height} pixels; make --size larger."
        ))
    })
}

/// Data that the steps of drawing share.
struct DrawContext<'a> {
    job: &'a RenderJob,
    shot: &'a Shot,
    stage: &'a Stage,
    character: &'a Character,
    panes: &'a [Pane<'a>],
    places: &'a [PanePlacement],
    canvas: Canvas,
    at_rest: &'a SkinnedCharacter,
    /// The props of each compared pane.
    placed: &'a [Vec<PlacedProp>],
}

impl DrawContext<'_> {
    fn draw_panes(&self, bones: &[BoneBuffers], joints: &[Vec3]) -> Result<DrawnPanes, Failure> {
        let points = || self.points().chain(joints.iter().copied());
        let bounds = Bounds::from_points(points());
        let ground = stands_on_ground(&bounds)
            .then(|| Ground::under(&bounds).with_shade(&bounds, self.points()));
        let tells = !self.shot.is_quiet;
        let mut drawn = DrawnPanes::new(self.stage, self.character, self.at_rest, tells)?;
        let props = self.props()?;
        for (number, (pane, place)) in self.panes.iter().zip(self.places).enumerate() {
            let size = place.rect.size;
            let [width, height] = size.map(|length| length.max(1) as f32);
            let camera = self.camera(points(), width / height);
            let props: Vec<&MeshBuffers> = props.meshes(number).collect();
            let scene = Scene {
                surface: pane.surface,
                wireframe: self.job.wireframe,
                ground,
                bones: bones.get(panes::subject_of(self.job, number)),
                ..Scene::of(&camera, &Theme::DARK, &props)
            };
            drawn.draw(self.stage, (number, size), pane, self.at_rest, &scene)?;
        }
        Ok(drawn)
    }

    fn camera(&self, points: impl Iterator<Item = Vec3>, aspect: f32) -> Camera {
        let camera = viewpoint_camera(self.character, Camera::default(), self.job.view);
        let camera = Camera {
            yaw: camera.yaw + self.shot.yaw,
            ..camera
        };
        match self.shot.framed.as_slice() {
            [] => frame_points(camera, points, aspect, self.insets()),
            all => frame_points(camera, all.iter().copied(), aspect, self.insets()),
        }
    }

    fn points(&self) -> impl Iterator<Item = Vec3> + '_ {
        let deformed = self.panes.iter().flat_map(|pane| &pane.skinned.deformed);
        let own = deformed.flat_map(|primitive| primitive.positions.iter().copied());
        let props = self.placed.iter().flatten().flat_map(PlacedProp::points);
        own.chain(props)
    }

    /// The props of each pane, on the device.
    fn props(&self) -> Result<PropDrawables, Failure> {
        let mut props = PropDrawables::default();
        for (number, pane) in self.panes.iter().enumerate() {
            let placed = self.placed.get(panes::subject_of(self.job, number));
            let Some(placed) = placed.filter(|placed| !placed.is_empty()) else {
                continue;
            };
            let is_colored = matches!(pane.channel, Some(VertexValues::Colors(_)));
            let machine = self.stage.machine();
            let written = props.write(machine, number, placed, is_colored);
            written.map_err(Failure::Data)?;
        }
        Ok(props)
    }

    /// The same insets for all panes, so that all show the character at the same place and size.
    fn insets(&self) -> Insets {
        let scale = self.canvas.scale;
        let heights = self.places.iter().map(|place| place.rect.size[1]);
        let height = heights.min().unwrap_or(1);
        // Held to 4 to 25 percent: text over tiny panes would leave no room for the character.
        let part = |points: f32| (points * scale / height as f32).clamp(0.04, 0.25);
        let has_legend = self.panes.iter().any(|pane| pane.legend.is_some());
        let bottom = if has_legend { LEGEND_HEIGHT } else { 0.0 };
        Insets {
            top: part(LABEL_HEIGHT),
            bottom: part(bottom),
            sides: 0.05,
        }
    }
}

/// Whether the subject stands on the floor: a floor through its middle would only confuse.
pub(crate) fn stands_on_ground(bounds: &Bounds) -> bool {
    let height = bounds.size().length();
    !bounds.is_empty() && bounds.min.y > -0.05 * height && bounds.min.y < 0.5 * height
}

/// What stands below the titles of panes: `arm · bend · 1.5 s · fist`, or `arm · pose of bent`, where that is the project.
#[must_use]
pub fn subtitle(character: &Character, posed: &RequestedPose) -> String {
    let preset = posed.preset.as_deref();
    let Some((clip, time)) = posed.moment else {
        let own = posed.project.as_ref();
        let own = own.map(|project| format!("pose of {project}"));
        let poses: Vec<&str> = own.as_deref().into_iter().chain(preset).collect();
        let pose = if poses.is_empty() {
            "default pose".to_owned()
        } else {
            poses.join(" · ")
        };
        return format!("{} · {pose}", character.name);
    };
    let preset = preset.map_or_else(String::new, |preset| format!(" · {preset}"));
    let name = character
        .clips
        .get(clip)
        .and_then(|clip| clip.name())
        .filter(|name| !name.is_empty());
    let clip = name.map_or_else(|| format!("clip {clip}"), ToOwned::to_owned);
    // To the millisecond: pictures of a clip stand at thirds of a second as well.
    let seconds = (f64::from(time) * 1000.0).round() / 1000.0;
    format!("{} · {clip} · {seconds} s{preset}", character.name)
}
