//! Warnings of the file reader as problems: one per kind, with its meaning.

use character::{FilePlace, Warning, WarningKind as Kind};

use super::problem::{Problem, Severity, thousands};

/// One problem per kind of warning and reason, with all places and the sum of counts.
pub(super) fn problems(warnings: &[Warning]) -> Vec<Problem> {
    let mut groups: Vec<(Warning, Vec<String>)> = Vec::new();
    for warning in warnings {
        let same = |(group, _): &&mut (Warning, Vec<String>)| {
            group.kind == warning.kind && group.detail == warning.detail
        };
        if let Some((group, places)) = groups.iter_mut().find(same) {
            group.count = group.count.saturating_add(warning.count);
            places.push(warning.place.to_string());
            continue;
        }
        let places = match &warning.place {
            FilePlace::File => Vec::new(),
            place => vec![place.to_string()],
        };
        // A warning without a place: its sentence is about all of them.
        let group = Warning {
            place: FilePlace::File,
            ..warning.clone()
        };
        groups.push((group, places));
    }
    groups
        .into_iter()
        .map(|(group, places)| problem(&group).with(places))
        .collect()
}

fn problem(warning: &Warning) -> Problem {
    let sentence = warning.to_string();
    let sentence = if 1000 <= warning.count {
        sentence.replacen(&warning.count.to_string(), &thousands(warning.count), 1)
    } else {
        sentence
    };
    let (severity, meaning) = meaning(warning.kind);
    Problem::new(
        warning.code(),
        severity,
        warning.count,
        capitalize(&sentence),
        meaning,
    )
}

fn capitalize(sentence: &str) -> String {
    let mut chars = sentence.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars.as_str().chars()).collect()
}

/// The meaning of a warning for the artist; a general one for kinds without an own entry.
fn meaning(kind: Kind) -> (Severity, &'static str) {
    let found = MEANINGS.iter().find(|(kinds, ..)| kinds.contains(&kind));
    found.map_or(OF_ALL, |&(_, severity, meaning)| (severity, meaning))
}

const OF_ALL: (Severity, &str) = (
    Severity::Problem,
    "Repaired here; other programs may show the file differently.",
);

