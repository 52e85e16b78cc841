// JSON Schemas of a scene and its parts, each next to the code that reads it.
#pragma once
#include "orthant/core/scene/read_joint.hpp"

namespace orthant {

class SchemaFields;

/// The schema of "scene"; adds what it refers to to `definitions`.
Json scene_schema(JointTypes const& types, Json& definitions);

/// The schema of an element of "bodies".
Json body_schema();
/// The schema of an element of "shapes" of a body.
Json shape_schema();
/// The schema of an element of "joints".
Json joint_schema(JointTypes const& types);
/// The schema of an element of "loads".
Json load_schema();
/// The keys of a coupling, except those of all coordinates.
void describe_coupling(SchemaFields& f);
/// The schema of a term of a coupling.
Json coupled_schema();
/// The schema of points (x, f).
Json points_schema(char const* about);
/// The schema of coefficients of the first harmonics.
Json harmonics_schema(char const* about);
/// Adds the definitions that joints refer to.
void describe_joint_parts(Json& definitions);
/// Describes the keys of a coordinate, with their definitions.
void describe_coordinate(SchemaFields& f);
/// Adds the definitions that describe_coordinate refers to.
void describe_coordinate_parts(Json& definitions);
/// The keys of a surface of a body or a shape.
void describe_surface(Fields& f);

}  // namespace orthant
