import {
  acceptedStrategiesOf,
  apiVersionOf,
  labelKeys,
  type KubeObject as AuthoredObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  chooseShownRollBack,
  refuseStrategy,
  suggestRunName,
  type RollBackView,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { KubeObject } from '@fleetstage/kube-client';
import { UserError } from 'fleetstage';
import { askedOnly, textOption, type Act, type Result } from '../command';
import { keyOf, wordsOf } from '../hub/address';
import { PLACEMENTS, RUNS, siblingOf, SNAPSHOTS, STRATEGIES } from '../hub/families';
import type { Address } from '../hub/Hub';
import { listBindings, listOwn, listRuns, loadPlacement } from '../placements/loadPlacement';
import { askForEnd } from './end';
import { loadRun, type ShownRun } from './loadRun';

/** What a roll back will do. */
interface Plan {
  readonly run: ShownRun;
  /** Of the new run. */
  readonly name: string;
  readonly snapshot: string;
  readonly choice: RollBackView | undefined;
}

/** Creates a run by the same strategy to the snapshot that was verified last; a run that is under way is ended first. */
export async function rollBack(act: Act): Promise<Result> {
  const plan = await planRollBack(act);
  const { run, snapshot, name } = plan;
  const text = sayPlan(plan);
  const data = {
    ...{ run: run.key, from: plan.choice?.from, to: snapshot, ends: run.outcome === undefined },
    newRun: keyOf({ ...run.address, name }),
    ...(plan.choice && {
      touched: plan.choice.touched,
      verified: plan.choice.verified,
      others: plan.choice.others,
    }),
  };
  if (act.options.dryRun === true) return { text: `${text} (nothing is written)`, data };
  if (run.outcome === undefined) {
    const reason = textOption(act, 'reason')?.trim();
    await askForEnd(act, run, reason ? reason : `rolled back to snapshot ${snapshot}`);
  }
  await act.hub.create(toObject(plan), run.address.resource);
  return {
    text: `${text}; follow it with: kubectl get ${run.address.resource.plural} ${wordsOf({ ...run.address, name })} -w`,
    data,
  };
}

/** Refused before anything is ended: two acts cannot be one, but the first must not be done in vain. @throws UserError */
async function planRollBack(act: Act): Promise<Plan> {
  const { hub } = act;
  const run = await loadRun(hub, askedOnly(act, RUNS));
  const { namespace } = run.address;
  const owner: Address = {
    ...{ resource: siblingOf(PLACEMENTS, namespace), name: run.spec.placementName },
    ...(namespace !== undefined && { namespace }),
  };
  const runs = await listRuns(hub, owner);
  const kept = indexesOf(await listOwn(hub, owner, SNAPSHOTS));
  const choice = chooseShownRollBack({
    run: run.status,
    others: runs.filter(({ uid }) => uid !== run.uid).map(({ status }) => status),
    bindings: await listBindings(hub, owner),
    kept,
  });
  const snapshot = snapshotOf(act, { run, choice, kept });
  await mustBeRunnable(act, owner, run);
  const all = await hub.list(run.address.resource, { ...(namespace !== undefined && { namespace }) });
  const taken = all.map(({ metadata }) => metadata.name);
  const name = textOption(act, 'newName') ?? suggestRunName(owner.name, taken);
  if (taken.includes(name)) throw new UserError(`--new-name ${name} is taken; choose another name`);
  return { run, name, snapshot, choice };
}

const indexesOf = (snapshots: readonly KubeObject[]) => [
  ...new Set(
    snapshots.flatMap(({ metadata }) => {
      const index = metadata.labels?.[labelKeys.resourceIndex];
      return index !== undefined && /^\d+$/.test(index) ? [Number(index)] : [];
    }),
  ),
];

interface Choice {
  readonly run: ShownRun;
  readonly choice: RollBackView | undefined;
  readonly kept: readonly number[];
}

/** @throws UserError */
function snapshotOf(act: Act, { run, choice, kept }: Choice): string {
  const wanted = textOption(act, 'to');
  const there = [...kept].sort((a, b) => a - b).join(', ') || 'none';
  if (wanted !== undefined) {
    if (kept.map(String).includes(wanted)) return wanted;
    throw new UserError(
      `--to ${wanted} is no snapshot of placement "${run.spec.placementName}" that is there; there are ${there}`,
    );
  }
  if (choice === undefined)
    throw new UserError(
      `run "${run.key}" has touched no cluster, so there is nothing to roll back; name a snapshot with --to (there are ${there})`,
    );
  if (choice.to === undefined)
    throw new UserError(
      `no earlier snapshot that is kept was available on the clusters of run "${run.key}"; name one with --to (there are ${there})`,
    );
  return choice.to;
}

/** @throws UserError where the new run could certainly not be prepared */
async function mustBeRunnable({ hub }: Act, owner: Address, { spec, address }: ShownRun): Promise<void> {
  const { object, key } = await loadPlacement(hub, owner);
  const type = object.spec.strategy?.type ?? 'RollingUpdate';
  if (object.metadata.deletionTimestamp !== undefined)
    throw new UserError(`placement "${key}" is being deleted`);
  if (type !== 'External')
    throw new UserError(
      `placement "${key}" moves by ${type}, not by runs; set its spec.strategy.type to External`,
    );
  const { stagedRolloutStrategyName: strategy } = spec;
  const accepted = acceptedStrategiesOf(object as unknown as AuthoredObject);
  const refusal = refuseStrategy({ name: key, ...(accepted && { acceptedStrategies: accepted }) }, strategy);
  if (refusal !== undefined) throw new UserError(refusal);
  const resource = siblingOf(STRATEGIES, address.namespace);
  if ((await hub.find({ ...address, resource, name: strategy })) === undefined)
    throw new UserError(`strategy "${strategy}" of the run does not exist any more on hub "${hub.name}"`);
}

function sayPlan({ run, name, snapshot, choice }: Plan): string {
  const end = run.outcome === undefined ? `run "${run.key}" ends, and ` : '';
  const head = `${end}run "${keyOf({ ...run.address, name })}" brings snapshot ${snapshot} back`;
  if (choice === undefined || choice.to !== snapshot) return head;
  const { touched, verified, others } = choice;
  const rest = others.map(
    ({ cluster, snapshot: last }) => `${cluster} ${last === undefined ? 'never' : `on ${last}`}`,
  );
  const elsewhere = rest.length === 0 ? '' : `; others were available otherwise: ${rest.join(', ')}`;
  return `${head}, which was available on ${verified} of the ${touched} clusters that run "${run.key}" has touched${elsewhere}`;
}

function toObject({ run, name, snapshot }: Plan): KubeObject {
  const { resource, namespace } = run.address;
  const { placementName, stagedRolloutStrategyName } = run.spec;
  return {
    apiVersion: apiVersionOf('ClusterStagedUpdateRun'),
    kind: resource.kind,
    metadata: { name, ...(namespace !== undefined && { namespace }) },
    spec: { placementName, stagedRolloutStrategyName, resourceSnapshotIndex: snapshot, state: 'Run' },
  };
}
