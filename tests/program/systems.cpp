// The recorded systems of a run, read from their files, satisfy the equations of docs/theory.md.
#include <gmock/gmock.h>

#include <Eigen/Dense>
#include <fstream>
#include <map>

#include "experiments/app/files/table_reader.hpp"
#include "experiments/app/run/run.hpp"
#include "orthant/core/cone_problem/problem_files.hpp"
#include "tests/program/process.hpp"

namespace orthant::test::systems {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// A table of text with a header.
struct Table {
  std::map<std::string, std::vector<std::string>> column;

  explicit Table(std::filesystem::path const& file) {
    auto const table = read_csv(file);
    for (std::size_t k = 0; k < table.columns.size(); ++k) {
      auto& cells = column[table.columns[k]];
      for (auto const& row : table.rows) cells.push_back(row[k]);
    }
  }
  std::size_t rows() const { return column.empty() ? 0 : column.begin()->second.size(); }
  bool has(std::string const& name) const { return column.contains(name); }
  Vector numbers(std::string const& name) const {
    auto const& of = column.at(name);
    Vector out(static_cast<Eigen::Index>(of.size()));
    for (std::size_t i = 0; i < of.size(); ++i)
      out[static_cast<Eigen::Index>(i)] = std::stod(of[i]);
    return out;
  }
  std::string const& at(std::string const& name, std::size_t row) const {
    return column.at(name).at(row);
  }
};

/// A matrix in Matrix Market's coordinates.
Matrix read_matrix(std::filesystem::path const& file) {
  std::ifstream in(file);
  std::string head;
  std::getline(in, head);
  EXPECT_EQ(head, "%%MatrixMarket matrix coordinate real general") << file;
  int rows = 0, columns = 0, count = 0, read = 0;
  in >> rows >> columns >> count;
  Matrix out = Matrix::Zero(rows, columns);
  for (std::string r, c, x; in >> r >> c >> x; ++read)
    out(std::stoi(r) - 1, std::stoi(c) - 1) = std::stod(x);
  EXPECT_EQ(read, count) << file;
  return out;
}

/// The files of an iterate.
struct System {
  std::filesystem::path folder;
  Matrix M = read("M"), J = read("J"), P = read("P"), C = read("C"), Sigma = read("Sigma");
  Matrix K = read("K"), A = read("A");  // empty without a step
  Table velocities{folder / "velocities.csv"}, rows{folder / "rows.csv"},
      blocks{folder / "blocks.csv"}, bodies{folder / "bodies.csv"};

  explicit System(std::filesystem::path const& from) : folder(from) {}
  Vector velocity(char const* name) const { return velocities.numbers(name); }
  Vector row(char const* name) const { return rows.numbers(name); }

 private:
  Matrix read(std::string const& name) const {
    bool const of_step = name == "K" || name == "A";
    if (of_step && !std::filesystem::exists(folder / "K.mtx")) return {};
    return read_matrix(folder / (name + ".mtx"));
  }
};

/// A box that slides and spins against a resting one, a chain with a bushing and a spring, and
/// dry friction and a limit that is reached along a coordinate; twice.
Json scene() {
  return Json::parse(R"({
    "bodies": [
      {"name": "floor", "motion": "fixed", "friction": 0.5, "torsional_friction": 0.02,
       "shapes": [{"type": "half_space"}]},
      {"name": "rest", "mass": 3, "position": [0, 0, 0.5], "friction": 0.5,
       "shapes": [{"type": "box", "size": [1, 1, 1]}]},
      {"name": "slider", "mass": 1, "position": [4, 0, 0.5], "velocity": [1, 0.5, 0],
       "angular_velocity": [0, 0, 1], "friction": 0.3, "torsional_friction": 0.02,
       "shapes": [{"type": "box", "size": [1, 1, 1]}]},
      {"name": "rod", "mass": 1, "position": [9, 0, 2], "collide": false,
       "shapes": [{"type": "capsule", "radius": 0.1, "length": 1}]},
      {"name": "bob", "mass": 2, "position": [9, 0, 1], "velocity": [1, 0.2, 0], "collide": false,
       "shapes": [{"type": "sphere", "radius": 0.2}]},
      {"name": "end", "mass": 0.5, "position": [9, 0, 0.5], "collide": false,
       "shapes": [{"type": "sphere", "radius": 0.1}]}],
    "joints": [
      {"type": "hinge", "name": "shoulder", "b": "rod", "point": [9, 0.3, 2.5], "axis": [0, 1, 0],
       "friction": 0.3, "spring": {"stiffness": 5, "damping": 0.1},
       "limits": {"lower": -0.5, "upper": 1e-7}},
      {"type": "ball", "name": "elbow", "a": "rod", "b": "bob", "point": [9, 0, 1.5]},
      {"type": "fixed", "name": "bushing", "a": "bob", "b": "end", "point": [9, 0, 0.7],
       "compliance": [1e-4, 2e-4, 1e-4], "damping": 3, "angular_compliance": 1e-3}]})");
}

