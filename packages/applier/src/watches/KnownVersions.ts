/**
 * Versions of objects that somebody has compared with what is wanted. Our own writes come back as events of these versions,
 * and are no change.
 */
export class KnownVersions {
  private readonly byWork = new Map<string, ReadonlyMap<string, string>>();
  private position: number | undefined;

  /** All that is known of a work's objects of the kind. */
  note(work: string, versions: ReadonlyMap<string, string>): void {
    this.byWork.set(work, versions);
  }

  forget(work: string): void {
    this.byWork.delete(work);
  }

  /** A list begins. What was known of before proves nothing where a backup was restored: versions begin anew there. */
  clear(): void {
    this.byWork.clear();
    this.position = undefined;
  }

  /** The watch has seen all up to this version. */
  moveTo(version: string | undefined): void {
    this.position = toNumber(version);
  }

  of(work: string): ReadonlyMap<string, string> | undefined {
    return this.byWork.get(work);
  }

  /** Somebody has written or read the object later than the watch has seen anything: its state is the older one. */
  isAhead(key: string): boolean {
    if (this.position === undefined) return false;
    for (const versions of this.byWork.values()) {
      const known = toNumber(versions.get(key));
      if (known !== undefined && known > this.position) return true;
    }
    return false;
  }
}

/** Kubernetes lets clients compare versions as numbers since 1.35; etcd's have always been. */
const toNumber = (version: string | undefined) =>
  version !== undefined && /^\d{1,15}$/.test(version) ? Number(version) : undefined;
