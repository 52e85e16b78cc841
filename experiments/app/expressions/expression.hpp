// Arithmetic in a text of an experiment file: "sqrt(vx(box)^2 + vy(box)^2) > 0.1".
#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace orthant {

/// A value that an expression asks for: "kinetic_J", "tilt.max", "$mu", or "vx(box)" with the
/// names that it is of.
struct Term {
  std::string name;
  std::vector<std::string> arguments = {};

  bool operator==(Term const&) const = default;
  /// As it stands in the text.
  std::string text() const;
};

/// Numbers, terms, + - * / ^, functions such as sqrt, pi, comparisons, and, or, not. What holds is
/// 1, what does not is 0. Angles are in rad. An argument of asin and acos that round-off takes
/// beyond 1 counts as 1.
class Expression {
 public:
  /// Throws Error, which names `where` and the place in the text.
  Expression(std::string const& text, std::string const& where);

  /// Each once, in the order of their first appearance.
  std::vector<Term> const& terms() const { return terms_; }
  /// By the values of the terms, in their order.
  double operator()(std::span<double const> values) const { return root_(values); }

  /// The names of functions, for messages and the documentation.
  static std::vector<std::string> functions();

 private:
  friend class ExpressionReader;

  std::vector<Term> terms_;
  std::function<double(std::span<double const>)> root_;
};

}  // namespace orthant
