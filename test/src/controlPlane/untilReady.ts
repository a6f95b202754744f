import { eventually } from '../eventually';
import { describeProgram, type RunningProgram } from './Supervisor';

/** A server could not have its port: with others the same start may succeed. */
export class PortTakenError extends Error {}

interface Readiness<T> {
  readonly description: string;
  /** When one of them ends, waiting is over; their logs go into the error. */
  readonly programs: readonly RunningProgram[];
  readonly deadlineAt: number;
  readonly probe: () => Promise<T>;
}

/** Waits for something that is being started; fails with the last state and the logs of who should do it. */
export async function untilReady<T>({ description, programs, deadlineAt, probe }: Readiness<T>): Promise<T> {
  const check = async (): Promise<{ ended: RunningProgram } | { value: T }> => {
    const ended = programs.find(program => program.ending() !== undefined);
    return ended ? { ended } : { value: await probe() };
  };
  const logs = () => programs.map(describeProgram).join('\n');
  const timeoutMs = Math.max(1_000, deadlineAt - Date.now());
  const found = await eventually(description, check, { timeoutMs, intervalMs: 250 }).catch(cause => {
    throw new Error(`${cause.message}\n${logs()}`, { cause });
  });
  if ('value' in found) return found.value;
  const tail = describeProgram(found.ended);
  const message = `${found.ended.id} ended (${found.ended.ending()}) before ${description}\n${logs()}`;
  throw /address already in use/.test(tail) ? new PortTakenError(message) : new Error(message);
}
