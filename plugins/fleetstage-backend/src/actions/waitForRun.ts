import { viewPermission } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { FleetClient, Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { pause } from '../ports';
import { byRest, READ_ONLY, type ActionDeps } from './actionDeps';
import { addressed, readRun } from './runActions';
import * as shapes from './shapes';

const EVERY_MS = 2_000;
const DEFAULT_SECONDS = 600;
/** A template step that runs longer is better split: the scaffolder and assistants give up on it. */
const MOST_SECONDS = 3_600;

/** States in which a person has to act before the run goes on. */
const NEEDS_SOMEBODY: ReadonlySet<Schemas['RunState']> = new Set([
  'waitingForApproval',
  'couldNotPrepare',
  'readyToStart',
  'stopped',
  'failing',
  'stuck',
]);

export function registerWaitForRun(deps: ActionDeps): void {
  deps.registry.register({
    name: 'wait-for-run',
    title: 'Wait for an update run',
    description:
      'Waits until an update run is over, or until a person has to act: an approval, a cluster in trouble, a stopped run. It does not fail then; the outcome says what there is to do.',
    attributes: READ_ONLY,
    visibilityPermission: viewPermission,
    schema: {
      input: z =>
        addressed(z).extend({
          until: z
            .enum(['over', 'decision'])
            .default('over')
            .describe('over: succeeded, failed or ended; decision: or somebody has to act'),
          timeoutSeconds: z.number().int().min(1).max(MOST_SECONDS).default(DEFAULT_SECONDS),
        }),
      output: z =>
        shapes.run(z).extend({
          hasTimedOut: z.boolean().describe('It goes on, and was not waited for any longer'),
        }),
    },
    action: context => byRest(deps, context, (fleet, input) => waitFor(deps, fleet, input)),
  });
}

interface Wait {
  readonly namespace?: string;
  readonly run: string;
  readonly until: 'over' | 'decision';
  readonly timeoutSeconds: number;
}

async function waitFor(
  { ports: { clock, timers } }: ActionDeps,
  fleet: FleetClient,
  { until, timeoutSeconds, ...asked }: Wait,
) {
  const deadline = clock.now() + timeoutSeconds * 1_000;
  for (;;) {
    const run = await readRun(fleet, asked);
    const isReached = run.isOver || (until === 'decision' && NEEDS_SOMEBODY.has(run.state));
    const left = deadline - clock.now();
    if (isReached || left <= 0) return { ...shapes.toRun(run), hasTimedOut: !isReached };
    await pause(timers, Math.min(EVERY_MS, left));
  }
}
