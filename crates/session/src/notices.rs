//! Notices: errors, warnings and notes, as toasts that fade and a list that keeps them.

/// Severity of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// News that need no attention, such as something done.
    Note,
    /// Something was corrected or left out.
    Warning,
    /// Something failed; everything is as before.
    Error,
}

/// What a message offers to do, as a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// To look for places where test poses lose volume or balloon.
    TestPoses,
    /// To undo the step that it tells of, as long as that is the last one.
    Undo,
    /// To show the weights before the last change in the other pane, with the differences.
    Compare,
}

/// A message to the user.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// Number of the notice, never used twice.
    pub id: u64,
    /// Severity of the notice.
    pub severity: Severity,
    /// One sentence, or several lines for a list of warnings.
    pub text: String,
    /// How often it was repeated in a row, 1 for once.
    pub times: usize,
    /// Seconds since it was last pushed.
    pub age: f32,
    /// Whether its toast was closed.
    pub dismissed: bool,
    /// Whether its toast stays until it is closed.
    pub lasting: bool,
    /// What its toast offers to do.
    pub offer: Option<Offer>,
    /// The operation that it tells of, if the next message of the same one is to take its place.
    pub operation: Option<String>,
}

/// Seconds in which a toast fades at its end.
pub const FADE: f32 = 0.6;
/// Seconds that a message with an offer is shown at least.
const OFFERED: f32 = 16.0;

impl Notice {
    /// Seconds that the toast is shown: longer for errors and long texts; infinite for lasting notices.
    #[must_use]
    fn lifetime(&self) -> f32 {
        if self.lasting {
            return f32::INFINITY;
        }
        // A second more for each line of some sixty letters, for as long as anybody would wait.
        let lines = u16::try_from(self.text.len() / 60).unwrap_or(20).min(20);
        let base = match self.severity {
            Severity::Note if self.offer.is_some() => OFFERED,
            Severity::Note => 4.0,
            Severity::Warning => 8.0,
            Severity::Error => 12.0,
        };
        base + f32::from(lines)
    }

    /// Opacity of the toast: 1, fading to 0 at the end of its lifetime.
    #[must_use]
    pub fn opacity(&self) -> f32 {
        if self.dismissed {
            0.0
        } else {
            ((self.lifetime() - self.age) / FADE).clamp(0.0, 1.0)
        }
    }
}

/// All notices of a session, oldest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notices {
    kept: Vec<Notice>,
    next: u64,
    seen: u64,
}

/// Number of notices kept; older ones are dropped.
const KEPT: usize = 200;

impl Notices {
    /// Adds a notice; one equal to the last is counted there.
    pub fn push(&mut self, severity: Severity, text: impl Into<String>) {
        self.add(severity, text.into(), false);
    }

    /// Adds a notice whose toast stays until it is closed.
    pub fn push_lasting(&mut self, severity: Severity, text: impl Into<String>) {
        self.add(severity, text.into(), true);
    }

    /// Adds a note about what an operation did, which may offer to do something. It takes the place of the last notice if that is about
    /// the same operation: one that is done again and again is told of once.
    pub fn push_done(&mut self, operation: &str, text: impl Into<String>, offer: Option<Offer>) {
        let text = text.into();
        let is_older =
            |last: &Notice| last.operation.as_deref() == Some(operation) && last.text != text;
        if self.kept.last().is_some_and(is_older) {
            self.kept.pop();
        }
        self.add(Severity::Note, text, false);
        if let Some(notice) = self.kept.last_mut() {
            notice.offer = offer;
            notice.operation = Some(operation.to_owned());
        }
    }

    /// Drops notices of this text, for another that takes their place.
    pub fn take_back(&mut self, text: &str) {
        self.kept.retain(|notice| notice.text != text);
    }

    fn add(&mut self, severity: Severity, text: String, lasting: bool) {
        let id = self.next;
        self.next += 1;
        let is_same = |last: &Notice| {
            (last.severity, last.lasting) == (severity, lasting) && last.text == text
        };
        let last = self.kept.pop_if(|last| is_same(last));
        self.kept.push(Notice {
            id,
            severity,
            text,
            times: last.map_or(1, |last| last.times + 1),
            age: 0.0,
            dismissed: false,
            lasting,
            offer: None,
            operation: None,
        });
        if self.kept.len() > KEPT {
            self.kept.remove(0);
        }
    }

    /// All kept notices, oldest first.
    #[must_use]
    pub fn all(&self) -> &[Notice] {
        &self.kept
    }

    /// Notices whose toast is visible, oldest first.
    pub fn toasts(&self) -> impl Iterator<Item = &Notice> {
        self.kept.iter().filter(|notice| notice.opacity() > 0.0)
    }

    /// Number of notices since the list was last open.
    #[must_use]
    pub fn unseen(&self) -> usize {
        self.kept
            .iter()
            .filter(|notice| notice.id >= self.seen)
            .count()
    }

    /// Marks all notices as seen.
    pub const fn mark_seen(&mut self) {
        self.seen = self.next;
    }

    /// Closes a toast; the list keeps the notice.
    pub fn dismiss(&mut self, id: u64) {
        if let Some(notice) = self.kept.iter_mut().find(|notice| notice.id == id) {
            notice.dismissed = true;
        }
    }

    /// Empties the list, and closes all toasts.
    pub fn clear(&mut self) {
        self.kept.clear();
    }

    /// Advances the age of visible toasts.
    pub fn advance(&mut self, seconds: f32) {
        for notice in self.kept.iter_mut().filter(|notice| notice.opacity() > 0.0) {
            notice.age += seconds;
        }
    }

    /// Seconds until the look of a toast changes next; none if no toast will fade.
    #[must_use]
    pub fn next_change(&self) -> Option<f32> {
        let until_fade = |notice: &Notice| (notice.lifetime() - FADE - notice.age).max(0.0);
        let passing = self.toasts().filter(|notice| !notice.lasting);
        passing.map(until_fade).reduce(f32::min)
    }
}
