//! Left and right: which joint is whose mirror image, by what that was found, and how surely.

use glam::{Affine3A, Vec3};

use crate::{BindPose, JointIndex, NamePatterns, Rig, Skeleton};

mod by_name;
mod by_place;
mod by_shape;
mod figures;
mod images;
mod layout;
mod left;
pub(crate) mod mirror;
pub(crate) mod name_patterns;
mod sides;

use figures::Scope;
use layout::{Layout, mirror_in_plane};
use sides::NamedSides;

/// Two joints show each other in a plane if that is so to within this share of how far they are apart.
const SHOWN: f32 = 0.25;

/// By what two joints were found to be each other's mirror images.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PairedBy {
    /// Somebody said so, and nothing else was asked.
    Hand,
    /// A map of the joints that says which one is the left and the right arm, as VRM's humanoid.
    Map,
    /// The sides in their names.
    Name,
    /// Their places: each other's mirror images to within 0.5 % of the skeleton's size.
    Place,
    /// The symmetry of the skeleton: they stand under partners, nearest to each other's mirror images.
    Shape,
}

impl PairedBy {
    /// In words that go on a sentence, as `by name`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Hand => "by hand",
            Self::Map => "by the humanoid map",
            Self::Name => "by name",
            Self::Place => "by place",
            Self::Shape => "by the shape of the skeleton",
        }
    }

    /// One word for programs, as `name`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Hand => "hand",
            Self::Map => "map",
            Self::Name => "name",
            Self::Place => "place",
            Self::Shape => "shape",
        }
    }
}

/// The mirror image of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pairing {
    /// That joint; the joint itself in the middle.
    pub partner: JointIndex,
    /// How it was found.
    pub by: PairedBy,
    /// How surely, 0 to 1: 1 for a name whose place agrees; from 0.9 on there is no doubt, below 0.6 it is a guess.
    pub sureness: f32,
}

/// What is known of a skeleton when its joints are paired.
#[derive(Clone, Copy, Debug)]
pub struct PairEvidence<'a> {
    /// The skeleton whose joints are paired.
    pub skeleton: &'a Skeleton,
    /// The skins: their joints are paired among themselves before all other nodes, and by where they were bound where the rest is
    /// not symmetric.
    pub binds: &'a [BindPose],
    /// How names tell left from right.
    pub patterns: &'a NamePatterns,
    /// Pairs that were chosen by hand: nothing else is asked for these. A joint twice is in the middle. Of two pairs with a joint in
    /// common the first counts.
    pub by_hand: &'a [[JointIndex; 2]],
    /// Joints that were said by hand to have no partner.
    pub alone: &'a [JointIndex],
    /// Pairs of a map of the joints, as VRM's humanoid, the left one first.
    pub map: &'a [[JointIndex; 2]],
}

/// A plane `n · x = d` of the model, at rest, in which joints are each other's mirror images.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairPlane {
    /// n, of length one, an axis in ordinary files. The largest of its numbers is above zero.
    pub normal: Vec3,
    /// d, how far the plane is from the origin along its normal, in units of the model.
    pub offset: f32,
    /// The direction across the plane to the left, the normal or its opposite: where the joints stand that a map or their names say are
    /// on the left, those of skins before others. Nothing where neither tells.
    pub left: Option<Vec3>,
}

impl PairPlane {
    /// x = 0, without a left.
    const X: Self = Self {
        normal: Vec3::X,
        offset: 0.0,
        left: None,
    };

    /// The mirror image `x − 2 (n · x − d) n` of a place in the model at rest.
    #[must_use]
    pub fn mirror_point(&self, place: Vec3) -> Vec3 {
        mirror_in_plane(place, (self.normal, self.offset))
    }

    /// Whether two places are each other's mirror images, to within a quarter of how far they are apart; not if they are one place.
    #[must_use]
    pub fn shows(&self, [one, other]: [Vec3; 2]) -> bool {
        let apart = one.distance(other);
        apart > 0.0 && self.mirror_point(one).distance(other) <= SHOWN * apart
    }

