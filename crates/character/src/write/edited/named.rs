//! Everything in glTF 2.0 that names an accessor and may be ours.

use rig::MapKind;

use crate::fault::extensions::SKIN_METHOD;
use crate::json::tree::draft::{Draft, View};
use crate::model::skin_words::map_member;

const OF_SKIN: &str = "inverseBindMatrices";
const OF_SAMPLERS: [&str; 2] = ["input", "output"];
const OF_TRIANGLES: &str = "indices";
const ATTRIBUTES: &str = "attributes";
const EXTENSIONS: &str = "extensions";
/// Members of a primitive's `EXT_skin_method`.
const OF_MAPS: [&str; 2] = [map_member(MapKind::Blend), map_member(MapKind::Bulge)];

/// Visits the numbers of all accessors that are named.
/// Of extensions only our own is looked into: where another may name accessors, none gets another number (`may_renumber`).
pub(super) fn each_accessor(json: View<'_>, visit: &mut impl FnMut(usize)) {
    for skin in json.items("skins").iter() {
        skin.index(OF_SKIN).into_iter().for_each(&mut *visit);
    }
    for animation in json.items("animations").iter() {
        for sampler in animation.items("samplers").iter() {
            let named = OF_SAMPLERS.into_iter().filter_map(|of| sampler.index(of));
            named.for_each(&mut *visit);
        }
    }
    for mesh in json.items("meshes").iter() {
        for primitive in mesh.items("primitives").iter() {
            primitive
                .index(OF_TRIANGLES)
                .into_iter()
                .for_each(&mut *visit);
            let maps = maps_of(primitive).into_iter();
            let maps =
                maps.flat_map(|maps| OF_MAPS.into_iter().filter_map(move |of| maps.index(of)));
            maps.for_each(&mut *visit);
            let attributes = primitive.get(ATTRIBUTES).into_iter();
            let lists = attributes.chain(primitive.items("targets").iter());
            let members = lists.flat_map(View::members);
            members
                .filter_map(|(_, value)| value.to_index())
                .for_each(&mut *visit);
        }
    }
}

/// Gives accessors other numbers wherever they are named; what names one that keeps its own stays as it is.
pub(super) fn renumber_accessors(json: &mut Draft<'_>, new: &impl Fn(usize) -> Option<usize>) {
    let numbers = Numbers { new };
    json.change_some(
        "skins",
        |skin| numbers.is_other(skin, OF_SKIN),
        |skin| {
            numbers.set(skin, OF_SKIN);
        },
    );
    let in_animation = |animation: View<'_>| {
        let mut samplers = animation.items("samplers").iter();
        samplers.any(|sampler| numbers.is_in_sampler(sampler))
    };
    json.change_some("animations", in_animation, |animation| {
        animation.change_some(
            "samplers",
            |sampler| numbers.is_in_sampler(sampler),
            |sampler| {
                OF_SAMPLERS.iter().for_each(|of| numbers.set(sampler, of));
            },
        );
    });
    let in_mesh = |mesh: View<'_>| {
        let mut primitives = mesh.items("primitives").iter();
        primitives.any(|primitive| numbers.is_in_primitive(primitive))
    };
    json.change_some("meshes", in_mesh, |mesh| {
        mesh.change_some(
            "primitives",
            |primitive| numbers.is_in_primitive(primitive),
            |primitive| {
                numbers.set_in_primitive(primitive);
            },
        );
    });
}

/// What names the accessors of a primitive's maps.
fn maps_of(primitive: View<'_>) -> Option<View<'_>> {
    primitive.get(EXTENSIONS)?.get(SKIN_METHOD)
}

/// Numbers that accessors get.
struct Numbers<'n, F> {
    new: &'n F,
}

impl<F: Fn(usize) -> Option<usize>> Numbers<'_, F> {
    fn other(&self, old: usize) -> Option<usize> {
        (self.new)(old).filter(|new| *new != old)
    }

    fn is_other(&self, object: View<'_>, name: &str) -> bool {
        object.index(name).and_then(|old| self.other(old)).is_some()
    }

    fn is_in_sampler(&self, sampler: View<'_>) -> bool {
        OF_SAMPLERS.iter().any(|of| self.is_other(sampler, of))
    }

    fn is_in_list(&self, list: View<'_>) -> bool {
        let mut numbers = list.members().filter_map(|(_, value)| value.to_index());
        numbers.any(|old| self.other(old).is_some())
    }

    fn is_in_primitive(&self, primitive: View<'_>) -> bool {
        let is_map = |maps| OF_MAPS.iter().any(|of| self.is_other(maps, of));
        self.is_other(primitive, OF_TRIANGLES)
            || maps_of(primitive).is_some_and(is_map)
            || primitive
                .get(ATTRIBUTES)
                .is_some_and(|list| self.is_in_list(list))
            || primitive
                .items("targets")
                .iter()
                .any(|list| self.is_in_list(list))
    }

    fn set_in_primitive(&self, primitive: &mut Draft<'_>) {
        self.set(primitive, OF_TRIANGLES);
        if maps_of(primitive.view()).is_some()
            && let Some(extensions) = primitive.member_mut(EXTENSIONS)
            && let Some(maps) = extensions.member_mut(SKIN_METHOD)
        {
            OF_MAPS.iter().for_each(|of| self.set(maps, of));
        }
        if primitive
            .get(ATTRIBUTES)
            .is_some_and(|list| self.is_in_list(list))
            && let Some(list) = primitive.member_mut(ATTRIBUTES)
        {
            self.set_in_list(list);
        }
        primitive.change_some(
            "targets",
            |list| self.is_in_list(list),
            |list| {
                self.set_in_list(list);
            },
        );
    }

    fn set(&self, object: &mut Draft<'_>, name: &'static str) {
        let new = object.index(name).and_then(|old| self.other(old));
        if let Some(new) = new {
            object.set(name, new);
        }
    }

    fn set_in_list(&self, list: &mut Draft<'_>) {
        for (_, value) in list.members_mut().into_iter().flatten() {
            let new = value.view().to_index().and_then(|old| self.other(old));
            if let Some(new) = new {
                *value = new.into();
            }
        }
    }
}
