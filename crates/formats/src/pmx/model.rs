//! A file as it is: vertices, triangles, materials and bones, up to the morph targets.

use glam::{Vec3, Vec4};

use super::bytes::{Bytes, IndexSize, Refused};
use super::vertices::{DeformKind, PmxVertex, VertexLayout};

/// What is read of a file.
#[derive(Debug)]
pub(super) struct Model {
    pub(super) name: String,
    pub(super) vertices: Vec<PmxVertex>,
    /// Three vertices each.
    pub(super) triangles: Vec<[u32; 3]>,
    /// Names of pictures.
    pub(super) pictures: Vec<String>,
    pub(super) materials: Vec<PmxMaterial>,
    pub(super) bones: Vec<PmxBone>,
    n_bytes: usize,
    /// How much is left out, with what it is.
    left_out: Vec<(usize, &'static str)>,
}

#[derive(Debug)]
pub(super) struct PmxMaterial {
    pub(super) name: String,
    pub(super) diffuse: Vec4,
    pub(super) is_double_sided: bool,
    pub(super) picture: Option<usize>,
    /// Triangles that are next in the list.
    pub(super) n_triangles: usize,
}

#[derive(Debug)]
pub(super) struct PmxBone {
    pub(super) name: String,
    pub(super) position: Vec3,
    pub(super) parent: Option<usize>,
    is_ik: bool,
    is_granted: bool,
}

/// What the head says.
#[derive(Clone, Copy, Debug)]
struct Head {
    is_utf8: bool,
    n_more: u8,
    vertex: IndexSize,
    texture: IndexSize,
    bone: IndexSize,
}

/// Least bytes of a material, of a bone, of a morph and of a text: all texts empty, and nothing that may be left out.
const MATERIAL: usize = 3 * 4 + 65 + 2 + 2 + 4;
const BONE: usize = 2 * 4 + 12 + 4 + 2 + 1;
const MORPH: usize = 2 * 4 + 2 + 4;
const TEXT: usize = 4;

/// Flags of bones.
const TAIL_IS_BONE: u16 = 0x0001;
const IK: u16 = 0x0020;
const GRANTED: u16 = 0x0300;
const FIXED_AXIS: u16 = 0x0400;
const LOCAL_AXES: u16 = 0x0800;
const OUTER_PARENT: u16 = 0x2000;

impl Model {
    pub(super) fn read(from: &mut Bytes<'_>) -> Result<Self, Refused> {
        let n_bytes = from.len();
        let head = Head::read(from)?;
        from.next("names of the model");
        let [local, universal] = head.names(from)?;
        // Comments.
        head.names(from)?;
        let vertices = head.vertices(from)?;
        let triangles = head.triangles(from, vertices.len())?;
        from.next("the list of pictures");
        let n_pictures = from.count(TEXT)?;
        let pictures = (0..n_pictures).map(|_| from.text(head.is_utf8));
        let pictures = pictures.collect::<Result<Vec<String>, Refused>>()?;
        let materials = head.materials(from)?;
        let bones = head.bones(from)?;
        check_bones(&vertices, &bones)?;
        from.next("the list of morphs");
        // What follows is not looked at, but a file that is cut off here is told as one anywhere else.
        let n_morphs = from.count(MORPH)?;
        let of_bones = |is: fn(&PmxBone) -> bool| bones.iter().filter(|bone| is(bone)).count();
        let left_out = vec![
            (n_morphs, "morph"),
            (of_bones(|bone| bone.is_ik), "chain of inverse kinematics"),
            (
                of_bones(|bone| bone.is_granted),
                "bone's share in another's motion",
            ),
        ];
        Ok(Self {
            name: either(local, universal),
            vertices,
            triangles,
            pictures,
            materials,
            bones,
            n_bytes,
            left_out,
        })
    }

    /// Bytes that what becomes of the file may take.
    pub(super) const fn memory(&self) -> usize {
        const LEAST: usize = 128 << 20;
        const A_BYTE: usize = 48;
        self.n_bytes.saturating_mul(A_BYTE).saturating_add(LEAST)
    }

