//! Numbers of a character that do not change while it is posed.

use character::{Character, Primitive};

/// Counts for the tree and the statistics, made once when a character is opened.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// Vertices of all primitives that the scene shows.
    pub vertices: usize,
    /// Their triangles.
    pub triangles: usize,
    /// Largest number of influences of a vertex.
    pub max_influences: usize,
    /// Per joint: vertices that it moves.
    pub vertices_of_joint: Vec<usize>,
    /// Per joint: distance from its root.
    pub depth: Vec<usize>,
    /// Per joint: whether it has children.
    pub has_children: Vec<bool>,
    /// Per joint: whether a skin lists it.
    pub in_skin: Vec<bool>,
}

impl Facts {
    /// Counts a character.
    #[must_use]
    pub fn of(character: &Character) -> Self {
        let joints = character.rig.skeleton.len();
        let mut facts = Self {
            vertices_of_joint: vec![0; joints],
            depth: vec![0; joints],
            has_children: vec![false; joints],
            in_skin: vec![false; joints],
            ..Self::default()
        };
        facts.count_hierarchy(character);
        for (primitive, skin) in shown_primitives(character) {
            facts.count_primitive(character, primitive, skin);
        }
        facts
    }

    /// Indices of the joints that are drawn, in order: those that skins list, or all where there is no skin.
    pub fn drawn_joints(&self) -> impl Iterator<Item = usize> {
        let any_skin = self.in_skin.contains(&true);
        self.in_skin
            .iter()
            .enumerate()
            .filter(move |(_, in_skin)| !any_skin || **in_skin)
            .map(|(joint, _)| joint)
    }

    fn count_hierarchy(&mut self, character: &Character) {
        for (joint, parent) in character.rig.skeleton.parents().iter().enumerate() {
            if let Some(parent) = parent {
                self.has_children[parent.index()] = true;
                self.depth[joint] = self.depth[parent.index()] + 1;
            }
        }
        for joint in character.rig.binds.iter().flat_map(|bind| bind.joints()) {
            self.in_skin[joint.index()] = true;
        }
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
        self.max_influences = self.max_influences.max(influences.max_per_vertex());
        for place in influences.rows().flat_map(|(places, _)| places) {
            if let Some(joint) = bind.joints().get(usize::from(*place)) {
                self.vertices_of_joint[joint.index()] += 1;
            }
        }
    }
}

fn shown_primitives(character: &Character) -> impl Iterator<Item = (&Primitive, Option<usize>)> {
    character.instances.iter().flat_map(|instance| {
        let mesh = character.meshes.get(instance.mesh);
        mesh.into_iter()
            .flat_map(|mesh| &mesh.primitives)
            .map(|primitive| (primitive, instance.skin))
    })
}
