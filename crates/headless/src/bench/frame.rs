//! `dualskin bench --frame`: the time to the first picture, and the time of a frame while the pose changes.
//!
//! Does the work of the window's panes without a window: skins on the device, or on the processor where the device
//! cannot, and draws two pictures. The user interface and the wait for the screen are not included.

use std::time::{Duration, Instant};

use character::{Character, open_bytes};
use render::drawable::{Drawable, Machine};
use render::pane_skins::PaneSkins;
use render::{Gpu, Ground, MeshBuffers, PaneTarget, Renderer, Scene, Theme, request_device};
use rig::{Method, Pose};
use scene::deform::{base_pose, deform, posed_character};
use scene::posed_character::Look;
use scene::view::bounds::Bounds;
use scene::view::camera::Camera;
use scene::winding::Winding;
use serde::Serialize;
use session::files::builtin;

use super::setup::BUILD;
use super::tube::tube;
use super::{BenchJob, BenchSubject};
use crate::Failure;
use crate::source::opened::load;
use crate::terminal::printable::short;

/// The size of a pane in pixels: half of a window of 1600 by 1000. Small in debug builds, whose figures mean little, so that
/// its tests need not wait for a device in software.
const PANE: [u32; 2] = if cfg!(debug_assertions) {
    [160, 160]
} else {
    [800, 800]
};
const METHODS: [Method; 2] = [Method::Linear, Method::TWO_PHASE];
/// Frames measured, after some for warming up.
const FRAMES: u16 = 60;
const WARM_UP: u16 = 2;
/// A slow device measures fewer frames: it stops after this time, but not before the fewest.
const LONGEST: Duration = Duration::from_secs(3);
const FEWEST: usize = 9;

/// The JSON document of `--frame --json`; its members are described in `docs/bench.md`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FrameReport {
    /// The driver's name for the device.
    pub adapter: String,
    /// Whether it is a software renderer on the processor.
    pub software: bool,
    /// How this program was built: `release` or `debug`.
    pub build: &'static str,
    /// Times up to the first picture of the built-in character.
    pub first: FirstPicture,
    /// The source of the mesh.
    pub subject: String,
    /// The number of vertices of the mesh.
    pub vertices: usize,
    /// Joints that skins list.
    pub joints: usize,
    /// What skinned the vertices: `device` or `processor`.
    pub skinned_by: &'static str,
    /// The methods of the panes.
    pub methods: [&'static str; 2],
    /// Width and height of a pane in pixels.
    pub pane: [u32; 2],
    /// The number of measured frames.
    pub frames: usize,
    /// The median time of a frame, in milliseconds.
    pub median_ms: f64,
    /// The 95th percentile of frame times, in milliseconds.
    pub p95_ms: f64,
}

/// Times up to the first picture, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FirstPicture {
    /// Time to find the device.
    pub device_ms: f64,
    /// Time to compile the shaders.
    pub shaders_ms: f64,
    /// Time to open the character.
    pub character_ms: f64,
    /// Time to upload, skin and draw, until the device has finished.
    pub picture_ms: f64,
    /// The sum of all times.
    pub total_ms: f64,
}

/// Runs the measurement.
///
/// # Errors
///
/// There is no device, or the character cannot be read or shown.
pub fn measure_frames(job: &BenchJob) -> Result<FrameReport, Failure> {
    let start = Instant::now();
    let gpu = request_device().map_err(|error| Failure::Data(format!("{error}.")))?;
    let device = start.elapsed();
    let renderer =
        Renderer::new(&gpu.device, &gpu.queue).map_err(|error| Failure::Data(error.to_string()))?;
    let skins = PaneSkins::new(&gpu.device);
    let shaders = start.elapsed();
    let character = load(builtin::DEFAULT)?;
    let opened = start.elapsed();
    let mut stage = BenchScene::new(&gpu, &renderer, skins, &character)?;
    stage.draw(&character, &base_pose(&character))?;
    let drawn = start.elapsed();
    let first = FirstPicture {
        device_ms: ms(device),
        shaders_ms: ms(shaders - device),
        character_ms: ms(opened - shaders),
        picture_ms: ms(drawn - opened),
        total_ms: ms(drawn),
    };

    let character = subject(job)?;
    let mut stage = BenchScene::new(&gpu, &renderer, PaneSkins::new(&gpu.device), &character)?;
    let frames = stage.frame_times(&character)?;
    let share = |part: usize| {
        frames
            .get(frames.len() * part / 100)
            .copied()
            .unwrap_or(0.0)
    };
    let instances = character.instances.iter();
    let meshes = instances.filter_map(|instance| character.meshes.get(instance.mesh));
    let primitives = meshes.flat_map(|mesh| &mesh.primitives);
    Ok(FrameReport {
        adapter: gpu.adapter_name.clone(),
        software: gpu.is_software,
        build: BUILD,
        first,
        subject: character.name.clone(),
        vertices: primitives.map(|primitive| primitive.positions.len()).sum(),
        joints: character.rig.binds.iter().map(|bind| bind.len()).sum(),
        skinned_by: if stage.by_device {
            "device"
        } else {
            "processor"
        },
        methods: METHODS.map(Method::name),
        pane: PANE,
        frames: frames.len(),
        median_ms: share(50),
        p95_ms: share(95),
    })
}

