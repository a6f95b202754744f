interface ShiftWatch {
  /** Clicks, and resolves a second after the page is whole. */
  visit(element: HTMLElement): Promise<{ tabMs: number; shift: number }>;
}

declare global {
  interface Window {
    fleetstageShifts: ShiftWatch;
  }
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}

/** Runs in the page: asked from outside, an answer would be late by the way there and back. */
export function watchShifts(): void {
  let shifts: LayoutShift[] = [];
  new PerformanceObserver(list => {
    shifts.push(...(list.getEntries() as LayoutShift[]));
  }).observe({ type: 'layout-shift', buffered: false });
  const nextFrame = () => new Promise<void>(resolve => void requestAnimationFrame(() => resolve()));
  const pause = (ms: number) => new Promise<void>(resolve => void setTimeout(resolve, ms));
  const titleOf = () => document.querySelector('[data-ready] h1')?.textContent;
  window.fleetstageShifts = {
    async visit(element) {
      const before = titleOf();
      shifts = [];
      const from = performance.now();
      element.click();
      while (titleOf() === before || document.querySelector('[data-ready="true"] h1') === null) {
        if (performance.now() - from > 30_000) throw new Error('the page is not whole after 30 s');
        await nextFrame();
      }
      const shownAt = performance.now();
      await pause(1_000);
      // What moves because a page comes is no shift; what moves once it is there is.
      const after = shifts.filter(({ startTime }) => startTime > shownAt);
      return { tabMs: shownAt - from, shift: after.reduce((sum, { value }) => sum + value, 0) };
    },
  };
}
