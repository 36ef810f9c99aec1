//! Pairs by names that are made of parts: words for the sides, where they stand in a name and beside what sign, and what programs put
//! around it.

use std::collections::BTreeSet;

use glam::Vec3;
use proptest::prelude::*;
use rig::{LocalTransform, NamePatterns, PairedBy, Rig, Skeleton, SkeletonBuilder, Trs};

use crate::pairs::{Figure, capital, check};
use crate::support::{cases, key};

/// Words for left and right, in small letters.
const WORDS: &[[&str; 2]] = &[
    ["l", "r"],
    ["lf", "rt"],
    ["left", "right"],
    ["izquierda", "derecha"],
    ["izquierdo", "derecho"],
    ["izq", "der"],
    ["gauche", "droite"],
    ["gauche", "droit"],
    ["links", "rechts"],
    ["linke", "rechte"],
    ["linker", "rechter"],
    ["linkes", "rechtes"],
    ["esquerda", "direita"],
    ["esquerdo", "direito"],
    ["esq", "dir"],
    ["sinistra", "destra"],
    ["sinistro", "destro"],
    ["sx", "dx"],
    ["vänster", "höger"],
    ["vanster", "hoger"],
    ["stânga", "dreapta"],
    ["左", "右"],
    ["ひだり", "みぎ"],
];
/// What parts the words of a name.
const SEPARATORS: &[&str] = &["_", ".", "-", " ", ""];
/// What programs put before every name.
const HEADS: &[&str] = &[
    "",
    "mixamorig:",
    "Bip01 ",
    "DEF-",
    "CC_Base_",
    "J_Bip_",
    "ValveBiped.Bip01_",
    "hero:rig:",
    "b_",
];
/// What programs and download sites put behind it, where # is a number that no other joint has; and how many counters that is.
const TAILS: &[(&str, u8)] = &[
    ("", 0),
    ("_jnt", 0),
    ("_end", 0),
    ("_0#", 1),
    (".003_#", 1),
    (".0#_#", 2),
    ("_end_0#", 1),
];
/// Limbs, some with letters in their names that look like sides.
const LIMBS: &[&str] = &[
    "arm", "leg", "ball", "collar", "roll", "lower", "finger", "wing",
];
/// Joints of the middle whose names merely contain letters and words of sides.
const DECOYS: &[&str] = &[
    "ball", "Roll", "Lower", "Collar", "Lid", "tail", "skull", "Leftover", "upright", "Rear",
    "LOD0", "rib",
];

/// How the word of a side is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Case {
    Small,
    Title,
    Capitals,
}

const CASES: &[Case] = &[Case::Small, Case::Title, Case::Capitals];

/// Where the word of a side stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Before,
    Behind,
    /// Between the limb and the number of the joint.
    Between,
    Both,
    /// Within a word with the limb, as in `leftarm`.
    FusedBefore,
    /// The same, as in `armleft` and `arml`.
    FusedBehind,
}

const PLACES: &[Place] = &[
    Place::Before,
    Place::Behind,
    Place::Between,
    Place::Both,
    Place::FusedBefore,
    Place::FusedBehind,
];

/// As what the sides are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    Whole,
    /// Two marks at once.
    Every,
    Inside,
    /// Marks that places may come before.
    Rare,
}

/// How somebody names the joints of the two sides.
#[derive(Clone, Copy, Debug)]
struct Naming {
    words: [&'static str; 2],
    case: Case,
    place: Place,
    separator: &'static str,
    head: &'static str,
    tail: &'static str,
    /// Groups of digits in the tail that differ between the sides.
    counters: u8,
    /// Whether limbs begin with a capital.
    is_title: bool,
}

impl Naming {
    /// The same, or where nobody could tell the sides the nearest to it that people write.
    fn sane(mut self) -> Self {
        if self.place == Place::Both && !self.is_listed() {
            self.place = Place::Behind;
        }
        if self.place == Place::FusedBefore && !self.is_long() {
            self.place = Place::Before;
        }
        if self.place == Place::FusedBehind {
            if self.is_long() || self.is_letter() {
                self.case = Case::Small;
            } else {
                self.place = Place::Behind;
            }
        }
        // As `arml01`, where the letter is neither at a capital nor at an end.
        if self.place == Place::Between && self.is_fused() && !self.is_long() {
            self.separator = "_";
        }
        self
    }

    /// Letters of the word for left.
    fn letters(&self) -> usize {
        self.words[0].chars().count()
    }

