//! Reading of the expressions of an avatar, as the VRM extensions have them.
//!
//! | file | extension | where they are | what one names |
//! |---|---|---|---|
//! | VRM 1.0 | `VRMC_vrm` | `expressions.preset` and `.custom`: objects of `name: { morphTargetBinds }` | `node`, `index`, `weight` to 1 |
//! | VRM 0.x | `VRM` | `blendShapeMaster.blendShapeGroups`: a list of `{ presetName, name, binds }` | `mesh`, `index`, `weight` to 100 |
//! | VRM animation 1.0 | `VRMC_vrm_animation` | as VRM 1.0 | `node`, whose translation along X is the weight |
//!
//! Of several the first that a file has counts, in this order.

use std::collections::{BTreeMap, BTreeSet};

use crate::bytes::reader::Reader;
use crate::fault::error::ReadResult;
use crate::fault::warning::WarningKind;
use crate::json::tree::Members;
use crate::json::value::At;
use crate::model::character::MeshInstance;
use crate::model::expression::{Expression, ExpressionOverride, ExpressionOverrides, MorphShare};
use crate::nodes::skeleton::Joints;

/// What the expressions of VRM 0.x are called in VRM 1.0, where that is another name.
const RENAMED: [(&str, &str); 14] = [
    ("a", "aa"),
    ("i", "ih"),
    ("u", "ou"),
    ("e", "ee"),
    ("o", "oh"),
    ("joy", "happy"),
    ("sorrow", "sad"),
    ("fun", "relaxed"),
    ("lookup", "lookUp"),
    ("lookdown", "lookDown"),
    ("lookleft", "lookLeft"),
    ("lookright", "lookRight"),
    ("blink_l", "blinkLeft"),
    ("blink_r", "blinkRight"),
];
/// What VRM 0.x has in place of the name of one that is not of the specification.
const UNKNOWN: &str = "unknown";
/// The whole weight of a target in VRM 0.x.
const WHOLE: f32 = 100.0;

/// The expressions of the file, in its order.
///
/// Those without a name, or with one that an earlier one has, are left out, as are targets and nodes that do not exist; a warning
/// counts both.
pub(crate) fn read_expressions(
    reader: &Reader<'_>,
    joints: &Joints,
    instances: &[MeshInstance],
) -> ReadResult<Vec<Expression>> {
    let Some(extensions) = reader.root.get("extensions") else {
        return Ok(Vec::new());
    };
    let places = Places::new(joints, instances);
    let found = |name: &'static str| {
        let extension = extensions.get(name)?;
        extension.value.as_object().map(|_| extension)
    };
    if let Some(vrm) = found("VRMC_vrm") {
        return places.read(reader, &vrm, Places::of_vrm_1);
    }
    if let Some(vrm) = found("VRM") {
        return places.read_groups(reader, &vrm);
    }
    match found("VRMC_vrm_animation") {
        Some(animation) => places.read(reader, &animation, Places::of_animation),
        None => Ok(Vec::new()),
    }
}

/// What expressions name.
struct Places<'a> {
    joints: &'a Joints,
    of_node: BTreeMap<usize, &'a MeshInstance>,
    of_mesh: BTreeMap<usize, Vec<&'a MeshInstance>>,
}

/// Expressions as they are found, and how many parts of them were left out.
#[derive(Default)]
struct Found {
    list: Vec<Expression>,
    names: BTreeSet<String>,
    n_ignored: usize,
}

impl Found {
    fn add(&mut self, expression: Expression) {
        let name = expression.name.to_lowercase();
        if name.trim().is_empty() || !self.names.insert(name) {
            self.n_ignored += 1;
        } else {
            self.list.push(expression);
        }
    }
}

/// The morph targets of an expression as they are read; of one that is named twice the shares add up.
#[derive(Default)]
struct Shares {
    by_weight: BTreeMap<usize, f32>,
}

impl Shares {
    fn finish(self) -> Vec<MorphShare> {
        let all = self.by_weight.into_iter();
        let all = all.map(|(weight, share)| MorphShare { weight, share });
        all.filter(|it| it.share != 0.0 && it.share.is_finite())
            .collect()
    }
}

impl<'a> Places<'a> {
    fn new(joints: &'a Joints, instances: &'a [MeshInstance]) -> Self {
        let mut of_mesh: BTreeMap<usize, Vec<&MeshInstance>> = BTreeMap::new();
        for instance in instances
            .iter()
            .filter(|instance| !instance.morph.is_empty())
        {
            of_mesh.entry(instance.mesh).or_default().push(instance);
        }
        Self {
            joints,
            of_node: instances.iter().map(|it| (it.file_node, it)).collect(),
            of_mesh,
        }
    }

    /// Expressions as VRM 1.0 has them, by name.
    fn read(
        &self,
        reader: &Reader<'_>,
        extension: &At<'_>,
        read: impl Fn(&Self, &Reader<'_>, &At<'_>, &mut Found) -> ReadResult<Expression>,
    ) -> ReadResult<Vec<Expression>> {
        let Some(expressions) = extension.get("expressions") else {
            return Ok(Vec::new());
        };
        let mut found = Found::default();
        let lists = ["preset", "custom"].map(|kind| expressions.get(kind));
        let named = lists.iter().flatten().flat_map(|list| {
            let names = list.value.as_object().into_iter().flat_map(Members::names);
            names.map(move |name| (name, list.get(name)))
        });
        for (name, at) in named {
            let Some(at) = at.filter(|at| at.value.as_object().is_some()) else {
                found.n_ignored += 1;
                continue;
            };
            charge(reader, &at, name)?;
            let expression = read(self, reader, &at, &mut found)?;
            found.add(Expression {
                name: name.to_owned(),
                ..expression
            });
        }
        reader.warn_of(
            WarningKind::ExpressionIgnored,
            &expressions,
            found.n_ignored,
        );
        Ok(found.list)
    }

