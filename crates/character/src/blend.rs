//! The blend map of a primitive, which files keep as the attribute `_DQ_BLEND`.

use rig::BlendMap;

use crate::attributes::AttributesAt;
use crate::character::Attribute;
use crate::warning::WarningKind;

/// The attribute: one number a vertex, 0 for linear blending, 1 for affine blending.
pub(crate) const NAME: &str = "_DQ_BLEND";

/// Numbers no farther outside 0 … 1 than this are there by rounding, and no reason for a warning.
const ROUNDING: f32 = 1e-5;

/// The blend map among the attributes of a primitive that has influences, or nothing where there is none.
///
/// Applications are free in what they keep under such a name, so that an attribute of more than one number a vertex is none of
/// ours: it is left out with a warning. Numbers are held to 0 … 1; one that is none counts as 1, as a vertex without a map has it.
pub(crate) fn blend_map(
    attributes: &AttributesAt<'_, '_>,
    others: &[Attribute],
) -> Option<BlendMap> {
    let place = attributes.get(NAME)?;
    let found = others.iter().find(|attribute| attribute.name == NAME)?;
    if found.width != 1 {
        let detail = format!("{} numbers a vertex instead of one", found.width);
        let kind = WarningKind::BlendMapIgnored;
        attributes.reader.warn_because(kind, &place, detail);
        return None;
    }
    let is_held = |value: &&f32| !(-ROUNDING..=1.0 + ROUNDING).contains(*value);
    let n_held = found.values.iter().filter(is_held).count();
    let kind = WarningKind::BlendMapHeld;
    attributes.reader.warn_of(kind, &place, n_held);
    kept_map(others)
}

/// The blend map that a primitive without influences keeps among its attributes until it is bound.
pub(crate) fn kept_map(others: &[Attribute]) -> Option<BlendMap> {
    let is_map = |attribute: &&Attribute| attribute.name == NAME && attribute.width == 1;
    let found = others.iter().find(is_map)?;
    Some(BlendMap::new(found.values.iter().copied()))
}