    /// Whether its script has capitals, and sets words apart.
    fn has_case(&self) -> bool {
        self.words[0].chars().any(char::is_lowercase)
    }

    fn is_letter(&self) -> bool {
        self.letters() == 1 && self.words[0].is_ascii()
    }

    /// Whether the word is looked for within others.
    fn is_long(&self) -> bool {
        self.letters() >= 4
    }

    /// Short forms that mean something else too often, as `DER`.
    fn is_rare(&self) -> bool {
        match self.case {
            Case::Small => false,
            Case::Title => self.words[0] == "esq",
            Case::Capitals => self.has_case() && matches!(self.letters(), 2 | 3),
        }
    }

    /// Whether the usual marks have the word as it is written.
    fn is_listed(&self) -> bool {
        let is_written = self.case != Case::Capitals || !self.is_long() || self.words[0] == "left";
        is_written && !self.is_rare() && self.words[0] != "linkes"
    }

    /// Whether nothing says where the word of a side begins, or where it ends.
    fn is_fused(&self) -> bool {
        match self.place {
            Place::FusedBefore | Place::FusedBehind => true,
            Place::Between => {
                self.separator.is_empty() && self.case == Case::Small && self.has_case()
            }
            Place::Before | Place::Behind | Place::Both => false,
        }
    }

    fn reading(&self) -> Reading {
        if self.is_rare() {
            Reading::Rare
        } else if self.place == Place::Both {
            Reading::Every
        } else if self.is_listed() && !self.is_fused() {
            Reading::Whole
        } else {
            Reading::Inside
        }
    }

    /// How sure a pair by these names is; nothing where places may decide before names do.
    fn sureness(&self) -> Option<f32> {
        let of_mark = match self.reading() {
            Reading::Whole => 1.0,
            Reading::Every => 0.95,
            Reading::Inside => 0.9,
            Reading::Rare => return None,
        };
        Some(of_mark - 0.03 * f32::from(self.counters))
    }

    /// The name of a joint of a limb, the one of this place in its chain.
    fn name(&self, limb: &str, is_left: bool, place: usize, number: usize) -> String {
        let word = self.words[usize::from(!is_left)];
        let side = match self.case {
            Case::Small => word.to_owned(),
            Case::Title => capital(word),
            Case::Capitals => word.to_uppercase(),
        };
        let sign = self.separator;
        let begins_word = sign.is_empty() && matches!(self.place, Place::Before | Place::Both);
        let limb = match self.is_title || begins_word {
            true => capital(limb),
            false => limb.to_owned(),
        };
        let name = match self.place {
            Place::Before => format!("{side}{sign}{limb}{place}"),
            Place::Behind => format!("{limb}{place}{sign}{side}"),
            Place::Between => format!("{limb}{sign}{side}{sign}0{place}"),
            Place::Both => format!("{side}{sign}{limb}{place}{sign}{side}"),
            Place::FusedBefore if self.case == Case::Capitals => {
                format!("{side}{}{place}", limb.to_uppercase())
            }
            Place::FusedBefore => format!("{side}{}{place}", limb.to_lowercase()),
            Place::FusedBehind => format!("{limb}{side}_{place}"),
        };
        let tail = self.tail.replace('#', &number.to_string());
        format!("{}{name}{tail}", self.head)
    }
}

fn any_naming() -> impl Strategy<Value = Naming> {
    (
        (prop::sample::select(WORDS), prop::sample::select(CASES)),
        (
            prop::sample::select(PLACES),
            prop::sample::select(SEPARATORS),
        ),
        (prop::sample::select(HEADS), prop::sample::select(TAILS)),
        any::<bool>(),
    )
        .prop_map(
            |((words, case), (place, separator), (head, (tail, counters)), is_title)| {
                let naming = Naming {
                    words,
                    case,
                    place,
                    separator,
                    head,
                    tail,
                    counters,
                    is_title,
                };
                naming.sane()
            },
        )
}

/// A limb: how many joints, and where it begins, as shares.
type Limb = (usize, [f32; 3]);

/// Who has the names, and how it stands.
#[derive(Clone, Debug)]
struct Body {
    limbs: Vec<Limb>,
    first_limb: usize,
    decoys: usize,
    first_decoy: usize,
    /// Whether there is a joint beside the plane without a side, and one whose partner is missing.
    extras: [bool; 2],
    /// How far joints of the right are off.
    off: Vec<[f32; 3]>,
    /// Across which axis the sides are, and how far the plane is from the origin.
    axis: usize,
    shift: f32,
    /// Whether the left is against the axis.
    is_turned: bool,
    /// In which order joints are listed: by these numbers.
    order: Vec<u16>,
}

fn any_body() -> impl Strategy<Value = Body> {
    let limb = (2..4_usize, prop::array::uniform3(0.0_f32..1.0));
    (
        (prop::collection::vec(limb, 2..5), 0..LIMBS.len()),
        (0..4_usize, 0..DECOYS.len(), any::<[bool; 2]>()),
        prop::collection::vec(prop::array::uniform3(-0.01_f32..0.01), 12),
        (
            0..3_usize,
            prop_oneof![Just(0.0_f32), -2.0_f32..2.0],
            any::<bool>(),
        ),
        prop::collection::vec(any::<u16>(), 48),
    )
        .prop_map(
            |(
                (limbs, first_limb),
                (decoys, first_decoy, extras),
                off,
                (axis, shift, is_turned),
                order,
            )| Body {
                limbs,
                first_limb,
                decoys,
                first_decoy,
                extras,
                off,
                axis,
                shift,
                is_turned,
                order,
            },
        )
}

/// Joints with their partners, and those of them whose names have sides: the key, and whether the left one.
#[derive(Default)]
struct Named {
    figure: Figure,
    sided: Vec<(u32, bool)>,
}

impl Named {
    /// The next joints of a limb on the left and on the right.
    fn add_pair(&mut self, names: &[String; 2], above: [u32; 2], at: [Vec3; 2]) -> [u32; 2] {
        let both =
            [0, 1].map(|side: usize| self.figure.add(&names[side], Some(above[side]), at[side]));
        self.sided.extend([(both[0], true), (both[1], false)]);
        self.figure.pair(both[0], both[1]);
        both
    }
}

impl Body {
    /// Where a place to the left, up and to the front is in the model.
    fn placed(&self, [left, up, front]: [f32; 3]) -> Vec3 {
        let side = self.shift + if self.is_turned { -left } else { left };
        match self.axis {
            0 => Vec3::new(side, up, front),
            1 => Vec3::new(front, side, up),
            _ => Vec3::new(front, up, side),
        }
    }

