import { canonicalJson, type Work, type WorkStatus } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  NEW_PACE,
  type AgentMembership,
  type SeenMembership,
  type WorkPace,
  type WorkReport,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Inventory } from '@fleetstage/applier';
import type { StateFolder } from './StateFolder';

/** What passes over one Work leave behind. */
export interface KeptState {
  /** The Work that was applied or compared last; absent: none. */
  readonly appliedRevision?: string;
  readonly inventory?: Inventory;
  readonly report?: WorkReport;
  /** What the hub shall show of it. */
  readonly status?: WorkStatus;
}

export interface HeldWork {
  /** As last seen on the hub, its status apart. */
  readonly work: Work;
  /** The status that the hub has; absent: none. */
  readonly onHub?: WorkStatus;
  /** The hub has shown it since the start; else it is what a file says, and `onHub` is not known. */
  readonly isSeen: boolean;
  readonly kept: KeptState;
  readonly pace: WorkPace;
}

/** What the agent last knew of its membership. */
export interface KeptMembership {
  readonly seen?: SeenMembership;
  readonly membership: AgentMembership;
}

const MEMBERSHIP = 'membership';
const WORK = 'work-';
const STATE = 'state-';

/** A Work under one name that was made anew begins at generation 1 again. */
export const revisionOf = ({ metadata: { uid = '', generation = 0 } }: Work) => `${uid}/${generation}`;

/**
 * The Works that the hub has for this cluster, and what became of each: in memory, and in files for the time when the hub is away
 * and this process starts. A file that is behind costs a comparison: the AppliedWork on the cluster knows what is held.
 */
export class WorkBook {
  private readonly works = new Map<string, HeldWork>();
  private isListed = false;

  private constructor(private readonly folder: StateFolder) {}

  static async open(folder: StateFolder): Promise<{ book: WorkBook; membership: KeptMembership }> {
    const files = await folder.read();
    const book = new WorkBook(folder);
    for (const [file, work] of files) {
      if (!file.startsWith(WORK)) continue;
      const name = file.slice(WORK.length);
      const kept = (files.get(STATE + name) ?? {}) as KeptState;
      book.works.set(name, { work: work as Work, isSeen: false, kept, pace: NEW_PACE });
    }
    const membership = (files.get(MEMBERSHIP) ?? { membership: 'unknown' }) as KeptMembership;
    return { book, membership };
  }

  get(name: string): HeldWork | undefined {
    return this.works.get(name);
  }

  names(): ReadonlySet<string> {
    return new Set(this.works.keys());
  }

  /** The hub has been listed since the start: there are no other Works. */
  noteListed(): void {
    this.isListed = true;
  }

  /** Names of all Works that the hub has; `undefined`: not known yet. */
  allNames(): ReadonlySet<string> | undefined {
    return this.isListed ? this.names() : undefined;
  }

  /**
   * The hub shows the Work. A revision that is known keeps its manifests, so that they are rendered once.
   *
   * @returns whether there is something to do for it
   */
  async see({ status, ...work }: Work): Promise<boolean> {
    const { name } = work.metadata;
    const before = this.works.get(name);
    // The answer to a write may come before the events that preceded it.
    if (before && isOlder(work, before.work)) return false;
    const isSame = before !== undefined && revisionOf(before.work) === revisionOf(work);
    const spec = isSame ? before.work.spec : work.spec;
    const seen = { ...work, ...(spec && { spec }) };
    this.works.set(name, {
      work: seen,
      ...(status && { onHub: status }),
      isSeen: true,
      kept: before?.kept ?? {},
      pace: before?.pace ?? NEW_PACE,
    });
    const isChanged = !isSame || markOf(before.work) !== markOf(work);
    if (isChanged) await this.folder.write(WORK + name, seen);
    return isChanged;
  }

  /** What a pass has left; nothing where the Work went meanwhile. */
  async keep(name: string, { kept, pace }: Pick<HeldWork, 'kept' | 'pace'>): Promise<void> {
    const before = this.works.get(name);
    if (before === undefined) return;
    this.works.set(name, { ...before, kept, pace });
    if (canonicalJson(kept) !== canonicalJson(before.kept)) await this.folder.write(STATE + name, kept);
  }

  /** The hub has it no more. */
  async forget(name: string): Promise<void> {
    this.works.delete(name);
    await Promise.all([
      this.folder.write(WORK + name, undefined),
      this.folder.write(STATE + name, undefined),
    ]);
  }

  saveMembership(membership: KeptMembership): Promise<void> {
    return this.folder.write(MEMBERSHIP, membership);
  }
}

const isOlder = ({ metadata: a }: Work, { metadata: b }: Work) =>
  a.uid === b.uid && Number(a.resourceVersion) < Number(b.resourceVersion);

/** What of the metadata makes something to do. */
const markOf = ({ metadata: { deletionTimestamp, finalizers = [] } }: Work) =>
  JSON.stringify([deletionTimestamp !== undefined, finalizers]);
