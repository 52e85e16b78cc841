// Numbers, settings and names as a reader wants them.
import { superscript } from '../common/superscript.js';

// 12345 → "12 345", 0.00012 → "1.2·10⁻⁴"
export function number(x, digits = 4) {
  if (x === null || x === undefined) return '–';
  if (typeof x !== 'number') return String(x);
  if (Number.isNaN(x)) return 'not a number';
  if (!Number.isFinite(x)) return x > 0 ? '∞' : '−∞';
  if (x === 0) return '0';
  const size = Math.abs(x);
  if (Number.isInteger(x) && size < 1e7) return String(x).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f').replace('-', '−');
  if (size >= 1e-3 && size < 1e5) return String(Number(x.toPrecision(digits))).replace('-', '−');
  const [mantissa, exponent] = x.toExponential(digits - 1).split('e');
  const short = String(Number(mantissa)).replace('-', '−');
  const power = `10${superscript(Number(exponent))}`;
  return short === '1' ? power : `${short}·${power}`;
}

// The label of 10^x on a logarithmic axis.
export function decade(x) {
  const value = 10 ** x;
  if (Math.abs(x - Math.round(x)) > 1e-6) return number(value, 2);
  const n = Math.round(x);
  return n >= -2 && n <= 3 ? String(Number(value.toPrecision(2))) : `10${superscript(n)}`;
}

export function seconds(x) {
  if (!(x > 0)) return number(x);
  if (x < 1e-3) return `${number(x * 1e6, 3)} µs`;
  if (x < 1) return `${number(x * 1e3, 3)} ms`;
  return `${number(x, 4)} s`;
}

export const lastPart = (key) => key.split('.').pop();

// What a value of a swept key is called: files by their own name, objects and arrays as comparison.json names them, with
// what it gave them: [[value, name]...].
const named = new Map();
export function nameValues(key, values, given) {
  if (key === 'problems.files') values.filter((v) => typeof v === 'string').forEach((v) => named.set(JSON.stringify(v), v.split('/').pop()));
  for (const [value, name] of given) if (name !== null) named.set(JSON.stringify(value), name);
}

// {"type": "pcr", "tolerance": 1e-8} → "pcr (tolerance 1e-8)"
export function setting(value) {
  if (value === null || value === undefined) return '–';
  if (named.size && typeof value !== 'number' && named.has(JSON.stringify(value))) return named.get(JSON.stringify(value));
  if (Array.isArray(value)) return JSON.stringify(value);
  if (typeof value === 'number' && value !== 0 && Math.abs(value) < 1e-3) return value.toExponential();
  if (typeof value !== 'object') return String(value);
  const rest = Object.entries(value)
    .filter(([k]) => k !== 'type')
    .map(([k, v]) => `${k} ${setting(v)}`);
  if (!value.type) return rest.join(', ');
  return rest.length ? `${value.type} (${rest.join(', ')})` : value.type;
}

const units = [
  ['_m_s', 'm/s'], ['_rad_s', 'rad/s'], ['_N_m_s', 'N·m·s'], ['_N_m', 'N·m'], ['_N_s', 'N·s'], ['_rad', 'rad'],
  ['_deg', '°'], ['_percent', '%'], ['_m', 'm'], ['_J', 'J'], ['_N', 'N'], ['_s', 's'],
].sort((a, b) => b[0].length - a[0].length);

// "penetration_max_m" → "penetration max [m]"
export function measure(name) {
  const [first, ...rest] = name.split('.');
  const unit = units.find(([end]) => first.endsWith(end));
  const words = (unit ? first.slice(0, -unit[0].length) : first).replace(/_/g, ' ');
  return [words, ...rest].join(' ') + (unit ? ` [${unit[1]}]` : '');
}

export const escaped = (text) =>
  String(text).replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

export const plural = (n, one, many = `${one}s`) => `${number(n)} ${n === 1 ? one : many}`;
