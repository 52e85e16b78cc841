// JSON Schemas of a scene and its parts, each made beside the code that reads it.
#pragma once
#include "core/scene/read_joint.hpp"

namespace orthant {

class SchemaFields;

/// Of "scene"; what it refers to is added to `definitions`.
Json scene_schema(JointTypes const& types, Json& definitions);

Json body_schema();
Json shape_schema();
Json joint_schema(JointTypes const& types);
Json load_schema();
/// The keys of a coupling, but for those of any coordinate.
void describe_coupling(SchemaFields& f);
/// Of what a coupling makes of the coordinate of a joint.
Json coupled_schema();
/// Of points (x, f), and of numbers of the first harmonics.
Json points_schema(char const* about);
Json harmonics_schema(char const* about);
/// What joints refer to.
void describe_joint_parts(Json& definitions);
/// The keys of a coordinate, and what they refer to.
void describe_coordinate(SchemaFields& f);
void describe_coordinate_parts(Json& definitions);
/// The keys of a surface, of a body or a shape.
void describe_surface(Fields& f);

}  // namespace orthant
