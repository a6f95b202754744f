import { eventually } from '../../eventually';

const ASK_EVERY_MS = 1_000;

/** By the deadline of the whole. */
export const until = (deadline: number, what: string, isSo: () => Promise<boolean>) =>
  eventually(
    what,
    async () => {
      if (!(await isSo())) throw new Error('not yet');
    },
    { timeoutMs: deadline - Date.now(), intervalMs: ASK_EVERY_MS },
  );