fn subject(job: &BenchJob) -> Result<Character, Failure> {
    match &job.subject {
        BenchSubject::Source(source) => Ok(load(source)?),
        BenchSubject::Synthetic(size) => {
            let made = tube(*size).map_err(Failure::Usage)?;
            open_bytes("tube", &made).map_err(|error| Failure::Data(error.to_string()))
        }
    }
}

/// The first clip, from its beginning at 0 to its end at 1; without a clip every joint is turned a little.
fn pose_of(character: &Character, share: f32) -> Pose {
    let base = base_pose(character);
    if let Some(clip) = character.clips.first() {
        return clip.sample(&character.rig.skeleton, &base, share * clip.duration());
    }
    let mut pose = base;
    for rigid in &mut pose.rigid {
        rigid.rotation = glam::Quat::from_rotation_z(0.3 * share) * rigid.rotation;
    }
    pose
}

/// Two pictures of one character.
struct BenchScene<'a> {
    gpu: &'a Gpu,
    renderer: &'a Renderer,
    skins: PaneSkins,
    panes: [(PaneTarget, Drawable); 2],
    camera: Camera,
    ground: Ground,
    by_device: bool,
}

impl<'a> BenchScene<'a> {
    fn new(
        gpu: &'a Gpu,
        renderer: &'a Renderer,
        skins: PaneSkins,
        character: &Character,
    ) -> Result<Self, Failure> {
        let Gpu { device, queue, .. } = gpu;
        let machine = Machine {
            renderer,
            device,
            queue,
        };
        let (pose, scale_inheritance) = (base_pose(character), &character.rig.scale_inheritance);
        let at_rest = deform(character, &pose, scale_inheritance, Look::default())?;
        let drawable = Drawable::new(machine, character, &at_rest)
            .map_err(|error| Failure::Data(format!("{}: {error}.", character.name)))?;
        let target = || PaneTarget::exact(renderer, device, PANE);
        let target = || target().map_err(|error| Failure::Data(format!("{error}.")));
        let points = at_rest
            .iter()
            .flat_map(|primitive| primitive.positions.iter().copied());
        let bounds = Bounds::from_points(points);
        // The panes are square.
        let aspect = 1.0;
        Ok(Self {
            gpu,
            renderer,
            skins,
            panes: [(target()?, drawable.sharing(device)), (target()?, drawable)],
            camera: Camera::default().framed(&bounds, aspect),
            ground: Ground::under(&bounds),
            by_device: true,
        })
    }

    /// Milliseconds of each frame measured, the shortest first.
    fn frame_times(&mut self, character: &Character) -> Result<Vec<f64>, Failure> {
        let mut frames = Vec::new();
        let begin = Instant::now();
        // The first frames make pipelines and buffers, which later ones find.
        for frame in 0..WARM_UP + FRAMES {
            if frames.len() >= FEWEST && begin.elapsed() > LONGEST {
                break;
            }
            let pose = pose_of(character, f32::from(frame) / f32::from(FRAMES));
            let start = Instant::now();
            self.draw(character, &pose)?;
            if frame >= WARM_UP {
                frames.push(ms(start.elapsed()));
            }
        }
        frames.sort_by(f64::total_cmp);
        Ok(frames)
    }

