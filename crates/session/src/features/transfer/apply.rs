//! Transfer of weights from another mesh: the dialog, the source that was read for it, and the order to transfer.

use std::collections::BTreeSet;
use std::sync::Arc;

use character::Character;
use scene::placed::placed_primitives;

use crate::document::Document;
use crate::features::Context;
use crate::session::{DialogFor, Request};
use crate::state::transfer::transfer_work::{
    Looked, TransferChoice, TransferDialog, TransferFrom, TransferIntent, TransferOrder,
    TransferOutcome, TransferVertices,
};
use crate::state::weight_files::BoundMesh;
use crate::state::weight_operations::weight_request::WeightRequest;

impl Context<'_> {
    /// Opens the dialog with the most likely choice: from the largest mesh to all others, or from a file if there is no
    /// other mesh; onto the selected vertices if there are any.
    pub(in crate::features) fn ask_transfer(&mut self) {
        let mut all = BoundMesh::all(&self.document.character);
        all.sort_by_key(|bound| bound.vertices);
        let from = match all.as_slice() {
            [.., _, largest] => TransferFrom::Mesh(largest.mesh),
            _ => TransferFrom::File,
        };
        let is_selected = !self.session.character.weights.vertices.all().is_empty();
        let choice = TransferChoice {
            from,
            vertices: if is_selected {
                TransferVertices::Selected
            } else {
                TransferVertices::All
            },
            ..TransferChoice::default()
        };
        self.session.transfer.close();
        self.session.transfer.dialog = Some(TransferDialog {
            choice,
            ..TransferDialog::default()
        });
    }

    /// Opens it with the choice for clothes over a body: from the largest mesh to the selected vertices, or to all others.
    pub(in crate::features) fn ask_clothes(&mut self) {
        self.ask_transfer();
        let character = &self.document.character;
        let selected = self.session.character.weights.vertices.all().iter();
        let placed: Vec<_> = placed_primitives(character).collect();
        let meshes = selected.filter_map(|at| Some(placed.get(at.primitive)?.instance.mesh));
        let meshes: BTreeSet<usize> = meshes.collect();
        let Some(dialog) = &mut self.session.transfer.dialog else {
            return;
        };
        let choice = &mut dialog.choice;
        choice.how.clothes = true;
        if let ([only], TransferFrom::Mesh(body)) = (
            &meshes.iter().copied().collect::<Vec<usize>>()[..],
            choice.from,
        ) && *only != body
        {
            choice.onto = Some(*only);
        }
    }

    /// Binds all clothes anew that follow a body.
    pub(in crate::features) fn update_clothes(&mut self) {
        if let Some(refusal) = self.layer_refusal() {
            return self.say(&refusal);
        }
        let request = Request::Weights(WeightRequest::Clothes);
        self.session.requests.push(request);
    }

    /// The same after a stroke that has changed weights of a body, where that is switched on: what is painted on clothes stays.
    pub(in crate::features) fn update_clothes_after_stroke(&mut self, before: &Document) {
        if !self.session.character.weights.clothes_follow {
            return;
        }
        let characters = [&before.character, &self.document.character];
        let mut bodies = self.document.worn.values();
        if bodies.any(|&body| has_other_weights(characters, body)) {
            self.update_clothes();
        }
    }

    pub(in crate::features) fn on_transfer_intent(&mut self, intent: TransferIntent) {
        let work = &mut self.session.transfer;
        match intent {
            TransferIntent::Ask(None) => work.close(),
            TransferIntent::Ask(Some(asked)) => {
                if let Some(dialog) = &mut work.dialog {
                    dialog.replace_with(asked);
                }
            }
            TransferIntent::Browse => {
                let asked = Request::Dialog(DialogFor::Transfer);
                self.session.requests.push(asked);
            }
            TransferIntent::Chosen(file) => {
                if let Some(dialog) = &mut work.dialog {
                    dialog.choice.from = TransferFrom::File;
                    dialog.typed = file.to_string_lossy().into_owned();
                    dialog.take_typed();
                }
            }
            TransferIntent::Begin => self.begin_transfer(),
        }
    }

    pub(in crate::features) fn on_transfer_outcome(&mut self, outcome: TransferOutcome) {
        match outcome {
            TransferOutcome::Looked(looked) => self.take_looked(*looked),
        }
    }

    fn take_looked(&mut self, looked: Looked) {
        let work = &mut self.session.transfer;
        if work.dialog.is_some() {
            work.looked = Some(looked);
        }
    }

    fn begin_transfer(&mut self) {
        let work = &mut self.session.transfer;
        let order = work.dialog.as_ref().and_then(|dialog| {
            let looked = work.find_examination(&dialog.choice, &self.document.character)?;
            let found = looked.source.as_ref().ok()?;
            Some(TransferOrder {
                choice: dialog.choice.clone(),
                name: dialog.choice.file_name(),
                source: Arc::clone(&found.character),
            })
        });
        if let Some(order) = order {
            work.close();
            let request = WeightRequest::Transfer(order);
            self.session.requests.push(Request::Weights(request));
        }
    }
}

/// Whether weights of a mesh may have changed from one character to another with the same surface.
fn has_other_weights(characters: [&Arc<Character>; 2], mesh: usize) -> bool {
    let [was, is] = characters.map(|character| {
        let primitives = character.meshes.get(mesh).map(|mesh| &mesh.primitives);
        primitives.into_iter().flatten()
    });
    is.zip(was).any(|(is, was)| {
        let both = is.influences.as_ref().zip(was.influences.as_ref());
        both.is_some_and(|(is, was)| !is.changed_since(was).is_empty())
    })
}
