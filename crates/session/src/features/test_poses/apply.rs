//! Commands of the strip of test poses.

use std::sync::Arc;

use crate::document::gesture::Gesture;
use crate::document::joint_limits::clamp_pose;
use crate::features::Context;
use crate::shown::visible_pose;
use crate::state::presets::PresetFile;
use crate::state::test_poses::strip::{AMOUNTS, AppliedTestPose, StripEvent};

impl Context<'_> {
    pub(in crate::features) fn on_test_poses(&mut self, event: StripEvent) {
        match event {
            StripEvent::Take(place) => self.choose_test_pose(place),
            StripEvent::Amount { amount, dragging } => self.set_test_amount(amount, dragging),
        }
    }

    /// Applies a test pose, or removes it if it is applied; one undo step either way.
    fn choose_test_pose(&mut self, place: usize) {
        let poses = Arc::clone(&self.session.character.test_poses.poses);
        let Some(preset) = poses.get(place) else {
            return;
        };
        self.history.end_gesture();
        let seen = visible_pose(self.document, self.session);
        let on = self.session.strip.on(&seen).cloned();
        if let Some(on) = on.as_ref().filter(|on| on.place == place) {
            let name = format!("Take off test pose {}", preset.name);
            self.take_test(&name, None, &on.base);
            self.session.strip.taken = None;
            return;
        }
        let base = on.map_or(seen, |on| on.base);
        self.apply_test_pose(place, preset, base, None);
    }

    fn set_test_amount(&mut self, amount: f32, dragging: bool) {
        if !amount.is_finite() {
            return;
        }
        let seen = visible_pose(self.document, self.session);
        let on = self.session.strip.on(&seen).cloned();
        let poses = Arc::clone(&self.session.character.test_poses.poses);
        self.session.strip.amount = amount.clamp(*AMOUNTS.start(), *AMOUNTS.end());
        if let Some(AppliedTestPose { place, base, .. }) = on
            && let Some(preset) = poses.get(place)
        {
            let gesture = Gesture::TestPose;
            let lasts = dragging || self.history.in_gesture(gesture);
            self.apply_test_pose(place, preset, base, lasts.then_some(gesture));
        }
        if !dragging {
            self.history.end_gesture();
        }
    }

    /// Applies a test pose to the rest pose; `base` is what comes back when it is taken off.
    fn apply_test_pose(
        &mut self,
        place: usize,
        preset: &PresetFile,
        base: Arc<rig::Pose>,
        gesture: Option<Gesture>,
    ) {
        let skeleton = &self.document.character.rig.skeleton;
        let amount = self.session.strip.amount;
        let rest = self.document.character.file_pose();
        let mut given = preset.preset.apply_to(skeleton, &rest, amount, None);
        if self.session.switches.obey_limits {
            clamp_pose(&self.document.joint_limits, &rest, &mut given);
        }
        let given = Arc::new(given);
        let name = format!("Test pose {}", preset.name);
        self.take_test(&name, gesture, &given);
        self.session.strip.taken = Some(AppliedTestPose { place, base, given });
    }

    /// A test pose is the user's own: it starts at rest and leaves a clip that is shown.
    fn take_test(&mut self, name: &str, gesture: Option<Gesture>, given: &rig::Pose) {
        let own = &self.document.pose;
        let same_shape =
            given.len() == own.len() && given.morph_weights.len() == own.morph_weights.len();
        if same_shape {
            self.session.character.typed_angles = None;
            self.take_own_pose(name, gesture, given.clone());
        }
    }

    /// Lets the list of test poses follow skeleton and weights. An applied one counts no more if its place has another.
    pub(in crate::features) fn follow_test_poses(&mut self) {
        let character = &mut self.session.character;
        let before = Arc::clone(&character.test_poses.poses);
        let patterns = self.session.settings.mirror.patterns();
        let is_new = character.test_poses.follow(
            &character.file,
            &self.document.character,
            &character.facts,
            patterns,
            &self.document.driven,
        );
        let taken = self.session.strip.taken.as_ref().map(|taken| taken.place);
        let is_same = |place| before.get(place) == character.test_poses.poses.get(place);
        if is_new && !taken.is_none_or(is_same) {
            self.session.strip.taken = None;
        }
    }

    /// Applies the test pose after the applied one, or before it; if none is applied, the first or the last.
    pub(in crate::features) fn step_test_pose(&mut self, forward: bool) {
        let count = self.session.character.test_poses.poses.len();
        let seen = visible_pose(self.document, self.session);
        let on = self.session.strip.on(&seen).map(|on| on.place);
        // Before the modulus, which takes the place after the last to the first; one less than all is one back.
        let place = match (on, forward) {
            (Some(place), true) => place + 1,
            (Some(place), false) => place + count.saturating_sub(1),
            (None, true) => 0,
            (None, false) => count.saturating_sub(1),
        };
        if let Some(place) = place.checked_rem(count)
            && on != Some(place)
        {
            self.choose_test_pose(place);
        }
    }
}
