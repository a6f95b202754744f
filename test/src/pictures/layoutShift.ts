import type { Page } from 'playwright-core';

interface Watch {
  total: number;
  score: number;
  readonly moved: string[];
  /** Takes what has happened and is not yet reported. */
  take(): void;
}

interface Source {
  readonly node?: Node | null;
  readonly previousRect: DOMRectReadOnly;
  readonly currentRect: DOMRectReadOnly;
}

export interface LayoutShift {
  /** Sum of the shifts since the first paint of the page's frame, while its parts load, too. */
  readonly total: number;
  /** Sum of the shifts since every part of the page has its first answer (CLS). */
  readonly score: number;
  /** What moved, as tag, text and how far. */
  readonly moved: readonly string[];
}

/** Once the page is there. */
export const MAX_SHIFT = 0.02;
/** While parts load: skeletons are as high as what comes. The worst of 281 pages moves 0.02, on a busy machine more in one step. */
export const MAX_TOTAL = 0.03;

/**
 * Measures from the first paint of the page's frame. Only what moves within the page or a dialog counts: the portal builds
 * its header above them in several steps, and moves the page as a whole. Call it before the page opens.
 */
export const watchLayoutShift = (page: Page) =>
  page.addInitScript(() => {
    const isOfPage = ({ node }: Source) =>
      Boolean(node?.parentElement?.closest('[data-ready], [role="dialog"]'));
    const words = ({ node, previousRect: from, currentRect: to }: Source) =>
      `${node?.nodeName.toLowerCase()} ${(node?.textContent ?? '').slice(0, 40)} ` +
      `(${to.x - from.x}, ${to.y - from.y} px)`;
    const watch: Watch = { total: 0, score: 0, moved: [], take: () => count(observer.takeRecords()) };
    let isReady = false;
    const count = (entries: PerformanceEntryList) => {
      for (const entry of entries as (PerformanceEntry & {
        readonly value: number;
        readonly hadRecentInput: boolean;
        readonly sources: readonly Source[];
      })[]) {
        const ours = entry.sources.filter(isOfPage);
        if (entry.hadRecentInput || ours.length === 0) continue;
        watch.total += entry.value;
        if (isReady) watch.score += entry.value;
        watch.moved.push(...ours.map(words));
      }
    };
    const observer = new PerformanceObserver(list => count(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    (window as unknown as { layoutShift: Watch }).layoutShift = watch;
    const begin = () => {
      watch.take();
      isReady = true;
    };
    const ready = new MutationObserver(() => {
      if (document.querySelector('[data-ready="true"]') === null) return;
      ready.disconnect();
      // The frame that draws the content, and the next one.
      requestAnimationFrame(() => requestAnimationFrame(begin));
    });
    ready.observe(document, { subtree: true, childList: true, attributes: true });
  });

/** What has moved so far; nothing where no page has been drawn. */
export const readLayoutShift = (page: Page): Promise<LayoutShift> =>
  page.evaluate(() => {
    const { layoutShift: watch } = window as unknown as { layoutShift?: Watch };
    watch?.take();
    return { total: watch?.total ?? 0, score: watch?.score ?? 0, moved: watch?.moved.slice(0, 5) ?? [] };
  });
