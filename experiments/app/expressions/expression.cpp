// Reads by recursive descent, and evaluates on a stack.
#include "experiments/app/expressions/expression.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <string_view>

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/spelling.hpp"

namespace orthant {
namespace {

constexpr std::size_t longest = 4000;  // characters
constexpr int deepest = 100;           // parentheses and signs within each other

struct OneFunction {
  char const* name;
  double (*value)(double);
};
struct TwoFunction {
  char const* name;
  double (*value)(double, double);
};

/// Round-off of a unit vector's component.
double within_one(double x) {
  constexpr double round_off = 1e-9;
  return std::abs(x) <= 1 + round_off ? std::clamp(x, -1., 1.) : x;
}

constexpr OneFunction of_one[] = {
    {"abs", [](double x) { return std::abs(x); }},
    {"acos", [](double x) { return std::acos(within_one(x)); }},
    {"asin", [](double x) { return std::asin(within_one(x)); }},
    {"atan", [](double x) { return std::atan(x); }},
    {"cos", [](double x) { return std::cos(x); }},
    {"degrees", [](double x) { return x * 180 / std::numbers::pi; }},
    {"exp", [](double x) { return std::exp(x); }},
    {"log", [](double x) { return std::log(x); }},
    {"log10", [](double x) { return std::log10(x); }},
    {"radians", [](double x) { return x * std::numbers::pi / 180; }},
    {"sin", [](double x) { return std::sin(x); }},
    {"sqrt", [](double x) { return std::sqrt(x); }},
    {"tan", [](double x) { return std::tan(x); }},
};
/// NaN is neither the larger nor the smaller one, and stays.
constexpr TwoFunction of_two[] = {
    {"atan2", [](double y, double x) { return std::atan2(y, x); }},
    {"max", [](double a, double b) { return a != a  ? a
                                            : a > b ? a
                                                    : b; }},
    {"min", [](double a, double b) { return a != a  ? a
                                            : a < b ? a
                                                    : b; }},
};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::string Term::text() const {
  return arguments.empty() ? name : name + "(" + comma_separated(arguments) + ")";
}

/// sum: product {+- product}, product: signed {*/ signed}, signed: {+-} power,
/// power: atom [^ signed].
class ExpressionReader {
 public:
  ExpressionReader(std::string const& text, std::string const& where, Expression& to)
      : text_(text), where_(where), to_(to) {}

  void read() {
    if (text_.size() > longest) wrong("an expression of up to 4000 characters");
    either();
    skip();
    if (at_ < text_.size())
      wrong(std::string("an operator, or the end") +
            (text_[at_] == '=' ? "; numbers are compared by <=, >=, < or >" : ""));
  }

 private:
  using Operation = Expression::Operation;

  [[noreturn]] void wrong(std::string const& allowed) {
    auto const rest = text_.substr(at_, 30);
    refuse(where_,
           at_ < text_.size()
               ? "\"" + rest + "\" at character " + std::to_string(at_ + 1) + " of the expression"
               : "the end of the expression \"" + text_.substr(0, 60) + "\"",
           allowed);
  }
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(std::string_view what) {
    skip();
    if (text_.compare(at_, what.size(), what) != 0) return false;
    auto const end = at_ + what.size();
    bool const word = is_letter(what.front());
    if (word && end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) return false;
    at_ = end;
    return true;
  }

  void push(Operation const& each) {
    auto const kind = each.kind;
    if (kind == Operation::Kind::two) --height_;
    if (kind == Operation::Kind::number || kind == Operation::Kind::term) ++height_;
    to_.deepest_ = std::max(to_.deepest_, height_);
    to_.operations_.push_back(each);
  }
  void number(double value) { push({.kind = Operation::Kind::number, .number = value}); }
  void one(double (*f)(double)) { push({.kind = Operation::Kind::one, .one = f}); }
  void two(double (*f)(double, double)) { push({.kind = Operation::Kind::two, .two = f}); }

  void either() {
    for (both(); take("or");) {
      both();
      two([](double a, double b) { return a != 0 || b != 0 ? 1. : 0.; });
    }
  }
  void both() {
    for (comparison(); take("and");) {
      comparison();
      two([](double a, double b) { return a != 0 && b != 0 ? 1. : 0.; });
    }
  }
  void comparison() {
    if (take("not")) {
      deeper();
      comparison();
      --depth_;
      return one([](double a) { return a == 0 ? 1. : 0.; });
    }
    sum();
    double (*f)(double, double) = nullptr;
    if (take("<="))
      f = [](double a, double b) { return a <= b ? 1. : 0.; };
    else if (take(">="))
      f = [](double a, double b) { return a >= b ? 1. : 0.; };
    else if (take("<"))
      f = [](double a, double b) { return a < b ? 1. : 0.; };
    else if (take(">"))
      f = [](double a, double b) { return a > b ? 1. : 0.; };
    if (f == nullptr) return;
    sum();
    two(f);
  }
  void sum() {
    for (product();;)
      if (take("+")) {
        product();
        two([](double a, double b) { return a + b; });
      } else if (take("-")) {
        product();
        two([](double a, double b) { return a - b; });
      } else {
        return;
      }
  }
  void product() {
    for (signed_one();;)
      if (take("*")) {
        signed_one();
        two([](double a, double b) { return a * b; });
      } else if (take("/")) {
        signed_one();
        two([](double a, double b) { return a / b; });
      } else {
        return;
      }
  }
  void signed_one() {
    deeper();
    if (take("-")) {
      signed_one();
      one([](double a) { return -a; });
    } else {
      take("+") ? signed_one() : power();
    }
    --depth_;
  }
  void power() {
    atom();
    if (!take("^")) return;
    signed_one();
    two([](double a, double b) { return std::pow(a, b); });
  }
  void deeper() {
    if (++depth_ > deepest) wrong("at most 100 parentheses and signs within each other");
  }

