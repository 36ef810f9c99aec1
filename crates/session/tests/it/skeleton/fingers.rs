//! Fingers of ready skeletons: each chain lies in its finger, whatever the hand.

use std::sync::Arc;

use character::Character;
use glam::{Vec2, Vec3, vec3};
use rig::TemplateKind;
use scene::placed::placed_primitives;
use session::state::fitting::{Cloud, Fitting, Sureness};

const FINGERS: [&str; 5] = ["thumb", "index", "middle", "ring", "little"];

/// The finger that a joint of this side belongs to, by its name; those of the palm to none.
fn finger_of(joint: &str, side: &str) -> Option<usize> {
    let is_palm = joint.contains("metacarpal");
    let is_of = |finger: &&str| joint.starts_with(*finger) && joint.ends_with(side) && !is_palm;
    FINGERS.iter().position(is_of)
}

/// A built-in character as a bare mesh, its left fingers' joints, and which finger moves each vertex most.
struct Hand {
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    fingers: Vec<Option<usize>>,
    joints: [[Vec3; 3]; 5],
    wrist: Vec3,
}

impl Hand {
    fn of(file: &str, side: &str) -> Self {
        let character: Arc<Character> =
            Arc::new(session::state::opening::load::load(file).unwrap());
        let skeleton = &character.rig.skeleton;
        let joint = |name: &str| {
            let joint = skeleton.find(&format!("{name}{side}"));
            skeleton.rest_model_from_joint(joint.unwrap()).translation
        };
        let joints = FINGERS.map(|finger| [1, 2, 3].map(|k| joint(&format!("{finger}_{k}"))));
        let mut hand = Self {
            vertices: Vec::new(),
            triangles: Vec::new(),
            fingers: Vec::new(),
            joints,
            wrist: {
                let thumb = skeleton.find(&format!("thumb_1{side}")).unwrap();
                let hand = skeleton.parent(thumb).unwrap();
                skeleton.rest_model_from_joint(hand).translation
            },
        };
        for placed in placed_primitives(&character) {
            let first = u32::try_from(hand.vertices.len()).unwrap();
            let primitive = placed.primitive;
            let bind = &character.rig.binds[placed.instance.skin.unwrap()];
            hand.vertices.extend(primitive.positions.iter());
            let triangles = primitive.triangles.iter();
            hand.triangles
                .extend(triangles.map(|t| t.map(|v| v + first)));
            for row in primitive.influences.as_ref().unwrap().rows() {
                let most = row.pairs().max_by(|one, other| one.1.total_cmp(&other.1));
                let name = most.map(|(joint, _)| skeleton.name(bind.joint_at(joint).unwrap()));
                hand.fingers
                    .push(name.and_then(|name| finger_of(name, side)));
            }
        }
        hand
    }

    /// Moves all places.
    fn moved(mut self, to: impl Fn(Vec3) -> Vec3) -> Self {
        for place in &mut self.vertices {
            *place = to(*place);
        }
        self.joints = self.joints.map(|joints| joints.map(&to));
        self.wrist = to(self.wrist);
        self
    }

    /// Without the surface of these fingers.
    fn without(mut self, gone: &[usize]) -> Self {
        let is_gone = |vertex: &u32| {
            let finger = self.fingers[*vertex as usize];
            finger.is_some_and(|finger| gone.contains(&finger))
        };
        let triangles = self.triangles.iter().copied();
        self.triangles = triangles
            .filter(|triangle| !triangle.iter().any(is_gone))
            .collect();
        // What no triangle lists is no part of a mesh.
        let mut numbers = vec![None; self.vertices.len()];
        let mut vertices = Vec::new();
        for corner in self.triangles.iter_mut().flatten() {
            let number = numbers[*corner as usize].get_or_insert_with(|| {
                vertices.push(self.vertices[*corner as usize]);
                u32::try_from(vertices.len() - 1).unwrap()
            });
            *corner = *number;
        }
        self.vertices = vertices;
        self
    }

    fn size(&self) -> f32 {
        self.joints[2][2].distance(self.wrist)
    }

    fn fitting(&self, kind: TemplateKind) -> Fitting {
        let cloud = Cloud::of_mesh(kind, self.vertices.clone(), self.triangles.clone()).unwrap();
        Fitting::new(kind, &cloud)
    }