Json experiment(Json const& solver, Json const& integrator) {
  Json out = {{"scene", scene()},
              {"step", 0.01},
              {"steps", 3},
              {"worlds", 2},
              {"solver", solver},
              {"integrator", integrator},
              {"unsolved", "ignore"},
              {"output", {{"residuals", "blocks"}}},
              {"record_systems", {{"steps", {1, 3}}, {"worlds", {1}}}}};
  return out;
}

struct Case {
  std::string name;
  Json solver, integrator;
  bool exact = false;     // J turns: K is not M, and A is not J
  double linear = 1e-12;  // tolerance of the linear solver

  friend void PrintTo(Case const& c, std::ostream* to) { *to << c.name; }
};

/// The linear solver is accurate to round-off unless another is named.
Json newton(Json more = Json::object()) {
  more["type"] = "newton";
  if (!more.contains("linear") && more.value("geometric_stiffness", "") != "exact")
    more["linear"] = {{"type", "dense_lu"}, {"tolerance", 1e-15}};
  return more;
}

std::vector<Case> cases() {
  std::vector<Case> out;
  std::string const plain = "implicit_euler";
  for (char const* integrator : {"implicit_euler", "semi_implicit_euler", "moreau_jean",
                                 "implicit_midpoint", "bdf2", "generalised_alpha", "variational"})
    out.push_back({integrator, newton(), integrator});
  out.push_back({"linearly_implicit", {{"type", "newton"}}, "linearly_implicit", true});
  Json const iterate = {{"type", "implicit_euler"}, {"matrices", "iterate"}};
  out.push_back({"iterate", newton(), iterate});
  out.push_back({"lumped", newton({{"geometric_stiffness", "lumped"}}), iterate});
  out.push_back({"exact", newton({{"geometric_stiffness", "exact"}}), iterate, true});
  out.push_back(
      {"exact_middle", newton({{"geometric_stiffness", "exact"}}), "implicit_midpoint", true});
  out.push_back({"exact_nonsymmetric",
                 newton({{"geometric_stiffness", "exact"}, {"friction", "alart_curnier"}}), iterate,
                 true});
  for (char const* friction : {"alart_curnier", "de_saxce", "associated"})
    out.push_back({friction, newton({{"friction", friction}}), plain});
  for (char const* ncp : {"minimum_map", "chks"})
    out.push_back({ncp, newton({{"ncp", ncp}}), plain});
  out.push_back(
      {"levenberg_marquardt", newton({{"regularisation", "levenberg_marquardt"}}), plain});
  out.push_back({"pcr", newton({{"linear", "pcr"}}), plain, false, 1e-8});
  out.push_back({"cascade", {{"type", "cascade"}}, plain, false, 1e-8});
  out.push_back({"cascade_turning", {{"type", "cascade"}}, iterate, false, 1e-8});
  Json const first = newton({{"max_iterations", 1}});
  out.push_back({"sequence", {{"type", "sequence"}, {"solvers", {first, "hybrid"}}}, plain});
  out.push_back({"cone", {{"type", "hybrid"}}, plain});
  return out;
}

class Systems : public ::testing::TestWithParam<Case> {
 protected:
  Systems() {
    auto const& c = GetParam();
    Experiment e = build_experiment(experiment(c.solver, c.integrator), "a.json");
    result_ = run_experiment(e, {folder_ / "out", {}});
  }
  void expect_equations() const;
  void expect_steps_to_lead_on() const;
  void expect_norms_of_the_vectors() const;
  std::filesystem::path systems() const { return folder_ / "out/systems"; }