    fn of_vrm_1(
        &self,
        reader: &Reader<'_>,
        at: &At<'_>,
        found: &mut Found,
    ) -> ReadResult<Expression> {
        let mut shares = Shares::default();
        for bind in elements(at, "morphTargetBinds") {
            let instance = index(&bind, "node").and_then(|node| self.of_node.get(&node));
            let share = bind.get("weight").map_or(Some(1.0), |it| it.number().ok());
            let is_taken = instance.zip(share);
            let is_taken = is_taken.is_some_and(|(of, share)| take(&mut shares, of, &bind, share));
            found.n_ignored += usize::from(!is_taken);
        }
        let shares = shares.finish();
        reader.charge(at, shares.len(), size_of::<MorphShare>())?;
        let holds = |name| match at.get(name).and_then(|it| it.value.as_str()) {
            Some("block") => ExpressionOverride::Block,
            Some("blend") => ExpressionOverride::Blend,
            _ => ExpressionOverride::None,
        };
        Ok(Expression {
            overrides: ExpressionOverrides {
                blink: holds("overrideBlink"),
                look_at: holds("overrideLookAt"),
                mouth: holds("overrideMouth"),
            },
            n_materials: elements(at, "materialColorBinds").count()
                + elements(at, "textureTransformBinds").count(),
            ..of_shares(at, shares)
        })
    }

    fn of_animation(
        &self,
        _reader: &Reader<'_>,
        at: &At<'_>,
        found: &mut Found,
    ) -> ReadResult<Expression> {
        let joint = index(at, "node").and_then(|node| self.joints.of_node.get(&node));
        found.n_ignored += usize::from(joint.is_none());
        Ok(Expression {
            weight_joint: joint.map(|&joint| self.joints.skeleton.key(joint)),
            ..of_shares(at, Vec::new())
        })
    }

    /// Expressions as VRM 0.x has them: blend shape groups.
    fn read_groups(&self, reader: &Reader<'_>, extension: &At<'_>) -> ReadResult<Vec<Expression>> {
        let Some(master) = extension.get("blendShapeMaster") else {
            return Ok(Vec::new());
        };
        let mut found = Found::default();
        for at in elements(&master, "blendShapeGroups") {
            let text = |key| at.value.get(key).and_then(|it| it.as_str());
            let preset = text("presetName").map(str::to_lowercase);
            let preset = preset.filter(|preset| !preset.is_empty() && preset != UNKNOWN);
            let renamed = |preset: String| {
                let new = RENAMED.iter().find(|(old, _)| *old == preset);
                new.map_or(preset, |(_, new)| (*new).to_owned())
            };
            let own = || text("name").map(str::to_owned);
            let name = preset.map(renamed).or_else(own).unwrap_or_default();
            charge(reader, &at, &name)?;
            let mut shares = Shares::default();
            for bind in elements(&at, "binds") {
                let of_mesh = index(&bind, "mesh").and_then(|mesh| self.of_mesh.get(&mesh));
                let share = bind.get("weight").and_then(|it| it.number().ok());
                let instances = of_mesh.map_or(&[][..], Vec::as_slice);
                // Each place of the mesh has weights of its own.
                reader.charge(&bind, instances.len(), size_of::<MorphShare>())?;
                let share = share.unwrap_or(WHOLE) / WHOLE;
                let taken = instances.iter();
                let taken = taken.filter(|of| take(&mut shares, of, &bind, share));
                found.n_ignored += usize::from(taken.count() == 0);
            }
            found.add(Expression {
                name,
                n_materials: elements(&at, "materialValues").count(),
                ..of_shares(&at, shares.finish())
            });
        }
        reader.warn_of(WarningKind::ExpressionIgnored, &master, found.n_ignored);
        Ok(found.list)
    }
}

/// Takes the target of a bind; false where the mesh has none of that number.
fn take(shares: &mut Shares, instance: &MeshInstance, bind: &At<'_>, share: f32) -> bool {
    let place = index(bind, "index").and_then(|index| instance.morph.clone().nth(index));
    let Some(place) = place else {
        return false;
    };
    *shares.by_weight.entry(place).or_default() += share;
    true
}

fn of_shares(at: &At<'_>, shares: Vec<MorphShare>) -> Expression {
    let is_binary = at.value.get("isBinary").and_then(|it| it.as_bool());
    Expression {
        name: String::new(),
        is_binary: is_binary.unwrap_or(false),
        overrides: ExpressionOverrides::default(),
        shares,
        n_materials: 0,
        weight_joint: None,
    }
}

fn charge(reader: &Reader<'_>, at: &At<'_>, name: &str) -> ReadResult<()> {
    reader.charge(at, 1, size_of::<Expression>())?;
    // Kept, and once more while names are compared.
    reader.charge(at, name.len(), 2)
}

/// The elements of a list; none of what is no list.
fn elements<'a>(at: &At<'a>, key: &'static str) -> impl Iterator<Item = At<'a>> {
    at.items(key).into_iter().flatten()
}

fn index(at: &At<'_>, key: &'static str) -> Option<usize> {
    usize::try_from(at.get(key)?.integer().ok()?).ok()
}