const MEANINGS: &[(&[Kind], Severity, &str)] = &[
    (
        &[Kind::OpenedAsCopy],
        Severity::Note,
        "The file itself stays as it is, whatever is exported.",
    ),
    (
        &[Kind::Converted],
        Severity::Note,
        "Its format leaves this open, or glTF has no place for it.",
    ),
    (
        &[
            Kind::ByteOrderMark,
            Kind::ZeroPadding,
            Kind::ChunkUnaligned,
            Kind::TrailingBytes,
            Kind::Unaligned,
            Kind::Backslashes,
        ],
        Severity::Note,
        "Nothing is lost here, but stricter programs refuse the file; export it anew.",
    ),
    (
        &[Kind::LoneSurrogate],
        Severity::Note,
        "Names that held them look damaged; rename.",
    ),
    (
        &[Kind::ExtensionIgnored],
        Severity::Problem,
        "The shape is right, colors and light may not be.",
    ),
    (
        &[Kind::ExtensionUnused],
        Severity::Note,
        "Meshes, joints and clips are complete; a save keeps the extension.",
    ),
    (
        &[Kind::SkinMethodIgnored],
        Severity::Problem,
        "The skin is shown, and blended, as without that.",
    ),
    (
        &[Kind::ScaleInheritanceIgnored],
        Severity::Problem,
        "The node inherits scale as glTF has it.",
    ),
    (
        &[Kind::ExtensionContradicted],
        Severity::Note,
        "Programs that know the extension agree; a save makes the other say the same.",
    ),
    (
        &[Kind::HumanoidBoneIgnored],
        Severity::Note,
        "The mesh moves all the same; avatar programs may miss these bones.",
    ),
    (
        &[Kind::ExpressionIgnored],
        Severity::Note,
        "The mesh moves all the same; avatar programs may miss these expressions.",
    ),
    (
        &[Kind::DrivenIgnored],
        Severity::Note,
        "Clips show what their keys hold; other poses lack what was left out.",
    ),
    (
        &[Kind::ConstraintIgnored],
        Severity::Note,
        "These joints show what their keys hold; a save keeps the constraints.",
    ),
    (
        &[Kind::ClothesIgnored],
        Severity::Note,
        "Their weights are as they came; bind them with their body again.",
    ),
    (
        &[Kind::WeightsNotOne],
        Severity::Problem,
        "Right by every method here; engines that do not divide dent the mesh there.",
    ),
    (
        &[Kind::WeightsAllZero],
        Severity::Problem,
        "Fill them: weights automatic --only-unbound. Engines draw them in many ways.",
    ),
    (
        &[Kind::WeightsNegative, Kind::WeightsNotFinite],
        Severity::Problem,
        "Broken weights; every method shows repaired ones, other programs may not.",
    ),
    (
        &[Kind::DuplicateJoints],
        Severity::Note,
        "The sum is what every method here takes; some engines keep only one of them.",
    ),
    (
        &[Kind::UnusedJointIndex],
        Severity::Note,
        "Without weight it moves nothing, by any method.",
    ),
    (
        &[Kind::NoInfluences],
        Severity::Problem,
        "It stays stiff by every method: the weights were lost before or at export.",
    ),
    (
        &[Kind::VerticesLeftOut],
        Severity::Note,
        "Nothing of the surface is missing; vertices are numbered without these.",
    ),
    (
        &[Kind::PartWithoutInfluences],
        Severity::Problem,
        "They stay stiff: apply their node's transform where the file was made.",
    ),
    (
        &[Kind::NormalsNotFinite, Kind::AttributeNotFinite],
        Severity::Problem,
        "Positions are right; the shading there may not be.",
    ),
    (
        &[Kind::BlendMapHeld],
        Severity::Problem,
        "methods take the nearest of 0 and 1, or 1; paint the blend map there.",
    ),
    (
        &[Kind::BlendMapIgnored],
        Severity::Note,
        "nothing is blended linearly by it; save _DQ_BLEND as one number a vertex.",
    ),
    (
        &[Kind::BulgeMapHeld],
        Severity::Problem,
        "bulges take the nearest of 0 and 1, or 0; paint the bulge map there.",
    ),
    (
        &[Kind::BulgeMapIgnored],
        Severity::Note,
        "nothing is drawn back by it; save _DQ_BULGE as one number a vertex.",
    ),
    (
        &[Kind::IncompleteTriangle],
        Severity::Problem,
        "The surface may have a hole.",
    ),
    (
        &[Kind::NoTriangles],
        Severity::Note,
        "Only surfaces can be shown; the rest of the file is.",
    ),
    (
        &[Kind::NoPositions],
        Severity::Problem,
        "A part of the mesh is missing.",
    ),
    (
        &[Kind::TextureUnavailable],
        Severity::Note,
        "The shape is right; the surface shows its plain color.",
    ),
    (
        &[Kind::RotationsNotUnit],
        Severity::Note,
        "Repaired for every method; programs that do not shrink or swell the mesh.",
    ),
    (
        &[Kind::KeysElsewhere],
        Severity::Note,
        "Another program changed the clip; its keys count, not those of shear beside.",
    ),
    (
        &[Kind::ShearedMatrices],
        Severity::Problem,
        "Shown as it is; dual-quaternion leaves shear out, all others keep it.",
    ),
    (
        &[Kind::AnimatedMatrices],
        Severity::Note,
        "Only a shear in the matrix would be lost, once a clip plays.",
    ),
    (
        &[Kind::LastRow],
        Severity::Problem,
        "Such matrices mean nothing; check the joints concerned.",
    ),
    (
        &[Kind::SingularBind],
        Severity::Problem,
        "These joints pull their vertices to wrong places; bind the mesh again.",
    ),
    (
        &[Kind::IdleBind],
        Severity::Note,
        "Nothing looks otherwise; a weight that they are given moves from rest.",
    ),
    (
        &[Kind::RepeatedJoints],
        Severity::Note,
        "Each entry keeps its own bind, by every method.",
    ),
    (
        &[Kind::JointsOutsideScene],
        Severity::Note,
        "They move the mesh all the same; their parents may be missing elsewhere.",
    ),
    (
        &[Kind::SceneRootWithParent],
        Severity::Note,
        "Nothing is lost; other programs may place it twice.",
    ),
    (
        &[Kind::ChannelDropped],
        Severity::Problem,
        "A part of the motion is missing.",
    ),
    (
        &[Kind::EqualKeys],
        Severity::Note,
        "The motion jumps there, as the file probably means it.",
    ),
    (
        &[Kind::NegativeKeys],
        Severity::Note,
        "What lies before the start is never played.",
    ),
    (
        &[Kind::ZeroRotationKeys],
        Severity::Problem,
        "The joint snaps straight at these keys; set them anew.",
    ),
    (
        &[Kind::EmptyClip],
        Severity::Note,
        "It plays, but nothing is seen to move.",
    ),
    (
        &[Kind::ClipTooFar],
        Severity::Problem,
        "The motion is missing; its keys are absurdly large.",
    ),
];
