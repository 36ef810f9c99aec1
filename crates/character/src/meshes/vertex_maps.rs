//! The maps of a primitive, which files keep as attributes: `_DQ_BLEND` and `_DQ_BULGE`, or as accessors that `EXT_skin_method` names.

use rig::{ByMap, MapKind, VertexMap};

use crate::fault::error::ReadResult;
use crate::fault::extensions::SKIN_METHOD;
use crate::fault::warning::WarningKind;
use crate::json::value::At;
use crate::meshes::attributes::AttributesAt;
use crate::model::character::Attribute;
use crate::model::skin_words::map_member;

/// The attribute of a map: one number a vertex. Of the blend map 0 for linear blending, 1 for the method; of the bulge map 0 for nothing
/// drawn back, 1 for all that stands out.
pub(crate) const fn attribute_of(kind: MapKind) -> &'static str {
    match kind {
        MapKind::Blend => "_DQ_BLEND",
        MapKind::Bulge => "_DQ_BULGE",
    }
}

/// Numbers no farther outside 0 … 1 than this are there by rounding, and no reason for a warning.
const ROUNDING: f32 = 1e-5;

/// The maps among the attributes of a primitive that has influences; nothing where there is none.
///
/// Applications are free in what they keep under such a name, so that an attribute of more than one number a vertex is none of
/// ours: it is left out with a warning. Numbers are held to 0 … 1; one that is none counts as at a vertex without a map.
pub(crate) fn vertex_maps(
    attributes: &AttributesAt<'_, '_>,
    named: &NamedMaps<'_>,
) -> ByMap<Option<VertexMap>> {
    ByMap::new(|kind| vertex_map(attributes, named, kind))
}

/// The attributes without a field of their own, and which value of the file names each map.
pub(crate) struct NamedMaps<'a> {
    pub(crate) others: Vec<Attribute>,
    places: ByMap<Option<At<'a>>>,
}

impl<'a> NamedMaps<'a> {
    /// Those of a primitive. An accessor that `EXT_skin_method` names for a map counts before an attribute of the map's name; one that
    /// is no map is passed over with a warning.
    pub(crate) fn read(attributes: &AttributesAt<'_, 'a>, primitive: &At<'a>) -> ReadResult<Self> {
        let mut others = attributes.others()?;
        let extensions = primitive.get("extensions");
        let extension = extensions.and_then(|extensions| extensions.get(SKIN_METHOD));
        let places = ByMap::new(|kind| {
            let own = attributes.get(attribute_of(kind));
            let said = extension.and_then(|extension| extension.get(map_member(kind)));
            match said {
                Some(said) => said_map(attributes, &mut others, kind, said).or(own),
                None => own,
            }
        });
        Ok(Self { others, places })
    }
}

/// Takes a map that the extension names among the attributes. Returns where it is named; none where it is no map.
fn said_map<'a>(
    attributes: &AttributesAt<'_, 'a>,
    others: &mut Vec<Attribute>,
    kind: MapKind,
    said: At<'a>,
) -> Option<At<'a>> {
    let name = attribute_of(kind);
    let (reader, own) = (attributes.reader, attributes.get(name));
    let number = |at: &At<'_>| at.integer().ok();
    if own.is_some_and(|own| number(&own) == number(&said)) {
        return own;
    }
    let read = match attributes.other_at(name, &said) {
        Ok(read) if read.width == 1 => read,
        Ok(read) => {
            let why = format!("{} numbers a vertex instead of one", read.width);
            reader.warn_because(WarningKind::SkinMethodIgnored, &said, why);
            return None;
        }
        Err(flaw) => {
            let why = flaw.fault.to_string();
            reader.warn_because(WarningKind::SkinMethodIgnored, &said, why);
            return None;
        }
    };
    match others.iter_mut().find(|other| other.name == name) {
        Some(other) => {
            let why = format!("the attribute {name} is another accessor");
            reader.warn_because(WarningKind::ExtensionContradicted, &said, why);
            *other = read;
        }
        None => others.push(read),
    }
    Some(said)
}

fn vertex_map(
    attributes: &AttributesAt<'_, '_>,
    named: &NamedMaps<'_>,
    kind: MapKind,
) -> Option<VertexMap> {
    let others = &named.others;
    let name = attribute_of(kind);
    let (held, ignored) = match kind {
        MapKind::Blend => (WarningKind::BlendMapHeld, WarningKind::BlendMapIgnored),
        MapKind::Bulge => (WarningKind::BulgeMapHeld, WarningKind::BulgeMapIgnored),
    };
    let place = named.places[kind]?;
    let found = others.iter().find(|attribute| attribute.name == name)?;
    if found.width != 1 {
        let detail = format!("{} numbers a vertex instead of one", found.width);
        attributes.reader.warn_because(ignored, &place, detail);
        return None;
    }
    let read = || {
        let is_held = |value: &&f32| !(-ROUNDING..=1.0 + ROUNDING).contains(*value);
        let n_held = found.values.iter().filter(is_held).count();
        attributes.reader.warn_of(held, &place, n_held);
        Ok(kept_map(others, kind))
    };
    let key = (attributes.number(&place), kind);
    let known = &attributes.shared.maps;
    known.of(key, |_| true, read).ok().flatten()
}

/// The maps that a primitive without influences keeps among its attributes until it is bound.
pub(crate) fn kept_maps(others: &[Attribute]) -> ByMap<Option<VertexMap>> {
    ByMap::new(|kind| kept_map(others, kind))
}

/// The map of a kind; none without its attribute, or where that has more than one number a vertex.
pub(crate) fn kept_map(others: &[Attribute], kind: MapKind) -> Option<VertexMap> {
    let name = attribute_of(kind);
    let is_map = |attribute: &&Attribute| attribute.name == name && attribute.width == 1;
    let found = others.iter().find(is_map)?;
    let number = |value: &f32| {
        // Infinity is held to an end of 0 … 1 as other numbers are; NaN has no nearer end.
        if value.is_nan() {
            kind.default_value()
        } else {
            *value
        }
    };
    Some(VertexMap::new(found.values.iter().map(number)))
}