    /// How far the joints of the fingers are off, at most, as a share of the hand from its wrist to the last joint. The fingers that
    /// the hand has are these, from the thumb on.
    fn off(&self, fitting: &Fitting, has: &[usize]) -> f32 {
        let joints = fitting.joints().unwrap();
        let made: Vec<&str> = FINGERS
            .into_iter()
            .filter(|finger| joints.iter().any(|it| it.name == format!("{finger}_1.L")))
            .collect();
        assert_eq!(made.len(), has.len(), "{made:?}");
        let mut most = 0.0_f32;
        for (finger, known) in made.iter().zip(has) {
            for (number, place) in (1..).zip(self.joints[*known]) {
                let name = format!("{finger}_{number}.L");
                let joint = joints.iter().find(|joint| joint.name == name).unwrap();
                let off = joint.model_from_joint.translation.distance(place);
                most = most.max(off / self.size() / leeway(*known, number));
            }
        }
        most
    }
}

/// How many times as far as others a joint may be off: the base of a thumb lies deep in the palm.
fn leeway(finger: usize, joint: usize) -> f32 {
    if (finger, joint) == (0, 1) { 1.5 } else { 1.0 }
}

/// The share that is allowed: of a hand of 16 cm from wrist to the last joint 10 mm; for the base of a thumb, which lies deep in the
/// palm, half as much again.
const OFF: f32 = 0.0635;

fn check(hand: &Hand, kind: TemplateKind, has: &[usize], what: &str) {
    check_within(OFF, hand, kind, has, what);
}

fn check_within(most: f32, hand: &Hand, kind: TemplateKind, has: &[usize], what: &str) {
    let fitting = hand.fitting(kind);
    let off = hand.off(&fitting, has);
    testkit::say(&format!("{what}: {off:.4}"));
    assert!(off < most, "{what}: {off}");
    let tip = fitting.marker("Left middle tip").unwrap();
    assert_eq!(fitting.sureness(tip), Some(Sureness::Found), "{what}");
}

#[test]
fn each_chain_lies_in_its_finger() {
    let biped = || Hand::of("builtin:biped", ".L");
    let all = [0, 1, 2, 3, 4];
    check(&biped(), TemplateKind::Biped, &all, "biped");
    let hand = || Hand::of("builtin:hand", "");
    check(&hand(), TemplateKind::Hand, &all, "hand");
    for scale in [0.01, 0.7, 100.0] {
        let scaled = hand().moved(|place| place * scale);
        check(&scaled, TemplateKind::Hand, &all, "scaled");
    }
    let wide = hand().moved(|place| place * vec3(1.25, 1.0, 1.1));
    check(&wide, TemplateKind::Hand, &all, "wide");
    // Fingers apart: the farther from the wrist, the more to their side.
    let wrist = hand().wrist;
    let spread = hand().moved(|place| {
        let up = (place.y - wrist.y).max(0.0);
        place + Vec3::X * (place.x - wrist.x) * 4.0 * up
    });
    check(&spread, TemplateKind::Hand, &all, "spread");
    let mirrored = hand().moved(|place| place * vec3(-1.0, 1.0, 1.0));
    check(&mirrored, TemplateKind::Hand, &all, "mirrored");
    let lying = hand().moved(|place| vec3(place.y, place.z, place.x));
    check(&lying, TemplateKind::Hand, &all, "lying");
}

#[test]
fn hands_with_fewer_fingers_have_as_many_chains() {
    let hand = |gone: &[usize]| Hand::of("builtin:hand", "").without(gone);
    check(
        &hand(&[4]),
        TemplateKind::Hand,
        &[0, 1, 2, 3],
        "no little finger",
    );
    // Beside a gap there is no web to tell where a finger begins: on one side of the middle finger, and of its neighbors.
    check_within(
        0.075,
        &hand(&[3, 4]),
        TemplateKind::Hand,
        &[0, 1, 2],
        "three fingers",
    );
    let gap = hand(&[3]);
    check_within(
        0.1,
        &gap,
        TemplateKind::Hand,
        &[0, 1, 2, 4],
        "no ring finger",
    );
    let biped = Hand::of("builtin:biped", ".L").without(&[3]);
    check(&biped, TemplateKind::Biped, &[0, 1, 2, 4], "biped of four");
}

