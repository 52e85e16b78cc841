// Forms for the values of an experiment, made from its schema. A value that is not given takes the
// default, which its field shows.
import { element } from '../common/dom.js';
import { typeOf } from './schema.js';

const words = (key) => key.replaceAll('_', ' ');
const shownDefault = (value) => (value === undefined || value === null ? 'default'
  : typeof value === 'object' ? JSON.stringify(value) : String(value));

export class Forms {
  constructor(schema) {
    this.schema = schema;
    this.open = new Set(['/solver', '/solver/solvers/0']); // paths of parts that are unfolded
  }

  /** A field, or several in a fold. `taken` is the value with its defaults, where it is known;
   * `changed` gets a new value, or undefined for none. */
  field({ path, label, schema, value, taken, changed }) {
    const it = this.schema.resolved(schema);
    const make = { plugin: this.plugin, plugins: this.plugins, choice: this.choice, flag: this.flag, number: this.number,
      object: this.object, json: this.json }[this.schema.kindOf(it)];
    return make.call(this, { path, label, it, value, taken: taken ?? it.default, changed });
  }

  row({ path, label, it, value }, input) {
    input.id = `field${path.replaceAll('/', '-')}`;
    return element('label', { title: it.description, class: value === undefined ? null : 'given' },
      element('span', {}, words(label)), input);
  }

  select(of, options) {
    const { value, taken, changed } = of;
    const none = element('option', { value: '' }, value === undefined ? `${words(shownDefault(taken))} (default)` : 'default');
    const list = element('select', { onchange: () => changed(list.value === '' ? undefined : JSON.parse(list.value)) },
      none, options.map(([each, about]) => element('option', { value: JSON.stringify(each), title: about,
        selected: JSON.stringify(each) === JSON.stringify(value) }, words(String(each)))));
    return this.row(of, list);
  }

  choice(of) {
    return this.select(of, of.it.enum.map((each, k) => [each, of.it.enumDescriptions?.[k]]));
  }

  flag(of) {
    return this.select(of, [[true], [false]]);
  }

  number(of) {
    const { it, value, taken, changed } = of;
    if (typeof value === 'object' && value !== null) return this.json(of);
    const input = element('input', { type: 'number', step: 'any', value, placeholder: shownDefault(taken),
      min: it.minimum ?? it.exclusiveMinimum, max: it.maximum ?? it.exclusiveMaximum });
    // The program judges it, with its reasons.
    input.addEventListener('change', () => changed(input.value === '' ? undefined : Number(input.value)));
    return this.row(of, input);
  }

  json(of) {
    const { value, taken, changed } = of;
    const input = element('input', { type: 'text', spellcheck: 'false', value: value === undefined ? '' : JSON.stringify(value),
      placeholder: shownDefault(taken) });
    input.addEventListener('change', () => {
      if (input.value.trim() === '') return changed(undefined);
      try {
        return changed(JSON.parse(input.value));
      } catch {
        return changed(input.value);
      }
    });
    return this.row(of, input);
  }

  /** A part that folds, and stays as it was left. */
  fold(path, title, content) {
    const out = element('details', { open: this.open.has(path) }, element('summary', {}, title), content);
    out.addEventListener('toggle', () => this.open[out.open ? 'add' : 'delete'](path));
    return out;
  }

  fieldsOf(path, properties, value, taken, changed) {
    const isPart = (key) => this.schema.kindOf(properties[key]).startsWith('plugin');
    const keys = Object.keys(properties).filter((key) => key !== 'type');
    return [...keys.filter(isPart), ...keys.filter((key) => !isPart(key))].map((key) => this.field({
      path: `${path}/${key}`,
      label: key,
      schema: properties[key],
      value: value?.[key],
      taken: taken?.[key],
      changed: (next) => {
        const { [key]: _, ...others } = value ?? {};
        changed(next === undefined ? others : { ...others, [key]: next });
      },
    }));
  }

  object({ path, label, it, value, taken, changed }) {
    return this.fold(path, words(label), this.fieldsOf(path, it.properties, value, taken,
      (next) => changed(Object.keys(next).length ? next : undefined)));
  }

  /** Its type, and its settings in a fold: the parts that it is made of come first. */
  plugin(of) {
    const { path, value, taken, changed, it } = of;
    const variants = this.schema.variants(it);
    const type = typeOf(value) ?? typeOf(taken) ?? typeOf(it.default);
    const list = element('select', { onchange: () => changed(list.value === '' ? undefined : list.value) },
      element('option', { value: '' }, value === undefined ? `${shownDefault(typeOf(taken))} (default)` : 'default'),
      [...variants].map(([name, { description }]) => element('option', { value: name, title: description,
        selected: value !== undefined && name === type }, name)));
    const out = element('div', { class: 'plugin' }, this.row(of, list));
    const own = variants.get(type);
    if (!own) return out;
    out.append(element('p', { class: 'about' }, own.description ?? ''));
    const given = typeof value === 'object' ? value : {};
    const known = typeof taken === 'object' && typeOf(taken) === type ? taken : {};
    const fields = this.fieldsOf(path, own.properties ?? {}, { type, ...given }, known,
      (next) => changed(Object.keys(next).length === 1 ? next.type : next));
    if (fields.length) out.append(this.fold(path, `settings of ${words(type)}`, fields));
    return out;
  }

  /** A list of plug-ins, as many as there are. */
  plugins({ path, label, it, value, taken, changed }) {
    const list = value ?? taken;
    if (!Array.isArray(list)) return this.json({ path, label, it, value, taken, changed });
    return element('div', {}, list.map((each, k) => this.field({
      path: `${path}/${k}`,
      label: `${label} ${k + 1}`,
      schema: it.items,
      value: each,
      taken: taken?.[k],
      changed: (next) => changed(list.map((old, n) => (n === k ? next ?? old : old))),
    })));
  }
}