    /// Skins and draws both pictures, and waits until they are there.
    fn draw(&mut self, character: &Character, pose: &Pose) -> Result<(), Failure> {
        self.skin(character, pose)?;
        let Gpu { device, queue, .. } = self.gpu;
        for (target, drawable) in &self.panes {
            let meshes: Vec<&MeshBuffers> = drawable.meshes.iter().collect();
            let scene = Scene {
                ground: Some(self.ground),
                ..Scene::of(&self.camera, &Theme::DARK, &meshes)
            };
            let mut encoder =
                device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            self.renderer.draw(queue, &mut encoder, target, &scene);
            queue.submit([encoder.finish()]);
        }
        let waited = device.poll(wgpu::PollType::wait_indefinitely());
        waited.map(drop).map_err(|error| {
            let name = &self.gpu.adapter_name;
            Failure::Data(format!(
                "{name} did not finish a picture: {error}; measure again, with fewer vertices."
            ))
        })
    }

    fn skin(&mut self, character: &Character, pose: &Pose) -> Result<(), Failure> {
        let scale_inheritance = &character.rig.scale_inheritance;
        let shown = |error| Failure::Data(format!("{}: {error}.", character.name));
        if self.by_device {
            self.by_device = self.skin_by_device(character, pose)?;
        }
        if self.by_device {
            return Ok(());
        }
        for ((_, drawable), method) in self.panes.iter_mut().zip(METHODS) {
            let deformed = deform(character, pose, scale_inheritance, Look::new(method))?;
            let written = drawable.write(&self.gpu.queue, character, &deformed);
            written.map_err(|error| shown(error.to_string()))?;
        }
        Ok(())
    }

    /// Whether the device can.
    fn skin_by_device(&mut self, character: &Character, pose: &Pose) -> Result<bool, Failure> {
        let scale_inheritance = &character.rig.scale_inheritance;
        let shown = |error| Failure::Data(format!("{}: {error}.", character.name));
        let posed = METHODS
            .map(|method| posed_character(character, pose, scale_inheritance, Look::new(method)));
        let [linear, two_phase] = posed;
        let linear = linear.map_err(|error| shown(error.to_string()))?;
        let two_phase = two_phase.map_err(|error| shown(error.to_string()))?;
        let (device, queue) = (&self.gpu.device, &self.gpu.queue);
        let posed = [&linear, &two_phase];
        let Ok(skinned) = self.skins.skin(device, queue, character, &posed) else {
            return Ok(false);
        };
        for ((_, drawable), instances) in self.panes.iter_mut().zip(skinned) {
            let wound = instances
                .into_iter()
                .map(|instance| (instance, Winding::from(false)));
            drawable
                .draw_skinned(wound)
                .map_err(|error| shown(error.to_string()))?;
        }
        Ok(true)
    }
}

fn ms(time: Duration) -> f64 {
    1e3 * time.as_secs_f64()
}

impl FrameReport {
    /// The report as text.
    #[must_use]
    pub fn table(&self) -> String {
        let software = if self.software {
            ", which is the processor: a software device"
        } else {
            ""
        };
        let FirstPicture {
            device_ms,
            shaders_ms,
            character_ms,
            picture_ms,
            total_ms,
        } = self.first;
        let [a, b] = self.methods;
        let [width, height] = self.pane;
        format!(
            "on {}{software}; {} build\n\n\
             first picture of {}{total_ms:>10.1} ms\n\
             \u{20}   device    {device_ms:>18.1} ms\n\
             \u{20}   shaders   {shaders_ms:>18.1} ms\n\
             \u{20}   character {character_ms:>18.1} ms\n\
             \u{20}   picture   {picture_ms:>18.1} ms\n\n\
             {}: {} vertices, {} joints, skinned by the {}; {a} and {b}, {width}x{height} pixels each\n\
             frame, median of {:<4}{:>18.2} ms\n\
             frame, 95 of 100    {:>18.2} ms",
            short(&self.adapter),
            self.build,
            builtin::DEFAULT,
            short(&self.subject),
            self.vertices,
            self.joints,
            self.skinned_by,
            self.frames,
            self.median_ms,
            self.p95_ms,
        )
    }
}
