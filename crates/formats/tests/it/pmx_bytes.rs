//! A small PMX file: four vertices on two bones, a vertex for each kind of weights.

/// Bytes as a file has them.
#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn floats(&mut self, numbers: &[f32]) {
        let bytes = numbers.iter().flat_map(|number| number.to_le_bytes());
        self.0.extend(bytes);
    }

    fn int(&mut self, number: i32) {
        self.0.extend(number.to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend(bytes);
    }

    /// As UTF-16.
    fn text(&mut self, text: &str) {
        let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        self.int(i32::try_from(units.len()).unwrap());
        self.bytes(&units);
    }

    fn vertex(&mut self, position: [f32; 3]) {
        self.floats(&position);
        self.floats(&[0.0, 0.0, -1.0]);
        self.floats(&[0.25, 0.75]);
    }
}

/// Where the vertices are, in units of the file: BDEF1, BDEF2, SDEF and QDEF.
pub(crate) const PLACES: [[f32; 3]; 4] = [
    [1.0, 0.0, 0.5],
    [-1.0, 5.0, 0.5],
    [1.0, 10.0, 0.5],
    [-1.0, 10.0, 0.5],
];

/// C of the vertex with spherical deform.
pub(crate) const CENTER: [f32; 3] = [0.0, 10.0, 0.0];

/// The file, with the parent of its upper bone.
pub(crate) fn figure(upper_parent: i8) -> Vec<u8> {
    let mut out = Writer::default();
    out.bytes(b"PMX ");
    out.floats(&[2.1]);
    // Eight settings: UTF-16, no more vectors, all indices of one byte.
    out.bytes(&[8, 0, 0, 1, 1, 1, 1, 1, 1]);
    for text in ["人形", "doll", "", ""] {
        out.text(text);
    }
    out.int(4);
    out.vertex(PLACES[0]);
    out.bytes(&[0, 0]);
    out.floats(&[1.0]);
    out.vertex(PLACES[1]);
    out.bytes(&[1, 0, 1]);
    out.floats(&[0.25, 1.0]);
    out.vertex(PLACES[2]);
    out.bytes(&[3, 0, 1]);
    out.floats(&[0.5]);
    out.floats(&CENTER);
    out.floats(&[0.0, 9.0, 0.0, 0.0, 11.0, 0.0]);
    out.floats(&[1.0]);
    out.vertex(PLACES[3]);
    // Two bones of four, twice the weights; none is −1.
    out.bytes(&[4, 0, 1, 0xff, 0xff]);
    out.floats(&[1.5, 0.5, 0.0, 0.0]);
    out.floats(&[1.0]);
    out.int(6);
    out.bytes(&[0, 1, 2, 2, 1, 3]);
    out.int(1);
    out.text("tex\\skin.png");
    out.int(1);
    out.text("肌");
    out.text("skin");
    out.floats(&[0.5, 0.25, 0.125, 1.0]);
    out.floats(&[0.0; 7]);
    out.bytes(&[1]);
    out.floats(&[0.0; 5]);
    out.bytes(&[0, 0xff, 0, 1, 0]);
    out.text("");
    out.int(6);
    bones(&mut out, upper_parent);
    // No morphs, with which this reader ends.
    out.int(0);
    out.0
}

fn bones(out: &mut Writer, upper_parent: i8) {
    const IK_AND_TAIL_BONE: [u8; 2] = [0x21, 0];
    out.int(2);
    out.text("");
    out.text("lower");
    out.floats(&[0.0, 0.0, 0.0]);
    out.bytes(&[0xff, 0, 0, 0, 0]);
    out.bytes(&[0, 0]);
    out.floats(&[0.0, 10.0, 0.0]);
    out.text("頭");
    out.text("head");
    out.floats(&[0.0, 10.0, 0.0]);
    out.bytes(&upper_parent.to_le_bytes());
    out.int(0);
    out.bytes(&IK_AND_TAIL_BONE);
    out.bytes(&[0xff]);
    // Target, loops, limit, one link without limits.
    out.bytes(&[0]);
    out.int(4);
    out.floats(&[1.0]);
    out.int(1);
    out.bytes(&[0, 0]);
}
