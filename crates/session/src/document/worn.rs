//! Clothes that were bound with a body, so that they can follow what becomes of its weights.

use std::collections::BTreeMap;
use std::sync::Arc;

use character::Character;

use super::Document;

/// By mesh of clothes the mesh of the body below it; both by their places in the character's list.
pub type Worn = Arc<BTreeMap<usize, usize>>;

/// The clothes that a file keeps.
#[must_use]
pub fn worn_of_file(character: &Character) -> Worn {
    Arc::new(character.source.kept.worn.clone())
}

impl Document {
    /// The same with clothes that lie over a body. What is body of others already may be worn itself; a mesh over itself is left out.
    #[must_use]
    pub fn with_worn(self, clothes: &[usize], body: usize) -> Self {
        let mut worn = (*self.worn).clone();
        let clothes = clothes.iter().filter(|cloth| **cloth != body);
        worn.extend(clothes.map(|&cloth| (cloth, body)));
        let worn = match worn == *self.worn {
            true => Arc::clone(&self.worn),
            false => Arc::new(worn),
        };
        Self { worn, ..self }
    }

    /// The same for meshes at other places; without those that are not there any more.
    pub(crate) fn worn_where(&self, mesh_of: &impl Fn(usize) -> Option<usize>) -> Worn {
        let worn = self.worn.iter();
        let moved = worn.filter_map(|(&cloth, &body)| Some((mesh_of(cloth)?, mesh_of(body)?)));
        Arc::new(moved.collect())
    }

    /// Clothes with the bodies below them that the character has both, bodies before what is worn over them.
    #[must_use]
    pub fn worn_from_within(&self) -> Vec<[usize; 2]> {
        let count = self.character.meshes.len();
        let pairs = self.worn.iter().map(|(&cloth, &body)| [cloth, body]);
        let mut left: Vec<[usize; 2]> = pairs
            .filter(|pair| pair.iter().all(|mesh| *mesh < count))
            .collect();
        let mut ordered = Vec::with_capacity(left.len());
        while !left.is_empty() {
            let is_waiting = |body: usize| left.iter().any(|[cloth, _]| *cloth == body);
            let (waiting, ready): (Vec<[usize; 2]>, Vec<[usize; 2]>) =
                left.iter().partition(|[_, body]| is_waiting(*body));
            if ready.is_empty() {
                // Two that are worn over each other, which the user may say: each in turn.
                ordered.extend(waiting);
                break;
            }
            ordered.extend(ready);
            left = waiting;
        }
        ordered
    }
}
