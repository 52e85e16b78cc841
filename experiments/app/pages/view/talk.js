// What the page says to the program, and hears from it.

async function answered(response) {
  const text = await response.text();
  const json = text ? JSON.parse(text) : {};
  if (!response.ok) throw new Error(json.error ?? `${response.status} ${response.statusText}`);
  return json;
}

export const ask = async (path) => answered(await fetch(path));

export const tell = async (path, body) => answered(await fetch(path, {
  method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }));

/** Frames of the simulation; `lost` is called with true where the program does not answer, and with
 * false when it does again. */
export function listen(show, lost) {
  const events = new EventSource('/events');
  events.addEventListener('open', () => lost(false));
  events.addEventListener('error', () => lost(true));
  events.addEventListener('message', (event) => show(JSON.parse(event.data)));
  return events;
}
