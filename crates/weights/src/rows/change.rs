//! A joint's weight at a point is set: others make up for it.

use rig::{JointSlot, JointWeight};
use smallvec::SmallVec;

use crate::rows::report::SideEffects;
use crate::rows::row::narrow;
use crate::rows::set_alone::{SetAlone, set_alone};
use crate::{Normalize, Row, Rules, Skip};

/// A joint from which so little is left is left nothing: a millionth moves no vertex by what can be seen, but it counts
/// against the limit and hides where a joint has no weight.
pub(crate) const DUST: f64 = 1e-6;
/// What rounding to f32 may have added to a row, or left out of it.
pub(crate) const ROUNDING: f64 = 1e-7;

/// What others have given in the place of a joint that was to give, from which on it is told.
const NOTICED: f64 = 1e-3;

/// A point's new weights.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RowChange {
    /// The new weights; the old ones, bit for bit, where there was nothing to do.
    pub row: Row,
    /// Joints that had weight here and have none now, dropped because of the limit.
    pub dropped: Vec<JointSlot>,
    /// Whether one joint was to make up for it ([`Normalize::ToParent`], [`Normalize::ToJoint`]), and others did, for at least a
    /// thousandth: it had too little, is locked or is set itself, or the limit left no space for it.
    pub bypassed: bool,
}

impl RowChange {
    pub(crate) fn unchanged(row: &Row) -> Self {
        Self {
            row: row.clone(),
            ..Self::default()
        }
    }

    fn of_alone(before: &Row, alone: SetAlone) -> Self {
        match alone {
            SetAlone::Same => Self::unchanged(before),
            SetAlone::Other { row, dropped } => Self {
                row,
                dropped: dropped.into_vec(),
                bypassed: false,
            },
        }
    }

    /// What a report counts besides.
    pub(crate) fn side_effects(&self) -> SideEffects {
        SideEffects {
            dropped: !self.dropped.is_empty(),
            bypassed: self.bypassed,
            averaged: false,
        }
    }
}

impl Row {
    /// Sets the weight of one joint; see [`with_all`](Self::with_all).
    ///
    /// # Errors
    ///
    /// The reason why the point has to stay as it is.
    ///
    /// # Examples
    ///
    /// ```
    /// use rig::JointSlot;
    /// use weights::{Row, Rules, Skip};
    ///
    /// let row = Row::new([(0, 0.5), (1, 0.25), (2, 0.25)])?;
    /// let locks = [true, false, false];
    /// let rules = Rules { locks: &locks, ..Rules::default() };
    /// // Joint 0 is locked, so that joint 1 can have no more than the other half.
    /// assert_eq!(row.with(JointSlot(1), 0.375, &rules)?.row, Row::new([(0, 0.5), (1, 0.375), (2, 0.125)])?);
    /// assert_eq!(row.with(JointSlot(1), 1.0, &rules)?.row, Row::new([(0, 0.5), (1, 0.5)])?);
    /// assert_eq!(row.with(JointSlot(0), 1.0, &rules), Err(Skip::JointLocked));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with(
        &self,
        joint: JointSlot,
        weight: f32,
        rules: &Rules<'_>,
    ) -> Result<RowChange, Skip> {
        self.with_all(&[JointWeight { joint, weight }], rules)
    }

    /// Sets the weights of some joints at once, so that their order matters only for the order of the row. Weights are
    /// clamped to 0…1; of a joint named twice the last counts; locked joints are left out as long as one is not locked.
    ///
    /// Let B be one less the weights of locked joints. Wanted weights `w` whose sum is above B are multiplied by `B / Σ w`.
    /// The other joints together then have to come to `B − Σ w`:
    ///
    /// - [`Normalize::Proportional`]: each is multiplied by the same number.
    /// - [`Normalize::ToParent`] and [`Normalize::ToJoint`]: the partner takes the difference, and the others keep their bits.
    ///   Where the partner has too little, it ends at zero, and the others give the rest in proportion. Partners of several set
    ///   joints give and take in equal shares.
    /// - Where no other joint has weight that could grow, the rest goes to the nearest joint above that is not locked; where there
    ///   is none either, the point is skipped.
    ///
    /// Locked joints keep their bits. If the row would have more joints than [`Rules::limit`], the joint of the smallest weight
    /// among those neither locked nor set goes, the last of equals, again and again; a partner that is new here goes first, of several that with the highest number. If
    /// nobody is left to have the rest, the set joints get it, if they were to have at least half, or else the point is skipped.
    /// Less than a millionth is nothing: so little cannot be set, and others of which no more would be left end at zero.
    ///
    /// An unbound point becomes bound: the set joints get all, but for what a partner takes. A weight that a joint has already
    /// changes nothing, not even a row over the limit. New joints come last in the row.
    ///
    /// Joints are not held against the skin's list; a [`Stroke`](crate::Stroke) does that.
    ///
    /// # Errors
    ///
    /// The reason why the point has to stay as it is.
    pub fn with_all(&self, wanted: &[JointWeight], rules: &Rules<'_>) -> Result<RowChange, Skip> {
        if wanted.iter().any(|of| !of.weight.is_finite()) {
            return Err(Skip::NotFinite);
        }
        let wide = wanted.iter().map(|of| (of.joint, f64::from(of.weight)));
        let wide: SmallVec<[(JointSlot, f64); 2]> = wide.collect();
        change_row(self, &wide, rules, &|_| None)
    }
}

