import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

const LINUX = '/proc/sys/kernel/random/boot_id';
/** Where the machine does not report it, it is derived from the time of boot, give or take corrections of the clock. */
const ABOUT_S = 600;

/** Another one after each boot of the machine: until then a kill of a process takes nothing from its files. */
export function bootId(): string {
  try {
    return readFileSync(LINUX, 'utf8').trim();
  } catch {
    return `booted ${Math.round((Date.now() / 1000 - uptime()) / ABOUT_S)}`;
  }
}
