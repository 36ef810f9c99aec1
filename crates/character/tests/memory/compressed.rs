//! What compressed views take.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use character::Fault;
use serde_json::json;
use testkit::folders::workspace;
use testkit::say;
use whole_file::read_regular;

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

/// Meshes of Draco with bytes turned around, which promise anything.
#[test]
fn broken_meshes_of_draco_take_what_a_file_of_their_size_may_ask_for() {
    let _alone = alone();
    let folder = workspace().join("testdata/compressed");
    let mut most_taken = 0;
    for name in ["08_two_skins_draco.glb", "18_attributes_draco.glb"] {
        let file = read_regular(&folder.join(name), 1 << 20).unwrap();
        let start = file.windows(5).position(|at| at == b"DRACO").unwrap();
        for case in 0..300 {
            let mut file = file.clone();
            // The first bytes hold counts; some of all others.
            let length = [60, file.len() - start][case % 2];
            for turn in 0..=case % 3 {
                let place = start + 5 + (case * 7919 + turn * 104_729) % (length - 5);
                file[place] = [0xFF, 0x00, 0x7F, 0x80][(case / 3 + turn) % 4];
            }
            let (_opened, taken) = peak(|| character::open_bytes("broken", &file));
            most_taken = most_taken.max(taken);
            let most = (64 << 20) + 16 * 9 * file.len();
            assert!(taken <= most, "{name} {case}: {taken}");
        }
    }
    say(&format!(
        "memory: a broken mesh of Draco takes {most_taken} bytes at most"
    ));
}
