// JSON Schemas of a scene and its parts, each next to the code that reads it.
#pragma once
#include "orthant/core/scene/read_joint.hpp"

namespace orthant {

class SchemaFields;

/// The schema of "scene"; adds what it refers to to `definitions`.
Json scene_schema(JointTypes const& types, Json& definitions);

Json body_schema();
Json shape_schema();
Json joint_schema(JointTypes const& types);
Json load_schema();
/// The keys of a coupling, except those of all coordinates.
void describe_coupling(SchemaFields& f);
/// The schema of a term of a coupling.
Json coupled_schema();
/// The schemas of points (x, f), and of coefficients of the first harmonics.
Json points_schema(char const* about);
Json harmonics_schema(char const* about);
/// Adds the definitions that joints refer to.
void describe_joint_parts(Json& definitions);
/// Describes the keys of a coordinate, with their definitions.
void describe_coordinate(SchemaFields& f);
void describe_coordinate_parts(Json& definitions);
/// The keys of a surface of a body or a shape.
void describe_surface(Fields& f);

}  // namespace orthant
