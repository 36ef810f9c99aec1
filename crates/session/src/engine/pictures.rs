//! What the program around the editor is given to draw pictures of the panes.

use std::sync::Arc;

use crate::document::Document;
use crate::features::viewport::contact::VertexValues;
use crate::session::Session;
use crate::state::pictures::dialog::PictureJob;

/// An order for pictures, and what they show.
#[derive(Clone, Debug)]
pub struct PictureTask {
    /// What is drawn, and where it is written.
    pub job: PictureJob,
    /// The document as it was when pictures were asked for.
    pub document: Document,
    /// What of it the panes showed then, and how.
    pub session: Box<Session>,
    /// How open the surface is, if panes show that.
    pub openness: Option<Arc<VertexValues>>,
}
