//! What is checked of a text of weights, whatever its format: every check gives a sentence for the one who finds the place.

use std::collections::{BTreeMap, HashMap};

use glam::Vec3;
use rig::{InfluenceRow, JointSlot};
use text_files::{shorten, version_fault};

use super::{VERSION, WeightFile, WeightFileTarget};
use crate::Row;

/// Sums this near to one are what rounding leaves of one.
const ROUNDING: f64 = 1e-6;
/// More names than these are not listed in a message.
const NAMED: usize = 6;

/// A file in the making.
pub(super) struct Reader<'a> {
    target: &'a WeightFileTarget<'a>,
    named: HashMap<&'a str, JointSlot>,
    version: Option<u64>,
    count: Option<u32>,
    rows: BTreeMap<u32, Row>,
    places: BTreeMap<u32, Vec3>,
    divided: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(target: &'a WeightFileTarget<'a>) -> Self {
        let mut named = HashMap::new();
        for (joint, &name) in JointSlot::all().zip(target.joints) {
            named.entry(name).or_insert(joint);
        }
        Self {
            target,
            named,
            version: None,
            count: None,
            rows: BTreeMap::new(),
            places: BTreeMap::new(),
            divided: 0,
        }
    }

    pub(super) fn version(&mut self, version: u64) -> Result<(), String> {
        self.version = Some(version);
        version_fault(version, VERSION).map_or(Ok(()), Err)
    }

    pub(super) fn count(&mut self, count: u64) -> Result<(), String> {
        let expected = self.target.vertex_count;
        if let Some(expected) = expected.filter(|&expected| usize::try_from(count) != Ok(expected))
        {
            return Err(format!(
                "the file is for {count} vertices, and the mesh has {expected}; match by place, or export from this mesh"
            ));
        }
        let count = u32::try_from(count)
            .map_err(|_too_many| format!("{count} vertices are more than a mesh can have"))?;
        self.count = Some(count);
        Ok(())
    }

    /// Whether what comes before the rows was there.
    pub(super) fn is_open(&self) -> Result<(), String> {
        match (self.version, self.count) {
            (None, _) => Err("`version` is missing; it stands before the weights".to_owned()),
            (_, None) => {
                Err("`vertices`, their number, is missing; it stands before the weights".to_owned())
            }
            _ => Ok(()),
        }
    }

    /// A vertex that the mesh has.
    pub(super) fn vertex(&self, vertex: u64) -> Result<u32, String> {
        self.is_open()?;
        let count = self.count.unwrap_or(0);
        let fits = u32::try_from(vertex).ok().filter(|&vertex| vertex < count);
        fits.ok_or_else(|| match count {
            0 => format!("there is no vertex {vertex}: the file says that there are 0 vertices"),
            _ => format!(
                "there is no vertex {vertex}: with {count} vertices they go from 0 to {}",
                count - 1
            ),
        })
    }

    /// A vertex that has no row yet.
    pub(super) fn new_vertex(&self, vertex: u64) -> Result<u32, String> {
        let vertex = self.vertex(vertex)?;
        if self.rows.contains_key(&vertex) {
            return Err(format!(
                "vertex {vertex} stands here a second time; make one row of both"
            ));
        }
        Ok(vertex)
    }

    pub(super) fn joint(&self, name: &str) -> Result<JointSlot, String> {
        self.named.get(name).copied().ok_or_else(|| {
            let joints = self.target.joints;
            let meant = joints
                .iter()
                .find(|other| other.eq_ignore_ascii_case(name.trim()));
            if let Some(meant) = meant {
                return format!(
                    "the skin has no joint `{}`; write `{}`",
                    shorten(name),
                    shorten(meant)
                );
            }
            let some: Vec<String> = joints
                .iter()
                .take(NAMED)
                .map(|name| format!("`{}`", shorten(name)))
                .collect();
            let more = match joints.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!(
                "the skin has no joint `{}`; its joints are {}{more}",
                shorten(name),
                some.join(", ")
            )
        })
    }

    pub(super) fn weight(weight: f32) -> Result<f32, String> {
        if !weight.is_finite() {
            Err(format!(
                "the weight is {weight}; write a number from 0 to 1"
            ))
        } else if weight < 0.0 {
            Err(format!("the weight is {weight}; weights are 0 or more"))
        } else {
            Ok(weight)
        }
    }

    /// Whether a joint may still be named in a row.
    pub(super) fn check_new(
        &self,
        pairs: &[(JointSlot, f32)],
        joint: JointSlot,
    ) -> Result<(), String> {
        if pairs.iter().any(|&(other, _)| other == joint) {
            let name = super::name(self.target.joints, joint);
            return Err(format!(
                "`{}` stands in this row a second time; make one weight of both",
                shorten(&name)
            ));
        }
        Ok(())
    }

    /// Takes a row whose parts were checked.
    pub(super) fn row(&mut self, vertex: u32, pairs: &[(JointSlot, f32)]) -> Result<(), String> {
        let (joints, weights): (Vec<JointSlot>, Vec<f32>) = pairs.iter().copied().unzip();
        let row = Row::of(InfluenceRow {
            joints: &joints,
            weights: &weights,
        });
        if row.is_unbound() && !pairs.is_empty() {
            return Err(format!(
                "all weights of vertex {vertex} are 0; give a joint some, or name none to leave the vertex unbound"
            ));
        }
        let sum: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
        // An empty row is an unbound vertex, not a wrong sum.
        self.divided += usize::from(!pairs.is_empty() && (sum - 1.0).abs() > ROUNDING);
        self.rows.insert(vertex, row);
        Ok(())
    }

    pub(super) fn place(&mut self, vertex: u32, place: [f32; 3]) -> Result<(), String> {
        let place = Vec3::from_array(place);
        if !place.is_finite() {
            return Err(format!(
                "the place of vertex {vertex} is no place; write three numbers, or none"
            ));
        }
        if self.places.insert(vertex, place).is_some() {
            return Err(format!(
                "vertex {vertex} has a place already; keep one of both"
            ));
        }
        Ok(())
    }

    pub(super) fn file(self) -> Result<WeightFile, String> {
        self.is_open()?;
        Ok(WeightFile {
            vertex_count: self.count.unwrap_or(0),
            rows: self.rows,
            places: self.places,
            divided: self.divided,
        })
    }
}
