import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NOON } from './builders';

/** Minutes and seconds after noon: `  1:30`. */
export const clockOf = (at: Instant) => {
  const seconds = Math.round((at - NOON) / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(3, ' ')}:${String(seconds % 60).padStart(2, '0')}`;
};

/** Chooses one of so many, the same ones for the same seed: stories must not depend on the machine. */
export function shuffler(seed: number): (count: number) => number {
  let memory = seed >>> 0 || 1;
  return count => {
    memory = (Math.imul(memory, 1_664_525) + 1_013_904_223) >>> 0;
    return count === 0 ? 0 : Math.floor((memory / 2 ** 32) * count);
  };
}
