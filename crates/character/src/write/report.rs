//! What the reader of a saved file should know.

use std::fmt::{self, Display, Formatter};

/// Joints that are named before the rest is counted.
const NAMED: usize = 4;

/// Vertices without a joint, which a file cannot have.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct UnboundVertices {
    /// How many vertices no joint moves, over all meshes.
    pub count: usize,
    /// The name of the joint that was added for them: one that stands still.
    pub joint: String,
}

/// What a saved file shows otherwise than the character, or other programs otherwise than we: nothing in most cases.
///
/// As text, a sentence for each; empty where there is nothing to say.
#[derive(Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub struct SaveReport {
    /// Vertices that no joint moves; none where all are bound.
    pub unbound: Option<UnboundVertices>,
    /// Vertices of painted meshes with more than four influences. All are written, in sets of four.
    pub over_four: usize,
    /// By how much weights were rounded at most, where they were written as integers.
    pub rounded: Option<f64>,
    /// What `extras` should keep, and could not, since those of so many nodes, clips or of the file are no objects.
    pub not_kept: usize,
    /// Kinds of chunks of a GLB that a `.gltf` has no place for.
    pub chunks: Vec<String>,
    /// Joints whose rest an edit has sheared. A node that can only move, turn and scale along its axes cannot hold that, so that
    /// each got one more above it.
    pub sheared: Vec<String>,
    /// Joints that an edit has stretched at rest, and that stay so since clips or what hangs on them could not be given otherwise.
    pub stretched: Vec<String>,
    /// What clips do with shear, which no channel of a node holds.
    pub resampled: Option<Resampled>,
    /// Clips that had lost all their tracks, and got a key at rest, for no clip may be empty.
    pub emptied: Vec<String>,
    /// Clips with keys after their end. A file has no end of a clip but its last key, so that those keys were left out.
    pub cut_at_end: Vec<String>,
    /// Joints whose constraints were left out: of sheared nodes, which are two in the file, and of nodes with a constraint that was not read.
    pub unconstrained: Vec<String>,
    /// The nodes that were added above the joints of skins, which must have one in common.
    pub common_roots: Vec<String>,
    /// Meshes outside the default scene that share a skin, or a mesh, with what was edited.
    pub elsewhere: usize,
    /// Attributes `_DQ_BLEND` and `_DQ_BULGE` of primitives that were no maps and are now.
    pub replaced_maps: usize,
    /// Addresses of pictures that the saved file names and that lie not there. They were not there, or could not be read, when the
    /// character was opened.
    pub missing: Vec<String>,
    /// The extensions of which a file of that ending, `.vrm` or `.vrma`, has one, where the character came with none.
    pub lacks_extension: Option<&'static str>,
}

/// Joints that clips shear: they were written over two nodes, `(t, U, Σ) (Vᵀ)`, keyed anew.
#[derive(Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub struct Resampled {
    /// The names of the joints that were keyed anew, each once.
    pub joints: Vec<String>,
    /// Keys per second, straight in between; there are keys at the times of the clips' own keys too.
    pub rate: f64,
    /// How far the file carries any vertex from where the clips carry it, at most, in thousandths of the file's unit: millimeters,
    /// where that is a meter, as glTF has it. Measured halfway and at quarters between keys, at the corners of a box round the
    /// vertices of each joint.
    pub millimeters: f64,
    /// How far the file turns any of the joints otherwise, at most.
    pub degrees: f64,
}

impl SaveReport {
    /// Whether there is nothing to say.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    fn sentences(&self) -> impl Iterator<Item = String> {
        let unbound = self
            .unbound
            .as_ref()
            .map(|UnboundVertices { count, joint }| match count {
                1 => {
                    format!(
                        "1 unbound vertex follows the added joint {joint:?}, which stands still."
                    )
                }
                _ => format!(
                    "{count} unbound vertices follow the added joint {joint:?}, which stands still."
                ),
            });
        let over_four = (self.over_four > 0).then(|| {
            let (count, have) = match self.over_four {
                1 => ("1 vertex".to_owned(), "has"),
                count => (format!("{count} vertices"), "have"),
            };
            format!("{count} {have} more than four influences; many programs read four.")
        });
        let of = describe_names;
        [
            unbound,
            over_four,
            self.rounded
                .map(|most| format!("Weights are rounded by {most:.5} at most.")),
            count(
                self.not_kept,
                "1 extras is no object, so that something could not be kept there.",
                "extras are no objects, so that something could not be kept there.",
            ),
            of(
                &self.chunks,
                "A .gltf has no place for",
                ", which was left out.",
            ),
        ]
        .into_iter()
        .chain(self.of_nodes())
        .flatten()
    }

    /// On nodes, clips, scenes and files.
    fn of_nodes(&self) -> impl Iterator<Item = Option<String>> {
        let of = describe_names;
        [
            of(
                &self.sheared,
                "A node was added above",
                ": one alone cannot hold a sheared rest.",
            ),
            of(
                &self.stretched,
                "Scaled at rest, since clips or what hangs there need it:",
                "; programs whose bones have no scale at rest, such as Blender, show vertices between such joints elsewhere.",
            ),
            self.resampled.as_ref().map(Resampled::sentence),
            of(
                &self.emptied,
                "No track was left in",
                "; it has one key, at rest.",
            ),
            of(
                &self.cut_at_end,
                "Keys after the end are left out of",
                "; make the clip longer to keep them.",
            ),
            of(
                &self.unconstrained,
                "No constraint (VRMC_node_constraint) was written at",
                ": these nodes are sheared, follow a sheared one, or have another one already.",
            ),
            of(
                &self.common_roots,
                "A node was added above joints that had none in common:",
                ".",
            ),
            count(
                self.elsewhere,
                "1 mesh outside the scene shares what was edited; look at it.",
                "meshes outside the scene share what was edited; look at them.",
            ),
            count(
                self.replaced_maps,
                "1 attribute _DQ_BLEND or _DQ_BULGE of another kind was replaced by the painted map.",
                "attributes _DQ_BLEND and _DQ_BULGE of another kind were replaced by the painted maps.",
            ),
            of(
                &self.missing,
                "The file names",
                ", which could not be taken along; copy it beside the file.",
            ),
            self.lacks_extension.map(|name| {
                format!("The file lacks the extension {name}, without which programs for avatars refuse it.")
            }),
        ]
        .into_iter()
    }
}

impl Resampled {
    fn sentence(&self) -> String {
        let Self {
            joints,
            rate,
            millimeters,
            degrees,
        } = self;
        format!(
            "Shear of {} in clips is written over two nodes, with {rate:.0} keys a second; the largest error is {millimeters:.3} mm and \
             {degrees:.3}°.",
            list_names(joints)
        )
    }
}

impl Display for SaveReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (number, sentence) in self.sentences().enumerate() {
            let space = if number == 0 { "" } else { " " };
            write!(f, "{space}{sentence}")?;
        }
        Ok(())
    }
}

fn describe_names(names: &[String], what: &str, rest: &str) -> Option<String> {
    (!names.is_empty()).then(|| format!("{what} {}{rest}", list_names(names)))
}

fn count(count: usize, one: &str, many: &str) -> Option<String> {
    match count {
        0 => None,
        1 => Some(one.to_owned()),
        _ => Some(format!("{count} {many}")),
    }
}

fn list_names(names: &[String]) -> String {
    let shown: Vec<String> = names
        .iter()
        .take(NAMED)
        .map(|name| format!("{name:?}"))
        .collect();
    match names.len().saturating_sub(NAMED) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
