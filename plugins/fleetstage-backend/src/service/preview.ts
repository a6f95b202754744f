import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  noGateFacts,
  previewRun,
  suggestRunName,
  sumPlan,
  type RunState,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../database/db';
import { namedBy } from '../database/keyText';
import { loadPlannedRun, type PlannedRun } from '../database/views/plannedRun';
import type { Schemas } from './contract';
import { checkHub, reading, stampOf, type QueryDeps } from './queryDeps';
import { permitNewRun } from './newRun';
import { inScope } from './scope';
import type { Viewer } from './viewer';
import { readChangeFacts } from './wholeRuns';

/** The plan that a run would freeze, and what would keep it from being prepared; the engine's own planning, nothing written. */
export async function getPreview(
  deps: QueryDeps,
  asked: Schemas['PreviewRunRequest'] & { readonly hub?: string },
  viewer: Viewer,
): Promise<Schemas['RunPreview']> {
  checkHub(deps, asked);
  const now = deps.clock.now();
  const { view, previous, changes, suggestedName, placement } = await reading(deps, async tx => {
    const planned = await loadPlannedRun(tx, deps.hub, { ...asked, ...inScope(asked) });
    const name = suggestRunName(asked.placement, planned.runNames);
    const { gatePlugins } = deps;
    const state = { ...asRun(planned, { ...asked, name }), ...(gatePlugins && { gatePlugins }) };
    const built = previewRun(state, now);
    return {
      view: built,
      suggestedName: name,
      placement: planned.placement,
      ...(await readChanges(tx, deps, { asked, planned, to: built.snapshot })),
    };
  });
  return {
    ...stampOf(deps),
    ...view,
    plan: sumPlan(view.stages),
    suggestedName,
    mayCreate: permitNewRun(viewer, deps.hub, { placement, strategy: asked.strategy }),
    ...(previous !== undefined && { previousSnapshot: String(previous) }),
    ...(changes && { changes: changes.counts }),
  };
}

/** As the pass that would prepare it sees it. */
export function asRun(
  { state }: PlannedRun,
  asked: Schemas['PreviewRunRequest'] & { readonly name: string },
): RunState {
  const newest = state.siblings.reduce((latest, { createdAt }) => Math.max(latest, createdAt), 0);
  return {
    ...state,
    run: {
      ...inScope(asked),
      name: asked.name,
      uid: '',
      generation: 1,
      // After every run that there is: it would be the newest.
      createdAt: instant(newest + 1),
      hasFinalizer: true,
      spec: {
        placementName: asked.placement,
        stagedRolloutStrategyName: asked.strategy,
        ...(asked.snapshot !== undefined && { resourceSnapshotIndex: asked.snapshot }),
      },
    },
    progress: undefined,
    gateFacts: noGateFacts,
  };
}

interface ChangesOf {
  readonly asked: Schemas['PreviewRunRequest'];
  readonly planned: PlannedRun;
  readonly to: string | undefined;
}

/** Beside what most clusters run now. */
async function readChanges(tx: Tx, deps: QueryDeps, { asked, planned, to }: ChangesOf) {
  if (to === undefined) return {};
  const counts = new Map<number, number>();
  for (const { resourceIndex, phase } of planned.state.bindings)
    if (phase === 'Bound' && resourceIndex !== undefined)
      counts.set(resourceIndex, (counts.get(resourceIndex) ?? 0) + 1);
  const previous = [...counts].sort(([a, n], [b, m]) => m - n || b - a)[0]?.[0];
  const placement = namedBy(inScope(asked), asked.placement);
  const changes = await readChangeFacts(tx, deps, { placement, from: previous, to: Number(to) });
  return { ...(previous !== undefined && { previous }), ...(changes && { changes }) };
}