    fn normal(&self) -> Vec3 {
        [Vec3::X, Vec3::Y, Vec3::Z][self.axis]
    }

    fn named(&self, naming: &Naming) -> Named {
        let mut named = Named::default();
        let middle = self.add_middle(naming, &mut named.figure);
        let figure = &mut named.figure;
        let mut alone = |name: &str, parent: u32, at: [f32; 3]| {
            let joint = figure.add(name, Some(parent), self.placed(at));
            figure.partners.insert(joint, None);
        };
        if self.extras[0] {
            alone(&format!("{}crate", naming.head), middle[0], [0.9, 0.2, 0.8]);
        }
        if self.extras[1] {
            let name = naming.name("sword", false, 1, 900);
            alone(&name, middle[1], [-0.6, 1.8, 0.7]);
        }
        self.add_limbs(naming, middle, &mut named);
        named
    }

    /// A chain in the middle with decoys on it; hips and spine are given, on which limbs hang.
    fn add_middle(&self, naming: &Naming, figure: &mut Figure) -> [u32; 2] {
        let mut add = |name: &str, parent: Option<u32>, up: f32, front: f32| {
            let name = format!("{}{name}", naming.head);
            let joint = figure.add(&name, parent, self.placed([0.0, up, front]));
            figure.partners.insert(joint, Some(joint));
            joint
        };
        let hips = add("hips", None, 1.0, 0.0);
        let spine = add("spine", Some(hips), 1.5, 0.02);
        let head = add("head", Some(spine), 1.9, 0.02);
        let decoys = DECOYS.iter().cycle().skip(self.first_decoy);
        let places = [(hips, 1.12), (spine, 1.43), (head, 1.74)];
        for (name, (parent, up)) in decoys.zip(places).take(self.decoys) {
            add(name, Some(parent), up, -0.1);
        }
        [hips, spine]
    }

