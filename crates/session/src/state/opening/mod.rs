//! Opening characters: by what the user names, and what is asked of whoever opens them.

pub mod hidden_files;
pub mod load;
pub mod open_request;