    /// `n · x − d`, how far a place is from the plane, above zero on the side of the normal.
    #[must_use]
    pub fn height(&self, place: Vec3) -> f32 {
        self.normal.dot(place) - self.offset
    }
}

/// Which joint is the mirror image of which.
///
/// Never one-sided: the partner of a joint's partner is the joint. A joint in the middle is its own partner. A joint that has none
/// is nobody's image, least of all its own: what needs its partner has to be left alone.
///
/// Where a scene has several figures, each is paired within itself, about [a plane of its own joints](Self::plane_of).
///
/// The plane is x = 0 in the model, unless the joints are clearly symmetric in another one across x, y or z: that of a character
/// that looks along x, or that stands beside the origin. By up to a tenth of the size beside x = 0 that has to hold as many joints of the
/// middle as x = 0 does. It goes through the joints on which both of a pair hang, where these are up to a tenth of the size beside it, and
/// it holds fewer joints than there: one side that stands too far out does not move the middle. Where nearly all joints have images in none
/// of these planes, it is the one between the joints that are paired by name, if nearly all have in that and it is more than 14° off.
#[derive(Clone, Debug, PartialEq)]
pub struct JointPairs {
    found: FoundPairs,
    /// That of the figure with the most joints of skins; those of no figure are together one of them.
    main: PairPlane,
    /// Those of all figures, the last one that of joints of no figure; none where all joints are one.
    planes: Vec<PairPlane>,
    /// Of each joint the place of its figure's plane; none where all joints are one.
    figures: Vec<u16>,
    /// Which of the planes is that of joints of no figure.
    rest: Option<u16>,
}

impl Default for JointPairs {
    /// Pairs of no joints, about x = 0.
    fn default() -> Self {
        Self {
            found: FoundPairs::default(),
            main: PairPlane::X,
            planes: Vec::new(),
            figures: Vec::new(),
            rest: None,
        }
    }
}

impl JointPairs {
    /// Pairs the joints of a skeleton without skins: [`find`](Self::find).
    #[must_use]
    pub fn new(skeleton: &Skeleton, patterns: &NamePatterns) -> Self {
        Self::find(&PairEvidence {
            skeleton,
            binds: &[],
            patterns,
            by_hand: &[],
            alone: &[],
            map: &[],
        })
    }

    /// Pairs the joints of a rig: [`find`](Self::find).
    #[must_use]
    pub fn of_rig(rig: &Rig, patterns: &NamePatterns) -> Self {
        Self::find(&PairEvidence {
            skeleton: &rig.skeleton,
            binds: &rig.binds,
            patterns,
            by_hand: &[],
            alone: &[],
            map: &[],
        })
    }

