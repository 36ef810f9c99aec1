//! Counts about a character that do not depend on its pose.

use character::{Character, Primitive};
use rig::JointIndex;

use crate::pose::drawn_joints::drawn_joints;

/// Counts for the tree and the statistics, computed once when a character is opened.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// Vertices of all placed primitives.
    pub vertices: usize,
    /// Triangles of all placed primitives.
    pub triangles: usize,
    /// The largest number of influences of a vertex.
    pub max_influences: usize,
    /// Joints that skins list, each once; other nodes of the skeleton are not counted.
    pub joint_count: usize,
    /// Per joint, in the order of the skeleton.
    pub joints: Vec<JointFacts>,
    drawn: Vec<bool>,
}

/// Counts about one joint.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JointFacts {
    /// Number of joints above it up to its root; 0 for a root.
    pub depth: usize,
    /// Number of direct children.
    pub children: usize,
    /// Whether a skin lists it.
    pub in_skin: bool,
    /// Number of vertices with a weight of this joint.
    pub vertices: usize,
    /// Its largest weight on a vertex, 0 to 1.
    pub largest_weight: f32,
}

impl JointFacts {
    /// Whether it has children.
    #[must_use]
    pub const fn has_children(&self) -> bool {
        self.children > 0
    }
}

impl Facts {
    /// Computes all counts of a character.
    #[must_use]
    pub fn of(character: &Character) -> Self {
        let mut facts = Self {
            joints: hierarchy(character.rig.skeleton.parents()),
            drawn: drawn_joints(character),
            ..Self::default()
        };
        for joint in character.rig.binds.iter().flat_map(|bind| bind.joints()) {
            if let Some(facts) = facts.joints.get_mut(joint.index()) {
                facts.in_skin = true;
            }
        }
        facts.joint_count = facts.joints.iter().filter(|joint| joint.in_skin).count();
        for (primitive, skin) in shown_primitives(character) {
            facts.count_primitive(character, primitive, skin);
        }
        facts
    }

    /// The facts of a joint; all zero for a joint that the character does not have.
    #[must_use]
    pub fn joint(&self, joint: JointIndex) -> JointFacts {
        self.joints.get(joint.index()).copied().unwrap_or_default()
    }

    /// Whether a joint is drawn ([`drawn_joints`]).
    #[must_use]
    pub fn is_drawn(&self, joint: JointIndex) -> bool {
        self.drawn.get(joint.index()) == Some(&true)
    }

    fn count_primitive(
        &mut self,
        character: &Character,
        primitive: &Primitive,
        skin: Option<usize>,
    ) {
        self.vertices += primitive.positions.len();
        self.triangles += primitive.triangles.len();
        let bind = skin.and_then(|skin| character.rig.binds.get(skin));
        let (Some(influences), Some(bind)) = (&primitive.influences, bind) else {
            return;
        };
        // Rows of zeros name a joint and bind nothing.
        let counts = influences.bound_rows().map(|row| row.joints.len());
        self.max_influences = counts.fold(self.max_influences, usize::max);
        let all = influences
            .bound_rows()
            .flat_map(|row| row.joints.iter().zip(row.weights));
        for (place, &weight) in all {
            let joint = bind.joint_at(*place);
            if let Some(facts) = joint.and_then(|joint| self.joints.get_mut(joint.index())) {
                facts.vertices += 1;
                facts.largest_weight = facts.largest_weight.max(weight);
            }
        }
    }
}

/// Depths and numbers of children. One pass is enough, since parents come before their children.
fn hierarchy(parents: &[Option<JointIndex>]) -> Vec<JointFacts> {
    let mut joints: Vec<JointFacts> = Vec::with_capacity(parents.len());
    for parent in parents {
        let parent = parent.and_then(|parent| joints.get_mut(parent.index()));
        let depth = parent.map_or(0, |parent| {
            parent.children += 1;
            parent.depth + 1
        });
        joints.push(JointFacts {
            depth,
            ..JointFacts::default()
        });
    }
    joints
}

fn shown_primitives(character: &Character) -> impl Iterator<Item = (&Primitive, Option<usize>)> {
    character.instances.iter().flat_map(|instance| {
        let mesh = character.meshes.get(instance.mesh);
        mesh.into_iter()
            .flat_map(|mesh| &mesh.primitives)
            .map(|primitive| (primitive, instance.skin))
    })
}
