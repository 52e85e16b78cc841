// Registers the constraints and the formulations by name.
#pragma once
#include "constraints/register_constraints.hpp"
#include "constraints/register_contacts.hpp"
#include "constraints/register_formulations.hpp"
#include "constraints/register_joints.hpp"
#include "constraints/register_laws.hpp"
