import { Script, createContext } from 'node:vm';

const box = createContext({ run: (): unknown => undefined });
const script = new Script('run()');

/** The work took longer than it may, and was broken off. */
export class DeadlineError extends Error {
  constructor(readonly ms: number) {
    super(`not done within ${ms} ms`);
    this.name = 'DeadlineError';
  }
}

/** Where the process gets less than an eighth of a core, work is broken off before it has had its time. */
const MOST_WAIT = 8;

/**
 * Ends work that would block the process: patterns, rules and documents of clients can be made to take for ever. What counts
 * is CPU time, so that a busy machine refuses nothing that an idle one accepts; work that was broken off for lack of it is
 * begun anew with twice the time. Only for work without effects, as it may end anywhere. Costs about 50 µs.
 *
 * @param ms - CPU time of the process, in milliseconds
 * @throws DeadlineError
 */
export function runWithin<T>(ms: number, run: () => T): T {
  for (let wait = ms; ; wait *= 2) {
    const began = process.cpuUsage();
    try {
      return runFor(wait, run);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      const { user, system } = process.cpuUsage(began);
      if (user + system >= ms * 1_000 || wait >= MOST_WAIT * ms) throw new DeadlineError(ms);
    }
  }
}

function runFor<T>(ms: number, run: () => T): T {
  box.run = run;
  return script.runInContext(box, { timeout: ms }) as T;
}
