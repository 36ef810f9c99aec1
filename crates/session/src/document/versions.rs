//! Versions of the weights, which panes show beside the current ones: as opened, as in the file, and those that were
//! kept from the history, by hand, or from another file.
//!
//! A version is a document of then, which shares with the current one whatever was not touched since. A pane shows its
//! weights on the current skeleton, skinned by the methods that meshes have now: joints are matched as undo matches them,
//! by key within one reading of the file, else by name. A version that does not fit any more is told, and the current
//! weights are shown in its place.
//!
//! What was baked is a version too, with a skeleton and clips of its own (`baked.rs`); and so are the current weights as
//! most engines take them (`four_influences.rs`), which follow every edit.

use std::cell::RefCell;
use std::sync::Arc;

use character::{Character, Primitive};
use rig::{InfluenceError, Influences, JointIndex, JointSlot};
use scene::same_surface::{has_same_methods, has_same_shapes, has_same_surface};
use scene::view::pane_shows::PaneWeights;

use crate::document::Document;
use crate::document::baked::BakedVersion;
use crate::document::four_influences::{FourInfluences, UncutCharacter};
use crate::document::joint_mapping::JointMapping;

/// The number of versions that can be kept at a time.
pub const MOST_KEPT: usize = 20;

/// How the names of versions begin that are kept by hand.
const KEPT: &str = "kept";

/// The versions of one character's weights.
#[derive(Clone, Debug, Default)]
pub struct Versions {
    /// The document as it was opened; none while nothing is open.
    opened: Option<Document>,
    /// In the order of keeping.
    kept: Vec<Version>,
    /// The number of the next version.
    next: u32,
    /// How many were kept by hand so far.
    by_hand: u32,
    /// The last bake, until its dialog is closed.
    baked: Option<Arc<BakedVersion>>,
    /// Versions on the current skeleton, as far as they were asked for; in a cell, since panes ask by a shared
    /// reference.
    fits: RefCell<Vec<CachedFit>>,
    /// The current weights with four influences a vertex, once they were asked for.
    four: RefCell<Option<FourInfluences>>,
    /// The character that was asked for with four influences a vertex and is too large to be cut within a frame.
    uncut: RefCell<Option<Arc<Character>>>,
}

/// Weights that were kept.
#[derive(Clone, Debug)]
pub struct Version {
    /// The number that panes name it by.
    pub number: u32,
    /// What people call it, to follow the word "Weights": `kept 1`, `before Smooth weights`, `hero.csv`.
    pub name: String,
    /// Whether it stays until it is forgotten; others go when no pane shows them.
    pub stays: bool,
    /// The document that has these weights.
    pub document: Document,
}

/// The weights of one character on the skeleton of another.
#[derive(Clone, Debug)]
struct CachedFit {
    of: Arc<Character>,
    /// The current character when it was made; it holds as long as weights and clips alone have changed since.
    on: Arc<Character>,
    found: Result<Arc<Character>, String>,
}

impl Versions {
    /// The versions of a character that was just opened.
    #[must_use]
    pub fn of_opened(document: &Document) -> Self {
        Self {
            opened: Some(document.clone()),
            ..Self::default()
        }
    }

    /// The last bake, until its dialog is closed; none before one.
    #[must_use]
    pub const fn last_bake(&self) -> Option<&Arc<BakedVersion>> {
        self.baked.as_ref()
    }

    /// Takes another bake, or none.
    pub fn set_baked(&mut self, baked: Option<Arc<BakedVersion>>) {
        self.baked = baked;
    }

    /// What was kept, in the order of keeping.
    #[must_use]
    pub fn all_kept(&self) -> &[Version] {
        &self.kept
    }

    /// The name of the next version that is kept by hand, without what it comes after: `kept 1`.
    #[must_use]
    pub fn next_name(&self) -> String {
        let numbers = self.kept.iter().filter_map(|version| {
            let number = version.name.strip_prefix(KEPT)?.trim_start();
            let end = number.find(|letter: char| !letter.is_ascii_digit());
            // A name without a number, or with one beyond u32, does not count.
            number.get(..end.unwrap_or(number.len()))?.parse().ok()
        });
        let last = numbers.fold(self.by_hand, u32::max);
        format!("{KEPT} {}", last.saturating_add(1))
    }

    /// The number of versions that stay until they are forgotten.
    #[must_use]
    pub fn staying(&self) -> usize {
        self.kept.iter().filter(|version| version.stays).count()
    }

