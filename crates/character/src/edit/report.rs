//! What an edit has done besides what was asked.

/// Weights that went from a joint that is gone to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovedWeights {
    /// The name of the joint that had them.
    pub from: String,
    /// The name of the joint that has them now.
    pub to: String,
    /// In how many vertices, over all meshes; at least one.
    pub vertices: usize,
}

/// Tracks that a clip has lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DroppedTracks {
    /// The clip's name, or its number.
    pub clip: String,
    /// How many tracks the clip has lost; at least one.
    pub tracks: usize,
}

/// Keys that could only be carried over nearly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApproximatedKeys {
    /// The clip's name, or its number.
    pub clip: String,
    /// The name of the joint.
    pub joint: String,
}

/// A joint that an edit has left as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassedOver {
    /// The name of the joint.
    pub joint: String,
    /// Why, in a few words.
    pub reason: String,
}

/// What an edit has done besides what was asked.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct EditReport {
    /// Weights of joints that are gone.
    pub weights: Vec<MovedWeights>,
    /// Tracks of joints that are gone.
    pub tracks: Vec<DroppedTracks>,
    /// Keys that could only be carried over nearly.
    pub approximated: Vec<ApproximatedKeys>,
    /// Joints that were passed over.
    pub passed_over: Vec<PassedOver>,
    /// Helper joints that followed every pose and have lost a joint that they followed, by name; they stand still now.
    pub helpers: Vec<String>,
    /// Joints that followed another joint by a constraint and do no more, by name: the other one is gone, or has other axes.
    pub constraints: Vec<String>,
}

impl EditReport {
    /// Whether there is nothing to tell.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// One sentence for each kind of thing that happened; none for an edit that did just what was asked.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let weights = self.weights.iter().map(|moved| {
            let vertices = pluralize(moved.vertices, "vertex", "vertices");
            format!(
                "The weights of {} went to {} in {vertices}.",
                moved.from, moved.to
            )
        });
        let mut sentences: Vec<String> = weights.collect();
        if !self.tracks.is_empty() {
            let tracks = self.tracks.iter().map(|dropped| {
                let tracks = pluralize(dropped.tracks, "track", "tracks");
                format!("{tracks} of {}", dropped.clip)
            });
            sentences.push(format!("Dropped: {}.", list_names(tracks.collect())));
        }
        if !self.approximated.is_empty() {
            let pairs = self.approximated.iter();
            let pairs = pairs.map(|keys| format!("{} in {}", keys.joint, keys.clip));
            sentences.push(format!(
                "Uneven scale: keyed anew, as close as keys can show it: {}.",
                list_names(pairs.collect())
            ));
        }
        if !self.passed_over.is_empty() {
            let joints = self.passed_over.iter();
            let joints = joints.map(|passed| format!("{} ({})", passed.joint, passed.reason));
            sentences.push(format!("Passed over: {}.", list_names(joints.collect())));
        }
        if !self.helpers.is_empty() {
            let (count, names) = (self.helpers.len(), list_names(self.helpers.clone()));
            let (helpers, stand) = match count {
                1 => ("Helper joint", "stands"),
                _ => ("Helper joints", "stand"),
            };
            sentences.push(format!(
                "{helpers} {names} {stand} still now, for a joint of the row is gone; undo, or bake again."
            ));
        }
        if !self.constraints.is_empty() {
            let names = list_names(self.constraints.clone());
            sentences.push(format!(
                "No constraint any more: {names}; the joint that was followed is gone, or has other axes."
            ));
        }
        sentences
    }
}

/// At most so many things are named one by one.
const MOST: usize = 6;

fn list_names(mut things: Vec<String>) -> String {
    let more = things.len().saturating_sub(MOST);
    things.truncate(MOST);
    let listed = things.join(", ");
    if more == 0 {
        listed
    } else {
        format!("{listed} and {more} more")
    }
}

fn pluralize(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
