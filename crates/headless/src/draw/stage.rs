//! A graphics device that draws pictures of panes: of the command `render`, and those that are saved out of the window.

use std::collections::BTreeMap;

use character::Character;
use image::RgbaImage;
use render::drawable::{Drawable, DrawableError, Machine, UndecodedPicture};
use render::{
    Gpu, MeshBuffers, PaneTarget, Renderer, Scene, TargetError, check_size, request_device,
};
use scene::view::ramps::Diverging;
use scene::view::weight_ramps::WeightRamp;

use super::panes::{Pane, VertexValues};
use super::sheet::{
    Canvas, LayoutSheet, OverPane, PanePlacement, PictureError, Sheet, SheetPane, SheetPicture,
};
use crate::Failure;
use crate::source::hardware::SkinnedCharacter;
use crate::terminal::console;
use crate::terminal::printable::name;

/// The longest name of a picture in a message, in columns.
const LONGEST_NAME: usize = 40;
/// The height in pixels at which a point is a pixel.
const HEIGHT_OF_SCALE_1: f32 = 720.0;

/// A device with its shaders, for any number of pictures.
pub(crate) struct Stage {
    pub(crate) gpu: Gpu,
    renderer: Renderer,
}

/// A picture and what is written over its panes.
pub(crate) struct Over<'a> {
    pub(crate) canvas: Canvas,
    pub(crate) subtitle: String,
    pub(crate) ramp: WeightRamp,
    pub(crate) diverging: Diverging,
    /// What lies over each pane; none over those beyond its end.
    pub(crate) panes: Vec<OverPane<'a>>,
    /// The reference picture in each pane; none in those beyond its end.
    pub(crate) pictures: Vec<Option<SheetPicture<'a>>>,
}

impl Stage {
    pub(crate) fn new() -> Result<Self, Failure> {
        let gpu = request_device().map_err(|error| Failure::Data(format!("{error}.")))?;
        let renderer = Renderer::new(&gpu.device, &gpu.queue)
            .map_err(|error| Failure::Data(error.to_string()))?;
        Ok(Self { gpu, renderer })
    }

    /// Fails where the device has no picture of this size.
    pub(crate) fn check_size(&self, size: [u32; 2]) -> Result<(), Failure> {
        check_size(&self.gpu.device, size).map_err(target_failure)
    }

    /// Puts drawn panes together, with what is written over them.
    pub(crate) fn sheet(
        &self,
        over: Over<'_>,
        panes: &[Pane<'_>],
        places: &[PanePlacement],
        drawn: &DrawnPanes,
        layout_sheet: LayoutSheet,
    ) -> Result<RgbaImage, Failure> {
        let all = panes.iter().zip(places).enumerate();
        let panes = all.map(|(number, (pane, place))| SheetPane {
            view: drawn.targets.get(&number).and_then(PaneTarget::view),
            rect: place.rect,
            seen: place.seen,
            ghost: place.ghost,
            title: &pane.title,
            legend: pane.legend.as_ref(),
            over: over.panes.get(number),
            picture: over.pictures.get(number).copied().flatten(),
        });
        let sheet = Sheet {
            canvas: over.canvas,
            panes: panes.collect(),
            subtitle: over.subtitle,
            ramp: over.ramp,
            diverging: over.diverging,
        };
        layout_sheet(&self.gpu, &sheet).map_err(|error| match error {
            PictureError::Target(error) => target_failure(error),
            error => Failure::Data(format!("{error}.")),
        })
    }

    pub(crate) fn machine(&self) -> Machine<'_> {
        Machine {
            renderer: &self.renderer,
            device: &self.gpu.device,
            queue: &self.gpu.queue,
        }
    }
}

/// The panes of a picture as the device has drawn them. They may be drawn again and again for pictures that follow one another: then
/// the character is on the device already.
pub(crate) struct DrawnPanes {
    first: Drawable,
    drawables: BTreeMap<usize, Drawable>,
    targets: BTreeMap<usize, PaneTarget>,
}

