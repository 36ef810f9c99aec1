//! Fitting a ready skeleton to a mesh: markers that are dragged in the panes, until the joints are made.
//!
//! Knows no window. A marker follows the pointer in the plane that is parallel to the picture; over the mesh it is put
//! into the middle of the volume under the pointer as soon as that is found.

mod cloud;
pub mod figure_sides;
mod fingers;
mod frame;
mod guess;
mod guess_face;
mod guess_hand;
mod joints;
mod listed;
pub mod marker_file;
mod sureness;

use glam::{Vec2, Vec3};
use rig::{
    FitError, FittedJoint, Marker, MarkerSide, SkeletonTemplate, TemplateKind, TemplateOptions,
};

use crate::mode::Mode;
use crate::state::posing::limb::Pointer;

use frame::FigureFrame;
use guess::Guessed;

pub use cloud::{Cloud, CloudFault};
pub use frame::Doubt;
pub(crate) use joints::free_name;
pub use joints::with_joints;
pub use listed::ListedMarker;
pub use sureness::Sureness;

/// An event of a marker that is dragged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FitEvent {
    /// The marker of this index is dragged.
    Follow {
        /// Index of the marker in the template.
        marker: usize,
        /// The pane; A is 0.
        pane: usize,
        /// Where it is dragged to.
        pointer: Pointer,
        /// The same in the window, in points.
        at: Vec2,
    },
    /// The middle of the volume under the marker that was dragged last; none beside the mesh.
    Center(Option<Vec3>),
}

/// What is asked of a skeleton that is fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FitIntent {
    /// Other options of the template.
    Choose(TemplateOptions),
    /// Whether the right side follows the left, and the left the right.
    Mirror(bool),
    /// Whether to ask how to bind the mesh afterwards.
    Bind(bool),
    /// Puts all markers where they were at first.
    Guess,
    /// Makes joints where the markers are, and ends the fitting.
    Create,
    /// Ends the fitting without joints, in the mode of before.
    Cancel,
}

/// A ready skeleton that is fitted to the mesh.
#[derive(Clone, Debug)]
pub struct Fitting {
    /// Choices of the template.
    pub options: TemplateOptions,
    /// Whether one side follows the other.
    pub mirrors: bool,
    /// Whether to ask how to bind the mesh afterwards.
    pub binds: bool,
    /// Whether the rest pose was shown before; it is shown meanwhile.
    pub showed_rest: bool,
    /// The mode in which it was begun, to go back to without joints.
    pub mode_before: Mode,
    template: SkeletonTemplate,
    /// Of each marker its place, and how sure that is.
    places: Vec<(Vec3, Sureness)>,
    guessed: Vec<(Vec3, Sureness)>,
    /// With the mirror plane.
    frame: FigureFrame,
    doubt: Option<Doubt>,
    /// The marker whose volume is looked for.
    followed: Option<usize>,
}

impl Fitting {
    /// With markers at their likely places on a mesh.
    #[must_use]
    pub fn new(kind: TemplateKind, cloud: &Cloud) -> Self {
        let usual = TemplateOptions::default();
        let template = SkeletonTemplate::new(kind, usual);
        let Guessed {
            places: guessed,
            fingers,
        } = guess::guess(&template, cloud);
        // A hand without fingers is no skeleton of its own.
        let fingers = fingers.filter(|&count| count > 0 || kind != TemplateKind::Hand);
        let options = TemplateOptions {
            fingers: fingers.unwrap_or(usual.fingers),
            ..usual
        };
        let template = SkeletonTemplate::new(kind, options);
        Self {
            options,
            mirrors: kind != TemplateKind::Hand,
            binds: true,
            showed_rest: false,
            mode_before: Mode::Skeleton,
            template,
            places: guessed.clone(),
            guessed,
            frame: cloud.frame(),
            doubt: cloud.doubt(kind),
            followed: None,
        }
    }

    /// What the skeleton is for.
    #[must_use]
    pub const fn kind(&self) -> TemplateKind {
        self.template.kind()
    }

    /// The markers from which joints follow: index, marker, place.
    pub fn markers(&self) -> impl Iterator<Item = (usize, &Marker, Vec3)> {
        let all = self.template.markers().iter().zip(&self.places).enumerate();
        all.filter(|(_, (marker, _))| marker.is_used)
            .map(|(index, (marker, (place, _)))| (index, marker, *place))
    }

    /// How sure the place of a marker is.
    #[must_use]
    pub fn sureness(&self, marker: usize) -> Option<Sureness> {
        self.places.get(marker).map(|(_, sureness)| *sureness)
    }

