import { KubeClient, readKubeconfig } from '@fleetstage/kube-client';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const MEMBER = {
  ...{ group: 'cluster.kubernetes-fleet.io', version: 'v1beta1', kind: 'MemberCluster' },
  ...{ plural: 'memberclusters', namespaced: false },
};
const POLL_EVERY_MS = 250;
const GIVE_UP_MS = 60_000;
const IN_CONFLICT = 409;

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/**
 * Joins a member of the embedded fleet as a person would whose cluster has an agent: by REST, with a join token. Writes what the agent
 * needs into a folder; nothing where its token of an earlier start is for this hub, or where somebody has deleted the member since.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'api': { type: 'string', default: '' },
      'examples': { type: 'string', default: '' },
      'folder': { type: 'string', default: '' },
      'kubeconfig': { type: 'string', default: '' },
      'member': { type: 'string', default: '' },
      'is-known': { type: 'boolean', default: false },
    },
  });
  const { server, ca = '' } = await readKubeconfig(values.kubeconfig, 'hub');
  await mkdir(values.folder, { recursive: true, mode: 0o700 });
  const put = (name: string, text: string) =>
    writeFile(path.join(values.folder, name), text, { mode: 0o600 });
  await put('ca.crt', ca);
  if (await hasToken(values.folder, server)) return;
  const sample = { name: values.member, labels: await labelsOf(values.examples, values.member) };
  const hub = new KubeClient(await readKubeconfig(values.kubeconfig, 'hub'));
  const ask = await signIn(values.api);
  try {
    if (!(await ensureMember(hub, ask, { sample, isKnown: values['is-known'] }))) return;
    await untilReady(hub, sample.name);
    await put('join-token', await untilIssued(ask, sample.name));
  } finally {
    await hub.close();
  }
}

async function hasToken(folder: string, hub: string): Promise<boolean> {
  const text = await readFile(path.join(folder, 'state/hub-token'), 'utf8').catch(() => '{}');
  return (JSON.parse(text) as { readonly hub?: string }).hub === hub;
}

async function labelsOf(examples: string, member: string): Promise<Sample['labels']> {
  const text = await readFile(path.join(examples, 'sample/fleet.json'), 'utf8');
  const { first } = JSON.parse(text) as { readonly first: readonly Sample['labels'][] };
  return first[Number(member.replace('member-', '')) - 1];
}

type Ask = (path: string, body: object) => Promise<Response>;

async function signIn(api: string): Promise<Ask> {
  const headers = { 'x-requested-with': 'XMLHttpRequest' };
  const signedIn = await fetch(`${api}/api/auth/guest/refresh`, { headers });
  const { backstageIdentity } = (await signedIn.json()) as { backstageIdentity: { token: string } };
  return (at, body) =>
    fetch(`${api}/api/fleetstage${at}`, {
      method: 'POST',
      headers: {
        'authorization': `Bearer ${backstageIdentity.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
}

interface Wanted {
  readonly sample: Sample;
  /** It was created by an earlier start. */
  readonly isKnown: boolean;
}

/** `false`: somebody has deleted it since. */
async function ensureMember(hub: KubeClient, ask: Ask, { sample, isKnown }: Wanted): Promise<boolean> {
  const { name, labels } = sample;
  const found = await hub.find(MEMBER, { name });
  if (found === undefined && isKnown) return false;
  if (found === undefined) {
    const answer = await ask('/clusters', { name, carrier: 'pull', labels });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return true;
  }
  // Data of a version in which it had no agent.
  const identity = { kind: 'ServiceAccount', name: 'fleetstage-agent', namespace: `fleet-member-${name}` };
  await hub.patch(MEMBER, { name }, { patch: { type: 'merge', body: { spec: { identity } } } });
  return true;
}

interface Stated {
  readonly type: string;
  readonly status: string;
  readonly observedGeneration?: number;
}

/** A refusal would be in the audit log. Past the deadline the request for a token says what is missing. */
async function untilReady(hub: KubeClient, name: string): Promise<void> {
  const deadline = Date.now() + GIVE_UP_MS;
  while (Date.now() < deadline) {
    const { metadata, status } = await hub.get(MEMBER, { name });
    const { conditions = [] } = (status ?? {}) as { readonly conditions?: readonly Stated[] };
    const ready = conditions.find(({ type }) => type === 'ReadyToJoin');
    if (ready?.status === 'True' && ready.observedGeneration === metadata.generation) return;
    await delay(POLL_EVERY_MS);
  }
}

async function untilIssued(ask: Ask, member: string): Promise<string> {
  const deadline = Date.now() + GIVE_UP_MS;
  for (;;) {
    const answer = await ask(`/clusters/${member}/join-token`, {});
    if (answer.ok) return ((await answer.json()) as { token: string }).token;
    // Until the hub is ready for the agent.
    if (answer.status !== IN_CONFLICT || Date.now() > deadline)
      throw new Error(`${answer.status} ${await answer.text()}`);
    await delay(POLL_EVERY_MS);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`The member with an agent could not join: ${String(error)}\n`);
  process.exit(1);
});
