import type { Instant, KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { findCause, type WorkReport } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { KubeClient } from '@fleetstage/kube-client';
import { readSigns } from './readSigns';

/** The last cause read for one workload. */
interface Known {
  readonly readAt: Instant;
  /** Its status at that time. */
  readonly said: string;
  readonly cause?: string;
  /** Reads in a row while its status said the same. */
  readonly repeats: number;
}

/** Every logger with fields has this shape. */
export interface CauseLog {
  info(message: string, fields: Readonly<Record<string, string>>): void;
}

interface Pass {
  /** Of the work, the same in each pass. */
  readonly key: string;
  readonly revision: string;
  readonly previous?: WorkReport;
  readonly now: Instant;
  readonly signal?: AbortSignal;
  readonly as?: string;
  readonly log: CauseLog;
}

export interface CauseFinder {
  readonly causeOf: (workload: KubeObject, said: string) => Promise<string | undefined>;
  /**
   * Forgets workloads that nobody asked about.
   *
   * @param report of this pass: after an apply without a read nobody has asked yet
   * @returns ms until a cause is due; undefined: none is
   */
  readonly end: (report?: WorkReport) => number | undefined;
}

/** A rollout that goes well is over by then, or nearly: it costs no request. */
const GRACE_MS = 10_000;
/** Between two reads of one workload: pods go through several reasons until one stays. */
const PAUSE_MS = { first: 30_000, last: 600_000 };
/** Workloads of one placement on one cluster that are read in one pass; the others have their turn after it. */
const READS_PER_PASS = 5;
const NEXT_TURN_MS = 5_000;

/**
 * When a member is asked why a workload is not available, and what it said last. It is asked once the workload has been
 * unavailable for {@link GRACE_MS}, again when its status says something else, at least 30 s apart, and more and more
 * seldom while nothing changes. Causes are memory of this process: another one reads them anew.
 */
export class WorkCauses {
  private readonly known = new Map<string, ReadonlyMap<string, Known>>();

  start(client: KubeClient, pass: Pass): CauseFinder {
    const { key } = pass;
    const before = this.known.get(key);
    const after = new Map<string, Known>();
    const dueAt: number[] = [];
    let reads = 0;
    const causeOf = async (workload: KubeObject, said: string) => {
      const id = `${workload.metadata.uid}/${workload.metadata.generation ?? 0}`;
      const last = after.get(id) ?? before?.get(id);
      const due = dueOf(last, said, pass);
      const isTurn = pass.now >= due && reads < READS_PER_PASS;
      if (isTurn) reads += 1;
      const known = isTurn ? await read(client, { workload, said, last, pass }) : last;
      if (known) after.set(id, known);
      dueAt.push(isTurn ? dueOf(known, said, pass) : Math.max(due, pass.now + NEXT_TURN_MS));
      return known?.cause;
    };
    const end = (report?: WorkReport) => {
      if (after.size > 0) this.known.set(key, after);
      else this.known.delete(key);
      if (dueAt.length === 0) return report?.available?.status === 'False' ? GRACE_MS : undefined;
      return Math.max(100, Math.min(...dueAt) - pass.now);
    };
    return { causeOf, end };
  }

  /** The work is taken off its cluster. */
  forget(key: string): void {
    this.known.delete(key);
  }
}

function dueOf(last: Known | undefined, said: string, { revision, previous, now }: Pass): number {
  if (last === undefined) {
    const before = previous?.revision === revision ? previous.available : undefined;
    return (before?.status === 'False' ? before.at : now) + GRACE_MS;
  }
  if (last.said !== said) return last.readAt + PAUSE_MS.first;
  return last.readAt + Math.min(PAUSE_MS.first * 2 ** last.repeats, PAUSE_MS.last);
}

interface Read {
  readonly workload: KubeObject;
  readonly said: string;
  readonly last: Known | undefined;
  readonly pass: Pass;
}

/** A member that does not answer keeps the report waiting no longer than its requests, and the cause stays what it was. */
async function read(client: KubeClient, { workload, said, last, pass }: Read): Promise<Known> {
  const { now, signal, as, log } = pass;
  const isSame = last?.said === said;
  const next = { readAt: now, said, repeats: isSame ? last.repeats + 1 : 0 };
  try {
    const cause = findCause(await readSigns(client, workload, { signal, as }));
    return { ...next, ...(cause !== undefined && { cause }) };
  } catch (error) {
    signal?.throwIfAborted();
    const { kind, metadata } = workload;
    log.info('The cause of not being available could not be read', {
      object: `${kind} ${metadata.namespace ?? ''}/${metadata.name}`,
      reason: String(error),
    });
    return { ...next, ...(last?.cause !== undefined && { cause: last.cause }) };
  }
}