/// Without triangles, and where none stands out, fingers are guessed, and said to be.
#[test]
fn what_the_mesh_does_not_show_is_a_guess() {
    let hand = Hand::of("builtin:hand", "");
    let cloud = Cloud::new(TemplateKind::Hand, hand.vertices.iter().copied()).unwrap();
    let fitting = Fitting::new(TemplateKind::Hand, &cloud);
    assert!(fitting.guesses().contains(&"Index tip"));
    let knuckle = fitting.marker("Left index knuckle").unwrap();
    assert_eq!(fitting.sureness(knuckle), Some(Sureness::Guess));
    let mut fitting = fitting;
    fitting.put(knuckle, Vec3::Y);
    assert_eq!(fitting.sureness(knuckle), Some(Sureness::Found));
    assert!(!fitting.guesses().contains(&"Index knuckle"));
    // A head of two fifths of the height is no person's: what follows from it is said to be guessed.
    let figure = Hand::of("builtin:biped", ".L");
    let big = figure.moved(|place| {
        let over = (place.y - 1.5).max(0.0);
        place + Vec3::Y * 3.0 * over
    });
    let guesses = big.fitting(TemplateKind::Biped).guesses();
    for name in ["Chin", "Shoulder"] {
        assert!(guesses.contains(&name), "{guesses:?}");
    }
}

/// The figure with its arms lowered by an angle about the shoulders.
fn lowered(degrees: f32) -> Hand {
    let down = Vec2::from_angle(-degrees.to_radians());
    let shoulder = Vec2::new(0.17, 1.41);
    Hand::of("builtin:biped", ".L").moved(|place| {
        if place.x.abs() < 0.22 {
            return place;
        }
        let side = place.x.signum();
        let arm = Vec2::new(side * place.x, place.y) - shoulder;
        let at = shoulder + down.rotate(arm);
        vec3(side * at.x, at.y, place.z)
    })
}

/// From arms held out at 45 degrees to arms that hang: fingers are where they are, or nobody says that they were found.
#[test]
fn fingers_are_no_surer_than_their_wrist() {
    for degrees in [15.0, 20.0, 25.0, 30.0, 40.0] {
        let figure = lowered(degrees);
        let fitting = figure.fitting(TemplateKind::Biped);
        let marker = |label: &str| fitting.marker(label).unwrap();
        let sureness = |label: &str| fitting.sureness(marker(label)).unwrap();
        let place = |label: &str| fitting.place(marker(label)).unwrap();
        let is_seen = sureness("Left wrist") > Sureness::Guess;
        assert_eq!(is_seen, degrees < 28.0, "{degrees}");
        assert!(is_seen || place("Left wrist").distance(figure.wrist) < 0.15);
        for (finger, joints) in FINGERS.iter().zip(figure.joints) {
            let tip = format!("Left {finger} tip");
            let off = place(&tip).distance(joints[2]);
            assert!(off < 0.25, "{tip} at {degrees}: {off}");
            let expected = match is_seen {
                true => Sureness::Found,
                false => Sureness::Guess,
            };
            assert_eq!(sureness(&tip), expected, "{tip} at {degrees}");
            assert!(!is_seen || off < 0.05, "{tip} at {degrees}: {off}");
        }
    }
}

/// A head that is wider than the shoulders hides the neck; the arms still begin above the legs.
#[test]
fn shoulders_of_cartoons_are_above_the_hips() {
    let figure = Hand::of("builtin:biped", ".L");
    let middle = Vec3::Y * 1.66;
    let toon = figure.moved(|place| match place.y > 1.5 {
        true => middle + 3.0 * (place - middle),
        false => place,
    });
    let fitting = toon.fitting(TemplateKind::Biped);
    let height = |label: &str| fitting.place(fitting.marker(label).unwrap()).unwrap().y;
    let [shoulder, groin] = ["Left shoulder", "Groin"].map(height);
    assert!(shoulder > groin + 0.2, "{shoulder} over {groin}");
}

/// A figure that looks along −Z has its left at −X.
#[test]
fn a_figure_that_looks_back_has_its_left_on_the_other_side() {
    let plain = Hand::of("builtin:biped", ".L").fitting(TemplateKind::Biped);
    let turn = |place: Vec3| place * vec3(-1.0, 1.0, -1.0);
    let turned = Hand::of("builtin:biped", ".L").moved(turn);
    let turned = turned.fitting(TemplateKind::Biped);
    for (marker, described, place) in plain.markers() {
        let other = turned.place(marker).unwrap();
        let off = other.distance(turn(place));
        assert!(off < 1e-3, "{}: {off}", described.label());
        assert_eq!(plain.sureness(marker), turned.sureness(marker));
    }
}
