//! The vertices of Wavefront OBJ files.

use glam::Vec3;

/// The vertices of an OBJ text in their order: of lines `v x y z`, whatever else they have. All other lines are passed over.
///
/// # Errors
///
/// One sentence with the line, and what to do: a coordinate that is missing, no number, or not finite; no vertex at all.
///
/// Reference: Wavefront, "Object Files (.obj)", 1995.
pub(super) fn vertices(text: &str) -> Result<Vec<Vec3>, String> {
    let mut vertices = Vec::new();
    for (number, line) in (1_usize..).zip(text.lines()) {
        let mut words = line.split_ascii_whitespace();
        if words.next() != Some("v") {
            continue;
        }
        let mut position = [0.0_f32; 3];
        for (axis, value) in ["x", "y", "z"].into_iter().zip(&mut position) {
            let word = words.next().ok_or_else(|| {
                format!("line {number}: the vertex has no {axis}; write its three coordinates.")
            })?;
            let parsed = word.parse().ok().filter(|value: &f32| value.is_finite());
            *value = parsed.ok_or_else(|| {
                let word: String = word.chars().take(24).collect();
                format!(
                    "line {number}: {axis} is {word:?}, not a finite number; export the mesh again."
                )
            })?;
        }
        vertices.push(Vec3::from_array(position));
    }
    if vertices.is_empty() {
        return Err(
            "it has no vertex (no line begins with “v ”); export the posed mesh as Wavefront OBJ."
                .to_owned(),
        );
    }
    Ok(vertices)
}
