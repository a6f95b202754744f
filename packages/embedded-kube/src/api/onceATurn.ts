/** By what it is about and what is made of it; empty again at the end of each turn of the event loop. */
const made = new Map<object, Map<string, string>>();

/** A text that many ask for at once is made once: a thousand watches of a kind are sent the same line. */
export function onceATurn(about: object, form: string, make: () => string): string {
  if (made.size === 0) setImmediate(() => made.clear());
  const texts = made.get(about) ?? new Map<string, string>();
  made.set(about, texts);
  const text = texts.get(form) ?? make();
  texts.set(form, text);
  return text;
}