    /// Keeps the weights of a document. Weights that are kept already are not kept twice: those get the name, if they
    /// stay from now on.
    pub fn keep(&mut self, name: &str, document: &Document, stays: bool) -> PaneWeights {
        let is_same =
            |version: &&mut Version| Arc::ptr_eq(&version.document.character, &document.character);
        if let Some(known) = self.kept.iter_mut().find(is_same) {
            if stays && !known.stays {
                (known.stays, known.name) = (true, name.to_owned());
                self.by_hand += 1;
            }
            return PaneWeights::Kept(known.number);
        }
        self.by_hand += u32::from(stays);
        let number = self.next;
        self.next += 1;
        self.kept.push(Version {
            number,
            name: name.to_owned(),
            stays,
            document: document.clone(),
        });
        PaneWeights::Kept(number)
    }

    /// Forgets a version; panes that name it show the current weights.
    pub fn forget(&mut self, number: u32) {
        self.kept.retain(|version| version.number != number);
        // A fit of forgotten weights would hold their character in memory.
        self.fits.get_mut().clear();
    }

    /// Forgets versions that neither stay nor are shown.
    pub fn forget_unseen(&mut self, seen: impl Fn(PaneWeights) -> bool) {
        if !seen(PaneWeights::FourInfluences) {
            *self.four.get_mut() = None;
            *self.uncut.get_mut() = None;
        }
        self.kept
            .retain(|version| version.stays || seen(PaneWeights::Kept(version.number)));
    }

    /// The version that was kept last and stays.
    #[must_use]
    pub fn last_kept(&self) -> Option<&Version> {
        self.kept.iter().rev().find(|version| version.stays)
    }

    /// All versions that a pane can show now, the current weights first.
    #[must_use]
    pub fn all(&self, document: &Document) -> Vec<PaneWeights> {
        let opened = self.opened.as_ref();
        let was_edited =
            opened.is_some_and(|opened| !Arc::ptr_eq(&opened.character, &document.original));
        let kept = self.kept.iter().map(|it| PaneWeights::Kept(it.number));
        let always = [
            PaneWeights::Current,
            PaneWeights::FourInfluences,
            PaneWeights::Opened,
        ];
        always
            .into_iter()
            .chain(was_edited.then_some(PaneWeights::Source))
            .chain(kept)
            .chain(self.baked.as_ref().map(|_| PaneWeights::Baked))
            .collect()
    }

    /// Whether a version is there to be shown.
    #[must_use]
    pub fn has(&self, weights: PaneWeights) -> bool {
        match weights {
            PaneWeights::Current
            | PaneWeights::FourInfluences
            | PaneWeights::Opened
            | PaneWeights::Source => true,
            PaneWeights::Kept(number) => self.version(number).is_some(),
            PaneWeights::Baked => self.baked.is_some(),
        }
    }

    fn version(&self, number: u32) -> Option<&Version> {
        self.kept.iter().find(|version| version.number == number)
    }

    /// What the head of a pane, which has little room, says of a version: `weights as opened`, `4 influences`.
    #[must_use]
    pub fn mark(&self, weights: PaneWeights) -> String {
        match weights {
            PaneWeights::FourInfluences => "4 influences".to_owned(),
            _ => format!("weights {}", self.name(weights)),
        }
    }

    /// What people call a version, to follow the word "Weights".
    #[must_use]
    pub fn name(&self, weights: PaneWeights) -> &str {
        match weights {
            PaneWeights::Current => "current",
            PaneWeights::FourInfluences => "with four influences",
            PaneWeights::Opened => "as opened",
            PaneWeights::Source => "as in the file",
            PaneWeights::Kept(number) => self.version(number).map_or("current", |it| &it.name),
            PaneWeights::Baked => "baked",
        }
    }

    /// The character with the weights of a version; none for the current weights, and for four influences a vertex where
    /// no vertex has more or they are [still to be found](Self::finds_four_influences).
    ///
    /// Everything but the weights is shared with the current character, but for the baked one, whose joints and clips are
    /// its own too. Cached, so that it can be asked for in every frame.
    ///
    /// # Errors
    ///
    /// Why the version does not fit the mesh or the current skeleton: a clause without a full stop.
    pub fn weights(
        &self,
        weights: PaneWeights,
        document: &Document,
    ) -> Result<Option<Arc<Character>>, String> {
        // Outside the match, whose result borrows it.
        let source;
        let of = match weights {
            PaneWeights::Current => None,
            PaneWeights::FourInfluences => return Ok(self.four_influences(document)),
            PaneWeights::Opened => self.opened.as_ref(),
            PaneWeights::Source if Arc::ptr_eq(&document.original, &document.character) => None,
            PaneWeights::Source => {
                source = Document {
                    character: Arc::clone(&document.original),
                    ..document.clone()
                };
                Some(&source)
            }
            PaneWeights::Kept(number) => self.version(number).map(|version| &version.document),
            PaneWeights::Baked => {
                let Some(baked) = &self.baked else {
                    return Ok(None);
                };
                let fits = baked.fits(document);
                let why = || "skeleton or mesh were edited after the bake".to_owned();
                return fits
                    .then(|| Some(Arc::clone(baked.character())))
                    .ok_or_else(why);
            }
        };
        of.map(|of| self.find_fit(of, document)).transpose()
    }