impl DrawnPanes {
    /// Uploads the character; `tells` of pictures of its textures that cannot be shown.
    pub(crate) fn new(
        stage: &Stage,
        character: &Character,
        at_rest: &SkinnedCharacter,
        tells: bool,
    ) -> Result<Self, Failure> {
        let first = Drawable::new(stage.machine(), character, &at_rest.deformed);
        let first = first.map_err(|error: DrawableError| {
            Failure::Data(format!("{}: {error}.", character.name))
        })?;
        for UndecodedPicture { picture, reason } in first.undecoded.iter().filter(|_| tells) {
            console::message(&format!(
                "note: the picture {} cannot be shown ({reason}).",
                name(Some(picture), LONGEST_NAME)
            ));
        }
        Ok(Self {
            first,
            drawables: BTreeMap::new(),
            targets: BTreeMap::new(),
        })
    }

    /// Whether surfaces are darkened by these numbers where they are occluded, one list a primitive; not where they do not fit.
    pub(crate) fn darken_occluded(&self, stage: &Stage, openness: &[Vec<f32>]) -> bool {
        let written = self.first.write_openness(&stage.gpu.queue, openness);
        written.is_ok()
    }

    /// Draws the pane of this number; the meshes of the scene are the pane's, and behind them those that the scene has.
    pub(crate) fn draw(
        &mut self,
        stage: &Stage,
        (number, size): (usize, [u32; 2]),
        pane: &Pane<'_>,
        at_rest: &SkinnedCharacter,
        scene: &Scene<'_>,
    ) -> Result<(), Failure> {
        let Gpu { device, queue, .. } = &stage.gpu;
        let target = match self.targets.remove(&number) {
            // Pictures that follow one another have panes of one size, whose memory is used again.
            Some(target) if target.size() == size => target,
            _ => PaneTarget::exact(&stage.renderer, device, size).map_err(target_failure)?,
        };
        let mut drawable = match self.drawables.remove(&number) {
            Some(drawable) => drawable,
            None => self.first.sharing(device),
        };
        fill(queue, &mut drawable, pane, at_rest)?;
        let more = scene.meshes.iter().copied();
        let meshes: Vec<&MeshBuffers> = drawable.meshes.iter().chain(more).collect();
        let scene = Scene {
            meshes: &meshes,
            ..*scene
        };
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor {
            label: Some("pane"),
        });
        stage.renderer.draw(queue, &mut encoder, &target, &scene);
        queue.submit([encoder.finish()]);
        self.targets.insert(number, target);
        self.drawables.insert(number, drawable);
        Ok(())
    }
}

fn fill(
    queue: &wgpu::Queue,
    drawable: &mut Drawable,
    pane: &Pane<'_>,
    at_rest: &SkinnedCharacter,
) -> Result<(), Failure> {
    let written = match pane.skinned.on_device(at_rest) {
        Some(skinned) => drawable.draw_skinned(skinned),
        None => drawable.write(queue, pane.character, &pane.skinned.deformed),
    };
    let mut painted = || match &pane.channel {
        Some(VertexValues::Numbers(numbers)) => drawable.write_channel(queue, numbers),
        Some(VertexValues::Colors(colors)) => drawable.write_colors(queue, colors),
        None => Ok(()),
    };
    written
        .and_then(|()| painted())
        .map_err(|error| Failure::Data(format!("{}: {error}.", pane.character.name)))
}

/// The picture that panes lie in. Text scales with the panes, but stays legible and inside narrow ones.
pub(crate) fn canvas(size: [u32; 2], places: &[PanePlacement]) -> Canvas {
    let sizes = || places.iter().map(|place| place.rect.size);
    let [width, height] = [0, 1].map(|axis| sizes().map(|size| size[axis]).min().unwrap_or(1));
    // A narrow pane has smaller text, or its title would be cut.
    let scale = height.min(width.saturating_mul(2)) as f32 / HEIGHT_OF_SCALE_1;
    Canvas {
        size,
        scale: scale.clamp(0.75, 8.0),
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "the shape that map_err takes"
)]
fn target_failure(error: TargetError) -> Failure {
    Failure::Data(format!("{error}; choose a smaller --size or fewer panes."))
}
