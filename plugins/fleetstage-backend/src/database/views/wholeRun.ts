import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { GatePlugins, RunState } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../db';
import { toHubKey } from '../keys';
import { loadRunForPass } from '../loadRunState';
import { loadObject } from '../mirrorStore';
import { runObject, strategyObject, strategyOfRun } from '../stagedObjects';
import { loadRunInitiators, NO_INITIATORS, type RunInitiators } from '../runInitiators';

/** Everything about one run: what a pass knows, and what people have said of it. */
export interface WholeRun {
  readonly object: KubeObject;
  readonly strategy?: KubeObject;
  readonly state: RunState;
  readonly initiators: RunInitiators;
}

/** `name`: its key. `gatePlugins`: by these it can be said what a pass would do now. */
export async function loadWholeRun(
  tx: Tx,
  { hub, gatePlugins }: { readonly hub: string; readonly gatePlugins?: GatePlugins },
  name: string,
): Promise<WholeRun | undefined> {
  const object = await loadObject(tx, runObject({ hub, name }));
  const state = await loadRunForPass(tx, toHubKey(hub, name));
  if (object === undefined || state === undefined) return undefined;
  const strategy = await loadObject(tx, strategyObject(strategyOfRun(hub, state.run)));
  const { uid } = state.run;
  const initiators = await loadRunInitiators(tx, hub, [state.run]);
  return {
    object,
    state: { ...state, ...(gatePlugins && { gatePlugins }) },
    ...(strategy && { strategy }),
    initiators: initiators.get(uid) ?? NO_INITIATORS,
  };
}
