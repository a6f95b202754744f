import { ConflictError } from '@backstage/errors';
import { MEMBER_FIELD_MANAGER, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  isOutrun,
  planAsking,
  redactingErrors,
  runLimited,
  ServerForms,
  type Decided,
} from '@fleetstage/applier';
import type { Manifest, ManifestIdentity } from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  ConflictError as KubeConflictError,
  KubeError,
  messageOf,
  NotFoundError,
  TransientError,
  weightOf,
  withoutManagedFields,
  type KubeClient,
} from '@fleetstage/kube-client';
import type { Connections } from '../kube/Connections';
import type { DryRun, DryRunOn, DryRunResult, MemberDryRun } from '../service/preview/MemberDryRun';
import { toAnswer } from './memberWorkloads';

/** Objects of one comparison. */
const MAX_OBJECTS = 200;
/** All that one comparison holds, see decision 0033. */
const MAX_WEIGHT = 16 * 1024 * 1024;
const AT_ONCE = 4;
const FIND_MS = 8_000;
/** A webhook has as long, and a dry run asks it. */
const PATCH_MS = 30_000;

/**
 * Asks members what applying would change: each object is planned as applying plans it, and what it would write is sent as a dry
 * run, with the member's credentials and within bounds.
 */
export function dryRunOnMember({ connections }: { readonly connections: Connections }): MemberDryRun {
  const asking = new Set<string>();
  return {
    async dryRun(on) {
      const { cluster } = on;
      if (asking.has(cluster))
        throw new ConflictError(
          `Another comparison with cluster ${cluster} is under way; try again when it has ended`,
        );
      asking.add(cluster);
      try {
        return await connections.useMember(cluster, client => dryRun(client, on).catch(unheard));
      } catch (error) {
        throw toAnswer(cluster, error instanceof UnheardError ? error.cause : error);
      } finally {
        asking.delete(cluster);
      }
    },
  };
}

/** No circuit counts it: a slow webhook, met by whoever views a page, must not keep the rollout from the member. */
class UnheardError extends Error {}

function unheard(error: unknown): never {
  const isSilence = error instanceof TransientError && error.isClusterWide;
  throw isSilence ? new UnheardError(error.message, { cause: error }) : error;
}

async function dryRun(client: KubeClient, on: DryRunOn): Promise<DryRun> {
  const asked = [
    ...on.wanted.map(manifest => () => tryApply(client, on, manifest)),
    ...on.leftovers.map(identity => () => findLeftover(client, on, identity)),
  ];
  const results: DryRunResult[] = [];
  let left = MAX_WEIGHT;
  for (let at = 0; at < Math.min(asked.length, MAX_OBJECTS) && left > 0; at += AT_ONCE) {
    on.signal.throwIfAborted();
    const part = await runLimited(asked.slice(at, at + AT_ONCE), AT_ONCE, ask => ask());
    left -= weightOf(part);
    results.push(...part.flatMap(result => result ?? []));
  }
  return { results, isCut: left <= 0 || asked.length > MAX_OBJECTS };
}

/** As applying does, it judges once more what somebody changed between the read and the dry run (B/WA-061). */
async function tryApply(
  client: KubeClient,
  on: DryRunOn,
  manifest: Manifest,
  isAgain = false,
): Promise<DryRunResult> {
  const { object } = manifest;
  const identity = identityOf(manifest);
  try {
    const live = await redactingErrors([object], () =>
      client.find(manifest, manifest, { timeoutMs: FIND_MS, signal: on.signal }),
    );
    const seen = live && { live: clean(live) };
    let step: Decided | undefined;
    try {
      step = await plan(client, on, { manifest, live });
      if (step.kind === 'refuse') return { identity, ...seen, ...same(live), kept: step.message };
      if (step.kind === 'skip' || step.kind === 'compare') return { identity, ...seen, ...same(live) };
      const writing = { manifest, step };
      const then = await redactingErrors([object, live], () => send(client, on, writing));
      return { identity, ...seen, then: clean(then) };
    } catch (error) {
      if (!isAgain && step && isOutrun(error, step)) return await tryApply(client, on, manifest, true);
      // Its namespace is created before it where it is placed, too, and no dry run has made that.
      const isFirst = error instanceof NotFoundError && live === undefined;
      if (isFirst && on.wanted.some(one => isNamespaceOf(one, identity))) return { identity, then: object };
      return { identity, ...seen, problem: explain(error) };
    }
  } catch (error) {
    return { identity, problem: explain(error) };
  }
}

