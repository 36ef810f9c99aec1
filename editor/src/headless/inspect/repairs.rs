//! The door's warnings as problems: one for each kind, with what it means.

use character::{Place, Warning};

use super::problem::{Problem, Severity, thousands};

/// One problem for each kind of warning and reason, with all places and the sum of their counts.
pub(super) fn problems(warnings: &[Warning]) -> Vec<Problem> {
    let mut groups: Vec<(Warning, Vec<String>)> = Vec::new();
    for warning in warnings {
        let same = |(group, _): &&mut (Warning, Vec<String>)| {
            group.code() == warning.code() && group.detail == warning.detail
        };
        if let Some((group, places)) = groups.iter_mut().find(same) {
            group.count = group.count.saturating_add(warning.count);
            places.push(warning.place.to_string());
            continue;
        }
        let places = match &warning.place {
            Place::File => Vec::new(),
            place => vec![place.to_string()],
        };
        // Without a place the sentence speaks of all of them.
        let group = Warning {
            place: Place::File,
            ..warning.clone()
        };
        groups.push((group, places));
    }
    groups
        .into_iter()
        .map(|(group, places)| problem(&group).with(places))
        .collect()
}

fn problem(warning: &Warning) -> Problem {
    let sentence = warning.to_string();
    let sentence = if 1000 <= warning.count {
        sentence.replacen(&warning.count.to_string(), &thousands(warning.count), 1)
    } else {
        sentence
    };
    let (severity, meaning) = meaning(warning.code());
    Problem::new(
        warning.code(),
        severity,
        warning.count,
        capitalised(&sentence),
        meaning,
    )
}

fn capitalised(sentence: &str) -> String {
    let mut chars = sentence.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars.as_str().chars()).collect()
}

/// What a warning means for the artist. Codes of later versions get what is true of all.
fn meaning(code: &str) -> (Severity, &'static str) {
    use Severity::{Note, Problem};
    match code {
        "byte-order-mark" | "zero-padding" | "chunk-unaligned" | "trailing-bytes" | "unaligned" => {
            (
                Note,
                "Nothing is lost here, but stricter programs refuse the file; export it anew.",
            )
        }
        "lone-surrogate" => (Note, "Names that held them look damaged; rename."),
        "extension-ignored" => (Problem, "The shape is right, colours and light may not be."),
        "weights-not-one" => (
            Problem,
            "Right by every method here; engines that do not divide dent the mesh there.",
        ),
        "weights-all-zero" => (
            Problem,
            "A guess: paint weights on them. Some engines drop them to the origin.",
        ),
        "weights-negative" | "weights-not-finite" => (
            Problem,
            "Broken weights; every method shows the mended ones, other programs may not.",
        ),
        "duplicate-joints" => (
            Note,
            "The sum is what every method here takes; some engines keep only one of them.",
        ),
        "unused-joint-index" => (Note, "Without weight it moves nothing, by any method."),
        "no-influences" => (
            Problem,
            "It stays stiff by every method: the weights were lost before or at export.",
        ),
        "normals-not-finite" | "attribute-not-finite" => (
            Problem,
            "Positions are right; the shading there may not be.",
        ),
        "incomplete-triangle" => (Problem, "The surface may have a hole."),
        "no-triangles" => (Note, "Only surfaces can be shown; the rest of the file is."),
        "no-positions" => (Problem, "A part of the mesh is missing."),
        "texture-unavailable" => (
            Note,
            "The shape is right; the surface shows its plain colour.",
        ),
        "rotations-not-unit" => (
            Note,
            "Mended for every method; programs that do not shrink or swell the mesh.",
        ),
        "sheared-matrices" => (
            Problem,
            "Shown as it is; dual-quaternion leaves shear out, all others keep it.",
        ),
        "animated-matrices" => (
            Note,
            "Only a shear in the matrix would be lost, once a clip plays.",
        ),
        "last-row" => (
            Problem,
            "Such matrices mean nothing; check the joints concerned.",
        ),
        "singular-bind" => (
            Problem,
            "These joints pull their vertices to wrong places; bind the mesh again.",
        ),
        "repeated-joints" => (Note, "Each entry keeps its own bind, by every method."),
        "joints-outside-scene" => (
            Note,
            "They move the mesh all the same; their parents may be missing elsewhere.",
        ),
        "scene-root-with-parent" => (Note, "Nothing is lost; other programs may place it twice."),
        "channel-dropped" => (Problem, "A part of the motion is missing."),
        "equal-keys" => (
            Note,
            "The motion jumps there, as the file probably means it.",
        ),
        "negative-keys" => (Note, "What lies before the start is never played."),
        "zero-rotation-keys" => (
            Problem,
            "The joint snaps straight at these keys; set them anew.",
        ),
        "empty-clip" => (Note, "It plays, but nothing is seen to move."),
        "clip-too-far" => (
            Problem,
            "The motion is missing; its keys are absurdly large.",
        ),
        _ => (
            Problem,
            "Mended here; other programs may show the file differently.",
        ),
    }
}
