//! Cameras that stand at nodes of the file.

use super::source::Source;
use crate::json::value::narrow;

/// A camera at a node of the file. It looks along −Z of the node's frame, +Y upwards.
#[derive(Clone, Debug, PartialEq)]
pub struct FileCamera {
    /// The key of the node's joint, see [`rig::Skeleton::key`].
    pub node: u32,
    /// Its name, else that of its node; none where neither has one.
    pub name: Option<String>,
    /// What it sees.
    pub lens: CameraLens,
}

/// What a camera sees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CameraLens {
    /// With perspective.
    Perspective {
        /// The vertical angle of view, radians, above 0 and below π.
        fov_y: f32,
    },
    /// Without perspective.
    Orthographic {
        /// The height of what is seen, in units of the file, above 0.
        height: f32,
    },
}

impl Source {
    /// The cameras of the file, in the order of its nodes, those of other scenes too. Left out are cameras whose numbers make no sense,
    /// as an angle of view of half a turn or a height of nothing.
    #[must_use]
    pub fn cameras(&self) -> Vec<FileCamera> {
        let (root, mut found) = (self.tree.root(), Vec::new());
        let cameras = root.items("cameras");
        if cameras.len() == 0 {
            return found;
        }
        for (node, key) in root.items("nodes").iter().zip(0_u32..) {
            let number = node.get("camera").and_then(|number| number.as_u64());
            let number = number.and_then(|number| usize::try_from(number).ok());
            let Some(camera) = number.and_then(|number| cameras.get(number)) else {
                continue;
            };
            let value = |kind: &str, member: &str| camera.get(kind)?.get(member)?.as_f64();
            let angle = value("perspective", "yfov").map(narrow);
            let half = value("orthographic", "ymag").map(narrow);
            let lens = match (angle, half) {
                (Some(fov_y), _) if fov_y > 0.0 && fov_y < std::f32::consts::PI => {
                    CameraLens::Perspective { fov_y }
                }
                (None, Some(half)) if half > 0.0 && half.is_finite() => {
                    CameraLens::Orthographic { height: 2.0 * half }
                }
                _ => continue,
            };
            let name = camera.get("name").or_else(|| node.get("name"));
            found.push(FileCamera {
                node: key,
                name: name.and_then(|name| name.as_str()).map(str::to_owned),
                lens,
            });
        }
        found
    }
}
