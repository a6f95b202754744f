import { contextNames } from '@fleetstage/kube-client';
import { readFileSync, statSync } from 'node:fs';

/**
 * Which contexts a kubeconfig has had since the start. One that comes later counts from its next use on; one that goes stays, as its member
 * would become a pull member under way, which is for a start (RUL 53). A file that could never be read has them all: whoever uses one
 * is told what is wrong with the file.
 */
export class KubeconfigContexts {
  private readonly names = new Set<string>();
  private isRead = false;
  private seen = '';

  constructor(private readonly file: string) {
    this.refresh();
  }

  has(name: string): boolean {
    if (this.names.has(name)) return true;
    this.refresh();
    return !this.isRead || this.names.has(name);
  }

  /** Asked for each member that has none: two calls of the system, and the file is read when it has changed. */
  private refresh(): void {
    try {
      const { mtimeMs, size, ino } = statSync(this.file);
      const version = `${mtimeMs}/${size}/${ino}`;
      if (version === this.seen) return;
      for (const name of contextNames(readFileSync(this.file, 'utf8'))) this.names.add(name);
      this.seen = version;
      this.isRead = true;
    } catch {
      // It may be being replaced; the next question reads it.
    }
  }
}
