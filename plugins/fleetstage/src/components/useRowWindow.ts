import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';

/** Below this many rows all are drawn: find in page works, and nothing has to be measured. */
const VIRTUAL_FROM = 100;

/** The rows in view, and the room that the others take. */
export function useRowWindow(count: number, rowHeight: number) {
  const table = useRef<HTMLTableElement>(null);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [margin, setMargin] = useState(0);
  const isVirtual = count >= VIRTUAL_FROM;
  useLayoutEffect(() => {
    const element = table.current;
    if (!element || !isVirtual) return;
    const parent = scrollParentOf(element);
    setScroller(parent);
    setMargin(element.getBoundingClientRect().top - parent.getBoundingClientRect().top + parent.scrollTop);
  }, [isVirtual]);
  const virtualizer = useVirtualizer({
    count,
    enabled: isVirtual,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    scrollMargin: margin,
    overscan: 12,
  });
  if (!isVirtual) {
    const indexes = Array.from({ length: count }, (_, index) => index);
    return { table, indexes, before: 0, after: 0, measure: undefined, scrollTo: () => undefined };
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

/** The element that scrolls when the page scrolls: the portal decides which. */
export function scrollParentOf(element: HTMLElement): HTMLElement {
  for (let node = element.parentElement; node; node = node.parentElement) {
    const { overflowY } = getComputedStyle(node);
    if ((overflowY === 'auto' || overflowY === 'scroll') && node !== document.body) return node;
  }
  return (document.scrollingElement as HTMLElement | null) ?? document.documentElement;
}