    fn add_limbs(&self, naming: &Naming, middle: [u32; 2], named: &mut Named) {
        let limbs = LIMBS.iter().cycle().skip(self.first_limb);
        let mut off = self.off.iter().cycle();
        let mut number = 3;
        for (count, (limb, (length, at))) in (0_u8..).zip(limbs.zip(&self.limbs)) {
            let height = 0.5 * f32::from(count);
            // Limbs that stand apart, so that there is one answer.
            let begin = [0.15 + 0.35 * at[0], height + 0.2 * at[1], 0.1 + 0.2 * at[2]];
            let mut above = [middle[usize::from(count % 2)]; 2];
            for place in 1..=*length {
                let steps = f32::from(u8::try_from(place).unwrap());
                let here = Vec3::from_array(begin) + steps * Vec3::new(0.15, -0.05, 0.04);
                let off = off.next().copied().map_or(Vec3::ZERO, Vec3::from_array);
                let there = here * Vec3::new(-1.0, 1.0, 1.0) + off;
                number += 14;
                let names = [(true, number - 7), (false, number)];
                let names = names.map(|(is_left, it)| naming.name(limb, is_left, place, it));
                above = named.add_pair(
                    &names,
                    above,
                    [here, there].map(|at| self.placed(at.into())),
                );
            }
        }
    }

    /// The skeleton, its joints listed in another order; their keys are their places in the figure.
    fn skeleton(&self, figure: &Figure) -> Skeleton {
        let mut places: Vec<usize> = (0..figure.joints.len()).collect();
        places.sort_by_key(|&place| self.order[place % self.order.len()]);
        let mut builder = SkeletonBuilder::new();
        for place in places {
            let (name, parent, at) = &figure.joints[place];
            let from = parent.map_or(Vec3::ZERO, |parent| figure.joints[parent as usize].2);
            let local = LocalTransform::Trs(Trs {
                translation: *at - from,
                ..Trs::IDENTITY
            });
            builder = builder.joint(key(place), *parent, name.as_str(), local);
        }
        builder.build().unwrap()
    }
}

proptest! {
    #![proptest_config(cases(160))]

    /// Whatever the words, their place, and the joints: each has its partner, by name and as surely as that is told; the left is where the
    /// names have it; what is in the middle is its own image, and what is alone nobody's.
    #[test]
    fn names_made_of_parts_tell_partners_and_sides(naming in any_naming(), body in any_body()) {
        let Named { figure, sided } = body.named(&naming);
        let rig = Rig::new(body.skeleton(&figure), Vec::new());
        let pairs = check(&figure, &rig)?;
        let patterns = NamePatterns::default();
        let wanted = naming.sureness();
        for (joint, is_left) in sided {
            let joint = rig.skeleton.joint_of_key(joint).unwrap();
            let name = rig.skeleton.name(joint);
            let paired = pairs.find_pairing(joint).unwrap();
            if let Some(wanted) = wanted {
                prop_assert_eq!(paired.by, PairedBy::Name, "{}", name);
                prop_assert!((paired.sureness - wanted).abs() < 1e-3, "{name}: {}, not {wanted}", paired.sureness);
            }
            if matches!(naming.reading(), Reading::Whole | Reading::Every) {
                prop_assert_eq!(patterns.is_left(name), Some(is_left), "{}", name);
            }
        }
        let normal = body.normal();
        prop_assert_eq!(pairs.normal(), normal);
        // One side is off by up to a hundredth.
        prop_assert!((pairs.offset() - body.shift).abs() < 0.012, "{}, not {}", pairs.offset(), body.shift);
        prop_assert_eq!(pairs.left_direction(), Some(if body.is_turned { -normal } else { normal }));
    }
}

/// Every word in every case, place and beside every sign: they make hundreds of names, and whole words tell their side.
#[test]
fn parts_of_names_make_many_conventions() {
    let patterns = NamePatterns::default();
    let mut names = BTreeSet::new();
    for (&words, &case) in WORDS
        .iter()
        .flat_map(|words| CASES.iter().map(move |case| (words, case)))
    {
        for (&place, &separator) in PLACES
            .iter()
            .flat_map(|place| SEPARATORS.iter().map(move |sign| (place, sign)))
        {
            let naming = Naming {
                words,
                case,
                place,
                separator,
                head: "",
                tail: "",
                counters: 0,
                is_title: false,
            };
            let naming = naming.sane();
            let sides = [true, false].map(|is_left| naming.name("arm", is_left, 1, 0));
            assert_ne!(sides[0], sides[1]);
            if naming.reading() == Reading::Whole {
                let told = sides.each_ref().map(|name| patterns.is_left(name));
                assert_eq!(told, [Some(true), Some(false)], "{sides:?}");
            }
            names.insert(sides);
        }
    }
    assert!(names.len() >= 900, "{}", names.len());
    for name in DECOYS {
        assert_eq!(patterns.is_left(name), None, "{name}");
    }
}