  Folder folder_;
  Json result_;
};

double largest(Matrix const& x) { return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0; }

/// For each iterate: the momentum balance, and Newton's equations with their residual.
void Systems::expect_equations() const {
  Table const index(systems() / "index.csv");
  ASSERT_GT(index.rows(), 1u);
  EXPECT_EQ(result_["recorded_systems"], index.rows());
  EXPECT_EQ(result_["steps_converged"], 3);
  int steps = 0, ends = 0;
  for (std::size_t i = 0; i < index.rows(); ++i) {
    std::string const name = index.at("folder", i);
    SCOPED_TRACE(name + " " + index.at("stage", i) + " by " + index.at("solver", i));
    System const s(systems() / name);
    Vector const u = s.velocity("u"), free = s.velocity("u_free"), lambda = s.row("lambda");
    double const speed = std::max({1., largest(u), largest(free)}),
                 impulse = std::max(1., largest(lambda));
    EXPECT_LT(largest(s.M - s.M.transpose()), 1e-12);
    EXPECT_LT(largest(s.M * (u - free) - s.J.transpose() * lambda - s.velocity("h_dyn")),
              1e-12 * std::max(speed, impulse));
    if (s.velocities.has("h_kin")) {
      EXPECT_LT(largest(s.velocity("h_kin")), 1e-13);
    }
    bool const stepped = index.at("newton", i) == "1";
    EXPECT_EQ(stepped, s.K.size() > 0);
    if (index.at("last", i) == "1") {
      ++ends;
      EXPECT_FALSE(stepped);
      bool const one_iteration = index.at("solver", i) == "newton";
      if (GetParam().name != "sequence" || !one_iteration) {
        EXPECT_LT(largest(s.velocity("h_dyn")), 1e-8);
        EXPECT_LT(largest(s.row("h")), 1e-7);
      }
    }
    if (!stepped) continue;
    ++steps;
    Vector const du = s.velocity("du"), dl = s.row("dlambda"), right = s.row("right");
    double const moved = std::max({1e-3, largest(du), largest(dl)});
    EXPECT_LT(largest(s.K * du - s.J.transpose() * dl - s.velocity("right")), 1e-9 * moved);
    Vector const by_u = s.P * s.A * du, by_lambda = s.C * dl;
    // Along trees of joints the factors of the matrix before serve to a fifth of the tolerance.
    double const kept =
        GetParam().name == "cascade_turning" ? 0.2e-10 * std::sqrt(right.size()) : 1e-14;
    EXPECT_LT((by_u + by_lambda + s.row("added") - right).norm(),
              kept + GetParam().linear * (by_u.norm() + by_lambda.norm() + right.norm()));
    if (!GetParam().exact) {
      EXPECT_LT(largest(s.velocity("right") + s.velocity("h_dyn")), 1e-12 * impulse);
      // Exact rows are those of the joints that turn within the step.
      EXPECT_LT(largest(s.A - s.J), GetParam().name == "pcr" ? 1e-300 : 0.1 * largest(s.J));
    }
  }
  bool const newtons = GetParam().name != "cone";
  EXPECT_EQ(steps > 0, newtons);
  EXPECT_GE(ends, 2);
}

/// A full step leads from each iterate to the next of the same solve.
void Systems::expect_steps_to_lead_on() const {
  Table const index(systems() / "index.csv");
  int seen = 0;
  for (std::size_t i = 0; i + 1 < index.rows(); ++i) {
    if (index.at("newton", i) != "1" || index.at("solver", i) != "newton") continue;
    SCOPED_TRACE(index.at("folder", i));
    ASSERT_EQ(index.at("solve", i), index.at("solve", i + 1));
    System const a(systems() / index.at("folder", i)), b(systems() / index.at("folder", i + 1));
    Vector const u = a.velocity("u") + a.velocity("du"), x = a.row("lambda") + a.row("dlambda");
    EXPECT_LT(largest(u - b.velocity("u")), 1e-12 * std::max(1., largest(u)));
    EXPECT_LT(largest(x - b.row("lambda")), 1e-12 * std::max(1., largest(x)));
    ++seen;
  }
  EXPECT_EQ(seen > 0, GetParam().name != "cone");
}

