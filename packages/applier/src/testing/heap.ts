import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MIB = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What the heap of this process holds once nothing is left to be collected, in MiB. */
export function heapMiB(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / MIB;
}

/** `[{"9999":0},…`: so many JSON values, which are 11 bytes a pair on the wire and 208 on the heap. */
export const denseValues = (count: number): unknown =>
  JSON.parse(`[${Array.from({ length: count / 2 }, () => '{"9999":0}').join(',')}]`);
