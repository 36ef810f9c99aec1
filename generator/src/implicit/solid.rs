//! The solids that bodies are modeled from: round cones and plates, squashed if asked, with their signed distances.
//!
//! Only the four basic operations and square roots are used, which every machine rounds alike: the meshes of these
//! distances are the same everywhere, bit for bit.

use glam::{DMat3, DVec3};

/// The shape of a solid before it is squashed.
#[derive(Clone, Copy, Debug)]
enum SolidForm {
    /// Two balls and the cone that touches both.
    Cone { axis: DVec3, radii: [f64; 2] },
    /// A triangle with a thickness; its corners are relative to the first.
    Plate { edges: [DVec3; 2], radius: f64 },
}

/// One solid of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Solid {
    form: SolidForm,
    origin: DVec3,
    /// Rotates model space into the solid's own.
    local_from_model: DMat3,
    /// Factors on the solid's own axes before the form's distance is taken: 1 changes nothing.
    squash: DVec3,
    squashed: bool,
    /// Distance from the seam within which it blends into the solids before it in its group.
    pub(crate) blend: f64,
    /// Length of the mesh's edges on it.
    pub(crate) edge: f64,
    /// Zone of the body: an index that the character chooses.
    pub(crate) zone: usize,
    /// Whether it is subtracted instead of added.
    pub(crate) cuts: bool,
}

/// A round cone: the balls around `a` and `b`, and the cone between them.
pub(crate) fn cone(a: DVec3, radius_a: f64, b: DVec3, radius_b: f64) -> Solid {
    Solid::new(
        a,
        SolidForm::Cone {
            axis: b - a,
            radii: [radius_a, radius_b],
        },
    )
}

/// A ball, as a round cone of length 0.
pub(crate) fn ball(center: DVec3, radius: f64) -> Solid {
    cone(center, radius, center, radius)
}

/// An ellipsoid along the model's axes.
pub(crate) fn ellipsoid(center: DVec3, radii: DVec3) -> Solid {
    turned_ellipsoid(center, radii, DMat3::IDENTITY)
}

/// An ellipsoid whose axes are the columns of `axes`.
pub(crate) fn turned_ellipsoid(center: DVec3, radii: DVec3, axes: DMat3) -> Solid {
    Solid {
        local_from_model: axes.transpose(),
        squash: radii.recip(),
        squashed: true,
        ..ball(center, 1.0)
    }
}

/// A triangle, thick by twice the radius.
pub(crate) fn plate(corners: [DVec3; 3], radius: f64) -> Solid {
    let [a, b, c] = corners;
    Solid::new(
        a,
        SolidForm::Plate {
            edges: [b - a, c - a],
            radius,
        },
    )
}

impl Solid {
    fn new(origin: DVec3, form: SolidForm) -> Self {
        Self {
            form,
            origin,
            local_from_model: DMat3::IDENTITY,
            squash: DVec3::ONE,
            squashed: false,
            blend: 0.0,
            edge: 1.0,
            zone: 0,
            cuts: false,
        }
    }

    /// Makes a round cone thinner by `factor` along `axis`, or thicker where the factor is below 1.
    pub(crate) fn flat(mut self, axis: DVec3, factor: f64) -> Self {
        let z = axis.normalize();
        let x = z.any_orthonormal_vector();
        let frame = DMat3::from_cols(x, z.cross(x), z).transpose();
        if let SolidForm::Cone { axis, .. } = &mut self.form {
            let mut local = frame * *axis;
            local.z *= factor;
            *axis = local;
        }
        self.local_from_model = frame;
        self.squash = DVec3::new(1.0, 1.0, factor);
        self.squashed = true;
        self
    }

    /// Scaled from a fixed point; edges keep their length.
    pub(crate) fn grown(mut self, from: DVec3, factor: f64) -> Self {
        self.origin = from + factor * (self.origin - from);
        self.blend *= factor;
        match &mut self.form {
            SolidForm::Cone { axis, radii } => {
                *axis *= factor;
                *radii = radii.map(|radius| factor * radius);
            }
            SolidForm::Plate { edges, radius } => {
                *edges = edges.map(|edge| factor * edge);
                *radius *= factor;
            }
        }
        self
    }