/// residuals.csv has the norms of the same vectors; the norms of the whole are the largest ones of
/// the blocks.
void Systems::expect_norms_of_the_vectors() const {
  Table const index(systems() / "index.csv"), norms(folder_ / "out/residuals.csv");
  std::map<std::string, std::map<std::string, double>> all, blocks;
  char const* const parts[] = {"h_dyn_N_s", "h_dyn_N_m_s", "h_kin_m",   "h_kin_rad", "h_b_m_s",
                               "h_b_rad_s", "h_n_m_s",     "h_n_rad_s", "h_f_m_s",   "h_f_rad_s"};
  for (std::size_t i = 0; i < norms.rows(); ++i) {
    std::string key;
    for (char const* each : {"step", "world", "solve", "iteration"}) key += norms.at(each, i) + " ";
    for (char const* part : parts) {
      if (norms.at(part, i).empty()) continue;
      double const x = std::stod(norms.at(part, i));
      if (norms.at("of", i) == "all")
        all[key][part] = x;
      else
        blocks[key].try_emplace(part, 0).first->second = std::max(blocks[key][part], x);
    }
  }
  EXPECT_EQ(all, blocks);
  for (std::size_t i = 0; i < index.rows(); ++i) {
    std::string key;
    for (char const* each : {"step", "world", "solve", "iteration"}) key += index.at(each, i) + " ";
    System const s(systems() / index.at("folder", i));
    std::map<std::string, double> found;
    auto const raise = [&](std::string const& part, double x) {
      found.try_emplace(part, 0).first->second = std::max(found[part], std::abs(x));
    };
    for (std::size_t k = 0; k < s.velocities.rows(); ++k) {
      bool const turns = s.velocities.at("component", k) > "2";
      raise(turns ? "h_dyn_N_m_s" : "h_dyn_N_s", std::stod(s.velocities.at("h_dyn", k)));
      if (s.velocities.has("h_kin"))
        raise(turns ? "h_kin_rad" : "h_kin_m", std::stod(s.velocities.at("h_kin", k)));
    }
    char const* const names[] = {"h_b", "h_n", "h_f"};
    for (std::size_t k = 0; k < s.rows.rows(); ++k)
      raise(std::string(names[std::stoi(s.rows.at("part", k))]) +
                (s.rows.at("angular", k) == "1" ? "_rad_s" : "_m_s"),
            std::stod(s.rows.at("h", k)));
    EXPECT_EQ(found, all.at(key)) << key;
  }
}

TEST_P(Systems, SatisfyTheEquationsOfTheTheory) {
  expect_equations();
  expect_steps_to_lead_on();
  expect_norms_of_the_vectors();
}

INSTANTIATE_TEST_SUITE_P(Choices, Systems, ::testing::ValuesIn(cases()),
                         [](auto const& test) { return test.param.name; });

/// W = J M^-1 J^T + Sigma of the last iterate is the Delassus operator of the stored problem.
TEST(SystemsOfContacts, HaveTheDelassusOperatorOfTheStoredProblem) {
  Folder const folder;
  Json input = {{"scene", Json::parse(R"({"gravity": [3, 2, -9], "assemblies": [
                   {"type": "stack", "count": 2, "friction": 0.3, "velocity": [0.5, 0, 0]}]})")},
                {"step", 0.01},
                {"steps", 2},
                {"solver", "newton"},
                {"record_problems", {{"steps", {2}}}},
                {"record_systems", {{"steps", {2}}, {"iterations", "last"}}}};
  Experiment e = build_experiment(input, "a.json");
  run_experiment(e, {folder / "out", {}});
  auto const p = read_cone_problem((folder / "out/problems/a-step000002-world0.dat").string());
  Table const index(folder / "out/systems/index.csv");
  ASSERT_EQ(index.rows(), 1u);
  System const s(folder / "out/systems" / index.at("folder", 0));
  Matrix const W = s.J * s.M.inverse() * s.J.transpose() + s.Sigma;
  ASSERT_EQ(W.rows(), p.W.rows());
  EXPECT_LT(largest(W - Matrix(p.W)), 1e-12 * largest(W));
  Vector const q = s.J * s.velocity("u_free") + s.row("a") - s.J * s.velocity("u");
  EXPECT_LT(largest(q - p.q), 1e-12);
  for (std::size_t k = 0; k < s.blocks.rows(); ++k) {
    EXPECT_EQ(s.blocks.at("law", k), "contact");
    EXPECT_NEAR(std::stod(s.blocks.at("friction", k)), p.mu[static_cast<Eigen::Index>(k)], 0);
  }
}

