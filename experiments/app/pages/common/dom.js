// Elements without ceremony.
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (key === 'class') node.className = value;
    else node.setAttribute(key, value === true ? '' : value);
  }
  node.append(...children.flat().filter((c) => c !== null && c !== undefined));
  return node;
}

export function svg(name, attributes, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

export function select(label, options, value, changed) {
  const list = element('select', { onchange: (e) => changed(e.target.value), 'aria-label': label });
  for (const [key, text] of options) list.append(element('option', { value: key, selected: key === value }, text));
  return element('label', { class: 'choice' }, element('span', {}, label), list);
}

export function save(name, content, type) {
  const url = content instanceof Blob ? URL.createObjectURL(content) : URL.createObjectURL(new Blob([content], { type }));
  const link = element('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

// A row of buttons of which one is pressed.
export function buttons(label, options, value, changed) {
  const all = options.map(([key, text]) =>
    element('button', { type: 'button', 'aria-pressed': String(key === value), onclick: () => changed(key) }, text),
  );
  return element('div', { class: 'buttons', role: 'group', 'aria-label': label }, all);
}
