import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

const LINUX = '/proc/sys/kernel/random/boot_id';
/** Where the machine does not say it, it is told by when it was booted, give or take what clocks are put right. */
const ABOUT_S = 600;

/** Another one after each boot of the machine: until then a kill of a process takes nothing from its files. */
export function bootId(): string {
  try {
    return readFileSync(LINUX, 'utf8').trim();
  } catch {
    return `booted ${Math.round((Date.now() / 1000 - uptime()) / ABOUT_S)}`;
  }
}
