//! Other names of actions: what artists call them in other programs. The palette finds an action by these as by its own name.

use std::collections::HashMap;
use std::sync::OnceLock;

use rig::Method;

use crate::commands::actions::{Action, PaneLookAction};

/// Ids of actions, with the other names of each, separated by commas.
pub const OTHER_NAMES: &[(&str, &str)] = &[
    // ---- files
    (
        "open-dialog",
        "import, load, open file, fbx, fbx import, import fbx, open bvh, max, maya file",
    ),
    (
        "export-character",
        "save as gltf, save as glb, export glb, send to engine",
    ),
    (
        "export-character-with-options",
        "export for unity, export for unreal, export for godot, max influences",
    ),
    (
        "bake-character",
        "bake skinning, bake deformation, bake dual quaternions, dem bones, skin decomposition",
    ),
    ("share-page", "html, web viewer, share link"),
    (
        "save-picture",
        "screenshot, playblast, capture, render, render image, snapshot, gif, png, video, viewport render, movie, avi, export video, film",
    ),
    (
        "edit-key-map",
        "hotkey editor, rebind keys, customize keys, custom shortcuts",
    ),
    (
        "shortcuts",
        "hotkey, hotkeys, key bindings, keyboard, cheat sheet, keys",
    ),
    ("preferences", "settings, options, units"),
    ("about", "about, version, licenses"),
    (
        "welcome",
        "welcome card, welcome screen, start screen, splash screen",
    ),
    ("toggle-notices", "log, console, script editor, output"),
    ("history", "undo history, undo list, steps"),
    // ---- view
    (
        "toggle-bones-in-front",
        "x-ray, xray, in front, joint x-ray, x-ray joints",
    ),
    (
        "toggle-bones",
        "hide bones, hide skeleton, joints visibility",
    ),
    ("toggle-wireframe", "wire, wireframe on shaded, topology"),
    (
        "toggle-bone-axes",
        "local rotation axes, display local axes, axes of joints",
    ),
    ("toggle-theme", "dark mode, light mode, dark theme"),
    ("toggle-tile-joints", "outliner, hierarchy, scene tree"),
    (
        "toggle-tile-inspector",
        "attribute editor, channel box, properties, n panel, sidebar",
    ),
    (
        "toggle-tile-timeline",
        "dope sheet, dopesheet, action editor, time slider, trax editor",
    ),
    (
        "toggle-tile-poses",
        "pose library, pose browser, asset browser, studio library",
    ),
    (
        "toggle-tile-clips",
        "animation library, motion library, clip browser, asset browser",
    ),
    (
        "bring-in-motion",
        "retarget, retargeting, animation retargeting, transfer animation, hik retarget, bvh, mocap, motion capture, import motion, import animation, mixamo",
    ),
    ("toggle-tile-problems", "weight cleanup, validate weights"),
    ("toggle-contact", "ao, ssao, shadows"),
    ("frame-all", "zoom extents, fit view, view all"),
    (
        "frame-selection",
        "zoom to selection, focus, frame selected",
    ),
    (
        "toggle-orthographic",
        "perspective, ortho, camera projection",
    ),
    (
        "open-reference",
        "reference image, image plane, background image, reference video, rotoscope, onion reference",
    ),
    (
        "look-through-camera",
        "camera view, active camera, animated camera, camera animation, shot camera, look through selected, dolly",
    ),
    (
        "open-prop",
        "attach object, hold object, weapon, accessory, second file, import object, merge file",
    ),
    (
        "hold-prop",
        "pick up, grab object, dynamic parent, parent switch, animated parent, attach to hand",
    ),
    (
        "release-prop",
        "drop object, put down, detach object, throw",
    ),
    (
        "copy-position-to-prop",
        "copy location, point constraint, follow position",
    ),
    (
        "copy-rotation-to-prop",
        "object copies rotation, object orient constraint",
    ),
    (
        "copy-place-to-prop",
        "copy transforms, copy location and rotation",
    ),
    (
        "hold-by-prop",
        "attach object to object, object socket, parent object to object",
    ),
    (
        "aim-prop",
        "track to, damped track, object look at, object aim constraint",
    ),
    ("stop-aiming-prop", "untrack, clear track"),
    (
        "open-sound",
        "audio, import audio, sound strip, waveform, wav, audio track",
    ),
    // ---- skeleton
    (
        "new-skeleton-biped",
        "rig, auto rig, autorig, quick rig, rigify, human ik, humanik, mixamo, ready skeleton, template skeleton, armature",
    ),
    ("new-skeleton-quadruped", "animal rig, horse rig, dog rig"),
    ("new-skeleton-hand", "finger rig, hand rig"),
    (
        "add-joint",
        "create joint, joint tool, draw bones, add bone, new bone",
    ),
    ("extrude-joint", "extrude bone"),
    (
        "insert-joint",
        "subdivide, subdivide bone, split bone, split joint, insert bone",
    ),
    (
        "insert-twist-joints",
        "twist bones, roll bones, forearm twist, upper arm twist, twist correction, add twist, candy wrapper fix",
    ),
    (
        "insert-pushers",
        "helper joints, corrective joints, push joint, elbow volume, knee volume, volume preservation, half joint, fan bone",
    ),
    (
        "insert-muscles",
        "muscle joints, muscle bones, flex, biceps, bulge joint, swelling",
    ),
    (
        "insert-face-joints",
        "eye joints, jaw joint, face rig, eye bones, jaw bone, facial rig",
    ),
    (
        "dissolve-joints",
        "delete joint, delete bone, remove joint, remove bone",
    ),
    (
        "mirror-joints",
        "symmetrize, symmetrize skeleton, mirror bones, mirror skeleton",
    ),
    (
        "pair-joints",
        "symmetry mapping, mirror mapping, mirror joint pair",
    ),
    ("reparent-to-active", "reparent, parent bone, set parent"),
    ("unparent-joints", "unparent, detach bone"),
    (
        "orient-joints",
        "joint orient, bone roll, recalculate roll, roll",
    ),
    (
        "take-pose-as-rest",
        "freeze transform, freeze transforms, freeze transformations, apply transform, set rest pose, set bind pose, apply armature",
    ),
    ("rename-in-pairs", "flip names, left right names"),
    (
        "replace-in-names",
        "search and replace, batch rename, rename all",
    ),
    (
        "bind-mesh",
        "skin, skin mesh, bind skin, smooth bind, interactive bind, parent to armature, add armature modifier, attach skin",
    ),
    // ---- weights
    (
        "weights-mode",
        "paint skin weights, weight paint, paint weights, skin weights",
    ),
    (
        "automatic-weights",
        "envelope, envelopes, heat map binding, bone heat, geodesic voxel, voxel bind, capture weights, auto skin, clothes follow body",
    ),
    (
        "smooth-weights",
        "hammer weights, hammer skin weights, relax weights",
    ),
    (
        "prune-weights",
        "remove small weights, clean weights, clean vertex groups, prune small weights",
    ),
    (
        "limit-weights",
        "limit total, max influences, maximum influences",
    ),
    (
        "mirror-weights-to-right",
        "symmetrize weights, mirror skin weights, mirror vertex groups",
    ),
    (
        "mirror-weights-to-left",
        "symmetrize weights, mirror skin weights, mirror vertex groups",
    ),
    (
        "bind-clothes",
        "robust weight transfer, weight inpainting, skin wrap, dress, garment, clothing",
    ),
    (
        "make-parts-rigid",
        "rigid bind, hammer weights, single bone, component binding",
    ),
    (
        "hide-mesh",
        "hide object, hide selected, hide geometry, local view, isolate select",
    ),
    (
        "hide-faces",
        "hide faces, face mask, hide polygons, paint mask, hide vertices",
    ),
    (
        "hide-faces-under-clothes",
        "mask modifier, hide body under clothes, delete covered faces, hide covered skin",
    ),
    ("show-all-meshes", "reveal hidden, unhide, show all faces"),
    (
        "transfer-weights",
        "copy skin weights, data transfer, copy weights from, project weights",
    ),
    (
        "toggle-brush-mirror",
        "symmetry, symmetric painting, x symmetry",
    ),
    ("flood-weights", "fill weights, assign weights, assign"),
    (
        "lock-joints",
        "hold weights, lock weights, lock vertex group, lock influence",
    ),
    (
        "toggle-vertex-tool",
        "vertex selection, component mode, edit mode, select points",
    ),
    ("select-edge-loop", "loop select, edge ring"),
    (
        "select-connected-vertices",
        "select linked, select shell, select island",
    ),
    ("copy-vertex-weights", "copy vertex weights"),
    ("paste-vertex-weights", "paste vertex weights"),
    ("add-layer", "ngskintools, weight layers, skin layers"),
    ("use-brush-smooth", "blur brush, blur weights"),
    (
        "use-brush-gradient",
        "weight gradient, ramp, linear gradient, radial gradient",
    ),
    ("adjust-brush-radius", "brush size, falloff radius"),
    ("fit-weights", "skinning decomposition, ssdr, solve weights"),
    (
        "pull-vertices",
        "corrective, fix deformation, tweak deformation",
    ),
    (
        "use-paint-layer-blend",
        "dual quaternion mask, blend weights, paint blend weights",
    ),
    (
        "export-weights",
        "save weights, export skin weights, export weight map, deformer weights",
    ),
    (
        "import-weights",
        "load weights, import skin weights, import weight map",
    ),
    (
        "toggle-check-sum",
        "unnormalized weights, check normalization",
    ),
    (
        "toggle-advice",
        "advise, advice, recommend, suggest method, which method, rig advisor, optimize rig",
    ),
    (
        "toggle-report",
        "report, check character, validate, lint, health check",
    ),
    (
        "toggle-volume-check",
        "candy wrapper, collapse check, volume loss",
    ),
    // ---- pose
    (
        "reset-pose",
        "zero pose, zero out, clear pose, go to bind pose, clear transforms, clear all transforms, reset transforms",
    ),
    ("reset-rotation", "clear rotation, zero rotation"),
    (
        "reset-translation",
        "clear location, clear translation, zero translation",
    ),
    ("reset-scale", "clear scale"),
    ("toggle-rest", "rest position, bind pose, rest pose"),
    (
        "use-tool-limb",
        "ik, inverse kinematics, ik handle, two-bone ik, drag hand, drag foot, fk ik",
    ),
    ("operate-move", "grab, translate, g"),
    ("toggle-mirror-posing", "pose symmetry, x-axis mirror"),
    ("mirror-pose", "flip pose, swap pose"),
    ("paste-pose-mirrored", "paste flipped, paste x-flipped"),
    (
        "breakdown",
        "tween machine, tweener, inbetween, in-between, breakdowner",
    ),
    ("relax-or-push", "exaggerate, damp, overshoot"),
    (
        "next-test-pose",
        "t-pose, a-pose, range of motion, rom, calisthenics",
    ),
    ("pin-vertex", "watch vertex"),
    (
        "pin-joint",
        "pin, pin foot, ik pin, pinning, planted foot, lock foot, hold foot, ik fk switch, effector pinning, auto posing",
    ),
    ("pin-to-prop", "second hand on prop, pin hand to object"),
    (
        "pin-to-joint",
        "parent constraint, child of, attach to joint, space switch, pin to hand",
    ),
    ("unpin-joints", "release pin, fk, let go of pin"),
    (
        "toggle-pin-orientation",
        "pin rotation, hold rotation, lock foot rotation",
    ),
    ("lock-channels", "lock transforms, lock and hide"),
    (
        "toggle-limits",
        "joint limits, limit rotation, rotation limits, limit information, degrees of freedom, dof, hinge",
    ),
    ("limits-from-clips", "range of motion, dof from animation"),
    (
        "limits-from-names",
        "humanoid limits, anatomical limits, muscles and settings, preferred angle",
    ),
    ("remove-limits", "clear limits"),
    (
        "drive-by-selected",
        "driver, drivers, add driver, driven key, set driven key, copy rotation, orient constraint, node constraint",
    ),
    (
        "toggle-drivers",
        "mute driver, disable driver, enable driver, constraint enabled",
    ),
    (
        "toggle-mute-drivers",
        "disable all drivers, block drivers, driver evaluation, global mute",
    ),
    (
        "new-corrective",
        "pose space deformation, psd, corrective shape, corrective blend shape, rbf, rbf solver, pose interpolator, corrective shape key, sculpt pose, combination shape",
    ),
    (
        "sculpt-grab",
        "sculpt corrective, grab brush, sculpt deformation, shape brush",
    ),
    (
        "mirror-corrective",
        "mirror shape key, flip blend shape, mirror corrective, symmetrize shape, mirror sculpt, flip target",
    ),
    (
        "weaker-correctives",
        "shape key value, corrective strength, corrective opacity",
    ),
    (
        "without-correctives",
        "mute shape keys, disable blend shapes, before correctives",
    ),
    (
        "remove-drivers",
        "delete driver, break connections, remove constraints",
    ),
    ("toggle-obey-limits", "enable limits, ignore limits"),
    // ---- animation
    (
        "key-selected",
        "insert keyframe, set keyframe, set key, add keyframe, add key, keyframe",
    ),
    ("delete-keys-here", "delete keyframe, clear keyframes"),
    ("toggle-auto-key", "auto keyframe, autokey, record"),
    (
        "toggle-curves",
        "graph editor, f-curves, fcurves, function curves, animation curves, curve editor",
    ),
    (
        "toggle-onion-skins",
        "ghost, ghosts, ghosting, onion skin, light table",
    ),
    (
        "toggle-motion-trails",
        "motion path, motion paths, arc tracker, arcs, trajectory, editable motion trail, editable motion path, edit trail",
    ),
    (
        "reduce-keys",
        "simplify curves, decimate, key reducer, clean keys",
    ),
    ("key-modes", "tangents, interpolation mode, handles, easing"),
    (
        "extreme-keys",
        "extreme key, key color, key colour, key type, tag keys",
    ),
    (
        "breakdown-keys",
        "breakdown key, in-between key, passing position key",
    ),
    ("plain-keys", "untag keys, regular key"),
    (
        "toggle-stepped",
        "blocking preview, stepped playback, play stepped, preview blocking, pose to pose preview",
    ),
    (
        "toggle-compare-bar",
        "hide bar, compare toolbar, viewport toolbar",
    ),
    (
        "hold-keys",
        "stepped, constant interpolation, stepped tangents, blocking",
    ),
    ("straight-keys", "linear tangents"),
    ("cubic-keys", "spline, bezier"),
    ("flat-tangents", "plateau"),
    ("free-tangents", "break tangents"),
    ("aligned-tangents", "unify tangents"),
    (
        "new-clip",
        "new action, new animation, create animation, new take",
    ),
    ("root-motion", "in place, locomotion, extract motion"),
    (
        "join-clips",
        "cross-fade, crossfade, append clip, sequence, transition, nla strip",
    ),
    (
        "hold-pins-in-clip",
        "bake ik, bake pins, ik to fk, bake constraint, simulate",
    ),
    (
        "plant-feet",
        "foot sliding, foot skate, foot lock, pin feet, foot contact",
    ),
    (
        "lay-clip",
        "additive layer, override, blend clips, nla strip over",
    ),
    (
        "animation-layers",
        "animation layer, additive animation, nla, nla editor, override layer, layer editor",
    ),
    (
        "new-layer",
        "add animation layer, create layer, offset layer",
    ),
    (
        "merge-layers",
        "bake layers, flatten layers, collapse layers",
    ),
    (
        "mix-pad",
        "blend space, blend tree, blend clips live, animation mixer, 2d blend, pose mixer",
    ),
    ("keep-mix", "bake mix, bake blend, blend to new clip"),
    ("close-loop", "cycle, make cyclic, make loop, seamless loop"),
    (
        "warp-time",
        "retime, time remap, speed up, slow down, time warp",
    ),
    ("add-marker", "event, animation event, notify, bookmark"),
    ("play-pause", "playback, preview animation"),
    // ---- compare
    (
        "spread-twists",
        "swing twist, swing-twist weights, twist weights, twist skinning, twistable bones",
    ),
    (
        "corrective-smooth",
        "delta mush, deltamush, smooth modifier, corrective smooth modifier, relax deformer",
    ),
    (
        "toggle-heatmap",
        "heat map, difference in colours, error map, compare methods, deviation",
    ),
    (
        "compare-engine",
        "game engine, preview in unity, preview in unreal, preview in godot, four influences, 4 influences",
    ),
    ("next-spot", "largest difference, worst vertex"),
    ("compare-wipe", "split view, before after slider"),
    ("compare-side", "two up, quad view, four view, split screen"),
    ("toggle-bone-colors", "bone colours"),
    ("shade-joint-colors", "joint colours"),
    ("toggle-normalized", "normalise curves"),
    (
        "insert-keys",
        "insert key on curve, insert keys tool, add keyframe point",
    ),
    (
        "lock-curves",
        "lock channel, lock f-curve, protect channel, channel list",
    ),
    ("hide-curves", "mute channel, isolate curve"),
    (
        "smooth-keys",
        "smooth curves, butterworth, gaussian smooth, filter curves, denoise",
    ),
    ("ease-keys", "ease curves, slow in slow out"),
    (
        "push-keys",
        "exaggerate, flatten curves, push pull, tween machine",
    ),
    ("blend-keys", "blend to neighbor, blend to neighbour"),
    (
        "repeat-keys",
        "bake cycles, repeat with offset, copy cycle, loop keys",
    ),
    (
        "extrapolate-cycle",
        "cycle modifier, infinity, pre infinity, post infinity, extrapolation",
    ),
    ("extrapolate-cycle-offset", "cycle with offset"),
    ("toggle-value-snap", "value snapping, snap values"),
    (
        "toggle-weighted-tangents",
        "weighted handles, tangent weight, lock tangent length, handle length, bezier handles",
    ),
    (
        "reset-tangent-lengths",
        "unweighted tangents, plain tangents",
    ),
    (
        "euler-xyz",
        "rotation order, rotate order, rotation mode, euler filter, gimbal, key single axis, key one axis, independent euler curves",
    ),
    (
        "quaternion-keys",
        "quaternion interpolation, synchronized quaternion, change rotation mode",
    ),
    ("use-ramp-gray", "grey"),
    ("crowd", "instances, stress test, benchmark"),
    ("restart-graphics", "reset viewport, gpu"),
    // ---- figures
    ("next-figure", "tutorial, examples, papers"),
    ("show-figure-k08-22", "antipodality, hemisphere"),
];

/// The other names of an action; none for most.
#[must_use]
pub fn other_names(action: Action, id: &str) -> Vec<&'static str> {
    static BY_ID: OnceLock<HashMap<&'static str, Vec<&'static str>>> = OnceLock::new();
    let by_id = BY_ID.get_or_init(|| {
        let split = |names: &'static str| names.split(',').map(str::trim).collect();
        OTHER_NAMES
            .iter()
            .map(|&(id, names)| (id, split(names)))
            .collect()
    });
    let mut names = by_id.get(id).cloned().unwrap_or_default();
    if let Action::PaneLook(PaneLookAction::Method(name)) = action
        && let Ok(method) = name.parse::<Method>()
    {
        names.extend(method.aliases());
    }
    names
}
