//! The little of linear algebra that a plain loop needs, in f64: 4×4 matrices by columns, and quaternions (x, y, z, w).

/// A matrix by columns.
pub type Matrix = [[f64; 4]; 4];

/// The identity.
pub const IDENTITY: Matrix = [
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0],
    [0.0, 0.0, 0.0, 1.0],
];

/// `a b`.
pub fn product(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|column| {
        std::array::from_fn(|row| (0..4).map(|k| a[k][row] * b[column][k]).sum())
    })
}

/// Where an affine matrix takes a point.
pub fn at(m: &Matrix, p: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|row| m[0][row] * p[0] + m[1][row] * p[1] + m[2][row] * p[2] + m[3][row])
}

/// Translation, rotation and scale as a matrix.
pub fn composed(translation: &[f64], rotation: &[f64], scale: &[f64]) -> Matrix {
    let [x, y, z, w] = unit(rotation);
    let columns = [
        [
            1.0 - 2.0 * (y * y + z * z),
            2.0 * (x * y + w * z),
            2.0 * (x * z - w * y),
        ],
        [
            2.0 * (x * y - w * z),
            1.0 - 2.0 * (x * x + z * z),
            2.0 * (y * z + w * x),
        ],
        [
            2.0 * (x * z + w * y),
            2.0 * (y * z - w * x),
            1.0 - 2.0 * (x * x + y * y),
        ],
    ];
    let column = |k: usize| {
        let [a, b, c] = columns[k].map(|number| number * scale[k]);
        [a, b, c, 0.0]
    };
    [
        column(0),
        column(1),
        column(2),
        [translation[0], translation[1], translation[2], 1.0],
    ]
}

/// A quaternion of length one; the identity for one of length zero.
pub fn unit(q: &[f64]) -> [f64; 4] {
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    if length > 0.0 {
        std::array::from_fn(|part| q[part] / length)
    } else {
        [0.0, 0.0, 0.0, 1.0]
    }
}

/// From one rotation to another along the shorter arc.
pub fn slerp(a: &[f64], b: &[f64], u: f64) -> [f64; 4] {
    let (a, b) = (unit(a), unit(b));
    let dot: f64 = a.iter().zip(&b).map(|(x, y)| x * y).sum();
    let b = if dot < 0.0 { b.map(|x| -x) } else { b };
    let length = |sign: f64| {
        let parts = a.iter().zip(&b).map(|(x, y)| (x + sign * y).powi(2));
        parts.sum::<f64>().sqrt()
    };
    let angle = 2.0 * length(-1.0).atan2(length(1.0));
    if angle < 1e-9 {
        return a;
    }
    let (from, to) = (((1.0 - u) * angle).sin(), (u * angle).sin());
    std::array::from_fn(|k| (from * a[k] + to * b[k]) / angle.sin())
}
