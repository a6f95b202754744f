import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Some 100 MB of text, and as much that was made of it. A pause of less than half a second each at a million objects. */
const OBJECTS_AT_ONCE = 50_000;

/**
 * Clears away what a start leaves behind. Everything is read and parsed once, most of it for nothing but its text; left to
 * itself V8 lets the heap grow by half before it collects.
 */
export class StartupGc {
  private objects = 0;

  /** Call after so many objects were read. */
  add(objects: number): void {
    this.objects += objects;
    if (this.objects < OBJECTS_AT_ONCE) return;
    this.objects = 0;
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    setFlagsFromString('--no-expose-gc');
  }
}
