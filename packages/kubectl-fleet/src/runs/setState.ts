import { explainOutcome, refuseRunState } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { resumedConditions, instant, labelKeys } from '@fleetstage/backstage-plugin-fleetstage-common';
import { UserError } from 'fleetstage';
import { askedOnly, isUnwatched, type Act, type Result } from '../command';
import { wordsOf } from '../hub/address';
import { APPROVALS, RUNS, siblingOf } from '../hub/families';
import { conditionsOf, type Address } from '../hub/Hub';
import { waitFor } from '../waitFor';
import { conditionOf, countClusters, loadRun, sayRun, type ShownRun } from './loadRun';

/** Stops a run, and waits until nothing of it is being written. */
export async function stop(act: Act): Promise<Result> {
  const run = await loadAsked(act);
  const refusal = refuseRunState(run.key, run.state, 'Stop');
  if (refusal !== undefined) throw new UserError(refusal);
  const generation = await setState(act, run, 'Stop');
  if (isUnwatched(act)) return said(run, 'Stop', `run "${run.key}" is asked to stop`);
  const is = await waitFor(() => unless(act, run.address, one => !isStopped(one, generation)), act);
  if (is === undefined) return late(act, run.address, 'is still stopping');
  if (is.outcome !== undefined)
    return said(is, 'Stop', `run "${is.key}" was over before it stopped: ${sayRun(is)}`);
  return said(
    is,
    'Stop',
    `run "${is.key}" is stopped, ${countClusters(is)}; go on with: kubectl fleet resume ${wordsOf(is.address)}`,
  );
}

/** Starts a run, or has a stopped one go on; nobody's no holds it any more. */
export async function resume(act: Act): Promise<Result> {
  const run = await loadAsked(act);
  const generation = await setState(act, run, 'Run');
  await clearRejections(act, run);
  const verb = run.state === 'Initialize' ? 'is started' : 'goes on';
  if (isUnwatched(act)) return said(run, 'Run', `run "${run.key}" ${verb}`);
  const is = await waitFor(() => unless(act, run.address, one => !isGoingOn(one, generation)), act);
  if (is === undefined) return late(act, run.address, 'does not go on yet');
  return said(is, 'Run', `run "${is.key}" ${verb}, ${countClusters(is)}`);
}

/** Not over. @throws UserError */
async function loadAsked(act: Act): Promise<ShownRun> {
  const run = await loadRun(act.hub, askedOnly(act, RUNS));
  if (run.outcome !== undefined) throw new UserError(explainOutcome(run.key, run.outcome));
  return run;
}

/** The generation from which on the run is in this state. */
async function setState({ hub }: Act, run: ShownRun, state: 'Run' | 'Stop'): Promise<number> {
  if (run.spec.state === state) return run.generation;
  const { metadata } = await hub.merge(run.address, run.uid, { spec: { state } });
  return metadata.generation ?? run.generation;
}

async function clearRejections({ hub }: Act, { address }: ShownRun): Promise<void> {
  const resource = siblingOf(APPROVALS, address.namespace);
  const requests = await hub.list(resource, {
    ...(address.namespace !== undefined && { namespace: address.namespace }),
    labelSelector: `${labelKeys.targetUpdateRun}=${address.name}`,
  });
  for (const { metadata } of requests) {
    const request: Address = { resource, name: metadata.name, namespace: metadata.namespace };
    await hub.update(request, metadata.uid, live => {
      const before = conditionsOf(live);
      const statement = { generation: live.metadata.generation ?? 1, now: instant(Date.now()) };
      const conditions = resumedConditions(before, statement);
      return conditions === before ? undefined : { body: { status: { conditions } }, isStatus: true };
    });
  }
}

/** The run as it is now; `undefined` while the condition holds. */
async function unless(
  { hub }: Act,
  address: Address,
  holds: (run: ShownRun) => boolean,
): Promise<ShownRun | undefined> {
  const run = await loadRun(hub, address);
  return run.outcome === undefined && holds(run) ? undefined : run;
}

function isStopped({ conditions }: ShownRun, generation: number): boolean {
  const { reason, observedGeneration = 0 } = conditionOf(conditions, 'Progressing') ?? {};
  return reason === 'UpdateRunStopped' && observedGeneration >= generation;
}

function isGoingOn({ conditions }: ShownRun, generation: number): boolean {
  const { reason, observedGeneration = 0 } = conditionOf(conditions, 'Progressing') ?? {};
  return observedGeneration >= generation && reason !== 'UpdateRunStopped' && reason !== 'UpdateRunStopping';
}

async function late({ hub }: Act, address: Address, what: string): Promise<Result> {
  const run = await loadRun(hub, address);
  return {
    ...said(run, run.state, `run "${run.key}" ${what}, and --timeout is over: ${sayRun(run)}`),
    code: 2,
  };
}

const said = ({ key, address, outcome }: ShownRun, state: string, text: string): Result => ({
  text,
  data: {
    kind: address.resource.kind,
    run: key,
    state,
    ...(outcome !== undefined && { outcome }),
    message: text,
  },
});