    /// Pairs joints by all that is known of them; of the ways in this order the first that finds a partner decides.
    ///
    /// Where skins share no joints, and none hangs on another's, each that has both sides is a **figure** of its own with what hangs on its
    /// joints, what is above them alone, and what hangs on that, as controls: it has two joints with names of a pair, or, without sides in its names, a plane in which nearly all
    /// joints have an image. Figures in one place with one plane are one. Parts that are no figures, as gloves and hats, are of the one that they
    /// are on: in the box around its joints, grown by a quarter of its size, or by its size below a node of its own. Each figure, and all other
    /// joints together, are paired as if there were no others, but by hand and by the map; of more than 256 all are paired together.
    ///
    /// 1. **By hand**, with a partner or without, then by the **map**.
    /// 2. **By name**: a joint that has the name which the marks of [`NamePatterns`] make of another one's. Joints of skins before
    ///    other nodes; one whole mark before several at once, as in `NPC L Thigh [LThg]`, and both before those inside of words, which
    ///    count only where the places agree; exact names before those with counters at the end, as `_07` and `.003_6`, which are not
    ///    looked at where the places agree, or where both end bones of about one length under two joints, or where nearly all joints of
    ///    skins have one, no two the same, and both names are there once without them. Where several have the name, or two in the middle have such names, the places decide. Names above 256 bytes tell
    ///    no side, and each has the first 64 that are made of it.
    /// 3. **By place**: each is the nearest to the other's mirror image, within 0.5 % of the longest edge of the box around the
    ///    joints of the skins. Of those in one place whose parents are partners. A joint that near to the plane, and without a
    ///    partner beside it, is its own. By the rest first, then by where each skin was bound.
    /// 4. **By shape**: below partners, each is the nearest to the other's mirror image, by itself or as seen from its parent where the
    ///    parents are partners that stand off, within 10 % of the bone, or 25 % if the same
    ///    chain of joints is below both and no other one is within three times that. A joint without a side in its name is its own if two
    ///    partners on both sides of the plane hang on it that are both farther from the plane, or if it is under one of the middle, up to
    ///    1.5 % of the size off the plane. Of more than 256 joints under one no two are paired.
    /// 5. **By rare marks**: what is left by letters and words that mean something else elsewhere, as `_g` and `_d` or `li` and `re`,
    ///    where the places agree.
    ///
    /// Two joints whose names say that they are on one side are no images of each other, wherever they stand. Where most names say one side
    /// and none the other, as those of a hand, none of these is its own image; but a mark that most have says nothing where a quarter of
    /// all joints has a partner by name besides, as `LeftArm_R` and `RightArm_R`.
    ///
    /// How frames are turned does not matter. Degenerate: in a skeleton without extent every joint in the plane is its own partner,
    /// and the others have none. Pairs of joints that the skeleton does not have are left out.
    #[must_use]
    pub fn find(evidence: &PairEvidence<'_>) -> Self {
        let mut found = FoundPairs::of_given(evidence);
        let scopes = figures::scopes(evidence, &mut found);
        let planes = scopes.iter().map(|scope| pair_within(scope, &mut found));
        let planes: Vec<PairPlane> = planes.collect();
        let mut figures = vec![0; evidence.skeleton.len()];
        let (mut main, mut most, mut rest) = (PairPlane::X, 0, None);
        for ((number, scope), plane) in (0_u16..).zip(&scopes).zip(&planes) {
            for joint in &scope.joints {
                figures[joint.index()] = number;
            }
            rest = rest.or(scope.is_rest.then_some(number));
            // Nodes of no skin, as those of a set, say nothing of the figures.
            let joints = match scope.skins.is_empty() && scopes.len() > 1 {
                true => 0,
                false => scope.counted_joints().count(),
            };
            if joints > most {
                (main, most) = (*plane, joints);
            }
        }
        match scopes.len() {
            0 | 1 => Self {
                found,
                main,
                ..Self::default()
            },
            _ => Self {
                found,
                main,
                planes,
                figures,
                rest,
            },
        }
    }

    /// The mirror image of a joint: itself in the middle; none where nothing was found, or beyond the skeleton.
    #[must_use]
    pub fn partner(&self, joint: JointIndex) -> Option<JointIndex> {
        self.found.partner(joint)
    }

    /// The same with how it was found.
    #[must_use]
    pub fn find_pairing(&self, joint: JointIndex) -> Option<Pairing> {
        self.found.paired.get(joint.index()).copied().flatten()
    }

    /// Whether somebody said that a joint has no partner.
    #[must_use]
    pub fn is_alone_by_hand(&self, joint: JointIndex) -> bool {
        self.found.is_alone(joint)
    }

    /// The joints without a partner, in order.
    pub fn alone(&self) -> impl Iterator<Item = JointIndex> {
        let places = (0..=u16::MAX).map(JointIndex).zip(&self.found.paired);
        places
            .filter(|(_, partner)| partner.is_none())
            .map(|(joint, _)| joint)
    }

