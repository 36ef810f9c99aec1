//! Markers whose places are listed, as by a file, instead of dragged.

use glam::Vec3;

use super::{Fitting, Sureness};

/// Places that differ by less than this share of their distance from the origin are one.
const SAME: f32 = 1e-5;

/// A marker whose place somebody has listed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ListedMarker {
    /// Index of the marker in the template.
    pub marker: usize,
    /// Where it is, in the model.
    pub place: Vec3,
    /// How sure that is, if it is where the mesh shows it.
    pub sureness: Sureness,
}

impl Fitting {
    /// Puts markers where they are listed; the partner of one that is listed alone becomes its mirror image.
    ///
    /// One that is not where it was at first has been put there by somebody: it counts as found.
    pub fn put_listed(&mut self, listed: &[ListedMarker]) {
        for one in listed {
            self.put_one(*one);
            let partner = self.partner(one.marker);
            let is_listed = |partner| listed.iter().any(|other| other.marker == partner);
            if let Some(partner) = partner.filter(|partner| !is_listed(*partner)) {
                self.put_image(partner, *one);
            }
        }
    }

    /// Whether somebody put a marker where it was not at first.
    fn is_moved(&self, one: ListedMarker) -> bool {
        let guessed = self.guessed.get(one.marker).map(|(place, _)| *place);
        guessed != Some(one.place)
    }

    fn sureness_of(&self, one: ListedMarker) -> Sureness {
        match self.is_moved(one) {
            true => Sureness::Found,
            false => one.sureness,
        }
    }

    fn put_one(&mut self, one: ListedMarker) {
        let sureness = self.sureness_of(one);
        if let Some(kept) = self.places.get_mut(one.marker) {
            *kept = (one.place, sureness);
        }
    }

    fn put_image(&mut self, partner: usize, one: ListedMarker) {
        let (is_moved, sureness) = (self.is_moved(one), self.sureness_of(one));
        let image = self.image(one.place);
        let guessed = self.guessed.get(partner).map(|(place, _)| *place);
        if let Some(kept) = self.places.get_mut(partner) {
            // Where both are as they were at first, it keeps its bits.
            let place = guessed.filter(|_| !is_moved).unwrap_or(image);
            *kept = (place, sureness);
        }
    }

    /// Whether a marker is the mirror image of its partner and as sure, so that it need not be listed beside it.
    #[must_use]
    pub fn follows_partner(&self, marker: usize) -> bool {
        let of = |marker: usize| self.places.get(marker).copied();
        let partner = self.partner(marker).and_then(of);
        let (Some((own, sure)), Some((other, other_sure))) = (of(marker), partner) else {
            return false;
        };
        let least = SAME * own.abs().max_element();
        sure == other_sure && self.image(other).distance(own) <= least
    }

    /// The marker of the other side, if there is one.
    fn partner(&self, marker: usize) -> Option<usize> {
        let known = self.template.markers().get(marker)?;
        Some(known.partner).filter(|partner| *partner != marker)
    }

    fn image(&self, place: Vec3) -> Vec3 {
        self.frame.mirror_point(place)
    }
}
