import { MEMBER_FIELD_MANAGER, type ApplyStrategy } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  askedForm,
  completeStrategy,
  planApply,
  planMerge,
  type ApplyStep,
  type ApplyTarget,
  type Finding,
  type Manifest,
  type SeenTarget,
  type ServerAnswer,
  type ServerForm,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  ForbiddenError,
  InvalidError,
  KubeError,
  messageOf,
  TransientError,
  UnauthorizedError,
  type KubeClient,
  type KubeObject,
} from '@fleetstage/kube-client';
import type { WorkForms } from './ServerForms';
import { redactingErrors } from './withoutValues';

export interface AskContext {
  readonly client: KubeClient;
  readonly forms: WorkForms;
  /** As whom the member shall judge; absent: as the client's own user. */
  readonly as?: string;
  readonly signal?: AbortSignal;
  /** Of a dry run; absent: as long as a webhook may take. */
  readonly timeoutMs?: number;
}

/** A plan that needs nothing more to be known. */
export type Decided = Exclude<ApplyStep, { kind: 'ask' }>;

/** Plans one manifest; where the object seems to differ, and the member was not asked yet, one dry run decides (B/WA-092). */
export const planAsking = (context: AskContext, target: Omit<ApplyTarget, 'form'>): Promise<Decided> =>
  decideAsking(context, target, form => planApply({ ...target, form }));

/** The drifts of an object that is there, by one of the engine's two questions. */
export const findAsking = (
  context: AskContext,
  target: Omit<SeenTarget, 'form'>,
  find: (target: SeenTarget) => Finding,
): Promise<Exclude<Finding, { kind: 'ask' }>> =>
  decideAsking(context, target, form => find({ ...target, form }));

async function decideAsking<T extends { readonly kind: string }>(
  context: AskContext,
  target: Omit<Asked, 'live'> & { readonly live?: KubeObject },
  decide: (form: ServerForm | undefined) => T,
): Promise<Exclude<T, { kind: 'ask' }>> {
  const isDecided = (found: T): found is Exclude<T, { kind: 'ask' }> => found.kind !== 'ask';
  const found = decide(context.forms.find(target.manifest));
  if (isDecided(found)) return found;
  const decided = decide(await ask(context, { ...target, live: target.live! }));
  if (!isDecided(decided)) throw new Error(`${target.manifest.name} was asked about and is not known`);
  return decided;
}

interface Asked {
  readonly manifest: Manifest;
  readonly live: KubeObject;
  readonly strategy: ApplyStrategy;
}

async function ask(context: AskContext, { manifest, live, strategy }: Asked): Promise<ServerForm> {
  const before = context.forms.find(manifest);
  const answer = await dryRun(context, { manifest, live, strategy });
  const { comparison } = completeStrategy(strategy);
  const form = askedForm({ manifest, live, comparison }, { answer, before });
  // What could not be asked is asked again.
  if (answer.kind !== 'failed') context.forms.keep(manifest, form);
  return form;
}

type Way = 'apply' | 'merge';

/**
 * As the placement writes: what a server refuses of the one it takes of the other (a field that a schema does not have, an
 * element that is there twice). A placement that only reports has neither; what others add to a set is distinguished from
 * ours by an apply alone.
 */
const WAYS: Readonly<Record<ReturnType<typeof completeStrategy>['type'], readonly Way[]>> = {
  ClientSideApply: ['merge'],
  ServerSideApply: ['apply'],
  ReportDiff: ['apply', 'merge'],
};

const DRY_RUN_MS = 30_000;
const READ_MS = 8_000;

async function dryRun(context: AskContext, { manifest, live, strategy }: Asked): Promise<ServerAnswer> {
  const [first, ...others] = WAYS[completeStrategy(strategy).type];
  try {
    let answer = await dryRunBy(first, context, { manifest, live });
    for (const way of others)
      if (answer.kind === 'failed') answer = await dryRunBy(way, context, { manifest, live });
    return answer;
  } catch (error) {
    if (!isSilence(error)) throw error;
    await readOnce(context, { manifest, live });
    const message = `the member does not answer the dry run, but it does answer reads: ${messageOf(error)}`;
    return { kind: 'failed', message };
  }
}

/** A webhook that hangs gives the same as a member that is gone. */
const isSilence = (error: unknown) =>
  error instanceof TransientError && (error.status === undefined || error.status.code === 504);

/** @throws what a member that does not take part gives */
async function readOnce(
  { client, as, signal }: AskContext,
  { manifest, live }: Pick<Asked, 'manifest' | 'live'>,
): Promise<void> {
  const options = { timeoutMs: READ_MS, ...(signal && { signal }), ...(as !== undefined && { as }) };
  try {
    await redactingErrors([manifest.object, live], () => client.find(manifest, manifest, options));
  } catch (error) {
    if (isClusterTrouble(error)) throw error;
  }
}

/** @throws TransientError, UnauthorizedError when the cluster as a whole does not take part */
async function dryRunBy(
  way: Way,
  { client, as, signal, timeoutMs = DRY_RUN_MS }: AskContext,
  { manifest, live }: Pick<Asked, 'manifest' | 'live'>,
): Promise<ServerAnswer> {
  const body = manifest.object;
  try {
    const object = await redactingErrors([body, live], () =>
      client.patch(manifest, manifest, {
        ...(signal && { signal }),
        ...(as !== undefined && { as }),
        timeoutMs,
        dryRun: true,
        fieldManager: MEMBER_FIELD_MANAGER,
        patch: way === 'apply' ? { type: 'apply', force: true, body } : planMerge({ manifest, body, live }),
      }),
    );
    return { kind: 'object', object };
  } catch (error) {
    if (isClusterTrouble(error)) throw error;
    const message = messageOf(error);
    if (error instanceof ForbiddenError) return { kind: 'forbidden', message };
    const isInvalid = error instanceof InvalidError && error.status?.code === 422;
    return { kind: isInvalid ? 'invalid' : 'failed', message };
  }
}

/** No answer, overload, no credentials: every other manifest would meet the same. */
export const isClusterTrouble = (error: unknown) =>
  !(error instanceof KubeError) ||
  error instanceof UnauthorizedError ||
  (error instanceof TransientError && error.isClusterWide);
