import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** The last lines of a log file without reading the rest of it; a word about it where there is none yet. */
export function readLogTail(path: string, maxBytes = 4_096): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return '(no log)';
  }
  try {
    const size = fstatSync(file).size;
    const tail = Buffer.alloc(Math.min(size, maxBytes));
    readSync(file, tail, 0, tail.length, size - tail.length);
    return tail.toString('utf8').trimEnd() || '(empty log)';
  } finally {
    closeSync(file);
  }
}