/// Makes of finite weights what [`Row::with_all`] says; where no joint above can have the rest, the heir does: a joint that is not among
/// those it is given, and neither locked.
pub(crate) fn change_row(
    row: &Row,
    wanted: &[(JointSlot, f64)],
    rules: &Rules<'_>,
    heir: &dyn Fn(&[JointSlot]) -> Option<JointSlot>,
) -> Result<RowChange, Skip> {
    let unchanged = || RowChange::unchanged(row);
    if wanted.is_empty() {
        return Ok(unchanged());
    }
    if let &[wanted] = wanted
        && let Some(alone) = set_alone(row, wanted, rules)
    {
        return Ok(RowChange::of_alone(row, alone));
    }
    let mut work = Redistribution::new(row, wanted, rules);
    if !work.any(Role::Set) {
        return Err(Skip::JointLocked);
    }
    if work.is_as_wanted() || work.is_as_wanted_within_budget(row)? {
        return Ok(unchanged());
    }
    // Only now: where nothing is to change, no partner has to be found.
    work.add_partners(rules);
    let limit = rules.limit.map_or(usize::MAX, |limit| limit.max(1));
    // Every round shares the rest. Where joints are too many one goes, and the rest is shared anew, until they fit or none may go.
    let mut is_inherited = false;
    loop {
        if !work.share_rest() {
            // Nobody is left since nothing was bound, or the limit dropped all: the set joints may have it all.
            if row.is_unbound() || !work.dropped.is_empty() {
                work.give_all_to_set()?;
            } else if !is_inherited {
                is_inherited = true;
                work.add_heirs(rules, heir);
                continue;
            } else {
                return Err(work.nobody());
            }
        }
        if work.len() <= limit {
            let is_for_one = rules.normalize != Normalize::Proportional;
            return Ok(work.finish(is_for_one));
        }
        work.make_room()?;
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// Stays as it is.
    Locked,
    /// What was asked for.
    Set,
    /// Takes the difference before all others.
    Partner,
    /// Takes its share of what partners cannot take.
    Other,
    /// Dropped because of the limit.
    Gone,
}

#[derive(Clone, Copy, Debug)]
struct Member {
    joint: JointSlot,
    role: Role,
    before: f64,
    now: f64,
}

struct Redistribution {
    members: SmallVec<[Member; 8]>,
    /// What all that are not locked have together.
    budget: f64,
    locked: f64,
    newcomer_left: bool,
    dropped: Vec<JointSlot>,
}

impl Redistribution {
    fn new(row: &Row, wanted: &[(JointSlot, f64)], rules: &Rules<'_>) -> Self {
        let mut members: SmallVec<[Member; 8]> = row
            .pairs()
            .map(|(joint, weight)| Member {
                joint,
                role: if rules.is_locked(joint) {
                    Role::Locked
                } else {
                    Role::Other
                },
                before: f64::from(weight),
                now: f64::from(weight),
            })
            .collect();
        for &(joint, weight) in wanted.iter().filter(|(joint, _)| !rules.is_locked(*joint)) {
            let now = weight.clamp(0.0, 1.0);
            let role = Role::Set;
            match members.iter_mut().find(|member| member.joint == joint) {
                Some(member) => (member.role, member.now) = (role, now),
                None => members.push(Member {
                    joint,
                    role,
                    before: 0.0,
                    now,
                }),
            }
        }
        let mut work = Self {
            members,
            budget: 1.0,
            locked: 0.0,
            newcomer_left: false,
            dropped: Vec::new(),
        };
        work.locked = work.sum(Role::Locked);
        work.budget = 1.0 - work.locked;
        work
    }

    /// Brings what was asked for into the budget; whether nothing is to be done then.
    fn is_as_wanted_within_budget(&mut self, row: &Row) -> Result<bool, Skip> {
        let set = self.members.iter_mut().filter(|it| it.role == Role::Set);
        for member in set.filter(|it| it.now < DUST) {
            member.now = 0.0;
        }
        if self.is_as_wanted() {
            return Ok(true);
        }
        let wanted = self.sum(Role::Set);
        if row.is_unbound() && wanted <= 0.0 {
            return Err(Skip::Unbound);
        }
        if self.budget <= DUST {
            return Err(Skip::OthersLocked);
        }
        // Next to the budget counts as all of it, or others would be left with less than dust.
        if wanted > self.budget - DUST {
            self.scale(Role::Set, self.budget / wanted);
            let is_refused = self.locked > DUST && wanted > self.budget + DUST;
            if is_refused && self.taken_weight().abs() <= ROUNDING {
                return Err(Skip::OthersLocked);
            }
        }
        Ok(self.is_as_wanted())
    }

    /// To f32, for that is what is kept.
    fn is_as_wanted(&self) -> bool {
        let mut set = self.members.iter().filter(|it| it.role == Role::Set);
        set.all(|member| narrow(member.now).to_bits() == narrow(member.before).to_bits())
    }

    fn add_partners(&mut self, rules: &Rules<'_>) {
        match rules.normalize {
            Normalize::Proportional => {}
            Normalize::ToParent => self.add_parents(rules),
            Normalize::ToJoint(joint) if rules.is_locked(joint) => {}
            Normalize::ToJoint(joint) => self.add_partner(joint),
        }
    }

    /// Of every set joint the nearest above it that is neither locked nor set. A joint that has nothing and gets nothing brings none.
    fn add_parents(&mut self, rules: &Rules<'_>) {
        let set = self.members.iter().filter(|it| it.role == Role::Set);
        let set = set.filter(|it| it.before > 0.0 || it.now > 0.0);
        let set: SmallVec<[JointSlot; 2]> = set.map(|it| it.joint).collect();
        for joint in set {
            let above = std::iter::successors(rules.parent(joint), |&above| rules.parent(above));
            // No chain is longer than their number, unless it is a ring.
            let mut above = above.take(rules.parents.len());
            let free = above.find(|&above| !rules.is_locked(above) && !self.is(above, Role::Set));
            if let Some(joint) = free {
                self.add_partner(joint);
            }
        }
    }

    fn add_heirs(&mut self, rules: &Rules<'_>, heir: &dyn Fn(&[JointSlot]) -> Option<JointSlot>) {
        self.add_parents(rules);
        if !self.members.iter().any(|it| it.role == Role::Partner) {
            let set: SmallVec<[JointSlot; 2]> = self.joints(Role::Set).collect();
            if let Some(joint) = heir(&set).filter(|&joint| !rules.is_locked(joint)) {
                self.add_partner(joint);
            }
        }
    }

    /// Not one that is set, nor one that was dropped because of the limit.
    fn add_partner(&mut self, joint: JointSlot) {
        match self.members.iter_mut().find(|it| it.joint == joint) {
            Some(member) if member.role == Role::Other => member.role = Role::Partner,
            Some(_) => {}
            None => self.members.push(Member {
                joint,
                role: Role::Partner,
                before: 0.0,
                now: 0.0,
            }),
        }
    }

    /// Gives what set joints leave to partners and others; whether there was anybody to give to.
    fn share_rest(&mut self) -> bool {
        let rest = self.budget - self.sum(Role::Set);
        for member in self.members.iter_mut().filter(|it| it.role == Role::Other) {
            member.now = member.before;
        }
        let others = self.sum(Role::Other);
        if rest <= DUST {
            self.scale(Role::Other, 0.0);
            self.scale(Role::Partner, 0.0);
            return true;
        }
        let left = rest - others;
        if self.any(Role::Partner) && left > DUST {
            self.share_with_partners(left);
            return true;
        }
        if self.any(Role::Partner) && left.abs() <= ROUNDING {
            self.scale(Role::Partner, 0.0);
            return true;
        }
        if others <= 0.0 {
            return false;
        }
        self.scale(Role::Partner, 0.0);
        self.scale(Role::Other, rest / others);
        self.sweep(rest);
        true
    }

    /// Partners give in equal shares; what is off then is made up in proportion, or evenly between empty ones.
    fn share_with_partners(&mut self, rest: f64) {
        let taken = self.taken_weight();
        let count = self.joints(Role::Partner).count();
        for member in self
            .members
            .iter_mut()
            .filter(|it| it.role == Role::Partner)
        {
            // One that has less than its share ends at zero; what it lacks the scaling takes from the others.
            member.now = (member.before - taken / float(count)).max(0.0);
        }
        let sum = self.sum(Role::Partner);
        if sum > 0.0 {
            self.scale(Role::Partner, rest / sum);
        } else {
            for member in self
                .members
                .iter_mut()
                .filter(|it| it.role == Role::Partner)
            {
                member.now = rest / float(count);
            }
        }
    }

    /// What set joints have more than before.
    fn taken_weight(&self) -> f64 {
        let set = self.members.iter().filter(|it| it.role == Role::Set);
        set.map(|member| member.now - member.before).sum()
    }

    /// Takes from others what is dust, if somebody is left to have the rest.
    fn sweep(&mut self, rest: f64) {
        let is_dust = |it: &Member| it.role == Role::Other && it.now > 0.0 && it.now < DUST;
        if !self.members.iter().any(is_dust) {
            return;
        }
        let swept: f64 = self
            .members
            .iter()
            .filter(|it| is_dust(it))
            .map(|it| it.now)
            .sum();
        let kept = self.sum(Role::Other) - swept;
        if kept <= DUST {
            return;
        }
        for member in self.members.iter_mut().filter(|it| is_dust(it)) {
            member.now = 0.0;
        }
        self.scale(Role::Other, rest / kept);
    }

    /// The smallest that may go goes.
    fn make_room(&mut self) -> Result<(), Skip> {
        let may_go =
            |it: &&mut Member| matches!(it.role, Role::Partner | Role::Other) && it.now > 0.0;
        // Backwards, so that of equals the last goes. A partner that is new had nothing before, so it goes first; of new
        // ones that with the higher number, since their order is that in which weights were asked for.
        let candidates = self.members.iter_mut().rev().filter(may_go);
        let smallest = candidates.min_by(|a, b| {
            let by_number = || match a.before > 0.0 {
                true => std::cmp::Ordering::Equal,
                false => b.joint.cmp(&a.joint),
            };
            a.before.total_cmp(&b.before).then_with(by_number)
        });
        let smallest = smallest.ok_or(Skip::LimitReached)?;
        (smallest.role, smallest.now) = (Role::Gone, 0.0);
        if smallest.before > 0.0 {
            self.dropped.push(smallest.joint);
        } else {
            self.newcomer_left = true;
        }
        Ok(())
    }

    /// Nobody else is left: what was asked for becomes all, if it is most.
    fn give_all_to_set(&mut self) -> Result<(), Skip> {
        let wanted = self.sum(Role::Set);
        let is_bound = !self.dropped.is_empty();
        if wanted <= 0.0 || (is_bound && 2.0 * wanted < self.budget) {
            return Err(Skip::LimitReached);
        }
        self.scale(Role::Set, self.budget / wanted);
        Ok(())
    }

    fn nobody(&self) -> Skip {
        if self.newcomer_left {
            Skip::LimitReached
        } else if self.locked > DUST {
            Skip::OthersLocked
        } else {
            Skip::NothingLeft
        }
    }

    fn finish(self, is_for_one: bool) -> RowChange {
        let others = self.members.iter().filter(|it| it.role == Role::Other);
        let moved: f64 = others.map(|it| (it.now - it.before).abs()).sum();
        let pairs = self.members.iter().map(|it| (it.joint, narrow(it.now)));
        RowChange {
            row: Row::exact(pairs.filter(|&(_, weight)| weight > 0.0)),
            dropped: self.dropped,
            bypassed: is_for_one && moved > NOTICED,
        }
    }

    fn len(&self) -> usize {
        self.members.iter().filter(|it| it.now > 0.0).count()
    }

    fn is(&self, joint: JointSlot, role: Role) -> bool {
        let mut members = self.members.iter();
        members.any(|it| it.joint == joint && it.role == role)
    }

    fn any(&self, role: Role) -> bool {
        self.members.iter().any(|it| it.role == role)
    }

    fn joints(&self, role: Role) -> impl Iterator<Item = JointSlot> {
        let of_role = self.members.iter().filter(move |it| it.role == role);
        of_role.map(|it| it.joint)
    }

    fn sum(&self, role: Role) -> f64 {
        let of_role = self.members.iter().filter(|it| it.role == role);
        of_role.map(|it| it.now).sum()
    }

    fn scale(&mut self, role: Role, factor: f64) {
        for member in self.members.iter_mut().filter(|it| it.role == role) {
            member.now *= factor;
        }
    }
}

pub(crate) fn float(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}
