//! What was repaired or left out while a file was read.

use std::fmt;

use crate::fault::error::FilePlace;

/// Something that a file has and a character cannot take as it is: what, where, and how often.
///
/// It displays as one sentence; [`code`](Self::code) names it for programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// What was repaired or left out.
    pub kind: WarningKind,
    /// Where: the file as a whole, a chunk of a GLB, or a value of the JSON.
    pub place: FilePlace,
    /// How many of the things that the sentence names; at least one.
    pub count: usize,
    /// What the kind alone does not tell, such as the reason in other words; mostly empty.
    pub detail: String,
}

impl Warning {
    pub(crate) fn new(kind: WarningKind, place: FilePlace, count: usize) -> Self {
        Self {
            kind,
            place,
            count,
            detail: String::new(),
        }
    }

    /// A name that does not change between versions, for programs: small letters and hyphens.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.kind.code()
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (noun, sentence) = self.kind.words();
        if self.place != FilePlace::File {
            write!(f, "{}: ", self.place)?;
        }
        let sentence = sentence.replace("{n}", &pluralize(self.count, noun));
        f.write_str(&sentence.replace("{d}", &self.detail))
    }
}

/// Collects warnings. A file that breaks one rule everywhere should not bury the others.
#[derive(Debug, Default)]
pub(crate) struct Warnings {
    pub(crate) list: Vec<Warning>,
}

/// Places that are listed separately for one kind of warning; the rest are counted together.
const PLACES: usize = 32;

impl Warnings {
    pub(crate) fn push(&mut self, warning: Warning) {
        // At most `PLACES` entries of each kind are looked through, however often a file breaks a rule.
        let same = self.list.iter_mut().filter(|old| old.kind == warning.kind);
        match same.skip(PLACES - 1).last() {
            Some(last) => {
                last.place = FilePlace::Elsewhere;
                last.count = last.count.saturating_add(warning.count);
            }
            None => self.list.push(warning),
        }
    }
}

/// One line per kind: the kind with its documentation, its code, what is counted, and the sentence, in which `{n}` is the
/// count with its noun and `{d}` the detail.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident, $code:literal, $noun:literal, $sentence:literal;)*) => {
        /// The kinds of [`Warning`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum WarningKind {
            $($(#[$doc])* $kind,)*
        }

        impl WarningKind {
            /// All kinds, in the order of the file's parts.
            pub const ALL: &[Self] = &[$(Self::$kind,)*];

            /// A name that does not change between versions, for programs: small letters and hyphens.
            #[must_use]
            pub fn code(self) -> &'static str {
                match self {
                    $(Self::$kind => $code,)*
                }
            }

            fn words(self) -> (&'static str, &'static str) {
                match self {
                    $(Self::$kind => ($noun, $sentence),)*
                }
            }
        }
    };
}