    /// What is left out, or shown otherwise.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = vec!["physics, if there is any, was left out".to_owned()];
        let left_out = self.left_out.iter().filter(|(count, _)| *count > 0);
        notes.extend(left_out.map(|(count, what)| format!("left out: {count} × {what}")));
        let spherical = |of: &&PmxVertex| matches!(of.deform.kind, DeformKind::Spherical(_));
        let spherical = self.vertices.iter().filter(spherical).count();
        if spherical > 0 {
            notes.push(format!(
                "{spherical} vertices with spherical deform (SDEF) are blended as dual quaternions, which come near; their centers are kept as attributes"
            ));
        }
        notes
    }
}

impl Head {
    fn read(from: &mut Bytes<'_>) -> Result<Self, Refused> {
        from.next("the head");
        let version = from.f32()?;
        if !(2.0..2.2).contains(&version) {
            return Err(from.refused(&format!(
                "version {version} is neither 2.0 nor 2.1; save the file as one of them"
            )));
        }
        let length = usize::from(from.u8()?);
        if length < 8 {
            return Err(from.refused("there are fewer than 8 settings; export the file anew"));
        }
        let is_utf8 = from.u8()? != 0;
        let n_more = from.u8()?;
        if n_more > 4 {
            return Err(from.refused("a vertex has more than 4 vectors; export the file anew"));
        }
        let (vertex, texture) = (from.index_size()?, from.index_size()?);
        let (_material, bone) = (from.index_size()?, from.index_size()?);
        // Of morphs and bodies, and what later versions add.
        from.take(length - 6)?;
        Ok(Self {
            is_utf8,
            n_more,
            vertex,
            texture,
            bone,
        })
    }

    /// A name in the language of the file, and in English.
    fn names(self, from: &mut Bytes<'_>) -> Result<[String; 2], Refused> {
        Ok([from.text(self.is_utf8)?, from.text(self.is_utf8)?])
    }

    fn vertices(self, from: &mut Bytes<'_>) -> Result<Vec<PmxVertex>, Refused> {
        let layout = VertexLayout {
            n_more: self.n_more,
            bone: self.bone,
        };
        from.next("the list of vertices");
        let count = from.count(layout.least())?;
        let vertices = (0..count).map(|number| {
            from.next(format!("vertex {number}"));
            layout.read(from)
        });
        vertices.collect()
    }

    fn triangles(self, from: &mut Bytes<'_>, n_vertices: usize) -> Result<Vec<[u32; 3]>, Refused> {
        from.next("the list of faces");
        let count = from.count(self.vertex.bytes())?;
        let triangles = (0..count / 3).map(|number| {
            from.next(format!("face {number}"));
            let mut corner = || self.corner(from, n_vertices);
            Ok([corner()?, corner()?, corner()?])
        });
        let triangles = triangles.collect::<Result<Vec<[u32; 3]>, Refused>>()?;
        from.take(count % 3 * self.vertex.bytes())?;
        Ok(triangles)
    }

    /// A corner of a triangle.
    fn corner(self, from: &mut Bytes<'_>, n_vertices: usize) -> Result<u32, Refused> {
        let vertex = from.vertex_index(self.vertex)?;
        if vertex as usize >= n_vertices {
            return Err(from.refused(&format!(
                "vertex {vertex} of {n_vertices} does not exist; export the file anew"
            )));
        }
        Ok(vertex)
    }

    fn materials(self, from: &mut Bytes<'_>) -> Result<Vec<PmxMaterial>, Refused> {
        from.next("the list of materials");
        let count = from.count(MATERIAL)?;
        let materials = (0..count).map(|number| {
            from.next(format!("material {number}"));
            self.material(from)
        });
        materials.collect()
    }

