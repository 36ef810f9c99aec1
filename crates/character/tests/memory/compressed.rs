//! What compressed views take.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use character::Fault;
use serde_json::json;

use crate::{alone, open, peak};

/// A view of equal elements, of which a stream of version 1 stores a thousand in a byte, or of other ones.
fn text(n_bytes: usize, (control, stride): (u8, usize)) -> String {
    let mut stream = vec![0xA1];
    stream.resize(n_bytes, control);
    stream.resize(n_bytes + stride + stride / 4, 0);
    let blocks = n_bytes / (stride / 4);
    let count = blocks * (8192 / stride / 16 * 16).min(256);
    let uri = STANDARD.encode(&stream);
    let extension = json!({
        "buffer": 0, "byteLength": stream.len(), "byteStride": stride, "count": count, "mode": "ATTRIBUTES",
    });
    let json = json!({
        "asset": { "version": "2.0" },
        "buffers": [
            { "byteLength": stream.len(), "uri": format!("data:;base64,{uri}") },
            { "byteLength": count * stride },
        ],
        "bufferViews": [{
            "buffer": 1,
            "byteLength": count * stride,
            "extensions": { "EXT_meshopt_compression": extension },
        }],
    });
    json.to_string()
}

/// However much a stream stands for: what it decompresses to counts.
#[test]
fn compressed_views_take_what_a_file_of_their_size_may_ask_for() {
    let _alone = alone();
    // Nothing differs; and nothing but literal bytes, which are not there.
    for (control, stride) in [(0xAA, 4), (0xAA, 64), (0xFF, 4)] {
        for n_bytes in [1 << 10, 1 << 14, 1 << 18, 1 << 21] {
            let text = text(n_bytes, (control, stride));
            let (opened, taken) = peak(|| open(&text));
            let most = (64 << 20) + 16 * 9 * text.len();
            let said = format!(
                "{control} {stride} {n_bytes}: {taken} of {most}, {:?}",
                opened.as_ref().err()
            );
            assert!(taken <= most, "{said}");
            let is_refused = matches!(
                opened.as_ref().map_err(|error| &error.fault),
                Err(Fault::TooLarge { .. } | Fault::Compressed { .. })
            );
            assert!(opened.is_ok() || is_refused, "{said}");
        }
    }
}