    pub(crate) fn moved(self, by: DVec3) -> Self {
        Self {
            origin: self.origin + by,
            ..self
        }
    }

    pub(crate) fn blend(self, blend: f64) -> Self {
        Self { blend, ..self }
    }

    pub(crate) fn edge(self, edge: f64) -> Self {
        Self { edge, ..self }
    }

    pub(crate) fn zone(self, zone: usize) -> Self {
        Self { zone, ..self }
    }

    pub(crate) fn into_cut(self) -> Self {
        Self { cuts: true, ..self }
    }

    /// Signed distance: exact where nothing is squashed, else of first order near the surface.
    pub(crate) fn distance(&self, point: DVec3) -> f64 {
        let p = point - self.origin;
        if !self.squashed {
            return self.form.distance(p).0;
        }
        let (distance, gradient) = self
            .form
            .distance(self.squash * (self.local_from_model * p));
        // The distance in squashed space over the slope there: of first order, and never a root of a higher equation.
        distance / (self.squash * gradient).length()
    }
}

impl SolidForm {
    /// Distance and its unit gradient.
    fn distance(&self, p: DVec3) -> (f64, DVec3) {
        match *self {
            Self::Cone { axis, radii } => cone_distance(p, axis, radii),
            Self::Plate { edges, radius } => {
                let away = p - nearest_in_triangle(p, edges);
                (away.length() - radius, away.normalize_or(DVec3::X))
            }
        }
    }
}

/// With h the distance from the axis and y the place along it, the side of the cone is h √(1 − s²) + y s = r₀ for
/// s = (r₀ − r₁) / length; beyond the circles where it touches the balls, the balls are nearer.
fn cone_distance(p: DVec3, axis: DVec3, [r0, r1]: [f64; 2]) -> (f64, DVec3) {
    let ball = |center: DVec3, radius: f64| {
        let away = p - center;
        (away.length() - radius, away.normalize_or(DVec3::X))
    };
    let length = axis.length();
    let sine = if length == 0.0 {
        1.0
    } else {
        (r0 - r1) / length
    };
    // One ball holds the other: there is no cone.
    if sine.abs() >= 1.0 {
        return if r0 < r1 {
            ball(axis, r1)
        } else {
            ball(DVec3::ZERO, r0)
        };
    }
    let along = axis / length;
    let y = p.dot(along);
    let radial = p - y * along;
    let h = radial.length();
    let cosine = (1.0 - sine * sine).sqrt();
    // Place along the axis where the side's normal through this point starts.
    let foot = y - h * sine / cosine;
    if foot <= 0.0 {
        ball(DVec3::ZERO, r0)
    } else if length <= foot {
        ball(axis, r1)
    } else {
        let outwards = radial.normalize_or(along.any_orthonormal_vector());
        (h * cosine + y * sine - r0, cosine * outwards + sine * along)
    }
}

/// Ericson 2005, "Real-Time Collision Detection", 5.1.5; the triangle's first corner is the origin.
fn nearest_in_triangle(p: DVec3, [ab, ac]: [DVec3; 2]) -> DVec3 {
    let (d1, d2) = (ab.dot(p), ac.dot(p));
    if d1 <= 0.0 && d2 <= 0.0 {
        return DVec3::ZERO;
    }
    let bp = p - ab;
    let (d3, d4) = (ab.dot(bp), ac.dot(bp));
    if d3 >= 0.0 && d4 <= d3 {
        return ab;
    }
    let cp = p - ac;
    let (d5, d6) = (ab.dot(cp), ac.dot(cp));
    if d6 >= 0.0 && d5 <= d6 {
        return ac;
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return ab * (d1 / (d1 - d3));
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return ac * (d2 / (d2 - d6));
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 >= d3 && d5 >= d6 {
        let w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return ab + w * (ac - ab);
    }
    (ab * vb + ac * vc) / (va + vb + vc)
}