    /// The plane of the figure with the most joints of skins: the only one in most scenes. Joints of no figure are together one of them.
    #[must_use]
    pub const fn plane(&self) -> PairPlane {
        self.main
    }

    /// The plane of the figure that a joint is of. [`plane`](Self::plane) for one that was paired by hand with one of another figure, and
    /// beyond the skeleton.
    #[must_use]
    pub fn plane_of(&self, joint: JointIndex) -> PairPlane {
        let plane = self
            .scope_of(joint)
            .and_then(|scope| self.planes.get(usize::from(scope)));
        plane.copied().unwrap_or(self.main)
    }

    /// [The plane of the figure](Self::plane_of) of this joint, without one [`plane`](Self::plane), if two joints are each other's mirror
    /// images in it: partners of that figure, without one of any, whose places at rest it [shows](PairPlane::shows). Nothing where there
    /// are none, as where names alone say which joints are partners.
    #[must_use]
    pub fn find_symmetry_plane(
        &self,
        skeleton: &Skeleton,
        of: Option<JointIndex>,
    ) -> Option<PairPlane> {
        let plane = of.map_or(self.main, |of| self.plane_of(of));
        let place = |joint: JointIndex| skeleton.rest_model_from_joint(joint).translation;
        let is_shown = |joint: JointIndex| {
            let is_meant = of.is_none_or(|of| self.is_one_figure([of, joint]));
            let other = self.partner(joint);
            let other = other.filter(|&other| is_meant && joint < other);
            other.is_some_and(|other| plane.shows([place(joint), place(other)]))
        };
        skeleton.joints().any(is_shown).then_some(plane)
    }

    /// The place of a joint's figure in [`planes_of_figures`](Self::planes_of_figures); none for one of no figure, and for one that was
    /// paired by hand with one of another figure.
    pub(crate) fn figure_of(&self, joint: JointIndex) -> Option<usize> {
        let scope = self.scope_of(joint);
        scope
            .filter(|&scope| Some(scope) != self.rest)
            .map(usize::from)
    }

    /// The planes of the figures of a scene that has several; none where all joints are one.
    pub(crate) fn planes_of_figures(&self) -> &[PairPlane] {
        let rest = self.rest.map_or(self.planes.len(), usize::from);
        self.planes.get(..rest).unwrap_or_default()
    }

    /// Among which joints this one was paired, figures before the rest; none where its partner is not one of these.
    fn scope_of(&self, joint: JointIndex) -> Option<u16> {
        let partner = self.partner(joint);
        let is_within = partner.is_none_or(|partner| self.is_one_figure([joint, partner]));
        let scope = self.figures.get(joint.index()).copied();
        scope.filter(|_| is_within)
    }

    /// Whether two joints are of one figure, or both of none.
    #[must_use]
    pub fn is_one_figure(&self, joints: [JointIndex; 2]) -> bool {
        let [one, other] = joints.map(|joint| self.figures.get(joint.index()));
        one == other
    }

    /// The plane in which the joints of one skin are symmetric, by their places, and by names that are there once and other pairs that are
    /// known before places are looked at. It costs what that skin's joints cost, and is not that of its figure where other skins are over
    /// the same. Nothing for a skin without joints.
    #[must_use]
    pub fn plane_of_skin(evidence: &PairEvidence<'_>, skin: usize) -> Option<PairPlane> {
        let mut found = FoundPairs::of_given(evidence);
        let scope = Scope::of_skin(evidence, skin)?;
        let layouts = scope.layouts(&found);
        let layout = layouts.first()?;
        let (normal, offset) = along_axis(in_model(evidence, layout.skin, layout.plane));
        pair_by_names_and_places(&scope, &layouts, &mut found);
        by_name::find_rare(&scope, &layouts, &mut found);
        Some(PairPlane {
            normal,
            offset,
            left: left::find(&scope, &found, (normal, offset)),
        })
    }

