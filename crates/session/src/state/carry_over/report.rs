//! What came over to a new export of a file, and what did not.

use scene::names::count;

use super::joints::MatchedBy;

/// Names in one line of the report; the rest is a number.
const NAMED: usize = 5;

/// What came over, and what did not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CarryReport {
    /// Joints that have another name, as before and as now, with how they were found.
    pub renamed_joints: Vec<(String, String, MatchedBy)>,
    /// Joints that the new file lacks.
    pub gone_joints: Vec<String>,
    /// Joints that only the new file has.
    pub new_joints: Vec<String>,
    /// Whether joints hang on others than before.
    pub has_moved_joints: bool,
    /// Whether not one joint of the old file is in the new one.
    pub is_another_character: bool,
    /// Meshes that have another name, as before and as now.
    pub renamed_meshes: Vec<(String, String)>,
    /// Meshes with work on their weights that the new file lacks.
    pub gone_meshes: Vec<String>,
    /// How vertices took changed weights.
    pub vertices: VertexCounts,
    /// Weights of a joint that is gone, or that moves the mesh no more, went to another: both names.
    pub moved_weights: Vec<(String, String)>,
    /// Joints whose weights came to none, since the skin lists neither them nor one above.
    pub lost_weights: Vec<String>,
    /// What became of clips, each a clause.
    pub clips: Vec<String>,
    /// What could not be done, each a clause.
    pub problems: Vec<String>,
}

/// Vertices that took changed weights, by how they were found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct VertexCounts {
    /// At the same place in the same order.
    pub same: usize,
    /// At the same place in another order.
    pub by_place: usize,
    /// In the same order, joined by the same triangles, at other places.
    pub by_order: usize,
    /// On the surface that had the weights.
    pub on_surface: usize,
    /// The farthest of these from it, as a share of the size of its old mesh.
    pub farthest: f32,
    /// Vertices with changed weights that nothing in the new file took from.
    pub gone: usize,
}

impl CarryReport {
    /// Whether all came over, each to what it was on.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        self.lines().is_empty()
    }

    /// Whether something did not come over as it was.
    #[must_use]
    pub fn has_losses(&self) -> bool {
        self.is_another_character
            || !self.gone_joints.is_empty()
            || !self.gone_meshes.is_empty()
            || self.vertices.gone > 0
            || !self.moved_weights.is_empty()
            || !self.lost_weights.is_empty()
            || !self.problems.is_empty()
    }

    /// One line a subject, without what is as it was.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.is_another_character {
            lines.push("no joint of the older file is in it: this is another character".to_owned());
        }
        let renamed = self.renamed_joints.iter();
        let renamed: Vec<String> = renamed
            .map(|(old, new, by)| format!("{old} is {new} now ({})", by.text()))
            .collect();
        push_named(&mut lines, "renamed", ["joint", "joints"], &renamed);
        push_named(&mut lines, "gone", ["joint", "joints"], &self.gone_joints);
        push_named(&mut lines, "new", ["joint", "joints"], &self.new_joints);
        if self.has_moved_joints {
            lines.push("joints hang on others than before".to_owned());
        }
        let renamed = self.renamed_meshes.iter();
        let renamed: Vec<String> = renamed
            .map(|(old, new)| format!("{old} is {new} now"))
            .collect();
        push_named(&mut lines, "renamed", ["mesh", "meshes"], &renamed);
        push_named(
            &mut lines,
            "with your weights gone",
            ["mesh", "meshes"],
            &self.gone_meshes,
        );
        lines.extend(self.vertices.lines());
        let moved = self.moved_weights.iter();
        let moved: Vec<String> = moved
            .map(|(old, new)| format!("those of {old} to {new}"))
            .collect();
        if !moved.is_empty() {
            lines.push(format!("your weights moved: {}", some_of(&moved)));
        }
        if !self.lost_weights.is_empty() {
            let lost = some_of(&self.lost_weights);
            lines.push(format!(
                "your weights of {lost} have no joint in the new skin to go to: the other joints of a vertex have them, or the file's weights stay"
            ));
        }
        lines.extend(self.clips.iter().cloned());
        lines.extend(self.problems.iter().cloned());
        lines
    }
}

impl VertexCounts {
    /// Vertices that took changed weights.
    #[must_use]
    pub const fn taken(&self) -> usize {
        self.same + self.by_place + self.by_order + self.on_surface
    }

    fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.taken() > self.same {
            let ways = [
                (self.same, "as they were"),
                (self.by_place, "by their places"),
                (self.by_order, "by their order"),
                (self.on_surface, "from the surface that had them"),
            ];
            let ways = ways.into_iter().filter(|(count, _)| *count > 0);
            let ways: Vec<String> = ways
                .map(|(number, way)| format!("{} {way}", vertices(number)))
                .collect();
            let far = if self.on_surface > 0 {
                format!(
                    ", at most {:.2} % of the mesh's size away",
                    100.0 * self.farthest
                )
            } else {
                String::new()
            };
            lines.push(format!("your weights: {}{far}", ways.join(", ")));
        }
        if self.gone > 0 {
            lines.push(format!(
                "{} with your weights gone from the mesh",
                vertices(self.gone)
            ));
        }
        lines
    }
}

impl MatchedBy {
    /// How a joint was found, for people.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Path | Self::Name => "by its name",
            Self::PlainName => "by its name but for what exporters add",
            Self::Bone => "by the bone that it is",
            Self::Place => "by its place",
        }
    }
}

fn vertices(number: usize) -> String {
    let noun = if number == 1 { "vertex" } else { "vertices" };
    format!("{} {noun}", count(number))
}

/// A line that counts what is named; `nouns` are those of one and of several.
fn push_named(lines: &mut Vec<String>, state: &str, nouns: [&str; 2], names: &[String]) {
    if names.is_empty() {
        return;
    }
    let noun = nouns[usize::from(names.len() > 1)];
    let (number, named) = (count(names.len()), some_of(names));
    lines.push(format!("{number} {noun} {state}: {named}"));
}

/// The first few, and how many more there are.
fn some_of(names: &[String]) -> String {
    let first = names.get(..NAMED).unwrap_or(names).join(", ");
    match names.len().saturating_sub(NAMED) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}
