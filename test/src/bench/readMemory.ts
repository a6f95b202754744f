import { readFileSync } from 'node:fs';

/** Memory of a process, in MB (10⁶ bytes). */
export interface Memory {
  readonly residentMb: number;
  readonly peakMb: number;
}

/** Of these processes together; zeros where the system does not report it. */
export function readMemory(pids: readonly number[]): Memory {
  const texts = pids.map(readStatus);
  const sum = (field: string) =>
    Math.round(texts.reduce((total, text) => total + kilobytes(text, field), 0) * 1.024e-3);
  return { residentMb: sum('VmRSS'), peakMb: sum('VmHWM') };
}

function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

const kilobytes = (text: string, field: string) =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