    /// Where the left of one skin is, in whatever plane its joints are symmetric: the direction of the model at rest, of length one, from the
    /// mean place of the joints that a map or their names say are on the right to that of those on the left. Nothing where one side has
    /// none, where both are in one place, and for a skin without joints.
    #[must_use]
    pub fn to_left(evidence: &PairEvidence<'_>, skin: usize) -> Option<Vec3> {
        // What follows costs what the whole skeleton does, and a scene may have a skin for each joint.
        if evidence.binds.get(skin)?.joints().len() < 2 {
            return None;
        }
        let mut found = FoundPairs::of_given(evidence);
        let scope = Scope::of_skin(evidence, skin)?;
        let layouts = scope.layouts(&found);
        pair_by_names_and_places(&scope, &layouts, &mut found);
        by_name::find_rare(&scope, &layouts, &mut found);
        left::way(&scope, &found)
    }

    /// The normal of [`plane`](Self::plane).
    #[must_use]
    pub const fn normal(&self) -> Vec3 {
        self.main.normal
    }

    /// How far [`plane`](Self::plane) is from the origin along its normal, in units of the model.
    #[must_use]
    pub const fn offset(&self) -> f32 {
        self.main.offset
    }

    /// The direction across [`plane`](Self::plane) to the left, where a map or names tell it.
    #[must_use]
    pub const fn left_direction(&self) -> Option<Vec3> {
        self.main.left
    }

    /// The direction to the left across another plane `n · x = d`, given as n and d: n or its opposite, for pairs that were found by this
    /// evidence. Told by the joints of the figure of this one; without one, or where they tell nothing, by those of all figures.
    #[must_use]
    pub fn find_left_direction(
        &self,
        evidence: &PairEvidence<'_>,
        of: Option<JointIndex>,
        plane: (Vec3, f32),
    ) -> Option<Vec3> {
        let own = of.filter(|_| !self.figures.is_empty()).and_then(|of| {
            let scope = Scope::of_joints(evidence, |&joint| self.is_one_figure([of, joint]));
            left::find(&scope, &self.found, plane)
        });
        own.or_else(|| left::find(&Scope::whole(evidence), &self.found, plane))
    }
}

/// Pairs joints by what their names say for sure, then by their places; gives the sides in their names.
fn pair_by_names_and_places(
    scope: &Scope<'_>,
    layouts: &[Layout],
    found: &mut FoundPairs,
) -> NamedSides {
    by_name::find(scope, layouts, found);
    let sides = NamedSides::new(scope, found);
    for (number, layout) in layouts.iter().enumerate() {
        by_place::find(scope, layout, number == 0, &sides, found);
    }
    sides
}

/// Pairs the joints of a figure, and says about which plane.
fn pair_within(scope: &Scope<'_>, found: &mut FoundPairs) -> PairPlane {
    let layouts = scope.layouts(found);
    // The surest evidence first: a pair that was found is never undone.
    let sides = pair_by_names_and_places(scope, &layouts, found);
    by_shape::find(scope, &layouts, &sides, found);
    by_name::find_rare(scope, &layouts, found);
    let Some(layout) = layouts.first() else {
        return PairPlane::X;
    };
    let plane = (layout.plane.0, layout.middle(scope, found));
    let (normal, offset) = along_axis(in_model(scope.evidence, layout.skin, plane));
    PairPlane {
        normal,
        offset,
        left: left::find(scope, found, (normal, offset)),
    }
}

