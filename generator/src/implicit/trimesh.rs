//! A triangle mesh that can be edited: edges split, collapse and flip.

use glam::DVec3;

/// Marks a removed triangle.
const GONE: [usize; 3] = [usize::MAX; 3];
/// Least cosine between a triangle's normals before and after an edit.
const MOST_TURNED: f64 = 0.4;
/// Twice the area over the longest edge's square: a triangle below this counts as a needle.
const THINNEST: f64 = 0.06;

/// Triangles, each with a label, and for every vertex the triangles around it.
#[derive(Clone, Debug, Default)]
pub(crate) struct TriMesh {
    /// The vertices; some may be used by no triangle.
    pub(crate) at: Vec<DVec3>,
    triangles: Vec<[usize; 3]>,
    labels: Vec<usize>,
    /// For each vertex the triangles that use it, in ascending order of their making.
    stars: Vec<Vec<usize>>,
}

impl TriMesh {
    pub(crate) fn new(at: Vec<DVec3>) -> Self {
        let stars = vec![Vec::new(); at.len()];
        Self {
            at,
            stars,
            ..Self::default()
        }
    }

    pub(super) fn push(&mut self, corners: [usize; 3]) {
        self.push_labeled(corners, 0);
    }

    fn push_labeled(&mut self, corners: [usize; 3], label: usize) {
        for corner in corners {
            self.stars[corner].push(self.triangles.len());
        }
        self.triangles.push(corners);
        self.labels.push(label);
    }

    fn drop_triangle(&mut self, triangle: usize) {
        for corner in std::mem::replace(&mut self.triangles[triangle], GONE) {
            self.stars[corner].retain(|&other| other != triangle);
        }
    }

    /// Number of triangle slots, removed ones included.
    pub(super) fn slots(&self) -> usize {
        self.triangles.len()
    }

    /// The corners of a live triangle.
    pub(super) fn corners(&self, slot: usize) -> Option<[usize; 3]> {
        self.triangles
            .get(slot)
            .copied()
            .filter(|corners| *corners != GONE)
    }

    pub(super) fn label(&self, slot: usize) -> usize {
        self.labels[slot]
    }

    pub(super) fn set_label(&mut self, slot: usize, label: usize) {
        self.labels[slot] = label;
    }

    /// Live triangles with their labels.
    pub(super) fn triangles(&self) -> impl Iterator<Item = ([usize; 3], usize)> {
        let all = self
            .triangles
            .iter()
            .copied()
            .zip(self.labels.iter().copied());
        all.filter(|(corners, _)| *corners != GONE)
    }

    pub(super) fn star(&self, vertex: usize) -> &[usize] {
        &self.stars[vertex]
    }

