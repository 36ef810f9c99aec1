//! Fewer keys, in the background: while the dialog is open, what its choices come to follows them.

use std::collections::BTreeSet;
use std::sync::Arc;

use character::Character;
use rig::{ClipId, DrivenSet, GoOn, ScaleInheritance, Target};
use scene::posed_character::Look;
use scene::reduced_clip::{ClipReduction, ReducedClip};

use crate::document::Document;
use crate::session::Session;
use crate::shown::pane_version;
use crate::state::clips::key_reduction::ReduceAsked;
use crate::tasks::{ByPointer, Fault, Latest, Spawner, Task};

/// What a result depends on.
#[derive(Clone, Debug, PartialEq)]
struct Key {
    /// The character with the weights that the pane shows.
    skinned: ByPointer<Character>,
    /// The character with the clip.
    animated: ByPointer<Character>,
    clip: ClipId,
    targets: BTreeSet<Target>,
    look: Look,
    scale_inheritance: Vec<ScaleInheritance>,
    driven: Arc<DrivenSet>,
    /// Bits of an f32: a NaN would differ from itself, and the work begin anew in every frame.
    tolerance: u32,
    turn_over: Option<u32>,
}

impl Key {
    fn now(asked: ReduceAsked, document: &Document, session: &Session) -> Option<Self> {
        let moment = session.playback.moment?;
        let clip = document.character.clip(moment.clip)?;
        let comparing = &session.comparing;
        let shows = comparing.panes.get(comparing.active).copied()?;
        // The keys of a bake are none of the document's.
        let version = pane_version(document, session, shows).filter(|it| it.baked.is_none());
        let skinned = version.map_or_else(|| Arc::clone(&document.character), |it| it.character);
        let flags = document.scale_inheritance.iter();
        Some(Self {
            skinned: ByPointer(skinned),
            animated: ByPointer(Arc::clone(&document.character)),
            clip: moment.clip,
            targets: asked.targets(clip, session.character.selection.joints()),
            look: shows.look.whole(),
            scale_inheritance: flags.map(|&set| shows.scale_inheritance.of(set)).collect(),
            driven: Arc::clone(&document.driven),
            tolerance: asked.tolerance.to_bits(),
            turn_over: asked.turn_over.map(f32::to_bits),
        })
    }

    fn run(&self, go_on: &GoOn<'_>) -> Option<ReducedClip> {
        self.reduction()?.run(go_on)
    }

    fn reduction(&self) -> Option<ClipReduction<'_>> {
        Some(ClipReduction {
            character: &self.skinned.0,
            clip: self.animated.0.clip(self.clip)?,
            scale_inheritance: &self.scale_inheritance,
            look: self.look,
            driven: &self.driven,
            targets: &self.targets,
            tolerance: f32::from_bits(self.tolerance),
            turn_over: self.turn_over.map(f32::from_bits),
        })
    }
}

/// The worker that looks for keys that can go.
#[derive(Debug, Default)]
pub struct KeyReduction {
    found: Option<(Key, Arc<ReducedClip>)>,
    job: Latest<Key, Option<ReducedClip>, f32>,
    fault: Fault,
}

impl KeyReduction {
    /// Looks for what the dialog asks; without a dialog, nothing is done.
    pub fn follow(&mut self, document: &Document, session: &Session, spawner: &Spawner) {
        let asked = session.character.reducing;
        let key = asked.and_then(|asked| Key::now(asked, document, session));
        let Some(key) = key else {
            *self = Self::default();
            return;
        };
        if self.found.as_ref().is_some_and(|(of, _)| *of != key) {
            self.found = None;
        }
        self.job.restart(key.clone(), || {
            Task::start_at(0.0, spawner, "reduce keys", move |handle| {
                key.run(&|share| handle.progress(share))
            })
        });
        match self.job.poll() {
            Some((key, Ok(Some(found)))) => {
                self.fault.clear();
                self.found = Some((key, Arc::new(found)));
            }
            Some((_, Err(error))) => self.fault.set(format!(
                "The keys were not reduced, for {error}. Change the tolerance to try once more."
            )),
            Some((key, Ok(None))) => {
                let refusal = key.reduction().and_then(|of| of.refusal());
                if let Some(why) = refusal {
                    self.fault.set(format!("The keys were not reduced: {why}."));
                }
            }
            None => {}
        }
    }

    /// The error since the last call, if any.
    pub fn take_fault(&mut self) -> Option<String> {
        self.fault.take_news()
    }

    /// What the choices of the dialog come to; none while it is not known.
    #[must_use]
    pub fn reduced_clip(&self) -> Option<&Arc<ReducedClip>> {
        self.found.as_ref().map(|(_, found)| found)
    }

    /// The share of the work that is done; none while nothing is.
    #[must_use]
    pub fn progress(&self) -> Option<f32> {
        self.job.running().map(|(_, task)| task.progress())
    }
}