  void atom() {
    skip();
    if (take("(")) {
      deeper();
      either();
      --depth_;
      if (!take(")")) wrong("\")\"");
      return;
    }
    if (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.')) return literal();
    named();
  }
  void literal() {
    double value = 0;
    auto const* const begin = text_.data() + at_;
    auto const [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc()) wrong("a finite number");
    at_ += static_cast<std::size_t>(end - begin);
    number(value);
  }
  /// "tilt.max", "$mu"
  std::string name() {
    auto const begin = at_;
    if (at_ < text_.size() && text_[at_] == '$') ++at_;
    auto const first = at_;
    while (at_ < text_.size() &&
           (is_letter(text_[at_]) || (at_ > first && (is_digit(text_[at_]) || text_[at_] == '.'))))
      ++at_;
    if (at_ == first) wrong("a number, a name or \"(\"");
    return text_.substr(begin, at_ - begin);
  }
  void named() {
    auto const begin = at_;
    auto const word = name();
    if (word == "pi") return number(std::numbers::pi);
    for (auto const& each : of_one)
      if (word == each.name) {
        arguments(1);
        return one(each.value);
      }
    for (auto const& each : of_two)
      if (word == each.name) {
        arguments(2);
        return two(each.value);
      }
    Term term{word};
    if (take("(")) term.arguments = names();
    // A function that is misspelt has arguments that are no names: this says it better.
    if (!term.arguments.empty() && term.arguments[0].find('(') != word.npos) {
      at_ = begin;
      wrong("of expressions " + comma_separated(Expression::functions()) +
            nearest_hint(word, Expression::functions()));
    }
    auto& all = to_.terms_;
    auto const found = std::ranges::find(all, term);
    auto const index = static_cast<std::size_t>(found - all.begin());
    if (found == all.end()) all.push_back(std::move(term));
    push({.kind = Operation::Kind::term, .term = index});
  }
  /// Of a function.
  void arguments(int count) {
    if (!take("(")) wrong("\"(\"");
    deeper();
    for (int i = 0; i < count; ++i) {
      if (i > 0 && !take(",")) wrong("\",\" and another argument");
      either();
    }
    --depth_;
    if (!take(")")) wrong("\")\"");
  }
  /// Names of bodies and joints, which may have blanks; in quotes also commas and parentheses.
  std::vector<std::string> names() {
    std::vector<std::string> out;
    do {
      skip();
      bool const quoted = at_ < text_.size() && text_[at_] == '\'';
      at_ += quoted ? 1 : 0;
      auto const end = std::min(text_.find_first_of(quoted ? "'" : ",)", at_), text_.size());
      if (end == text_.size()) {
        at_ = end;
        wrong(quoted ? "\"'\" after a name" : "\")\" after a name");
      }
      auto each = text_.substr(at_, end - at_);
      if (!quoted)
        while (each.ends_with(' ')) each.pop_back();
      if (each.empty()) wrong("a name");
      out.push_back(std::move(each));
      at_ = end + (quoted ? 1 : 0);
    } while (take(","));
    if (!take(")")) wrong("\",\" or \")\" after a name");
    return out;
  }

  std::string const& text_;
  std::string const& where_;
  Expression& to_;
  std::size_t at_ = 0, height_ = 0;
  int depth_ = 0;
};

Expression::Expression(std::string const& text, std::string const& where) {
  ExpressionReader(text, where, *this).read();
}

double Expression::operator()(std::span<double const> values) const {
  std::vector<double> stack;
  stack.reserve(deepest_);
  for (auto const& each : operations_) switch (each.kind) {
      case Operation::Kind::number:
        stack.push_back(each.number);
        break;
      case Operation::Kind::term:
        stack.push_back(values[each.term]);
        break;
      case Operation::Kind::one:
        stack.back() = each.one(stack.back());
        break;
      case Operation::Kind::two: {
        double const b = stack.back();
        stack.pop_back();
        stack.back() = each.two(stack.back(), b);
      }
    }
  return stack.back();
}

std::vector<std::string> Expression::functions() {
  std::vector<std::string> out;
  for (auto const& each : of_one) out.emplace_back(each.name);
  for (auto const& each : of_two) out.emplace_back(each.name);
  std::ranges::sort(out);
  return out;
}

}  // namespace orthant
