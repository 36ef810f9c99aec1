//! Tests of the test kit: its readers and its oracle.

mod gltf_player;
mod golden_reader;
mod oracle;
mod reference_reader;
