import { useEffect, useRef } from 'react';

const FIELDS =
  ':is(input, textarea):not(:disabled, [aria-hidden]), [role="combobox"]:not([aria-disabled="true"])';

/** A new row takes the focus in its first field. `rows` selects the rows within `box`, of which there are `count`. */
export function useFocusAdded<Box extends HTMLElement = HTMLDivElement>(count: number, rows: string) {
  const box = useRef<Box>(null);
  const isAdding = useRef(false);
  useEffect(() => {
    if (!isAdding.current) return;
    isAdding.current = false;
    const added = [...(box.current?.querySelectorAll(rows) ?? [])].at(-1);
    added?.querySelector<HTMLElement>(FIELDS)?.focus();
  }, [count, rows]);
  const willAdd = () => {
    isAdding.current = true;
  };
  return { box, willAdd };
}
