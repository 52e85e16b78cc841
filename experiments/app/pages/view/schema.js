// What a JSON Schema says of a value: which kind of form it takes.

export class Schema {
  constructor(root) {
    this.root = root;
  }

  at(pointer) {
    return pointer.split('/').slice(1).reduce((node, part) => node?.[part.replace(/~1/g, '/').replace(/~0/g, '~')], this.root);
  }

  /** The schema with what its reference says; its own words come first. */
  resolved(schema) {
    let out = schema ?? {};
    for (let depth = 0; out.$ref && depth < 20; ++depth) {
      const { $ref, ...own } = out;
      out = { ...this.at($ref.replace(/^#/, '')), ...own };
    }
    return out;
  }

  /** The plug-ins that may stand here, by name: what each is about, and its settings; null where no
   * plug-in stands. */
  variants(schema) {
    const [names, objects] = this.resolved(schema).oneOf ?? [];
    const listed = this.resolved(names).enum;
    const all = this.resolved(objects).allOf;
    if (!listed || !all) return null;
    const out = new Map();
    for (const { if: when, then } of all) {
      const name = when?.properties?.type?.const;
      if (name !== undefined) out.set(name, this.resolved(then));
    }
    return listed.every((name) => out.has(name)) ? out : null;
  }

  /** The properties of an object with a key that decides, as "type" of an assembly. */
  propertiesBy(schema, key, value) {
    const { allOf = [] } = this.resolved(schema);
    const found = allOf.find(({ if: when }) => when?.properties?.[key]?.const === value);
    return this.resolved(found?.then).properties ?? {};
  }

  /** 'plugin', 'plugins', 'choice', 'flag', 'number', 'object' or 'json'. */
  kindOf(schema) {
    const it = this.resolved(schema);
    const types = [it.type].flat();
    if (this.variants(it)) return 'plugin';
    if (it.enum) return 'choice';
    if (types.includes('boolean')) return 'flag';
    if (types.includes('number') || types.includes('integer')) return 'number';
    if (types.includes('array') && it.items && this.variants(it.items)) return 'plugins';
    if (types.includes('object') && it.properties) return 'object';
    return 'json';
  }
}

export const typeOf = (value) => (typeof value === 'string' ? value : value?.type);
