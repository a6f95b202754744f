import { useEffect, useReducer, useRef, useState, type FocusEvent, type PointerEvent } from 'react';
import { holdRows } from '../model/holdRows';
import { usePatchedAddress } from '../routing';

/** Parameters of the address that filter and sort nothing. */
const NO_FILTERS = {
  cluster: undefined,
  dialog: undefined,
  gate: undefined,
  only: undefined,
  event: undefined,
};

const isInBody = (target: EventTarget | null) =>
  target instanceof Element && target.closest('tbody') !== null;

/**
 * Keeps rows where they are while the pointer or the focus is among them: values change in place, order and membership wait.
 * A filter that the reader sets meanwhile shows at once: the hand counts for the address at which it came.
 */
export function useHeldRows<Row>(rows: readonly Row[], getKey: (row: Row) => string) {
  const view = usePatchedAddress()(NO_FILTERS);
  const [pointedIn, setPointedIn] = useState<string>();
  const [focusedIn, setFocusedIn] = useState<string>();
  const shown = useRef(rows);
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const isHeld = pointedIn === view || focusedIn === view;
  const held = isHeld ? holdRows(shown.current, rows, getKey) : { rows, waiting: 0 };
  useEffect(() => {
    shown.current = held.rows;
  });
  const take = () => {
    shown.current = rows;
    redraw();
  };
  const hand = {
    onPointerOver: ({ target, pointerType }: PointerEvent) =>
      // A finger leaves nothing behind that says where it is.
      setPointedIn(pointerType !== 'touch' && isInBody(target) ? view : undefined),
    onPointerLeave: () => setPointedIn(undefined),
    onFocus: ({ target }: FocusEvent) => setFocusedIn(isInBody(target) ? view : undefined),
    onBlur: ({ relatedTarget }: FocusEvent) => isInBody(relatedTarget) || setFocusedIn(undefined),
  };
  return { ...held, take, hand };
}
