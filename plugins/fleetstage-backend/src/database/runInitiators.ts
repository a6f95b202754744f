import {
  annotationKeys,
  normalizeEntityRef,
  RUN_KINDS,
  toPlacementKey,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { RunFacts } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from './db';
import { readOptional } from './documents/document';
import { timelineData } from './documents/timelineDocuments';
import { loadObject } from './mirrorStore';
import { chunks } from './rows';
import { runObject } from './stagedObjects';

/** A run by name and uid: an earlier one of the same name was somebody else's. */
export type RunIdentity = Pick<RunFacts, 'name' | 'namespace' | 'uid'>;

type Run = RunIdentity & Pick<RunFacts, 'generation' | 'spec'>;

/** Who has brought a run about through Fleetstage. */
export interface RunInitiators {
  /** Who has started it or, where nobody had to, created it. */
  readonly startedBy?: string;
  /** Entity refs of everybody who has created, started or resumed it. */
  readonly initiators: readonly string[];
  /** Whoever created it, and whoever set it running the last time, are among them: neither act came with kubectl. */
  readonly areInitiatorsKnown: boolean;
}

export const NO_INITIATORS: RunInitiators = { initiators: [], areInitiatorsKnown: false };

/** Lines of the timeline that say who has brought a run about; `prune` keeps them as long as there is the run. */
export const INITIATING_EVENTS = ['runCreated', 'startAsked', 'resumeAsked'] as const;

interface Act {
  readonly event: string;
  readonly actor: string;
  /** Of the run, as the act has left it; absent where the hub has not answered. */
  readonly generation?: number;
}

/** By uid of the run; every run has an entry. */
export async function loadRunInitiators(
  tx: Tx,
  hub: string,
  runs: readonly Run[],
): Promise<ReadonlyMap<string, RunInitiators>> {
  const acts = new Map<string, Act[]>(runs.map(({ uid }) => [uid, []]));
  for (const part of chunks([...new Set(runs.map(toPlacementKey))])) {
    const rows = await tx
      .sql('timeline')
      .where({ hub })
      .whereIn('subject_kind', [...RUN_KINDS])
      .whereIn('subject_name', part)
      .whereIn('event', [...INITIATING_EVENTS])
      .orderBy('id')
      .select('subject_name', 'event', 'actor', 'data');
    for (const { subject_name: name, event, actor, data } of rows) {
      const document = readOptional(timelineData, data);
      const uid =
        document?.uid ??
        (document?.creation && (await uidOfCreation(tx, { hub, name, creation: document.creation })));
      if (uid) acts.get(uid)?.push({ event, actor, generation: document?.generation });
    }
  }
  return new Map(runs.map(run => [run.uid, toInitiators(run, acts.get(run.uid) ?? [])]));
}

/** The token of a service names no person: `service`, or `service external:ci`. */
const isPerson = ({ actor }: Act) => !/^service( |$)/.test(actor);

function toInitiators(run: Run, acts: readonly Act[]): RunInitiators {
  const startedBy = acts.findLast(({ event }) => event !== 'resumeAsked')?.actor;
  const people = acts.filter(isPerson);
  const running = runningGeneration(run);
  const isCreatorKnown = people.some(({ event }) => event === 'runCreated');
  const isStarterKnown = running === 1 || people.some(({ generation }) => generation === running);
  return {
    ...(startedBy !== undefined && { startedBy }),
    initiators: [...new Set(people.map(({ actor }) => normalizeEntityRef(actor, 'user')))],
    areInitiatorsKnown: isCreatorKnown && isStarterKnown,
  };
}

/**
 * The generation that set the run running: `state` alone can change in its spec, so a stopped run was running in the
 * generation before.
 */
const runningGeneration = ({ generation, spec }: Run) =>
  spec.state === 'Stop' ? Math.max(1, generation - 1) : generation;

/** The run that was made when the engine ended before it could note the uid. */
async function uidOfCreation(
  tx: Tx,
  { hub, name, creation }: { readonly hub: string; readonly name: string; readonly creation: string },
): Promise<string | undefined> {
  const run = await loadObject(tx, runObject({ hub, name }));
  return run?.metadata.annotations?.[annotationKeys.creation] === creation ? run.metadata.uid : undefined;
}
