//! Files of names: which joints are called what from now on.

use std::collections::{BTreeMap, HashMap};

use rig::{JointIndex, Skeleton};
use serde::{Deserialize, Serialize};
use text_files::{FileFault, Format, Version, text_of, without_mark};

/// Version of the format.
const VERSION: u32 = 1;
/// The most bytes of such a file: two names of 200 letters for each of 10,000 joints take a fourth of it.
pub const MOST_BYTES: u64 = 16 << 20;

const FORMAT: Format = Format {
    name: "JointNames",
    version: VERSION,
    longest: 16 << 20,
    implicit_some: true,
    hint: example,
};

/// An example of the syntax where brackets are missing, for the message.
const fn example(fault: &ron::Error) -> Option<&'static str> {
    Some(match fault {
        ron::Error::ExpectedStructLike | ron::Error::ExpectedNamedStructLike(_) => {
            ", as in `(version: 1, names: { \"old\": \"new\" })`"
        }
        ron::Error::ExpectedMap => ", as in `names: { \"old\": \"new\" }`",
        _ => return None,
    })
}

/// What stands before the number of a node whose joint has no name.
const NODE: &str = "node ";

/// What stands above the names in a file that is written.
const HEAD: &str = "\
// What joints are called, and what they are to be called, for `dualskin skeleton rename` with `--map`. A line that is left out leaves
// its joints as they are called.
";

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename = "JointNames")]
struct Read {
    #[serde(rename = "version")]
    _version: Version<VERSION>,
    names: BTreeMap<String, String>,
}

#[derive(Serialize)]
#[serde(rename = "JointNames")]
struct Written<'a> {
    version: u32,
    names: &'a BTreeMap<String, String>,
}

/// New names by those that joints have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameMap {
    /// The new name of each name.
    pub names: BTreeMap<String, String>,
}

impl NameMap {
    /// Reads the bytes of a file, which messages call `file`.
    ///
    /// # Errors
    ///
    /// One sentence with line, column and remedy.
    pub fn read(bytes: &[u8], file: &str) -> Result<Self, String> {
        let read: Result<Read, _> = text_of(bytes).and_then(|text| FORMAT.read(without_mark(text)));
        match read {
            Ok(Read { names, .. }) => Ok(Self { names }),
            Err(fault) => Err(FileFault::new(file, fault).to_string()),
        }
    }

    /// The map as RON.
    #[must_use]
    pub fn to_text(&self) -> String {
        let written = Written {
            version: VERSION,
            names: &self.names,
        };
        let pretty = ron::ser::PrettyConfig::default()
            .struct_names(true)
            .new_line("\n");
        // Texts can always be written.
        let text = ron::ser::to_string_pretty(&written, pretty).unwrap_or_default();
        format!("{HEAD}{text}\n")
    }

    /// The joints of a skeleton with the names that they are to have, old and new.
    ///
    /// A joint without a name is listed by its node, as `node 12`.
    #[must_use]
    pub fn of(skeleton: &Skeleton, new: &BTreeMap<JointIndex, String>) -> Self {
        let named = skeleton.joints().map(|joint| {
            let old = match skeleton.name(joint) {
                "" => format!("{NODE}{}", skeleton.key(joint)),
                name => name.to_owned(),
            };
            let new = new.get(&joint).unwrap_or(&old).clone();
            (old, new)
        });
        Self {
            names: named.collect(),
        }
    }

    /// The joints of a skeleton that get another name, each with it; and the names of the map that no joint has.
    #[must_use]
    pub fn for_skeleton(&self, skeleton: &Skeleton) -> (Vec<(JointIndex, String)>, Vec<String>) {
        let mut joints: HashMap<&str, Vec<JointIndex>> = HashMap::new();
        for joint in skeleton.joints() {
            joints.entry(skeleton.name(joint)).or_default().push(joint);
        }
        let (mut names, mut absent) = (Vec::new(), Vec::new());
        for (old, new) in &self.names {
            match joints.get(old.as_str()) {
                None => match nameless_joint(skeleton, old) {
                    None => absent.push(old.clone()),
                    Some(joint) if old != new => names.push((joint, new.clone())),
                    Some(_) => {}
                },
                Some(joints) if old != new => {
                    names.extend(joints.iter().map(|&joint| (joint, new.clone())));
                }
                Some(_) => {}
            }
        }
        (names, absent)
    }
}

/// The joint without a name that `node 12` stands for.
fn nameless_joint(skeleton: &Skeleton, label: &str) -> Option<JointIndex> {
    let key = label.strip_prefix(NODE)?.parse().ok()?;
    let joint = skeleton.joint_of_key(key)?;
    skeleton.name(joint).is_empty().then_some(joint)
}
