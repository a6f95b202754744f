/**
 * Plays the sample conversations to a real kube-apiserver and writes what it answered to the golden file; run by hand:
 *
 *   KUBECONFIG=… node --require @backstage/cli/config/nodeTransform.cjs packages/embedded-kube/src/schema/recordGolden.testing.ts
 *
 * `kubectl proxy` speaks to the server, so that no credentials are read here.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { patchConversations, thingDefinition } from '../api/patch/patchSamples.testing';
import { builtinDocument } from './builtinDocument';
import {
  badConversations,
  changeConversations,
  goodConversations,
  type Conversation,
  type Step,
} from './builtinSamples.testing';

const NAMESPACE = 'golden';

function pathOf({ resource }: Conversation): string {
  const { group, names } = thingDefinition.spec;
  if (resource === names.plural) return `/apis/${group}/v1/namespaces/${NAMESPACE}/${resource}`;
  const row = builtinDocument().types.find(
    each => each.plural === resource && each.group !== 'events.k8s.io',
  );
  if (!row) throw new Error(`no built-in resource is called ${resource}`);
  const root = row.group === '' ? '/api/v1' : `/apis/${row.group}/${row.version}`;
  return row.namespaced ? `${root}/namespaces/${NAMESPACE}/${resource}` : `${root}/${resource}`;
}

const isWrite = (step: Step): step is Extract<Step, { readonly do: 'create' | 'update' }> =>
  step.do === 'create' || step.do === 'update';

function toRequest(step: Step, path: string, name: string) {
  const body = JSON.stringify(step.body).replaceAll('"namespace":"NS"', `"namespace":"${NAMESPACE}"`);
  if (isWrite(step)) {
    const [method, url] = step.do === 'create' ? ['POST', path] : ['PUT', `${path}/${name}`];
    return { method, url, type: 'application/json', body };
  }
  const query = new URLSearchParams({
    ...(step.manager && { fieldManager: step.manager }),
    ...(step.force && { force: 'true' }),
  });
  const url = `${path}/${name}${step.subresource ? `/${step.subresource}` : ''}?${query}`;
  const type = `application/${step.do}+${step.do === 'apply-patch' ? 'yaml' : 'json'}`;
  return { method: 'PATCH', url, type, body };
}

async function send(base: string, { method, url, type, body }: ReturnType<typeof toRequest>) {
  const headers = { 'content-type': type, 'user-agent': 'golden/1.0' };
  const response = await fetch(`${base}${url}`, { method, headers, body });
  return (await response.json()) as Record<string, unknown>;
}

async function converse(base: string, conversation: Conversation) {
  const path = pathOf(conversation);
  const first = conversation.steps[0].body as { metadata?: { name?: string } };
  const name = first.metadata?.name ?? '';
  const answers: unknown[] = [];
  for (const step of conversation.steps) answers.push(await send(base, toRequest(step, path, name)));
  const release = JSON.stringify({ metadata: { finalizers: null } });
  const headers = { 'content-type': 'application/merge-patch+json' };
  await fetch(`${base}${path}/${name}?gracePeriodSeconds=0`, { method: 'DELETE' });
  await fetch(`${base}${path}/${name}`, { method: 'PATCH', headers, body: release });
  return { name: conversation.name, resource: conversation.resource, steps: conversation.steps, answers };
}

async function served(url: string): Promise<void> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline;) {
    if ((await fetch(url)).ok) return;
    await setTimeout(100);
  }
  throw new Error(`${url} is not served within 20 s`);
}

async function record(base: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const namespace = JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
  await fetch(`${base}/api/v1/namespaces`, { method: 'POST', headers, body: namespace });
  const crds = `${base}/apis/apiextensions.k8s.io/v1/customresourcedefinitions`;
  await fetch(crds, { method: 'POST', headers, body: JSON.stringify(thingDefinition) });
  await served(`${base}${pathOf({ name: '', resource: 'things', steps: [] })}`);
  const files = {
    builtin: [...goodConversations, ...badConversations, ...changeConversations],
    patch: patchConversations,
  };
  for (const [file, conversations] of Object.entries(files)) {
    const lines: string[] = [];
    for (const conversation of conversations) lines.push(JSON.stringify(await converse(base, conversation)));
    const folder = join(__dirname, file === 'builtin' ? '.' : '../api/patch', '__golden__');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${file}.jsonl`), `${lines.join('\n')}\n`);
  }
}

async function main(): Promise<void> {
  const proxy = spawn('kubectl', ['proxy', '--port=0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    for await (const line of createInterface(proxy.stdout)) {
      const address = /127\.0\.0\.1:\d+/.exec(line)?.[0];
      if (address === undefined) continue;
      await record(`http://${address}`);
      break;
    }
  } finally {
    proxy.kill();
  }
}

main().catch(error => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