    fn four_influences(&self, document: &Document) -> Option<Arc<Character>> {
        let character = &document.character;
        let mut four = self.four.borrow_mut();
        if let Some(known) = four.as_ref().filter(|known| known.is_of(character)) {
            return known.character().cloned();
        }
        if self.finds_four_influences(document) {
            return None;
        }
        let mut uncut = self.uncut.borrow_mut();
        if !FourInfluences::is_quick(character, four.as_ref()) {
            *uncut = Some(Arc::clone(character));
            return None;
        }
        *uncut = None;
        let found = FourInfluences::new(character, four.as_ref());
        four.insert(found).character().cloned()
    }

    /// Whether four influences a vertex were asked for and are still to be found in the background, since that takes longer than a
    /// frame: panes show the current weights meanwhile.
    #[must_use]
    pub fn finds_four_influences(&self, document: &Document) -> bool {
        let uncut = self.uncut.borrow();
        uncut
            .as_ref()
            .is_some_and(|uncut| Arc::ptr_eq(uncut, &document.character))
    }

    /// What is to be cut to four influences a vertex in the background; none where that is done, or is done within a frame.
    pub(crate) fn uncut(&self, document: &Document) -> Option<UncutCharacter> {
        let _found = self.four_influences(document);
        let is_wanted = self.finds_four_influences(document);
        is_wanted.then(|| UncutCharacter {
            of: Arc::clone(&document.character),
            before: self.four.borrow().clone(),
        })
    }

    /// Takes what was cut in the background. If the weights have changed since, it is what the next cut follows; if the history has led
    /// back to those that were cut before, it is dropped, and what was cut before stays.
    pub(crate) fn take_cut(&self, cut: FourInfluences, document: &Document) {
        let mut four = self.four.borrow_mut();
        let is_known = (four.as_ref()).is_some_and(|known| known.is_of(&document.character));
        if !is_known {
            *four = Some(cut);
        }
        *self.uncut.borrow_mut() = None;
    }

    /// Cuts at once what is to be cut to four influences a vertex: for work that goes on in the background itself.
    pub fn cut_now(&self, document: &Document) {
        if let Some(uncut) = self.uncut(document) {
            self.take_cut(uncut.cut(), document);
        }
    }

    fn find_fit(&self, of: &Document, document: &Document) -> Result<Arc<Character>, String> {
        let (source, now) = (&of.character, &document.character);
        let is_of_now = |of: &Arc<Character>| {
            has_same_surface(of, now) && has_same_methods(of, now) && has_same_shapes(of, now)
        };
        if is_of_now(source) {
            return Ok(Arc::clone(source));
        }
        let mut fits = self.fits.borrow_mut();
        let is_known = |fit: &&CachedFit| Arc::ptr_eq(&fit.of, source);
        if let Some(fit) = fits.iter().find(is_known)
            && is_of_now(&fit.on)
        {
            return fit.found.clone();
        }
        let found = match has_same_surface(source, now) {
            true => Ok(with_meshes_of(source, now)),
            false => fit_weights(of, document),
        };
        let found = found.map(Arc::new);
        // Those of skeletons before hold memory for nothing.
        fits.retain(|fit| !Arc::ptr_eq(&fit.of, source) && has_same_surface(&fit.on, now));
        fits.push(CachedFit {
            of: Arc::clone(source),
            on: Arc::clone(now),
            found: found.clone(),
        });
        found
    }
}

/// The same with the methods and morph targets that the meshes of another one have now.
fn with_meshes_of(source: &Character, now: &Character) -> Character {
    let mut character = source.clone();
    for (own, now) in character.meshes.iter_mut().zip(&now.meshes) {
        own.skinning = now.skinning;
        for (own, now) in own.primitives.iter_mut().zip(&now.primitives) {
            own.morph_targets.clone_from(&now.morph_targets);
        }
    }
    character
}

