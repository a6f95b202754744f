import { useLayoutEffect, useState, type RefObject } from 'react';

/** Width of a character in heights of the font: Roboto's average, and what is lost at the ends of lines. */
const CHAR_EM = 0.55;

interface Room {
  /** Characters that fit in the narrowest place where the text stands. */
  readonly atLeast: number;
  /** Lines that the text may take. */
  readonly lines: number;
  /** Left out where the text fits anyway: a list has hundreds of them. */
  readonly isOff: boolean;
}

/** How many characters fit into the block around an element; it is measured again when its width changes. */
export function useRoomForText(ref: RefObject<HTMLElement>, { atLeast, lines, isOff }: Room): number {
  const [room, setRoom] = useState(atLeast);
  useLayoutEffect(() => {
    const block = ref.current?.parentElement;
    if (isOff || !block) return undefined;
    const fontPx = parseFloat(getComputedStyle(block).fontSize);
    // What stands beside other words in a line has no width that it could take.
    const measure = () => setRoom(lines * Math.floor(block.clientWidth / (fontPx * CHAR_EM)) || 0);
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(block);
    return () => observer.disconnect();
  }, [ref, lines, isOff]);
  return Math.max(atLeast, room);
}
