import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Below this many rows all are drawn: find in page works, and nothing has to be measured. */
const VIRTUAL_FROM = 100;

/** What scrolls the rows, and how far below its top they begin. */
interface Scrolling {
  /** The window, where it is null. */
  readonly parent: HTMLElement | null;
  readonly margin: number;
}

/** The rows in view, and the room that the others take. */
export function useRowWindow(count: number, rowHeight: number) {
  const table = useRef<HTMLTableElement>(null);
  const [scrolling, setScrolling] = useState<Scrolling>();
  const isVirtual = count >= VIRTUAL_FROM;
  useLayoutEffect(() => {
    if (table.current && isVirtual) setScrolling(scrollingOf(table.current));
  }, [isVirtual]);
  const { parent = null, margin = 0 } = scrolling ?? {};
  const options = { count, estimateSize: () => rowHeight, scrollMargin: margin, overscan: 12 };
  const isKnown = isVirtual && scrolling !== undefined;
  const inParent = useVirtualizer({
    ...options,
    enabled: isKnown && parent !== null,
    getScrollElement: () => parent,
  });
  const inWindow = useWindowVirtualizer({ ...options, enabled: isKnown && parent === null });
  const virtualizer = parent === null ? inWindow : inParent;
  const measuredAt = useRef(rowHeight);
  useLayoutEffect(() => {
    // What was measured of rows of another height would place those that are out of view.
    if (measuredAt.current !== rowHeight) virtualizer.measure();
    measuredAt.current = rowHeight;
  }, [virtualizer, rowHeight]);
  const drawn = useDrawn(count, rowHeight);
  if (!isVirtual) {
    const indexes = Array.from({ length: drawn }, (_, index) => index);
    const after = (count - drawn) * rowHeight;
    return { table, indexes, before: 0, after, measure: undefined, scrollTo: () => undefined };
  }
  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items[items.length - 1];
  return {
    table,
    indexes: items.map(item => item.index),
    before: first ? first.start - margin : 0,
    after: last ? virtualizer.getTotalSize() - (last.end - margin) : count * rowHeight,
    measure: virtualizer.measureElement,
    scrollTo: (index: number) => virtualizer.scrollToIndex(index),
  };
}

/** How many rows are drawn of a short list: at first as many as the window has room for, the others once those are on screen. */
function useDrawn(count: number, rowHeight: number): number {
  const [isWhole, setWhole] = useState(false);
  useEffect(() => startTransition(() => setWhole(true)), []);
  return isWhole ? count : Math.min(count, Math.ceil(window.innerHeight / rowHeight));
}

function scrollingOf(element: HTMLElement): Scrolling {
  const parent = scrollParentOf(element);
  const { top } = element.getBoundingClientRect();
  const margin = parent ? top - parent.getBoundingClientRect().top + parent.scrollTop : top + window.scrollY;
  return { parent, margin };
}

/** The element that scrolls when the page scrolls, or null for the window: the portal decides which. */
function scrollParentOf(element: HTMLElement): HTMLElement | null {
  for (let node = element.parentElement; node && node !== document.body; node = node.parentElement) {
    const { overflowY } = getComputedStyle(node);
    if (overflowY === 'auto' || overflowY === 'scroll') return node;
  }
  return null;
}