/// The current character with the weights of another document, joint by joint.
///
/// # Errors
///
/// A clause without a full stop: a mesh of another shape, one without weights, or a joint that is gone.
pub fn fit_weights(of: &Document, document: &Document) -> Result<Character, String> {
    let (source, now) = (&*of.character, &*document.character);
    let mapping = JointMapping::of_documents(of, document);
    let mut character = now.clone();
    for (index, mesh) in character.meshes.iter_mut().enumerate() {
        let name = || match &mesh.name {
            Some(name) => format!("“{name}”"),
            None => format!("mesh {index}"),
        };
        let theirs = source.meshes.get(index).map(|mesh| &mesh.primitives);
        let theirs = theirs.filter(|theirs| theirs.len() == mesh.primitives.len());
        let theirs =
            theirs.ok_or_else(|| format!("{} has other primitives in that version", name()))?;
        let slots = Slots::new(source, now, &mapping, index);
        let name = name();
        for (own, theirs) in mesh.primitives.iter_mut().zip(theirs) {
            take(own, theirs, &slots).map_err(|why| why.text(&name, source))?;
        }
    }
    Ok(character)
}

/// Why weights do not fit a primitive.
enum Misfit {
    Vertices { theirs: usize, own: usize },
    Unbound,
    Gone(Option<JointIndex>),
    Rows(InfluenceError),
}

impl Misfit {
    fn text(&self, mesh: &str, source: &Character) -> String {
        match self {
            Self::Vertices { theirs, own } => {
                format!("{mesh} has {theirs} vertices in that version, {own} now")
            }
            Self::Rows(error) => format!("{mesh}: {error}"),
            Self::Unbound => format!("{mesh} has no weights in that version"),
            Self::Gone(joint) => {
                let joint = joint.map_or("", |joint| source.rig.skeleton.name(joint));
                format!("“{joint}” has weight on {mesh} in that version and does not move it now")
            }
        }
    }
}

fn take(own: &mut Primitive, theirs: &Primitive, slots: &Slots<'_>) -> Result<(), Misfit> {
    let counts = (theirs.positions.len(), own.positions.len());
    if counts.0 != counts.1 {
        return Err(Misfit::Vertices {
            theirs: counts.0,
            own: counts.1,
        });
    }
    if own.influences.is_none() {
        // It follows its node, with whatever weights.
        return Ok(());
    }
    let influences = theirs.influences.as_ref().ok_or(Misfit::Unbound)?;
    own.influences = Some(slots.remap(influences)?);
    own.maps = theirs.maps.clone();
    Ok(())
}

/// The slots that rows of a mesh name, there and now: those of the first skin that the mesh has.
struct Slots<'a> {
    theirs: &'a [JointIndex],
    /// By slot there, the slot now.
    places: Vec<Option<JointSlot>>,
    /// Number of slots now.
    count: usize,
}

impl<'a> Slots<'a> {
    fn new(source: &'a Character, now: &Character, mapping: &JointMapping, mesh: usize) -> Self {
        let theirs = joints_of(source, mesh);
        let own = joints_of(now, mesh);
        let place = |joint: &JointIndex| {
            let joint = mapping.of(*joint)?;
            let place = own.iter().position(|own| *own == joint)?;
            JointSlot::try_from(place).ok()
        };
        Self {
            theirs,
            places: theirs.iter().map(place).collect(),
            count: own.len(),
        }
    }

    fn remap(&self, influences: &Influences) -> Result<Influences, Misfit> {
        let is_in_place = JointSlot::all()
            .zip(&self.places)
            .all(|(slot, place)| *place == Some(slot));
        if is_in_place && self.theirs.len() == self.count {
            return Ok(influences.clone());
        }
        let gone = |slot: JointSlot| Misfit::Gone(self.theirs.get(usize::from(slot)).copied());
        // Only joints that rows use have to be there: a list may name others too.
        for slot in influences.joints_used() {
            let place = self.places.get(usize::from(slot)).copied().flatten();
            place.ok_or_else(|| gone(slot))?;
        }
        // Slots without a place are those that no row names.
        let places: Vec<JointSlot> = self
            .places
            .iter()
            .map(|it| it.unwrap_or_default())
            .collect();
        let remapped = influences.remap_joints(&places, self.count);
        remapped.map_err(Misfit::Rows)
    }
}

fn joints_of(character: &Character, mesh: usize) -> &[JointIndex] {
    let mut instances = character.instances.iter();
    let skin = instances.find_map(|instance| instance.skin.filter(|_| instance.mesh == mesh));
    let bind = skin.and_then(|skin| character.rig.binds.get(skin));
    bind.map_or(&[], |bind| bind.joints())
}
