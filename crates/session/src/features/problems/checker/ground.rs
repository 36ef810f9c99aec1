//! The input of a search for problems: the surface of every skin, its bones, and the mirror image of each point.

use std::sync::Arc;

use character::Character;
use rig::{BindPose, GoOn, JointSlot, NamePatterns};
use scene::placed::placed_primitives;
use scene::vertex_facts::VertexPlace;
use weights::{
    Automatic, AutomaticOptions, Bone, Checks, JointChoice, Movers, Problem, ProblemKind, Report,
    Rules, SkinInUse, Symmetry, automatic_weights, parents, partners, problems_watched, repair,
};

use crate::settings::{Check, CheckSettings, MirrorAxis};
use crate::state::painting::{PaintMesh, Sides, meters_per_unit, towards_left, usual_plane};
use crate::state::problems::problem_list::{Entry, FixOrder, Fixed, ProblemList};

/// The share of all progress that building the input takes where it has to be built.
const SHARE: f32 = 0.4;

/// Everything about a character that does not change with its weights.
#[derive(Debug)]
pub(super) struct CheckContext {
    pub(super) of: Arc<Character>,
    axis: MirrorAxis,
    patterns: NamePatterns,
    skins: Vec<CheckSkin>,
}

/// One skin that moves at least one vertex.
#[derive(Debug)]
struct CheckSkin {
    mesh: Arc<PaintMesh>,
    bones: Vec<Bone>,
    symmetry: Symmetry,
    partners: Vec<Option<JointSlot>>,
    parents: Vec<Option<JointSlot>>,
    /// Meters of the model per unit of the mesh.
    scale: f32,
}

impl CheckContext {
    /// Builds the input for a character; none if canceled. `meshes` are its surfaces, if they are built already.
    pub(super) fn new(
        character: &Arc<Character>,
        meshes: Vec<Arc<PaintMesh>>,
        (axis, patterns): (MirrorAxis, NamePatterns),
        go_on: &GoOn<'_>,
    ) -> Option<Self> {
        go_on(0.0).continue_value()?;
        let meshes = if meshes.is_empty() {
            PaintMesh::all(character)
                .into_iter()
                .map(Arc::new)
                .collect()
        } else {
            meshes
        };
        go_on(0.5 * SHARE).continue_value()?;
        let rig = &character.rig;
        let pairs = character.joint_pairs(&patterns);
        let mut skins = Vec::new();
        for mesh in meshes {
            if let Some(bind) = rig.binds.get(mesh.skin) {
                let by_names = (&patterns, &pairs);
                skins.push(CheckSkin::new(mesh, character, bind, axis, by_names));
            }
            go_on(0.5 * SHARE).continue_value()?;
        }
        Some(Self {
            of: Arc::clone(character),
            axis,
            patterns,
            skins,
        })
    }

    /// Whether it was built with this mirror axis and these name patterns.
    pub(super) fn is_of(&self, axis: MirrorAxis, patterns: &NamePatterns) -> bool {
        self.axis == axis && self.patterns == *patterns
    }

    /// Finds the problems; none if canceled.
    pub(super) fn problems(
        &self,
        character: &Arc<Character>,
        checks: CheckSettings,
        go_on: &GoOn<'_>,
    ) -> Option<ProblemList> {
        let kinds = checks.kinds();
        let meshes = meshes_of(character);
        let mut entries = Vec::new();
        let mut begin = SHARE;
        let part = (1.0 - SHARE) / count(self.skins.len()).max(1.0);
        for skin in &self.skins {
            let rows = skin.mesh.rows(character);
            let wanted = Checks {
                kinds: &kinds,
                ..skin.checks(&checks, &[])
            };
            let found = problems_watched(&rows, skin.mesh.surface(), &wanted, &|done| {
                go_on(begin + part * done)
            })?;
            let found = found.into_iter();
            entries.extend(found.map(|problem| skin.entry(problem, character, &meshes)));
            begin += part;
        }
        // A stable sort: problems of one kind stay in the order of the skins.
        entries.sort_by_key(|entry| entry.problem.kind);
        let points = self
            .skins
            .iter()
            .map(|skin| skin.mesh.surface().point_count());
        Some(ProblemList {
            of: Arc::clone(character),
            checks,
            entries,
            points: points.sum(),
            alone: self.skins.iter().flat_map(CheckSkin::alone).collect(),
            has_sides: self.skins.iter().any(CheckSkin::has_sides),
        })
    }

    /// Repairs problems; none if canceled.
    pub(super) fn repair(
        &self,
        character: &Arc<Character>,
        order: &FixOrder,
        locks: &[Vec<bool>],
        go_on: &GoOn<'_>,
    ) -> Option<Fixed> {
        let mut edits = Vec::new();
        let mut report = Report::default();
        let ordered = order.entries.iter();
        let ordered: Vec<&Entry> = ordered
            .filter_map(|&place| order.list.entries.get(place))
            .collect();
        for skin in &self.skins {
            go_on(SHARE).continue_value()?;
            let here = ordered.iter().filter(|entry| entry.skin == skin.mesh.skin);
            let problems: Vec<Problem> = here.map(|entry| entry.problem.clone()).collect();
            let locks = locks.get(skin.mesh.skin).map_or(&[][..], |locks| locks);
            let automatic = skin.automatic(character, &problems, locks, go_on)?;
            let checks = Checks {
                automatic: automatic.as_ref().map(|made| &made.edit),
                ..skin.checks(&order.list.checks, locks)
            };
            let rows = skin.mesh.rows(character);
            let edit = repair(&problems, &rows, skin.mesh.surface(), &checks);
            report.add(&edit.report);
            edits.extend(skin.mesh.pieces_of(&edit));
        }
        Some(Fixed {
            of: Arc::clone(character),
            name: order.name.clone(),
            edits,
            said: report.to_string(),
        })
    }
}

