// Medians, slopes and performance profiles.
export const isNumber = (x) => typeof x === 'number' && Number.isFinite(x);

export function median(values) {
  const x = values.filter(isNumber).sort((a, b) => a - b);
  if (!x.length) return null;
  const middle = x.length >> 1;
  return x.length % 2 ? x[middle] : (x[middle - 1] + x[middle]) / 2;
}

// The slope of log y over log x by least squares; null with fewer than two abscissae.
export function order(points) {
  const p = points.filter(([x, y]) => x > 0 && y > 0).map(([x, y]) => [Math.log(x), Math.log(y)]);
  if (p.length < 2) return null;
  const mx = p.reduce((s, [x]) => s + x, 0) / p.length;
  const my = p.reduce((s, [, y]) => s + y, 0) / p.length;
  const xx = p.reduce((s, [x]) => s + (x - mx) ** 2, 0);
  return xx > 0 ? p.reduce((s, [x, y]) => s + (x - mx) * (y - my), 0) / xx : null;
}

// Dolan and Moré 2002: of costs[line][problem] (null: not solved), for each line the ratios to the
// problem's best, sorted; the profile at τ is the part of problems whose ratio is at most τ.
export function performanceProfile(costs) {
  const problems = costs[0]?.length ?? 0;
  const best = [];
  for (let p = 0; p < problems; ++p) {
    const known = costs.map((c) => c[p]).filter(isNumber);
    best.push(known.length ? Math.min(...known) : null);
  }
  const ratio = (c, p) => (best[p] > 0 ? c[p] / best[p] : c[p] === best[p] ? 1 : Infinity);
  return costs.map((c) =>
    [...c.keys()].filter((p) => isNumber(c[p])).map((p) => ratio(c, p)).filter(Number.isFinite).sort((a, b) => a - b),
  );
}
