import { randomUUID } from 'node:crypto';
import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Ports } from '../ports';

/** The machine's own clock, timers and chance: the one file of the backend that may touch them. */
export const systemPorts: Ports = {
  clock: { now: () => instant(Date.now()) },
  timers: {
    after(ms, run) {
      const handle = setTimeout(run, Math.max(0, ms));
      return { cancel: () => clearTimeout(handle) };
    },
  },
  ids: { next: () => randomUUID() },
  jitter: { next: () => Math.random() },
};