TEST(SystemsOfBlocks, SayWhatEachBlockIsOf) {
  Folder const folder;
  Experiment e = build_experiment(experiment("newton", "implicit_euler"), "a.json");
  run_experiment(e, {folder / "out", {}});
  Table const index(folder / "out/systems/index.csv");
  System const s(folder / "out/systems" / index.at("folder", 0));
  std::map<std::string, int> rows;
  int next = 0;
  for (std::size_t k = 0; k < s.blocks.rows(); ++k) {
    EXPECT_EQ(s.blocks.at("block", k), std::to_string(k));
    EXPECT_EQ(s.blocks.at("first_row", k), std::to_string(next));
    int const count = std::stoi(s.blocks.at("rows", k));
    next += count;
    rows[s.blocks.at("law", k) + " " + s.blocks.at("name", k) + " " + s.blocks.at("body_a", k) +
         " " + s.blocks.at("body_b", k)] += count;
  }
  EXPECT_EQ(next, s.J.rows());
  std::map<std::string, int> const expected = {
      {"bilateral shoulder world rod", 6},   // with its spring
      {"unilateral shoulder world rod", 1},  // the other limit is far
      {"friction shoulder world rod", 1},
      {"bilateral elbow rod bob", 3},
      {"bilateral bushing bob end", 6},
      {"friction torsional_friction floor - slider floor slider", 4},
      {"contact contact floor - rest floor rest", 12},
      {"contact contact floor - slider floor slider", 12}};
  EXPECT_EQ(rows, expected);
  for (std::size_t b = 0, place = 0; b < s.bodies.rows(); ++b) {
    bool const fixed = s.bodies.at("name", b) == "floor";
    EXPECT_EQ(s.bodies.at("first_velocity", b), fixed ? "-1" : std::to_string(place));
    if (!fixed) place += 6;
  }
}

/// Observation changes nothing, and files that were not requested do not exist.
TEST(SystemsOfNobody, AreNotThere) {
  Folder const folder;
  Json input = experiment("cascade", "implicit_euler");
  Experiment with = build_experiment(input, "a.json");
  run_experiment(with, {folder / "with", {}});
  input.erase("record_systems");
  input.erase("output");
  Experiment without = build_experiment(input, "a.json");
  Json const result = run_experiment(without, {folder / "without", {}});
  EXPECT_FALSE(result.contains("recorded_systems"));
  EXPECT_FALSE(std::filesystem::exists(folder / "without/systems"));
  EXPECT_FALSE(std::filesystem::exists(folder / "without/residuals.csv"));
  for (char const* table : {"newton.csv", "trajectory.csv"})
    EXPECT_EQ(contents(folder / "with" / table), contents(folder / "without" / table)) << table;
}

TEST(SystemsOfSome, AreThoseThatAreAskedFor) {
  Folder const folder;
  Json input = experiment("newton", "implicit_euler");
  input["record_systems"] = {{"steps", {2, 3}}, {"worlds", {0, 1}}, {"iterations", {0}}};
  auto const count = [&](char const* name) {
    Experiment e = build_experiment(input, "a.json");
    run_experiment(e, {folder / name, {}});
    return Table(folder / name / "systems/index.csv").rows();
  };
  std::size_t const first = count("first");
  EXPECT_GE(first, 4u);
  input["record_systems"]["iterations"] = "last";
  EXPECT_EQ(count("last"), first);
  input["record_systems"]["at_most"] = 3;
  EXPECT_EQ(count("some"), 3u);
}

}  // namespace
}  // namespace orthant::test::systems
