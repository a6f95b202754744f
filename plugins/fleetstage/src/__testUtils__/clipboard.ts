/** A clipboard for jsdom, which has none. Returns what is copied, in order. */
export function watchClipboard(): readonly string[] {
  const copied: string[] = [];
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => copied.push(text) },
  });
  return copied;
}
