import { send } from '../apiServer/send';
import type { ContractCluster } from '../apiServer/targets';
import { Transcript, type Exchange } from '../apiServer/Transcript';
import type { Step } from './drawSequence';

/** Plays a sequence to one server, removes what is left of it, and returns the answers. */
export async function playSequence(
  cluster: ContractCluster,
  steps: readonly Step[],
): Promise<readonly Exchange[]> {
  const transcript = new Transcript();
  const revisions = new Map<string, string[]>();
  for (const step of steps) {
    const answer = await sendStep(cluster, step, revisions.get(step.object) ?? []);
    transcript.note(`${step.method} ${step.path}`, answer);
    const { metadata } = answer.body as { metadata?: { name?: string; resourceVersion?: string } };
    const revision = metadata?.name === undefined ? undefined : metadata.resourceVersion;
    const isStored = answer.status < 300 && !step.path.includes('dryRun');
    if (revision && isStored) revisions.set(step.object, [...(revisions.get(step.object) ?? []), revision]);
  }
  await cleanUp(cluster, steps);
  return transcript.exchanges;
}

async function sendStep(cluster: ContractCluster, step: Step, known: readonly string[]) {
  const { method, path, contentType = 'application/json', accept, body } = step;
  const sent = body === undefined ? undefined : JSON.stringify(withRevision(step, known));
  const headers = {
    ...(sent === undefined ? {} : { 'content-type': contentType }),
    ...(accept ? { accept } : {}),
  };
  const {
    status,
    text,
    headers: told,
  } = await send(cluster, { method, path, headers, ...(sent === undefined ? {} : { body: sent }) });
  const { warning } = told;
  return { status, headers: { ...(warning === undefined ? {} : { warning }) }, body: parsed(text) };
}

function withRevision({ method, body, revision }: Step, known: readonly string[]): unknown {
  if (revision === undefined || known.length === 0) return body;
  const resourceVersion = revision === 'present' ? known[known.length - 1] : known[0];
  if (method === 'DELETE') return { ...(body as object), preconditions: { resourceVersion } };
  const { metadata, ...rest } = body as { metadata?: object };
  return { ...rest, metadata: { ...metadata, resourceVersion } };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function cleanUp(cluster: ContractCluster, steps: readonly Step[]): Promise<void> {
  // The last two steps read the objects.
  for (const { path } of steps.slice(-2)) {
    const headers = { 'content-type': 'application/json-patch+json' };
    const body = JSON.stringify([{ op: 'add', path: '/metadata/finalizers', value: [] }]);
    await send(cluster, { method: 'PATCH', path, headers, body });
    await send(cluster, { method: 'DELETE', path: `${path}?propagationPolicy=Background` });
  }
}
