// Numbers as people read them.

const prefixes = [[1e9, 'G'], [1e6, 'M'], [1e3, 'k'], [1, ''], [1e-3, 'm'], [1e-6, 'µ'],
  [1e-9, 'n'], [1e-12, 'p']];

/** "1.23", "4.5e-11" */
export function shortNumber(x) {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? '–' : String(x);
  if (x === 0) return '0';
  const size = Math.abs(x);
  if (size >= 1e5 || size < 1e-3) return x.toExponential(2).replace('-', '−').replace('+', '');
  return String(Number(x.toPrecision(4))).replace('-', '−');
}

/** "12.3 mm"; without a prefix where none of them fits. */
export function withUnit(x, unit) {
  if (!Number.isFinite(x) || x === 0) return `${shortNumber(x)} ${unit}`;
  const found = prefixes.find(([factor]) => Math.abs(x) >= factor * 0.9995);
  if (!found || unit === '' || unit.includes('/')) return `${shortNumber(x)} ${unit}`.trim();
  return `${shortNumber(x / found[0])} ${found[1]}${unit}`;
}

/** The name of a column: "normal_m_s" is "normal" in "m/s". */
export function columnName(name) {
  const units = { m_s: 'm/s', rad_s: 'rad/s', N_s: 'N s', N_m_s: 'N m s', J: 'J', m: 'm', s: 's' };
  const end = Object.keys(units).sort((a, b) => b.length - a.length)
    .find((each) => name.endsWith(`_${each}`));
  if (!end) return { title: name.replaceAll('_', ' '), unit: '' };
  return { title: name.slice(0, -end.length - 1).replaceAll('_', ' '), unit: units[end] };
}

/** 1, 2 or 5 times a power of ten, near x. */
export function roundNumber(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  const lead = x / power;
  return power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
}