impl CheckSkin {
    fn new(
        mesh: Arc<PaintMesh>,
        character: &Character,
        bind: &BindPose,
        axis: MirrorAxis,
        names: Sides<'_>,
    ) -> Self {
        let skeleton = &character.rig.skeleton;
        let (_, pairs) = names;
        let plane = axis
            .plane()
            .or_else(|| usual_plane(&mesh, character, names));
        let plane = towards_left(plane.unwrap_or_default(), &mesh, character, names);
        let surface = mesh.surface();
        let tolerance = Symmetry::usual_tolerance(surface);
        Self {
            bones: Bone::of_skin(skeleton, bind),
            symmetry: Symmetry::by_position(surface, &plane, tolerance),
            partners: partners(skeleton, bind, pairs),
            parents: parents(skeleton, bind),
            scale: meters_per_unit(skeleton, bind),
            mesh,
        }
    }

    fn checks<'a>(&'a self, checks: &CheckSettings, locks: &'a [bool]) -> Checks<'a> {
        let limit = Some(usize::from(checks.limit));
        Checks {
            rules: Rules {
                locks,
                limit: limit.filter(|_| checks.looks_for(Check::Limit)),
                parents: &self.parents,
                ..Rules::default()
            },
            bones: &self.bones,
            symmetry: Some(&self.symmetry),
            partners: &self.partners,
            direction: checks.direction(),
            ..Checks::default()
        }
    }

    /// Automatic weights to fill unbound points by, of joints that are not locked; an empty answer where none of the problems asks for
    /// them, none if canceled.
    #[expect(clippy::option_option, reason = "none is an answer, too")]
    fn automatic(
        &self,
        character: &Character,
        problems: &[Problem],
        locks: &[bool],
        go_on: &GoOn<'_>,
    ) -> Option<Option<Automatic>> {
        let is_unbound = |problem: &Problem| problem.kind == ProblemKind::Unbound;
        let bind = character.bind_with_idle_at_rest(self.mesh.skin);
        let Some(bind) = bind.filter(|_| problems.iter().any(is_unbound)) else {
            return Some(None);
        };
        let surface = self.mesh.surface();
        let rows = self.mesh.rows(character);
        let in_use = SkinInUse {
            skeleton: &character.rig.skeleton,
            bind: &bind,
            surface,
            rows: &rows,
            only_unbound: true,
        };
        let mut bones = Movers::from_choice(JointChoice::Used, &in_use).bones;
        let is_locked = |bone: &Bone| locks.get(usize::from(bone.joint)) == Some(&true);
        bones.retain(|bone| !is_locked(bone));
        let made = automatic_weights(surface, &bones, &AutomaticOptions::default(), &|_, done| {
            go_on(SHARE + (1.0 - SHARE) * done)
        });
        made.ok().map(Some)
    }

    fn has_sides(&self) -> bool {
        let alone = self.symmetry.alone().count();
        // A mesh of which most points have no image, such as a sword, has no two sides to compare.
        2 * alone <= self.symmetry.point_count()
    }

    /// Vertices without a mirror image; empty for a mesh that has no two sides.
    fn alone(&self) -> Vec<VertexPlace> {
        if !self.has_sides() {
            return Vec::new();
        }
        let points = self.symmetry.alone();
        let places = points.filter_map(|point| self.mesh.place_of(point));
        places.map(place).collect()
    }

    fn entry(&self, mut problem: Problem, character: &Character, meshes: &[usize]) -> Entry {
        let all = problem.kind == ProblemKind::Seam;
        let points = problem.points.iter();
        let places: Vec<VertexPlace> = points
            .flat_map(|&point| {
                let places = self.mesh.places_of(point);
                places.take(if all { usize::MAX } else { 1 })
            })
            .map(place)
            .collect();
        if problem.kind == ProblemKind::Stray {
            problem.size *= self.scale;
        }
        let bind = character.rig.binds.get(self.mesh.skin);
        let joint = problem.joint.zip(bind);
        let joint = joint.and_then(|(joint, bind)| bind.joint_at(joint));
        let mesh = places.first().and_then(|place| meshes.get(place.primitive));
        Entry {
            skin: self.mesh.skin,
            problem,
            joint,
            mesh: mesh.copied().unwrap_or(0),
            places,
        }
    }
}

fn place((primitive, vertex): (usize, u32)) -> VertexPlace {
    let vertex = usize::try_from(vertex).unwrap_or(usize::MAX);
    VertexPlace { primitive, vertex }
}

/// The mesh index of every placed primitive.
fn meshes_of(character: &Character) -> Vec<usize> {
    let placed = placed_primitives(character);
    placed.map(|placed| placed.instance.mesh).collect()
}

fn count(number: usize) -> f32 {
    // By way of u16, which every f32 holds exactly.
    f32::from(u16::try_from(number).unwrap_or(u16::MAX))
}