kinds! {
    /// A file of another format was opened: what is saved is a copy as glTF.
    OpenedAsCopy, "opened-as-copy", "file", "opened as a copy of the file ({d}); saving writes glTF";
    /// What was guessed, mended or left out while a file of another format was converted.
    Converted, "converted", "remark", "{d}";
    /// A byte order mark before the JSON was skipped.
    ByteOrderMark, "byte-order-mark", "byte order mark", "skipped {n} before the JSON";
    /// A GLB whose JSON is padded with zero bytes instead of spaces.
    ZeroPadding, "zero-padding", "zero byte", "cut {n} of padding off the JSON";
    /// A GLB chunk whose length is not a multiple of four.
    ChunkUnaligned, "chunk-unaligned", "byte", "the chunk's length of {n} is not a multiple of 4";
    /// Bytes after the length that the GLB header declares.
    TrailingBytes, "trailing-bytes", "byte", "ignored {n} after the GLB's end";
    /// Escapes of half a surrogate pair, which are no characters.
    LoneSurrogate, "lone-surrogate", "half of a character",
        "replaced {n} in names or other texts by U+FFFD";
    /// Addresses of files beside, in which backslashes stand for separators.
    Backslashes, "backslashes", "address", "read the backslashes of {n} as separators ({d})";
    /// An extension that the file requires for how it looks.
    ExtensionIgnored, "extension-ignored", "required extension", "ignored {n}, {d}";
    /// An extension that the file requires, and that concerns nothing that is shown here.
    ExtensionUnused, "extension-unused", "required extension", "passed over {n}, {d}";
    /// Numbers that do not begin at a multiple of their size.
    Unaligned, "unaligned", "list of numbers", "{n} not at a multiple of their size";
    /// Entries of a humanoid map that name no bone of VRM, no joint, or one that another entry has.
    HumanoidBoneIgnored, "humanoid-bone-ignored", "entry",
        "left {n} out of the humanoid map, of no bone or joint, or of one named before";
    /// Parts of the expressions of an avatar without a name, or with that of one before, or that name no morph target or joint.
    ExpressionIgnored, "expression-ignored", "entry",
        "left {n} out of the expressions, without a morph target or joint, or named before";
    /// Channels that follow the angle of a joint, and cannot be evaluated.
    DrivenIgnored, "driven-ignored", "channel", "left {n} out that joints drive: {d}";
    /// What `EXT_skin_method` says of a skin, a primitive or a helper that cannot be.
    SkinMethodIgnored, "skin-method-ignored", "value", "passed over {n} of EXT_skin_method: {d}";
    /// What `EXT_node_scale_inheritance` says of a node that cannot be.
    ScaleInheritanceIgnored, "scale-inheritance-ignored", "value",
        "passed over {n} of EXT_node_scale_inheritance: {d}";
    /// What an extension says where `extras` or an attribute say something else.
    ExtensionContradicted, "extension-contradicted", "value", "took {n} of the extension, where {d}";
    /// Constraints of nodes (`VRMC_node_constraint`) that cannot be evaluated. A save leaves them in the file as they are.
    ConstraintIgnored, "constraint-ignored", "constraint",
        "passed over {n}, which a save leaves in the file as they came: {d}";

    /// Clothes that follow a body that is no mesh, or is themselves.
    ClothesIgnored, "clothes-ignored", "mesh",
        "let {n} of clothes follow no body, since the one named is not there; bind them with it again";

    /// Weights divided by their sum, which was not one.
    WeightsNotOne, "weights-not-one", "vertex",
        "divided the weights of {n} by their sum, which was not one";
    /// Vertices whose weights are all zero: unbound, and drawn with their first listed joint.
    WeightsAllZero, "weights-all-zero", "vertex",
        "all weights are zero at {n}: unbound, drawn with the first listed joint";
    /// Negative weights count as zero.
    WeightsNegative, "weights-negative", "vertex", "set negative weights of {n} to zero";
    /// Weights that are not finite count as zero.
    WeightsNotFinite, "weights-not-finite", "vertex",
        "set weights of {n} that are not finite to zero";
    /// Vertices that name a joint twice; the weights add.
    DuplicateJoints, "duplicate-joints", "vertex",
        "added the weights of a joint that is named twice at {n}";
    /// Joint indices that do not exist, with weight zero.
    UnusedJointIndex, "unused-joint-index", "vertex",
        "ignored a joint that does not exist, named with weight zero at {n}";
    /// A mesh with a skin but without joints and weights follows its node.
    NoInfluences, "no-influences", "mesh",
        "cannot skin {n} without joints and weights: it follows its node";
    /// Vertices that the triangles of their part do not use were left out of it: parts that name the vertices of all others would take more
    /// memory than the file may ask for.
    VerticesLeftOut, "vertices-left-out", "vertex",
        "left out {n} that no triangle of their parts uses, for which there is too little memory";
    /// Parts without joints and weights of a mesh whose other parts have some, at a node that does not stand in the origin or that clips
    /// move, follow that node. Elsewhere their vertices are unbound.
    PartWithoutInfluences, "part-without-influences", "vertex",
        "cannot skin {n} of a part without joints and weights, which follow the node of their mesh";

    /// Normals that are not finite, or beyond [`LARGEST`](crate::LARGEST), were computed from the triangles.
    NormalsNotFinite, "normals-not-finite", "vertex",
        "computed normals of {n}, which were not finite";
    /// Tangents or texture coordinates that are not finite, or beyond [`LARGEST`](crate::LARGEST), were set to zero.
    AttributeNotFinite, "attribute-not-finite", "vertex",
        "set values of {n} that are not finite to zero";
    /// Numbers of a blend map that are not finite, or outside 0 … 1, were held to that.
    BlendMapHeld, "blend-map-held", "vertex",
        "held the blend map of {n} to 0 … 1, for a number outside or none";
    /// An attribute `_DQ_BLEND` that is no blend map was left alone.
    BlendMapIgnored, "blend-map-ignored", "attribute", "took {n} for no blend map ({d})";
    /// Numbers of a bulge map that are not finite, or outside 0 … 1, were held to that.
    BulgeMapHeld, "bulge-map-held", "vertex",
        "held the bulge map of {n} to 0 … 1, for a number outside or none";
    /// An attribute `_DQ_BULGE` that is no bulge map was left alone.
    BulgeMapIgnored, "bulge-map-ignored", "attribute", "took {n} for no bulge map ({d})";
    /// Indices at the end that make no whole triangle were left out.
    IncompleteTriangle, "incomplete-triangle", "index",
        "left out {n} at the end, too few for a triangle";
    /// Points and lines are not shown.
    NoTriangles, "no-triangles", "primitive", "left out {n} of points or lines ({d})";
    /// A primitive without positions was left out.
    NoPositions, "no-positions", "primitive", "left out {n} without positions";
    /// A picture cannot be shown.
    TextureUnavailable, "texture-unavailable", "picture", "cannot show {n} ({d})";

    /// Node rotations that are not unit quaternions were normalized, those of length zero set to the identity.
    RotationsNotUnit, "rotations-not-unit", "node",
        "normalized the rotations of {n}, which were not of length one";
    /// Node matrices with shear, which clips cannot animate.
    ShearedMatrices, "sheared-matrices", "node",
        "the matrices of {n} have shear, which clips cannot hold";
    /// Animated nodes given as matrices were decomposed into translation, rotation and scale.
    AnimatedMatrices, "animated-matrices", "node",
        "took apart the matrices of {n}, because clips move them";
    /// Node or inverse bind matrices whose last row is not 0, 0, 0, 1.
    LastRow, "last-row", "matrix", "set the last row of {n} to 0, 0, 0, 1";
    /// Inverse bind matrices without an inverse were taken as the identity.
    SingularBind, "singular-bind", "joint",
        "set inverse bind matrices of {n} that cannot be inverted to the identity";
    /// Inverse bind matrices of joints that move nothing, which cannot be inverted or are no numbers: bound where they rest.
    IdleBind, "idle-bind", "joint",
        "set inverse bind matrices of {n}, which move nothing and have none that can be inverted, to where they rest";
    /// A skin lists a node more than once; every entry keeps its own matrix.
    RepeatedJoints, "repeated-joints", "joint", "the skin's list repeats {n}";
    /// A skin's joints are not in the scene that is shown.
    JointsOutsideScene, "joints-outside-scene", "joint", "the skin lists {n} outside the scene";
    /// A node of the scene's list has a parent; it keeps it.
    SceneRootWithParent, "scene-root-with-parent", "node",
        "the scene lists {n} with a parent, which stays the parent";

    /// A channel was left out of its clip.
    ChannelDropped, "channel-dropped", "channel", "left {n} out of the clip ({d})";
    /// Keys at one time: the last of them counts.
    EqualKeys, "equal-keys", "key", "left out {n} at the time of a later one";
    /// Keys before time zero, where the clip begins.
    NegativeKeys, "negative-keys", "key", "the clip begins at 0 s, after {n}";
    /// Rotation keys of length zero were set to the identity.
    ZeroRotationKeys, "zero-rotation-keys", "rotation key",
        "set {n} of length zero to the identity";
    /// A clip whose keys of shear no longer are what its nodes show: those count.
    KeysElsewhere, "keys-elsewhere", "joint",
        "took what nodes show of {n}, for the keys of shear beside it are not theirs";
    /// A clip that moves nothing.
    EmptyClip, "empty-clip", "clip", "nothing moves in {n}";
    /// A clip that would carry the character beyond what numbers can hold was emptied.
    ClipTooFar, "clip-too-far", "clip", "emptied {n}, which {d}";
}

/// A count with its noun.
fn pluralize(count: usize, noun: &str) -> String {
    match (count, noun) {
        (1, _) => format!("1 {noun}"),
        (_, "vertex") => format!("{count} vertices"),
        (_, "index") => format!("{count} indices"),
        (_, "address") => format!("{count} addresses"),
        (_, "entry") => format!("{count} entries"),
        (_, "matrix") => format!("{count} matrices"),
        (_, "mesh") => format!("{count} meshes"),
        (_, "half of a character") => format!("{count} halves of characters"),
        (_, "list of numbers") => format!("{count} lists of numbers"),
        _ => format!("{count} {noun}s"),
    }
}