    fn material(self, from: &mut Bytes<'_>) -> Result<PmxMaterial, Refused> {
        const SPECULAR_AND_AMBIENT: usize = 7 * 4;
        const EDGE: usize = 5 * 4;
        let [local, universal] = self.names(from)?;
        let diffuse = from.vec4()?;
        from.take(SPECULAR_AND_AMBIENT)?;
        let flags = from.u8()?;
        from.take(EDGE)?;
        let picture = from.index(self.texture)?;
        let _environment = from.index(self.texture)?;
        let _blend = from.u8()?;
        let has_own_toon = from.u8()? == 0;
        let toon = if has_own_toon {
            self.texture.bytes()
        } else {
            1
        };
        from.take(toon)?;
        let _note = from.text(self.is_utf8)?;
        let n_corners = usize::try_from(from.i32()?).unwrap_or(0);
        Ok(PmxMaterial {
            name: either(local, universal),
            diffuse,
            is_double_sided: flags & 1 != 0,
            picture,
            n_triangles: n_corners / 3,
        })
    }

    fn bones(self, from: &mut Bytes<'_>) -> Result<Vec<PmxBone>, Refused> {
        from.next("the list of bones");
        let count = from.count(BONE)?;
        let bones = (0..count).map(|number| {
            from.next(format!("bone {number}"));
            self.bone(from)
        });
        bones.collect()
    }

    fn bone(self, from: &mut Bytes<'_>) -> Result<PmxBone, Refused> {
        const VECTOR: usize = 3 * 4;
        let [local, universal] = self.names(from)?;
        let position = from.vec3()?;
        let parent = from.index(self.bone)?;
        let _layer = from.i32()?;
        let flags = from.u16()?;
        let has = |flag: u16| flags & flag != 0;
        let mut rest = if has(TAIL_IS_BONE) {
            self.bone.bytes()
        } else {
            VECTOR
        };
        if has(GRANTED) {
            rest += self.bone.bytes() + 4;
        }
        if has(FIXED_AXIS) {
            rest += VECTOR;
        }
        if has(LOCAL_AXES) {
            rest += 2 * VECTOR;
        }
        if has(OUTER_PARENT) {
            rest += 4;
        }
        from.take(rest)?;
        if has(IK) {
            self.pass_ik(from)?;
        }
        Ok(PmxBone {
            name: either(local, universal),
            position,
            parent,
            is_ik: has(IK),
            is_granted: has(GRANTED),
        })
    }

    fn pass_ik(self, from: &mut Bytes<'_>) -> Result<(), Refused> {
        const LOOPS_AND_LIMIT: usize = 8;
        const LIMITS: usize = 6 * 4;
        from.take(self.bone.bytes() + LOOPS_AND_LIMIT)?;
        let n_links = from.count(self.bone.bytes() + 1)?;
        for _ in 0..n_links {
            from.take(self.bone.bytes())?;
            if from.u8()? != 0 {
                from.take(LIMITS)?;
            }
        }
        Ok(())
    }
}

fn either(local: String, universal: String) -> String {
    if local.is_empty() { universal } else { local }
}

/// Whether all bones that vertices and bones name exist.
fn check_bones(vertices: &[PmxVertex], bones: &[PmxBone]) -> Result<(), Refused> {
    let of_vertex = |(number, vertex): (usize, &PmxVertex)| {
        let mut row = vertex.deform.row.iter();
        let none = row.find(|of| of.bone >= bones.len())?;
        Some(("vertex", number, none.bone))
    };
    let of_bone = |(number, bone): (usize, &PmxBone)| {
        let none = bone.parent.filter(|parent| *parent >= bones.len())?;
        Some(("bone", number, none))
    };
    let found = vertices.iter().enumerate().find_map(of_vertex);
    match found.or_else(|| bones.iter().enumerate().find_map(of_bone)) {
        Some((what, number, none)) => Err(format!(
            "{what} {number}: bone {none} is named, of {} that there are; export the file anew",
            bones.len()
        )),
        None => Ok(()),
    }
}
