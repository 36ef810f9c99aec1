//! A small FBX file as text: a strip of two squares on two bones, with a blend shape, a picture and a motion.

/// What is written of it.
pub(crate) struct Strip {
    /// Centimeters of a unit.
    pub(crate) unit: f64,
    /// Of both bones: 1 hands scale on, 2 (segment scale compensate) ignores that of the parent.
    pub(crate) inherit: u8,
    pub(crate) skinning: &'static str,
    /// Of the lower bone at the begin and at the end of the curves.
    pub(crate) scale: [f64; 2],
    /// Where the motion begins and ends, in seconds of the file.
    pub(crate) range: [f64; 2],
    /// Degrees by which the geometry is turned about y in its node.
    pub(crate) geometric: f64,
}

impl Default for Strip {
    fn default() -> Self {
        Self {
            unit: 1.0,
            inherit: 1,
            skinning: "Linear",
            scale: [1.0, 1.0],
            range: [0.0, 1.0],
            geometric: 0.0,
        }
    }
}

/// A second, as files count time.
const SECOND: u64 = 46_186_158_000;

/// A matrix that moves along y, column by column.
fn moved(y: f64) -> String {
    format!("*16 {{ a: 1,0,0,0, 0,1,0,0, 0,0,1,0, 0,{y},0,1 }}")
}

fn curve(id: u32, values: [f64; 2]) -> String {
    let [begin, end] = values;
    format!(
        "AnimationCurve: {id}, \"AnimCurve::\", \"\" {{ Default: 0 KeyVer: 4008 KeyTime: *2 {{ a: 0,{SECOND} }} KeyValueFloat: *2 {{ a: {begin},{end} }} \
         KeyAttrFlags: *1 {{ a: 4 }} KeyAttrDataFloat: *4 {{ a: 0,0,0,0 }} KeyAttrRefCount: *1 {{ a: 2 }} }}\n"
    )
}

