//! Gives each case to the reader of fbx files.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| dualskin_fuzz::give("fbx", bytes));
