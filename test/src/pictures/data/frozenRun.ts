import { ago, ahead } from './moments';
import { PRIYA } from './people';
import type { Gate, Run } from './runParts';
import { waitingRun } from './smallRuns';

const MESSAGE =
  'No stage begins before Monday 08:00 UTC; the annotation example.com/urgent of the run lifts that.';
const SAYS = 'closed Friday 08:00 to Monday 08:00 UTC';

/** A gate of a kind that a module has added holds production. */
export function frozenRun(): Run {
  const run = waitingRun({ state: 'approved', actor: PRIYA, doneAt: ago(19) });
  const freeze: Gate = {
    kind: 'ChangeFreeze',
    title: 'Change freeze',
    says: SAYS,
    task: 'before',
    stage: 'production',
    state: 'waiting',
    message: MESSAGE,
    beganAt: ago(19),
    endsAt: ahead(4122),
    actsNext: 'operator',
  };
  const blocker: Run['blockers'][number] = {
    cause: 'GateWaiting',
    state: 'waiting',
    message: `Change freeze before production: ${MESSAGE}`,
    stage: 'production',
    clusters: [],
    clusterCount: 0,
    since: ago(19),
    until: ahead(4122),
    actor: 'operator',
  };
  const isProduction = ({ name }: { readonly name: string }) => name === 'production';
  return {
    ...run,
    state: 'waiting',
    blockers: [blocker],
    waitsFor: blocker,
    pipeline: run.pipeline.map(stage =>
      isProduction(stage)
        ? { ...stage, state: 'waiting', gatesBefore: [freeze] }
        : { ...stage, state: stage.name === 'canary' ? 'done' : stage.state },
    ),
    stages: run.stages.map(bar =>
      isProduction(bar)
        ? {
            ...bar,
            state: 'waiting',
            gatesBefore: [{ kind: freeze.kind, state: freeze.state, title: freeze.title }],
          }
        : { ...bar, state: bar.name === 'canary' ? 'done' : bar.state },
    ),
  };
}