impl Strip {
    #[expect(clippy::too_many_lines, reason = "a file")]
    pub(crate) fn text(&self) -> String {
        let Self {
            unit,
            inherit,
            skinning,
            scale,
            range,
            geometric,
        } = self;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_precision_loss,
            reason = "seconds of a test"
        )]
        let [start, stop] = range.map(|time| (time * SECOND as f64) as i64);
        let bone = |id: u32, name: &str, y: f64| {
            format!(
                "Model: {id}, \"Model::{name}\", \"LimbNode\" {{ Version: 232 Properties70: {{ P: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",0,{y},0\n\
             P: \"InheritType\", \"enum\", \"\", \"\",{inherit} }} }}\n"
            )
        };
        let cluster = |id: u32, vertices: &str, weights: &str, y: f64| {
            format!(
                "Deformer: {id}, \"SubDeformer::\", \"Cluster\" {{ Version: 100 Indexes: *4 {{ a: {vertices} }} Weights: *4 {{ a: {weights} }} \
             Transform: {} TransformLink: {} }}\n",
                moved(-y),
                moved(y)
            )
        };
        let curves = [
            curve(602, [0.0, 90.0]),
            curve(605, [0.0, 100.0]),
            curve(607, *scale),
            curve(608, *scale),
            curve(609, *scale),
            curve(611, [100.0, 110.0]),
        ]
        .concat();
        format!("; FBX 7.4.0 project file
FBXHeaderExtension:  {{ FBXHeaderVersion: 1003 FBXVersion: 7400 }}
GlobalSettings:  {{ Version: 1000 Properties70:  {{
P: \"UpAxis\", \"int\", \"Integer\", \"\",1
P: \"UpAxisSign\", \"int\", \"Integer\", \"\",1
P: \"FrontAxis\", \"int\", \"Integer\", \"\",2
P: \"FrontAxisSign\", \"int\", \"Integer\", \"\",1
P: \"CoordAxis\", \"int\", \"Integer\", \"\",0
P: \"CoordAxisSign\", \"int\", \"Integer\", \"\",1
P: \"UnitScaleFactor\", \"double\", \"Number\", \"\",{unit}
P: \"TimeMode\", \"enum\", \"\", \"\",6
}} }}
Objects:  {{
Geometry: 100, \"Geometry::Strip\", \"Mesh\" {{
Vertices: *18 {{ a: -10,0,0, 10,0,0, -10,100,0, 10,100,0, -10,200,0, 10,200,0 }}
PolygonVertexIndex: *8 {{ a: 0,1,3,-3, 2,3,5,-5 }}
GeometryVersion: 124
LayerElementUV: 0 {{ Version: 101 Name: \"\" MappingInformationType: \"ByPolygonVertex\" ReferenceInformationType: \"IndexToDirect\"
UV: *12 {{ a: 0,0, 1,0, 0,0.5, 1,0.5, 0,1, 1,1 }} UVIndex: *8 {{ a: 0,1,3,2, 2,3,5,4 }} }}
LayerElementMaterial: 0 {{ Version: 101 Name: \"\" MappingInformationType: \"AllSame\" ReferenceInformationType: \"IndexToDirect\" Materials: *1 {{ a: 0 }} }}
Layer: 0 {{ Version: 100
LayerElement:  {{ Type: \"LayerElementMaterial\" TypedIndex: 0 }}
LayerElement:  {{ Type: \"LayerElementUV\" TypedIndex: 0 }} }}
}}
Geometry: 101, \"Geometry::Puff\", \"Shape\" {{ Version: 100 Indexes: *2 {{ a: 2,3 }} Vertices: *6 {{ a: 0,0,10, 0,0,20 }} }}
Model: 200, \"Model::Strip\", \"Mesh\" {{ Version: 232 Properties70: {{ P: \"GeometricRotation\", \"Vector3D\", \"Vector\", \"\",0,{geometric},0 }} }}
{}{}{}NodeAttribute: 301, \"NodeAttribute::Lower\", \"LimbNode\" {{ TypeFlags: \"Skeleton\" }}
NodeAttribute: 302, \"NodeAttribute::Upper\", \"LimbNode\" {{ TypeFlags: \"Skeleton\" }}
NodeAttribute: 303, \"NodeAttribute::Hand\", \"LimbNode\" {{ TypeFlags: \"Skeleton\" }}
Material: 350, \"Material::Red\", \"\" {{ Version: 102 ShadingModel: \"phong\" Properties70: {{ P: \"DiffuseColor\", \"Color\", \"\", \"A\",1,0.25,0 }} }}
Deformer: 400, \"Deformer::\", \"Skin\" {{ Version: 101 Link_DeformAcuracy: 50 SkinningType: \"{skinning}\" }}
{}{}Deformer: 410, \"Deformer::\", \"BlendShape\" {{ Version: 100 }}
Deformer: 411, \"SubDeformer::Puff\", \"BlendShapeChannel\" {{ Version: 100 DeformPercent: 0 FullWeights: *1 {{ a: 100 }} }}
AnimationStack: 500, \"AnimStack::bend\", \"\" {{ Properties70: {{ P: \"LocalStart\", \"KTime\", \"Time\", \"\",{start}
P: \"LocalStop\", \"KTime\", \"Time\", \"\",{stop}
P: \"ReferenceStart\", \"KTime\", \"Time\", \"\",{start}
P: \"ReferenceStop\", \"KTime\", \"Time\", \"\",{stop} }} }}
AnimationLayer: 501, \"AnimLayer::Base\", \"\" {{ }}
AnimationCurveNode: 601, \"AnimCurveNode::R\", \"\" {{ Properties70: {{ P: \"d|Z\", \"Number\", \"\", \"A\",0 }} }}
AnimationCurveNode: 604, \"AnimCurveNode::DeformPercent\", \"\" {{ Properties70: {{ P: \"d|DeformPercent\", \"Number\", \"\", \"A\",0 }} }}
AnimationCurveNode: 606, \"AnimCurveNode::S\", \"\" {{ Properties70: {{ P: \"d|X\", \"Number\", \"\", \"A\",1 }} }}
AnimationCurveNode: 610, \"AnimCurveNode::T\", \"\" {{ Properties70: {{ P: \"d|Y\", \"Number\", \"\", \"A\",100 }} }}
{curves}}}
Connections:  {{
C: \"OO\",200,0
C: \"OO\",201,0
C: \"OO\",202,201
C: \"OO\",203,202
C: \"OO\",100,200
C: \"OO\",350,200
C: \"OO\",301,201
C: \"OO\",302,202
C: \"OO\",303,203
C: \"OO\",400,100
C: \"OO\",401,400
C: \"OO\",402,400
C: \"OO\",201,401
C: \"OO\",202,402
C: \"OO\",410,100
C: \"OO\",411,410
C: \"OO\",101,411
C: \"OO\",501,500
C: \"OO\",601,501
C: \"OO\",604,501
C: \"OO\",606,501
C: \"OO\",610,501
C: \"OP\",601,202, \"Lcl Rotation\"
C: \"OP\",602,601, \"d|Z\"
C: \"OP\",604,411, \"DeformPercent\"
C: \"OP\",605,604, \"d|DeformPercent\"
C: \"OP\",606,201, \"Lcl Scaling\"
C: \"OP\",607,606, \"d|X\"
C: \"OP\",608,606, \"d|Y\"
C: \"OP\",609,606, \"d|Z\"
C: \"OP\",610,202, \"Lcl Translation\"
C: \"OP\",611,610, \"d|Y\"
}}
",
            bone(201, "Lower", 0.0), bone(202, "Upper", 100.0), bone(203, "Hand", 100.0),
            cluster(401, "0,1,2,3", "1,1,0.5,0.5", 0.0), cluster(402, "2,3,4,5", "0.5,0.5,1,1", 100.0),
        )
    }
}
