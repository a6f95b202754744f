import { useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';

interface RovingOptions {
  /** Names of the items, in the order in which they stand. */
  readonly keys: readonly string[];
  /** The item that is reached first; the first one where it is left out. */
  readonly start?: string;
  /** Of the items within the list, e.g. `:scope > li`. */
  readonly selector: string;
  readonly axis: 'horizontal' | 'vertical';
}

interface Roving<E extends HTMLElement> {
  readonly list: RefObject<E>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** For the item itself; what is within it keeps its own place in the order of Tab. */
  readonly item: (key: string) => {
    readonly tabIndex: 0 | -1;
    readonly onFocus: (event: FocusEvent) => void;
  };
}

const STEPS = {
  horizontal: { ArrowRight: 1, ArrowLeft: -1 },
  vertical: { ArrowDown: 1, ArrowUp: -1 },
} as const;

/** A list as one stop of Tab: arrow keys go from item to item, Home and End to the first and the last. */
export function useRoving<E extends HTMLElement>({ keys, start, selector, axis }: RovingOptions): Roving<E> {
  const list = useRef<E>(null);
  const [wanted, setActive] = useState<string>();
  const active = wanted !== undefined && keys.includes(wanted) ? wanted : (start ?? keys[0]);
  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
    const at = items.findIndex(item => item === event.target);
    const next = at === -1 ? undefined : nextOf(event.key, at, items.length - 1, axis);
    if (next === undefined) return;
    event.preventDefault();
    items[next].focus();
  };
  return {
    list,
    onKeyDown,
    item: key => ({
      tabIndex: key === active ? 0 : -1,
      onFocus: event => {
        // What is within an item reports its focus upwards: taken for the item's, the stop would move behind the reader.
        if (event.target === event.currentTarget) setActive(key);
      },
    }),
  };
}

function nextOf(key: string, at: number, last: number, axis: RovingOptions['axis']): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const step = (STEPS[axis] as Readonly<Record<string, number>>)[key];
  return step === undefined ? undefined : Math.min(last, Math.max(0, at + step));
}
