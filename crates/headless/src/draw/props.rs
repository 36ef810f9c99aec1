//! Props in pictures of panes: their buffers on the graphics device.

use std::collections::BTreeMap;

use glam::Affine3A;
use render::MeshBuffers;
use render::drawable::{Drawable, Machine};
use session::state::props::model::PropModel;
use session::state::props::placed::PlacedProp;

/// What props look like where surfaces have a color per vertex.
const GRAY: [u8; 4] = [150, 150, 150, 255];

/// The props that panes draw. What one file shows is uploaded once.
#[derive(Debug, Default)]
pub struct PropDrawables {
    uploaded: Vec<Uploaded>,
    panes: BTreeMap<usize, Vec<Drawn>>,
}

#[derive(Debug)]
struct Uploaded {
    model: PropModel,
    drawable: Drawable,
}

/// A prop as a pane draws it.
#[derive(Debug)]
struct Drawn {
    model: PropModel,
    drawable: Drawable,
    place: Option<Affine3A>,
    /// Whether its vertices have colors in place of numbers.
    is_colored: bool,
}

impl PropDrawables {
    /// Brings the props of a pane to where they are. Where its surfaces have a color per vertex, props are gray.
    ///
    /// # Errors
    ///
    /// One sentence: the device cannot take what a file shows.
    pub fn write(
        &mut self,
        machine: Machine<'_>,
        pane: usize,
        placed: &[PlacedProp],
        is_colored: bool,
    ) -> Result<(), String> {
        let mut before = self.panes.remove(&pane).unwrap_or_default();
        let mut drawn = Vec::with_capacity(placed.len());
        for prop in placed {
            let known = before.iter().position(|own| own.model == prop.model);
            let own = match known {
                Some(known) => before.swap_remove(known),
                None => self.drawn(machine, prop)?,
            };
            drawn.push(own);
        }
        for (own, prop) in drawn.iter_mut().zip(placed) {
            let written = own.bring_to(machine.queue, prop.model_from_prop, is_colored);
            written.map_err(|error| cannot(&prop.name, &error))?;
        }
        self.panes.insert(pane, drawn);
        let panes = &self.panes;
        self.uploaded.retain(|own| {
            let mut all = panes.values().flatten();
            all.any(|drawn| drawn.model == own.model)
        });
        Ok(())
    }

    /// The meshes of a pane's props.
    pub fn meshes(&self, pane: usize) -> impl Iterator<Item = &MeshBuffers> {
        let drawn = self.panes.get(&pane).into_iter().flatten();
        drawn.flat_map(|own| &own.drawable.meshes)
    }

    /// A prop for one pane more.
    fn drawn(&mut self, machine: Machine<'_>, prop: &PlacedProp) -> Result<Drawn, String> {
        let known = self.uploaded.iter().find(|own| own.model == prop.model);
        let drawable = match known {
            Some(known) => known.drawable.sharing(machine.device),
            None => {
                let (character, at_rest) = (&prop.model.character, &prop.model.at_rest);
                let first = Drawable::new(machine, character, at_rest);
                let first = first.map_err(|error| cannot(&prop.name, &error))?;
                let own = first.sharing(machine.device);
                self.uploaded.push(Uploaded {
                    model: prop.model.clone(),
                    drawable: first,
                });
                own
            }
        };
        Ok(Drawn {
            model: prop.model.clone(),
            drawable,
            place: None,
            is_colored: false,
        })
    }
}

impl Drawn {
    fn bring_to(
        &mut self,
        queue: &wgpu::Queue,
        place: Affine3A,
        is_colored: bool,
    ) -> Result<(), render::MeshError> {
        if self.is_colored != is_colored {
            let counts = self.drawable.meshes.iter().map(MeshBuffers::n_vertices);
            if is_colored {
                let colors: Vec<Vec<[u8; 4]>> = counts.map(|count| vec![GRAY; count]).collect();
                self.drawable.write_colors(queue, &colors)?;
            } else {
                let numbers: Vec<Vec<f32>> = counts.map(|count| vec![0.0; count]).collect();
                self.drawable.write_channel(queue, &numbers)?;
            }
            self.is_colored = is_colored;
        }
        if self.place != Some(place) {
            let moved = self.model.moved(&place);
            self.drawable.write(queue, &self.model.character, &moved)?;
            self.place = Some(place);
        }
        Ok(())
    }
}

fn cannot(name: &str, error: &dyn std::fmt::Display) -> String {
    format!("The prop {name} cannot be shown: {error}. Hide it in the window Props.")
}