/** Nothing is written, so it will be what it is. */
const same = (live: KubeObject | undefined) => live && { then: clean(live) };

const plan = (
  client: KubeClient,
  { as, signal, strategy, owner }: DryRunOn,
  { manifest, live }: { readonly manifest: Manifest; readonly live: KubeObject | undefined },
) => {
  const context = { client, forms: new ServerForms().of(''), as, signal, timeoutMs: PATCH_MS };
  return planAsking(context, { manifest, live, strategy, owner });
};

interface Writing {
  readonly manifest: Manifest;
  readonly step: Extract<Decided, { kind: 'create' | 'patch' | 'takeOver' }>;
}

async function send(client: KubeClient, on: DryRunOn, { manifest, step }: Writing): Promise<KubeObject> {
  const { as, signal } = on;
  const options = {
    ...{ timeoutMs: PATCH_MS, signal, ...(as !== undefined && { as }) },
    ...{ dryRun: true, fieldManager: MEMBER_FIELD_MANAGER },
  };
  const { by, body, force } = step;
  if (by === 'create') return client.create(body, { ...options, target: manifest });
  if (by !== 'apply') return client.patch(manifest, manifest, { ...options, patch: by });
  const apply = (isForced: boolean) =>
    client.patch(manifest, manifest, { ...options, patch: { type: 'apply', force: isForced, body } });
  try {
    return await apply(force);
  } catch (error) {
    if (!isWithOurselves(error)) throw error;
    return apply(true);
  }
}

/** Applying makes our updates of before our own first, which a dry run cannot. */
const isWithOurselves = (error: unknown) =>
  error instanceof KubeConflictError &&
  error.isFieldConflict &&
  (error.status?.details?.causes ?? []).every(({ message }) =>
    message?.includes(`"${MEMBER_FIELD_MANAGER}"`),
  );

const identityOf = ({ group, version, kind, namespace, name }: Manifest): ManifestIdentity => ({
  ...{ group, version, kind, name },
  ...(namespace && { namespace }),
});

const isNamespaceOf = ({ group, kind, name }: ManifestIdentity, { namespace }: ManifestIdentity) =>
  group === '' && kind === 'Namespace' && name === namespace;

async function findLeftover(
  client: KubeClient,
  { signal }: DryRunOn,
  identity: ManifestIdentity,
): Promise<DryRunResult | undefined> {
  try {
    const live = await readLeftover(client, identity, signal);
    return live && { identity, live: clean(live) };
  } catch (error) {
    return { identity, problem: explain(error) };
  }
}

/** Of a Secret whose values are not known nothing is repeated. */
async function readLeftover(client: KubeClient, identity: ManifestIdentity, signal: AbortSignal) {
  try {
    return await client.find(identity, identity, { timeoutMs: FIND_MS, signal });
  } catch (error) {
    if (!(error instanceof KubeError) || identity.group !== '' || identity.kind !== 'Secret') throw error;
    throw error.reword(() => 'it cannot be read; what the cluster says may have values of the Secret');
  }
}

/** @throws what is about the cluster: everything else is about this object. */
function explain(error: unknown): string {
  if (!(error instanceof KubeError) || (error instanceof TransientError && error.isClusterWide)) throw error;
  return messageOf(error);
}

const clean = (object: object) => withoutManagedFields(object as KubeObject) as KubeObject;
