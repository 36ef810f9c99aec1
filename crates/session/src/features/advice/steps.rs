//! What was advised, done to a document.

use retarget::BoneMap;

use crate::document::Document;
use crate::features::skeleton::twist_joints::insert_twist_joints;
use crate::state::advice::AdviceStep;
use crate::state::weight_table::weights_work::WeightsWork;

/// The document after these steps, which were found of it.
///
/// # Errors
///
/// One sentence: the document is another one by now.
pub fn with_steps(
    document: &Document,
    steps: &[AdviceStep],
    bones: &BoneMap,
    work: &WeightsWork,
) -> Result<Document, String> {
    let mut after = document.clone();
    for step in steps {
        after = match step {
            AdviceStep::Skinning(mesh, own) => after.with_mesh_skinning(*mesh, Some(*own)),
            AdviceStep::Weights(edits) => after
                .with_weight_edits(edits)
                .map_err(|error| format!("the weights cannot be changed: {error}."))?,
            AdviceStep::TwistJoints(count) => {
                insert_twist_joints(&after, bones, work, None, usize::from(*count))?.after
            }
            AdviceStep::Shapes(shapes) => {
                let add = |document: Document, shape| document.with_angle_shape(shape);
                shapes.iter().try_fold(after, add)?
            }
        };
    }
    Ok(after)
}
