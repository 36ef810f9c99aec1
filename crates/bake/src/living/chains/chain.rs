//! A row of weights as a chain of joints that turn in part.

use rig::{JointIndex, Skeleton};

/// Weights below this are none, of joints in rows.
const NOTHING: f32 = 1e-9;

/// A link that takes over less hardly turns, and one that takes over all but so much is its joint.
const LEAST: f64 = 0.01;

/// A joint whose turn is taken over in part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Link {
    pub(crate) joint: JointIndex,
    /// How much of it, from 0 to 1.
    pub(crate) weight: f32,
}

impl Link {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "rounding to f32 is the purpose: files have such weights"
    )]
    const fn with_weight(self, weight: f64) -> Self {
        Self {
            weight: weight as f32,
            ..self
        }
    }
}

/// A base joint, and what turns beyond it, in the order in which nodes hang on each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Chain {
    /// None where the row's joints have no joint above them in common.
    pub(crate) base: Option<JointIndex>,
    pub(crate) links: Vec<Link>,
}

impl Chain {
    /// The chain of a row: its base is the deepest joint at or above all of its joints, its links are those below, each by the weight
    /// beyond it.
    pub(crate) fn of_row(skeleton: &Skeleton, row: &[(JointIndex, f32)]) -> Self {
        let weighty = row.iter().filter(|(_, weight)| *weight > NOTHING);
        let mut paths: Vec<(Vec<JointIndex>, f32)> = weighty
            .map(|&(joint, weight)| (path_to(skeleton, joint), weight))
            .collect();
        let shared = shared_length(&paths);
        let first = paths.first().map(|(path, _)| path.as_slice());
        let base = first.and_then(|path| path.get(shared.checked_sub(1)?).copied());
        // Branch by branch, and in each parents first.
        paths.sort_by(|one, other| one.0.cmp(&other.0));
        let mut links: Vec<Link> = Vec::new();
        for (path, weight) in &paths {
            for &joint in path.iter().skip(shared) {
                match links.iter_mut().find(|link| link.joint == joint) {
                    Some(link) => link.weight += weight,
                    None => links.push(Link {
                        joint,
                        weight: *weight,
                    }),
                }
            }
        }
        for link in &mut links {
            link.weight = link.weight.min(1.0);
        }
        Self { base, links }
    }

    /// The same turns in other orders: as it is; and, where there are branches, with each of them in the middle and the others around it in
    /// halves, which is right to second order there.
    pub(crate) fn orders(&self, skeleton: &Skeleton) -> Vec<Self> {
        let branches = self.branches(skeleton);
        let mut orders = vec![self.clone()];
        if branches.len() < 2 {
            return orders;
        }
        for middle in 0..branches.len() {
            // The one in the middle, and the others from the next one on.
            let mut around = branches.iter().cycle().skip(middle).take(branches.len());
            let mut links = around.next().cloned().unwrap_or_default();
            for branch in around {
                let half = branch.iter().map(|link| Link {
                    weight: 0.5 * link.weight,
                    ..*link
                });
                let half: Vec<Link> = half.collect();
                links = [half.as_slice(), &links, &half].concat();
            }
            orders.push(Self {
                base: self.base,
                links,
            });
        }
        orders
    }

    /// Links by the child of the base that they are at or below.
    fn branches(&self, skeleton: &Skeleton) -> Vec<Vec<Link>> {
        let top = |joint: JointIndex| {
            let mut above = std::iter::successors(Some(joint), |&joint| skeleton.parent(joint));
            above.find(|&joint| skeleton.parent(joint) == self.base)
        };
        let mut branches: Vec<(Option<JointIndex>, Vec<Link>)> = Vec::new();
        for link in &self.links {
            let of = top(link.joint);
            match branches.last_mut().filter(|(own, _)| *own == of) {
                Some((_, links)) => links.push(*link),
                None => branches.push((of, vec![*link])),
            }
        }
        branches.into_iter().map(|(_, links)| links).collect()
    }

    /// The weights of the links.
    pub(crate) fn weights(&self) -> Vec<f64> {
        let weights = self.links.iter().map(|link| f64::from(link.weight));
        weights.collect()
    }

    /// The same links with other weights.
    pub(crate) fn with_weights(&self, weights: &[f64]) -> Self {
        let links = self.links.iter().zip(weights);
        Self {
            base: self.base,
            links: links
                .map(|(link, weight)| link.with_weight(*weight))
                .collect(),
        }
    }

    /// Without links that hardly turn, and with a first one that is its joint as the base; weights in steps of one over `steps`, where such
    /// are wanted.
    pub(crate) fn simplified(&self, skeleton: &Skeleton, steps: Option<f64>) -> Self {
        let weights = self.weights().into_iter().map(|weight| match steps {
            Some(steps) => (weight * steps).round() / steps,
            None => weight,
        });
        let rounded: Vec<f64> = weights.map(|weight| weight.clamp(0.0, 1.0)).collect();
        let Self {
            mut base,
            mut links,
        } = self.with_weights(&rounded);
        links.retain(|link| f64::from(link.weight) > LEAST);
        let mut whole = 0;
        for link in &links {
            let is_next = skeleton.parent(link.joint) == base;
            if !is_next || f64::from(link.weight) < 1.0 - LEAST {
                break;
            }
            base = Some(link.joint);
            whole += 1;
        }
        links.drain(..whole);
        Self { base, links }
    }
}

