import { useEffect, useRef } from 'react';

/** A page's heading and the acts of its Now card: where the focus goes when what had it is gone. */
export const PAGE_TITLE = { 'data-fleet-title': '' } as const;
export const NOW_ACTS = { 'data-fleet-now-acts': '' } as const;

/** What opened the first of the dialogs that follow each other, as Approve and Reject do. */
let opener: HTMLElement | undefined;
let openDialogs = 0;

/**
 * Gives the focus back when a dialog closes: to what opened it, or, where an address did or the opener is gone, to the Now
 * card's first button or the page's heading. The dialog itself returns it only to an opener that is still there.
 */
export function useReturnFocus(isOpen: boolean): void {
  const wasOpen = useRef(false);
  // While it is drawn: a dialog has the focus before its parent's effects run.
  if (isOpen && !wasOpen.current && openDialogs === 0) opener = openerNow();
  wasOpen.current = isOpen;
  useEffect(() => {
    if (!isOpen) return undefined;
    openDialogs += 1;
    return () => {
      openDialogs -= 1;
      // After the dialog's own try, and after the next dialog, where one follows.
      setTimeout(giveBack);
    };
  }, [isOpen]);
}

export const isFocusLost = () => document.activeElement === null || document.activeElement === document.body;

/** The button of a menu takes the focus of its entries, which are gone by then. */
function openerNow(): HTMLElement | undefined {
  const { activeElement } = document;
  const isEntry = activeElement?.closest('[role="menu"]') !== null;
  const found = isEntry ? document.querySelector('[aria-haspopup][aria-expanded="true"]') : activeElement;
  return found instanceof HTMLElement && found !== document.body ? found : undefined;
}

function giveBack(): void {
  if (openDialogs > 0) return;
  if (isFocusLost()) focusFirst([opener, ...homes()]);
  opener = undefined;
  stayWith(document.activeElement);
}

const homes = () => [
  ...document.querySelectorAll<HTMLElement>('[data-fleet-now-acts] button'),
  ...document.querySelectorAll<HTMLElement>('[data-fleet-title]'),
];

/** What is hidden or gone does not take the focus. */
function focusFirst(candidates: readonly (HTMLElement | undefined)[]): void {
  for (const candidate of candidates) {
    if (candidate?.isConnected) candidate.focus({ preventScroll: true });
    if (candidate !== undefined && document.activeElement === candidate) return;
  }
}

/** An act often removes the button that opened it, some answers later: Resume is gone once the run goes on. */
function stayWith(element: Element | null): void {
  if (element === null || element === document.body) return;
  const observer = new MutationObserver(() => {
    if (element.isConnected && document.activeElement === element) return;
    observer.disconnect();
    if (isFocusLost()) focusFirst(homes());
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
