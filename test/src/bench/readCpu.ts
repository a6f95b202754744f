import { readFileSync } from 'node:fs';

/** Clock ticks of the kernel's accounting: 100 a second on every Linux that we know. */
const MS_PER_TICK = 10;

/** Processor time that these processes have used so far, in ms; 0 where the system does not report it. */
export function readCpuMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + readTicks(pid) * MS_PER_TICK, 0);
}

function readTicks(pid: number): number {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [userTicks, systemTicks] = fields.split(' ').slice(11, 13);
    return Number(userTicks) + Number(systemTicks);
  } catch {
    return 0;
  }
}