    /// The names of the markers that are no more than guesses, each once.
    #[must_use]
    pub fn guesses(&self) -> Vec<&'static str> {
        let mut names: Vec<&'static str> = Vec::new();
        for (index, marker, _) in self.markers() {
            let is_guess = self.sureness(index) == Some(Sureness::Guess);
            if is_guess && !names.contains(&marker.name) {
                names.push(marker.name);
            }
        }
        names
    }

    /// Why every marker was a guess at first; none where the mesh shows how the figure stands.
    #[must_use]
    pub const fn doubt(&self) -> Option<Doubt> {
        self.doubt
    }

    /// The index of the marker with a label.
    #[must_use]
    pub fn marker(&self, label: &str) -> Option<usize> {
        self.template.marker(label)
    }

    /// Where a marker is.
    #[must_use]
    pub fn place(&self, marker: usize) -> Option<Vec3> {
        self.places.get(marker).map(|(place, _)| *place)
    }

    /// The joints as they would be made now.
    ///
    /// # Errors
    ///
    /// Why there are none: a clause with a remedy.
    pub fn joints(&self) -> Result<Vec<FittedJoint>, FitError> {
        let places: Vec<Vec3> = self.places.iter().map(|(place, _)| *place).collect();
        self.template.fit(&places)
    }

    /// Takes a new position of the pointer that drags a marker.
    pub fn follow(&mut self, marker: usize, pointer: Pointer) {
        let place = self.place(marker).and_then(|place| pointer.beside(place));
        if let Some(place) = place {
            self.put(marker, place);
            self.followed = Some(marker);
        }
    }

    /// Puts the marker that was dragged last into the middle of the volume, if it belongs there: an eye stays on its side of the head, and
    /// with the mirror on a knee that is dragged off its leg does not go into the other one behind.
    pub fn center(&mut self, middle: Vec3) {
        let belongs = |marker: &usize| {
            let known = self.template.markers().get(*marker);
            known.is_some_and(|known| known.is_inside) && !self.changes_side(*marker, middle)
        };
        if let Some(marker) = self.followed.filter(belongs) {
            self.put(marker, middle);
        }
    }

    /// Whether a place is beyond the mirror plane, seen from where a marker of one side is.
    fn changes_side(&self, marker: usize, to: Vec3) -> bool {
        let known = self.template.markers().get(marker);
        let has_side = known.is_some_and(|known| known.side != MarkerSide::Middle);
        let off = |place: Vec3| self.frame.aside(place);
        let is_beyond = |place: Vec3| off(place) * off(to) < 0.0;
        self.mirrors && has_side && self.place(marker).is_some_and(is_beyond)
    }

    /// Puts a marker somewhere; with the mirror on, its partner too, and one of the middle onto the mirror plane.
    pub fn put(&mut self, marker: usize, at: Vec3) {
        self.place_at(marker, (at, Sureness::Found));
    }

    fn place_at(&mut self, marker: usize, (at, sureness): (Vec3, Sureness)) {
        let Some(known) = self.template.markers().get(marker) else {
            return;
        };
        let (side, partner) = (known.side, known.partner);
        // A place that is not finite would spoil the partner too.
        if !at.is_finite() {
            return;
        }
        let is_middle = side == MarkerSide::Middle;
        let at = if self.mirrors && is_middle {
            self.frame.onto_plane(at)
        } else {
            at
        };
        let image = self.frame.mirror_point(at);
        let mut set = |marker: usize, at: Vec3| {
            if let Some(place) = self.places.get_mut(marker) {
                *place = (at, sureness);
            }
        };
        set(marker, at);
        if self.mirrors && partner != marker {
            set(partner, image);
        }
    }

    /// Takes other options; markers stay.
    pub fn choose(&mut self, options: TemplateOptions) {
        self.template = SkeletonTemplate::new(self.kind(), options);
        self.options = options;
    }

    /// Switches the mirror; switched on, the right side follows the left.
    pub fn mirror(&mut self, mirrors: bool) {
        self.mirrors = mirrors;
        if !mirrors {
            return;
        }
        // Placing a left marker places its partner, so the right ones are left out.
        for (marker, place) in self.places.clone().into_iter().enumerate() {
            let side = self.template.markers().get(marker).map(|it| it.side);
            if side.is_some_and(|side| side != MarkerSide::Right) {
                self.place_at(marker, place);
            }
        }
    }

    /// Puts all markers where they were at first.
    pub fn guess_again(&mut self) {
        self.places = self.guessed.clone();
    }
}
