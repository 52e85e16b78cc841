// Reads by recursive descent.
#include "experiments/app/expressions/expression.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <string_view>
#include <utility>

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

/// Operators that are taken from left to right, of one rank each; those of comparisons stand alone.
constexpr TwoFunction disjunction[] = {
    {"or", [](double a, double b) { return a != 0 || b != 0 ? 1. : 0.; }}};
constexpr TwoFunction conjunction[] = {
    {"and", [](double a, double b) { return a != 0 && b != 0 ? 1. : 0.; }}};
constexpr TwoFunction comparisons[] = {{"<=", [](double a, double b) { return a <= b ? 1. : 0.; }},
                                       {">=", [](double a, double b) { return a >= b ? 1. : 0.; }},
                                       {"<", [](double a, double b) { return a < b ? 1. : 0.; }},
                                       {">", [](double a, double b) { return a > b ? 1. : 0.; }}};
constexpr TwoFunction sums[] = {{"+", [](double a, double b) { return a + b; }},
                                {"-", [](double a, double b) { return a - b; }}};
constexpr TwoFunction products[] = {{"*", [](double a, double b) { return a * b; }},
                                    {"/", [](double a, double b) { return a / b; }}};

using Node = std::function<double(std::span<double const>)>;

Node number(double value) {
  return [value](auto) { return value; };
}
Node one(double (*f)(double), Node a) {
  return [f, a = std::move(a)](auto values) { return f(a(values)); };
}
Node two(double (*f)(double, double), Node a, Node b) {
  return [f, a = std::move(a), b = std::move(b)](auto values) { return f(a(values), b(values)); };
}

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
    to_.root_ = either();
    skip();
    if (at_ < text_.size())
      wrong(std::string("an operator, or the end") +
            (text_[at_] == '=' ? "; numbers are compared by <=, >=, < or >" : ""));
  }

 private:
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

  /// The one of these operators that stands here; null if none does.
  template <std::size_t n>
  TwoFunction const* taken(TwoFunction const (&of)[n]) {
    auto const found = std::ranges::find_if(of, [&](auto const& each) { return take(each.name); });
    return found == std::end(of) ? nullptr : found;
  }
  template <std::size_t n>
  Node chain(TwoFunction const (&of)[n], Node (ExpressionReader::*operand)()) {
    Node out = (this->*operand)();
    while (auto const* each = taken(of)) out = two(each->value, std::move(out), (this->*operand)());
    return out;
  }

  Node either() { return chain(disjunction, &ExpressionReader::both); }
  Node both() { return chain(conjunction, &ExpressionReader::comparison); }
  Node comparison() {
    if (take("not")) {
      deeper();
      Node of = comparison();
      --depth_;
      return one([](double a) { return a == 0 ? 1. : 0.; }, std::move(of));
    }
    Node out = sum();
    auto const* each = taken(comparisons);
    return each ? two(each->value, std::move(out), sum()) : out;
  }
  Node sum() { return chain(sums, &ExpressionReader::product); }
  Node product() { return chain(products, &ExpressionReader::signed_one); }
  Node signed_one() {
    deeper();
    Node out = take("-")   ? one([](double a) { return -a; }, signed_one())
               : take("+") ? signed_one()
                           : power();
    --depth_;
    return out;
  }
  Node power() {
    Node base = atom();
    if (!take("^")) return base;
    return two([](double a, double b) { return std::pow(a, b); }, std::move(base), signed_one());
  }
  void deeper() {
    if (++depth_ > deepest) wrong("at most 100 parentheses and signs within each other");
  }

  Node atom() {
    skip();
    if (take("(")) {
      deeper();
      Node out = either();
      --depth_;
      if (!take(")")) wrong("\")\"");
      return out;
    }
    if (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.')) return literal();
    return named();
  }
  Node literal() {
    double value = 0;
    auto const* const begin = text_.data() + at_;
    auto const [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc()) wrong("a finite number");
    at_ += static_cast<std::size_t>(end - begin);
    return number(value);
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
  Node named() {
    auto const begin = at_;
    auto const word = name();
    if (word == "pi") return number(std::numbers::pi);
    for (auto const& each : of_one)
      if (word == each.name) return one(each.value, std::move(arguments(1)[0]));
    for (auto const& each : of_two)
      if (word == each.name) {
        auto of = arguments(2);
        return two(each.value, std::move(of[0]), std::move(of[1]));
      }
    Term term{word};
    is_call_ = false;
    if (take("(")) term.arguments = names();
    // A function that is misspelt has arguments that are no names: this says it better.
    if (is_call_) {
      at_ = begin;
      wrong("of expressions " + comma_separated(Expression::functions()) +
            nearest_hint(word, Expression::functions()));
    }
    auto& all = to_.terms_;
    auto const found = std::ranges::find(all, term);
    auto const index = static_cast<std::size_t>(found - all.begin());
    if (found == all.end()) all.push_back(std::move(term));
    return [index](auto values) { return values[index]; };
  }
  /// Of a function.
  std::vector<Node> arguments(int count) {
    if (!take("(")) wrong("\"(\"");
    deeper();
    std::vector<Node> out;
    for (int i = 0; i < count; ++i) {
      if (i > 0 && !take(",")) wrong("\",\" and another argument");
      out.push_back(either());
    }
    --depth_;
    if (!take(")")) wrong("\")\"");
    return out;
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
      is_call_ = is_call_ || (out.empty() && !quoted && each.find('(') != each.npos);
      out.push_back(std::move(each));
      at_ = end + (quoted ? 1 : 0);
    } while (take(","));
    if (!take(")")) wrong("\",\" or \")\" after a name");
    return out;
  }

  std::string const& text_;
  std::string const& where_;
  Expression& to_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool is_call_ = false;  // whether the first of the last names is rather a function of something
};

Expression::Expression(std::string const& text, std::string const& where) {
  ExpressionReader(text, where, *this).read();
}

std::vector<std::string> Expression::functions() {
  std::vector<std::string> out;
  for (auto const& each : of_one) out.emplace_back(each.name);
  for (auto const& each : of_two) out.emplace_back(each.name);
  std::ranges::sort(out);
  return out;
}

}  // namespace orthant