/// A plane in the model, at rest. For that of a skin's meshes its normal is `(M⁻¹)ᵀ n` with `M = B_j P_j X_j` of the first joint j of its
/// list. An axis if it is one to within rounding.
fn in_model(evidence: &PairEvidence<'_>, skin: Option<usize>, plane: (Vec3, f32)) -> (Vec3, f32) {
    let bind = skin.and_then(|skin| evidence.binds.get(skin));
    let joint = bind.and_then(|bind| bind.joints().first());
    let (Some(bind), Some(&joint)) = (bind, joint) else {
        return plane;
    };
    let rest = evidence.skeleton.rest_model_from_joint(joint);
    let model_from_joint = Affine3A::from_rotation_translation(rest.rotation, rest.translation);
    let model_from_mesh = model_from_joint * bind.joint_from_bind(0);
    let (normal, offset) = plane;
    // Normals go by the inverse transpose; a flat matrix leaves the normal as it is.
    let turned = model_from_mesh.matrix3.inverse().transpose() * normal;
    let turned = turned.normalize_or(normal);
    // An axis to the rounding of f32 is taken as one, so that mirror images in it are exact.
    let axis = turned.round();
    let turned = match axis.distance(turned) < 1e-4 {
        true => axis,
        false => turned,
    };
    let offset = turned.dot(model_from_mesh.transform_point3(normal * offset));
    match turned.is_finite() && offset.is_finite() {
        true => (turned, offset),
        false => plane,
    }
}

/// The same plane with the normal that goes along its nearest axis and not against it, so that the sides do not depend on how a mesh is
/// stored. As it is where it does already.
fn along_axis((normal, offset): (Vec3, f32)) -> (Vec3, f32) {
    let largest =
        normal
            .to_array()
            .into_iter()
            .fold(0.0_f32, |most, one| match one.abs() > most.abs() {
                true => one,
                false => most,
            });
    match largest < 0.0 {
        true => (-normal, -offset),
        false => (normal, offset),
    }
}

/// The pairs found so far.
#[derive(Clone, Debug, Default, PartialEq)]
struct FoundPairs {
    paired: Vec<Option<Pairing>>,
    /// Whether a joint has no partner whatever its name and place say.
    alone: Vec<bool>,
}

impl FoundPairs {
    /// Those that were chosen by hand, then those of the map.
    fn of_given(evidence: &PairEvidence<'_>) -> Self {
        let mut found = Self::new(evidence.skeleton.len(), evidence.alone);
        for (given, by) in [
            (evidence.by_hand, PairedBy::Hand),
            (evidence.map, PairedBy::Map),
        ] {
            for &pair in given {
                found.pair(pair, by, 1.0);
            }
        }
        found
    }

    fn new(len: usize, alone: &[JointIndex]) -> Self {
        let mut found = Self {
            paired: vec![None; len],
            alone: vec![false; len],
        };
        for joint in alone {
            if let Some(slot) = found.alone.get_mut(joint.index()) {
                *slot = true;
            }
        }
        found
    }

    fn partner(&self, joint: JointIndex) -> Option<JointIndex> {
        let paired = self.paired.get(joint.index()).copied().flatten()?;
        Some(paired.partner)
    }

    fn is_alone(&self, joint: JointIndex) -> bool {
        self.alone.get(joint.index()) == Some(&true)
    }

    /// Whether a joint may get a partner: one of the skeleton that has none, and may have one.
    fn is_free(&self, joint: JointIndex) -> bool {
        matches!(self.paired.get(joint.index()), Some(None)) && !self.is_alone(joint)
    }

    /// Pairs two joints, or one with itself; nothing unless both are free.
    fn pair(&mut self, [joint, partner]: [JointIndex; 2], by: PairedBy, sureness: f32) {
        // Whatever was found first stays.
        if !(self.is_free(joint) && self.is_free(partner)) {
            return;
        }
        for (one, other) in [(joint, partner), (partner, joint)] {
            if let Some(slot) = self.paired.get_mut(one.index()) {
                *slot = Some(Pairing {
                    partner: other,
                    by,
                    sureness: sureness.clamp(0.0, 1.0),
                });
            }
        }
    }

    /// Whether the parents of two joints are partners, or both have none.
    fn has_paired_parents(&self, scope: &Scope<'_>, pair: [JointIndex; 2]) -> bool {
        match pair.map(|joint| scope.parent(joint)) {
            [None, None] => true,
            [Some(one), Some(other)] => self.partner(one) == Some(other),
            _ => false,
        }
    }
}
