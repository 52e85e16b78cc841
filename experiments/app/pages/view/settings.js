// The forms at the side: the method, and what surfaces are like.
import { element } from '../common/dom.js';
import { Forms } from './forms.js';
import { Schema } from './schema.js';
import { ask, tell } from './talk.js';

const ofMethod = ['step', 'integrator', 'solver', 'islands', 'unsolved'];
const ofSurfaces = ['friction', 'rolling_friction', 'torsional_friction', 'restitution'];
const mostItems = 60;

const byId = (id) => document.getElementById(id);

export class Settings {
  constructor() {
    this.revision = -1;
    this.ready = this.begin();
  }

  async begin() {
    this.schema = new Schema(await ask('/schema'));
    this.forms = new Forms(this.schema);
    await this.load();
  }

  /** As the program has them; called again when another page has changed them. */
  async load() {
    const { revision, values, resolved } = await ask('/settings');
    Object.assign(this, { revision, values, resolved });
    this.draw();
  }

  async follow(revision) {
    if (revision === this.revision || this.loading) return;
    this.loading = true;
    await this.ready;
    await this.load();
    this.loading = false;
  }

  /** Sends changes; a refusal is shown with its reason, and the forms show what goes on. */
  async change(changes) {
    const refused = byId('refused');
    try {
      const { told } = await tell('/change', { changes });
      refused.hidden = true;
      byId('told').textContent = `Changed; ${told}.`;
    } catch (error) {
      refused.textContent = `Refused: ${error.message}`;
      refused.hidden = false;
      byId('told').textContent = 'The simulation goes on as before.';
    }
    await this.load();
  }

  draw() {
    const focus = document.activeElement?.id;
    byId('method').replaceChildren(...this.method());
    byId('surfaces').replaceChildren(...this.surfaces());
    if (focus?.startsWith('field')) byId(focus)?.focus();
  }

  schemaOf(key) {
    return key === 'solver' ? this.schema.root.else.properties.solver : this.schema.root.properties[key];
  }

  method() {
    const whole = (path, label, schema, value, taken) => this.forms.field({ path, label, schema, value, taken,
      changed: (next) => this.change([{ path, value: next ?? null }]) });
    const { scene } = this.schema.root.properties;
    return [
      ...ofMethod.map((key) => whole(`/${key}`, key === 'step' ? 'step length [s]' : key, this.schemaOf(key), this.values[key], this.resolved[key])),
      whole('/scene/contact', 'contact', this.schema.resolved(scene).properties.contact, this.values.scene.contact,
        this.resolved.scene.contact),
    ];
  }

  /** Bodies and assemblies, with the coefficients that each may have. */
  items() {
    return ['bodies', 'assemblies'].flatMap((list) => this.values.scene[list].map((item, k) => {
      const [key, value] = list === 'bodies' ? ['motion', item.motion ?? 'dynamic'] : ['type', item.type];
      const definition = this.schema.root.$defs[list === 'bodies' ? 'body' : 'assembly'];
      const properties = this.schema.propertiesBy(definition, key, value);
      return { path: `/scene/${list}/${k}`, name: item.name ?? item.type ?? `${list} ${k}`, item,
        taken: this.resolved.scene[list]?.[k] ?? {}, properties,
        keys: ofSurfaces.filter((each) => properties[each]) };
    })).filter(({ keys }) => keys.length);
  }

  surfaces() {
    const items = this.items();
    const all = this.allFriction(items);
    const shown = items.slice(0, mostItems).map((each) => this.surface(each));
    if (items.length > mostItems)
      shown.push(element('p', { class: 'note' }, `${items.length - mostItems} more are changed with all only.`));
    return [all, items.length > 4 ? this.forms.fold('/surfaces', `each of ${items.length}`, shown) : shown].flat(Infinity);
  }

  /** One coefficient for all. */
  allFriction(items) {
    const with_ = items.filter(({ keys }) => keys.includes('friction'));
    if (with_.length < 2) return [];
    const numbers = new Set(with_.map(({ item, taken }) => JSON.stringify(item.friction ?? taken.friction)));
    const input = element('input', { type: 'number', step: 'any', min: 0, id: 'field-all-friction',
      placeholder: numbers.size === 1 ? [...numbers][0] : 'different' });
    input.addEventListener('change', () => input.value !== '' && this.change(with_.map(({ path }) => (
      { path: `${path}/friction`, value: Number(input.value) }))));
    return element('label', {}, element('span', {}, 'friction of all'), input);
  }

  surface({ path, name, item, taken, properties, keys }) {
    const fields = keys.map((key) => this.forms.field({ path: `${path}/${key}`, label: keys.length > 1 ? key : `friction of ${name}`,
      schema: this.plain(properties[key]), value: item[key], taken: taken[key],
      changed: (next) => this.change([{ path: `${path}/${key}`, value: next ?? null }]) }));
    return keys.length > 1 ? this.forms.fold(path, name, fields) : fields;
  }

  /** A number, where the schema also allows one for each world. */
  plain(schema) {
    const it = this.schema.resolved(schema);
    const number = it.anyOf?.find(({ type }) => [type].flat().includes('number'));
    return number ? { ...it, anyOf: undefined, ...number } : it;
  }
}
