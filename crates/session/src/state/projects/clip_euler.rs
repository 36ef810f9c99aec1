//! Euler curves of clips in a project: their shape, and the way from and to the document.

use glam::Quat;
use rig::{EulerCurves, EulerOrder, Keys, Track};
use serde::{Deserialize, Serialize};

use super::packed_keys::{pack_keys, unpack_track};
use crate::document::journal::{KeptCurves, KeptEuler, NodeName};

/// The Euler curves of a joint, set or removed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EulerShape {
    /// Key of the joint.
    pub key: u32,
    /// Address of the joint.
    pub joint: String,
    /// The axes from the first turn to the last, as `XYZ`; none where the curves were removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<String>,
    /// The rotation at which all angles are 0: x, y, z, w.
    #[serde(default = "identity")]
    pub rest: [f32; 4],
    /// The keys of X, Y and Z in degrees, packed; none for an axis that stays at 0.
    #[serde(default, skip_serializing_if = "no_axis")]
    pub axes: [Option<String>; 3],
}

const fn identity() -> [f32; 4] {
    [0.0, 0.0, 0.0, 1.0]
}

fn no_axis(axes: &[Option<String>; 3]) -> bool {
    axes.iter().all(Option::is_none)
}

impl EulerShape {
    pub(super) fn new(kept: &KeptEuler) -> Self {
        let curves = kept.curves.as_ref();
        let pack = |track: &Option<Track<f32>>| {
            let track = track.as_ref();
            track.map(|track| pack_keys(Keys::Number(track)))
        };
        Self {
            key: kept.node.key,
            joint: kept.node.address.clone(),
            order: curves.map(|own| own.order.name().to_owned()),
            rest: curves.map_or_else(identity, |own| own.rest.to_array()),
            axes: curves.map_or([None, None, None], |own| own.axes.each_ref().map(pack)),
        }
    }

    /// The curves, or why there are none, a clause.
    pub(super) fn to_kept(&self) -> Result<KeptEuler, String> {
        let node = NodeName {
            key: self.key,
            address: self.joint.clone(),
        };
        let Some(order) = &self.order else {
            return Ok(KeptEuler { node, curves: None });
        };
        let order = EulerOrder::named(order)
            .ok_or_else(|| format!("{order:?} is no order of axes, as XYZ"))?;
        let [x, y, z] = &self.axes;
        let axis = |text: &Option<String>| {
            let text = text.as_deref();
            text.map(unpack_track::<f32>).transpose()
        };
        let axes = [axis(x)?, axis(y)?, axis(z)?];
        let rest = Quat::from_array(self.rest);
        // Read once, so that what is no curve is told with its joint.
        EulerCurves::new(order, rest, axes.clone()).map_err(|error| error.to_string())?;
        Ok(KeptEuler {
            node,
            curves: Some(KeptCurves { order, rest, axes }),
        })
    }
}