    /// The vertices that share an edge with this one, ascending.
    pub(super) fn neighbors(&self, vertex: usize) -> Vec<usize> {
        let corners = self.stars[vertex].iter().flat_map(|&t| self.triangles[t]);
        let mut found: Vec<usize> = corners.filter(|&corner| corner != vertex).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The triangles of an edge.
    pub(super) fn wings(&self, a: usize, b: usize) -> Vec<usize> {
        let star = self.stars[a].iter().copied();
        star.filter(|&t| self.triangles[t].contains(&b)).collect()
    }

    /// Whether the edge lies on the rim, or between two labels.
    pub(super) fn is_feature(&self, a: usize, b: usize) -> bool {
        match self.wings(a, b).as_slice() {
            &[t, u] => self.labels[t] != self.labels[u],
            _ => true,
        }
    }

    /// The neighbors along the rim and along borders of labels.
    pub(super) fn feature_neighbors(&self, vertex: usize) -> Vec<usize> {
        let star = &self.stars[vertex];
        let one_label = star
            .windows(2)
            .all(|pair| self.labels[pair[0]] == self.labels[pair[1]]);
        let around = self.neighbors(vertex);
        if one_label && around.len() == star.len() {
            return Vec::new();
        }
        around
            .into_iter()
            .filter(|&other| self.is_feature(vertex, other))
            .collect()
    }

    /// Separates sheets of the surface that meet in an edge of four triangles: at the ends of such an edge, every fan
    /// of triangles that are connected by other edges gets a vertex of its own.
    pub(super) fn separate_sheets(&mut self) {
        for vertex in 0..self.stars.len() {
            let mut around = self.neighbors(vertex).into_iter();
            if around.all(|other| self.wings(vertex, other).len() <= 2) {
                continue;
            }
            for fan in self.fans(vertex).into_iter().skip(1) {
                self.give_own_vertex(vertex, &fan);
            }
        }
    }

    /// The triangles around a vertex, grouped into fans that only edges of more than two triangles separate.
    fn fans(&self, vertex: usize) -> Vec<Vec<usize>> {
        let mut left = self.stars[vertex].clone();
        let mut fans: Vec<Vec<usize>> = Vec::new();
        while let Some(first) = left.pop() {
            let mut fan = vec![first];
            let mut next = 0;
            while let Some(&triangle) = fan.get(next) {
                next += 1;
                let ends = self.triangles[triangle].into_iter();
                let wings = ends
                    .filter(|&end| end != vertex)
                    .map(|end| self.wings(vertex, end));
                let beside: Vec<usize> = wings.filter(|wings| wings.len() == 2).flatten().collect();
                fan.extend(left.extract_if(.., |t| beside.contains(t)));
            }
            fans.push(fan);
        }
        fans
    }

    fn give_own_vertex(&mut self, vertex: usize, fan: &[usize]) {
        let copy = self.at.len();
        self.at.push(self.at[vertex]);
        // Fans are found in another order, and stars are ascending.
        let mut star = fan.to_vec();
        star.sort_unstable();
        for &triangle in fan {
            self.stars[vertex].retain(|&other| other != triangle);
            for corner in self.triangles[triangle]
                .iter_mut()
                .filter(|corner| **corner == vertex)
            {
                *corner = copy;
            }
        }
        self.stars.push(star);
    }

    /// Whether no edge has more than one triangle on either side.
    pub(super) fn is_manifold(&self) -> bool {
        let sides = self
            .triangles()
            .flat_map(|([a, b, c], _)| [(a, b), (b, c), (c, a)]);
        let mut sides: Vec<(usize, usize)> = sides.collect();
        sides.sort_unstable();
        sides.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// The triangle's corner that is not on the edge.
    fn opposite(&self, triangle: usize, a: usize, b: usize) -> usize {
        let corners = self.triangles[triangle];
        corners
            .into_iter()
            .find(|&corner| corner != a && corner != b)
            .unwrap_or(a)
    }

    /// Twice the area times the unit normal.
    pub(super) fn area_vector(&self, corners: [usize; 3]) -> DVec3 {
        let [a, b, c] = corners.map(|corner| self.at[corner]);
        (b - a).cross(c - a)
    }

    /// Splits the edge at a new vertex.
    pub(super) fn split(&mut self, a: usize, b: usize, point: DVec3) -> usize {
        let middle = self.at.len();
        self.at.push(point);
        self.stars.push(Vec::new());
        for triangle in self.wings(a, b) {
            let (corners, label) = (self.triangles[triangle], self.labels[triangle]);
            self.drop_triangle(triangle);
            let with = |old| corners.map(|corner| if corner == old { middle } else { corner });
            self.push_labeled(with(b), label);
            self.push_labeled(with(a), label);
        }
        middle
    }

    /// Collapses an edge: moves `kept` to the point and merges `gone` into it, unless that would fold or pinch the
    /// surface, make needles, or edges longer than `longest`.
    pub(super) fn collapse(
        &mut self,
        [kept, gone]: [usize; 2],
        point: DVec3,
        longest: f64,
    ) -> bool {
        let wings = self.wings(kept, gone);
        let around = self.neighbors(kept);
        let shared: Vec<usize> = self
            .neighbors(gone)
            .into_iter()
            .filter(|v| around.binary_search(v).is_ok())
            .collect();
        // The link condition: otherwise triangles would fall onto each other and pinch the surface.
        if shared.len() != wings.len() || shared.iter().any(|&v| self.stars[v].len() <= 3) {
            return false;
        }
        for vertex in [kept, gone] {
            let mut others = self.stars[vertex].iter().filter(|t| !wings.contains(t));
            if others.any(|&t| !self.stays_good(t, vertex, point, longest)) {
                return false;
            }
        }
        for &wing in &wings {
            self.drop_triangle(wing);
        }
        for triangle in std::mem::take(&mut self.stars[gone]) {
            let corners = self.triangles[triangle];
            self.triangles[triangle] = corners.map(|c| if c == gone { kept } else { c });
            self.stars[kept].push(triangle);
        }
        self.at[kept] = point;
        true
    }

    /// Whether the triangle stays valid with its corner `vertex` at the point.
    fn stays_good(&self, triangle: usize, vertex: usize, point: DVec3, longest: f64) -> bool {
        let corners = self.triangles[triangle];
        let old = corners.map(|corner| self.at[corner]);
        let new = corners.map(|corner| {
            if corner == vertex {
                point
            } else {
                self.at[corner]
            }
        });
        turns_little(old, new)
            && !is_needle(new)
            && sides(new).iter().all(|side| *side < longest * longest)
    }

    /// Turns the edge of two triangles into the other diagonal, unless that would fold the surface.
    pub(super) fn flip(&mut self, a: usize, b: usize) -> bool {
        let wings = self.wings(a, b);
        let &[t, u] = wings.as_slice() else {
            return false;
        };
        // The edge runs from a to b in the first of the two triangles.
        let runs = |t: usize| {
            (0..3).any(|k| self.triangles[t][k] == a && self.triangles[t][(k + 1) % 3] == b)
        };
        let (t, u) = if runs(t) { (t, u) } else { (u, t) };
        let (c, d) = (self.opposite(t, a, b), self.opposite(u, a, b));
        let new = [[c, d, b], [d, c, a]];
        // Borders of labels must stay, and the new diagonal must not be an edge already.
        if self.labels[t] != self.labels[u] || !self.wings(c, d).is_empty() {
            return false;
        }
        // The sum of both old normals, by area: neither new triangle may turn away from it.
        let whole = (self.area_vector([a, b, c]) + self.area_vector([b, a, d])).normalize_or_zero();
        let good = |corners: [usize; 3]| {
            let normal = self.area_vector(corners).normalize_or_zero();
            normal.dot(whole) > MOST_TURNED && !is_needle(corners.map(|corner| self.at[corner]))
        };
        if !new.iter().all(|&corners| good(corners)) {
            return false;
        }
        let label = self.labels[t];
        self.drop_triangle(t);
        self.drop_triangle(u);
        for corners in new {
            self.push_labeled(corners, label);
        }
        true
    }

    /// Moves a vertex, unless that would fold the surface there.
    pub(super) fn shift(&mut self, vertex: usize, point: DVec3) {
        let fine = self.stars[vertex].iter().all(|&t| {
            let old = self.triangles[t].map(|corner| self.at[corner]);
            let moved = |c: usize| if c == vertex { point } else { self.at[c] };
            let new = self.triangles[t].map(moved);
            turns_little(old, new)
        });
        if fine {
            self.at[vertex] = point;
        }
    }

    /// The corners of the two triangles of an edge that are not on it.
    pub(super) fn diagonal(&self, a: usize, b: usize) -> Option<[usize; 2]> {
        match self.wings(a, b).as_slice() {
            &[t, u] => Some([self.opposite(t, a, b), self.opposite(u, a, b)]),
            _ => None,
        }
    }

    /// A copy without removed triangles and unused vertices.
    pub(super) fn compacted(&self) -> Self {
        let mut place = vec![usize::MAX; self.at.len()];
        let mut compact = Self::default();
        for (corners, label) in self.triangles() {
            let unplaced = |place: &[usize], corner: usize| place[corner] == usize::MAX;
            for corner in corners
                .into_iter()
                .filter(|&c| unplaced(&place, c))
                .collect::<Vec<_>>()
            {
                place[corner] = compact.at.len();
                compact.at.push(self.at[corner]);
                compact.stars.push(Vec::new());
            }
            compact.push_labeled(corners.map(|corner| place[corner]), label);
        }
        compact
    }
}

fn area_vector([a, b, c]: [DVec3; 3]) -> DVec3 {
    (b - a).cross(c - a)
}

fn turns_little(old: [DVec3; 3], new: [DVec3; 3]) -> bool {
    let (old, new) = (area_vector(old), area_vector(new));
    old.dot(new) > MOST_TURNED * old.length() * new.length()
}

fn sides([a, b, c]: [DVec3; 3]) -> [f64; 3] {
    [
        a.distance_squared(b),
        b.distance_squared(c),
        c.distance_squared(a),
    ]
}

fn is_needle(corners: [DVec3; 3]) -> bool {
    let longest = sides(corners).into_iter().fold(0.0, f64::max);
    area_vector(corners).length() < THINNEST * longest
}
