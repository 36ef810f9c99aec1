//! Tests of the test kit: its readers and its oracle.

mod animation_player;
mod golden_reader;
mod memory_disk;
mod oracle;
mod reference_reader;