/// From the root to a joint.
fn path_to(skeleton: &Skeleton, joint: JointIndex) -> Vec<JointIndex> {
    let above = std::iter::successors(Some(joint), |&joint| skeleton.parent(joint));
    let mut path: Vec<JointIndex> = above.collect();
    path.reverse();
    path
}

/// How many joints all paths begin with.
fn shared_length(paths: &[(Vec<JointIndex>, f32)]) -> usize {
    let Some(((first, _), others)) = paths.split_first() else {
        return 0;
    };
    let agrees = |place: &usize| {
        let own = first.get(*place);
        others.iter().all(|(path, _)| path.get(*place) == own)
    };
    (0..first.len()).take_while(agrees).count()
}

#[cfg(test)]
mod tests {
    use rig::{LocalTransform, SkeletonBuilder};

    use super::*;

    /// A hand with two fingers of two joints, and a wrist above it.
    fn hand() -> Skeleton {
        let mut builder = SkeletonBuilder::new();
        for (key, parent, name) in [
            (0, None, "wrist"),
            (1, Some(0), "hand"),
            (2, Some(1), "index"),
            (3, Some(2), "index tip"),
            (4, Some(1), "little"),
            (5, Some(4), "little tip"),
        ] {
            builder = builder.joint(key, parent, name, LocalTransform::default());
        }
        builder.build().unwrap()
    }

    fn told(skeleton: &Skeleton, chain: &Chain) -> Vec<(String, f32)> {
        let links = chain.links.iter();
        links
            .map(|link| (skeleton.name(link.joint).to_owned(), link.weight))
            .collect()
    }

    fn row(skeleton: &Skeleton, of: &[(&str, f32)]) -> Vec<(JointIndex, f32)> {
        let pairs = of.iter();
        pairs
            .map(|(name, weight)| (skeleton.find(name).unwrap(), *weight))
            .collect()
    }

    #[test]
    fn a_link_takes_over_the_weight_beyond_it() {
        let skeleton = hand();
        let of = |pairs: &[(&str, f32)]| Chain::of_row(&skeleton, &row(&skeleton, pairs));
        let path = of(&[("hand", 0.5), ("index", 0.25), ("index tip", 0.25)]);
        assert_eq!(path.base, skeleton.find("hand"));
        let expected = [("index".to_owned(), 0.5), ("index tip".to_owned(), 0.25)];
        assert_eq!(told(&skeleton, &path), expected);
        // Siblings meet above both, and a joint in between counts though the row does not name it.
        let across = of(&[("little tip", 0.75), ("index", 0.25)]);
        assert_eq!(across.base, skeleton.find("hand"));
        let expected = [("index", 0.25), ("little", 0.75), ("little tip", 0.75)]
            .map(|(name, weight)| (name.to_owned(), weight));
        assert_eq!(told(&skeleton, &across), expected);
        let alone = of(&[("hand", 1.0)]);
        assert_eq!((alone.base, alone.links.len()), (skeleton.find("hand"), 0));
        assert_eq!(of(&[]), Chain::default());
    }

    #[test]
    fn branches_go_around_each_other_in_halves() {
        let skeleton = hand();
        let pairs = row(&skeleton, &[("little", 0.5), ("index tip", 0.5)]);
        let chain = Chain::of_row(&skeleton, &pairs);
        let orders = chain.orders(&skeleton);
        assert_eq!((orders.len(), &orders[0]), (3, &chain));
        for order in &orders {
            // Each joint turns by as much in all.
            for link in &chain.links {
                let same = order.links.iter().filter(|it| it.joint == link.joint);
                let sum: f32 = same.map(|it| it.weight).sum();
                assert!((sum - link.weight).abs() < 1e-6, "{order:?}");
            }
        }
        let names = |order: &Chain| told(&skeleton, order).into_iter().map(|(name, _)| name);
        let around: Vec<String> = names(&orders[1]).collect();
        assert_eq!(around, ["little", "index", "index tip", "little"]);
        let path = Chain::of_row(&skeleton, &row(&skeleton, &[("hand", 0.5), ("index", 0.5)]));
        assert_eq!(path.orders(&skeleton).len(), 1, "no branch, no other order");
    }

    #[test]
    fn whole_and_missing_links_are_no_nodes() {
        let skeleton = hand();
        let pairs = row(
            &skeleton,
            &[("hand", 0.2), ("index", 0.4), ("index tip", 0.4)],
        );
        let chain = Chain::of_row(&skeleton, &pairs);
        let whole = chain
            .with_weights(&[0.995, 0.005])
            .simplified(&skeleton, None);
        assert_eq!(whole.base, skeleton.find("index"));
        assert!(whole.links.is_empty());
        let rounded = chain
            .with_weights(&[0.51, 0.26])
            .simplified(&skeleton, Some(16.0));
        assert_eq!(rounded.weights(), [0.5, 0.25]);
    }
}
