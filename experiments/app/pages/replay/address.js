// What the address of the page says after #: words and a time, as in #fine&t=0.42.
const parts = () => location.hash.slice(1).split('&').filter((part) => part);
const isTime = (part) => part.startsWith('t=');

export const asksFor = (word) => parts().includes(word);

/** [s]; null where the address has no time. */
export function timeAsked() {
  const text = parts().find(isTime)?.slice(2);
  return text && Number.isFinite(Number(text)) ? Number(text) : null;
}

/** The same address at a time. */
export const addressAt = (time) => `#${[...parts().filter((part) => !isTime(part)), `t=${time}`].join('&')}`;
