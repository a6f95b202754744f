/** The widest window that the media query still meets, e.g. `(max-width:599.95px)`. */
const maxWidth = (query: string) => Number(/max-width:\s*([\d.]+)px/.exec(query)?.[1] ?? Infinity);

/** A browser's window of this width; jsdom has none. */
export function setWidth(width: number): void {
  window.matchMedia = query =>
    ({
      matches: width <= maxWidth(query),
      media: query,
      addListener: () => undefined,
      removeListener: () => undefined,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as unknown as MediaQueryList;
}

/** Takes the width away after each test of the file. */
export function restoreWidth(): void {
  const before = window.matchMedia;
  afterEach(() => {
    window.matchMedia = before;
  });
}
