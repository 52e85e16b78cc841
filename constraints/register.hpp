// Registers the constraints and the formulations by name.
#pragma once
#include "orthant/constraints/detail/register_constraints.hpp"
#include "orthant/constraints/detail/register_contacts.hpp"
#include "orthant/constraints/detail/register_joints.hpp"
#include "orthant/constraints/detail/register_laws.hpp"
#include "orthant/constraints/register_formulations.hpp"
