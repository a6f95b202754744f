// The data folder and everything in it are their owner's alone: databases, keys and kubeconfigs lie there.
import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../toolchain.mjs';

const OTHERS = 0o077;
const STICKY = 0o1000;
/** What an earlier start leaves behind. */
const isOurs = name =>
  /\.sqlite$/.test(name) || ['encryption-key', 'fleet', 'kubeconfig', 'test-results'].includes(name);

/**
 * Makes the folder, or closes it and what is in it to others. A folder that others may enter already, and that holds things
 * but none of ours, is refused: `--data /etc` must not close /etc. Of a symbolic link it is the folder that it leads to;
 * links within are left alone, and so is what they lead to.
 */
export function ensurePrivateFolder(named) {
  mkdirSync(named, { recursive: true, mode: 0o700 });
  const folder = realpathSync(named);
  const { mode, uid } = lstatSync(folder);
  if ((mode & OTHERS) !== 0) {
    const names = readdirSync(folder);
    const isForeign = uid !== process.getuid() || (mode & STICKY) !== 0;
    if (isForeign || (names.length > 0 && !names.some(isOurs)))
      throw new SetupError(
        `--data: others may enter ${folder}, and it holds more than Fleetstage's data. Give a folder of its own, or close this one: chmod 700 ${folder}`,
      );
  }
  closeToOthers(folder);
}

function closeToOthers(file) {
  const stat = lstatSync(file);
  if (stat.isSymbolicLink()) return;
  if ((stat.mode & OTHERS) !== 0) chmodSync(file, stat.mode & 0o700);
  if (stat.isDirectory()) for (const name of readdirSync(file)) closeToOthers(path.join(file, name));
}
