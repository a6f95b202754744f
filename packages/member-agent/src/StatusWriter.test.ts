import type { Work } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NEW_PACE } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { eventually, startStubApi, statusOf, type StubApi } from '@fleetstage/applier/testing';
import { KubeClient } from '@fleetstage/kube-client';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLog } from './log';
import { StateFolder } from './StateFolder';
import { StatusWriter } from './StatusWriter';
import { WorkBook } from './WorkBook';

const PLACE = { group: 'placement.kubernetes-fleet.io', version: 'v1beta1', plural: 'works' };
const SPACE = 'fleet-member-c1';
const WORK = {
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'Work',
  metadata: { name: 'web-work', namespace: SPACE },
  spec: { workload: { manifests: [] } },
};
const APPLIED = {
  type: 'Applied',
  status: 'True',
  reason: 'AllManifestsApplied',
  message: '',
  observedGeneration: 1,
  lastTransitionTime: '2026-11-27T00:00:00Z',
} as const;

let hub: StubApi;
let client: KubeClient;
let writer: StatusWriter | undefined;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'agent-state-'));
  hub = await startStubApi();
  client = new KubeClient(hub.endpoint('hub'));
});
afterEach(async () => {
  await writer?.stop();
  await client.close();
  await hub.stop();
  await rm(folder, { recursive: true });
});

it('B/WA-100: writes a status again that the hub has refused with a conflict', async () => {
  const { book } = await WorkBook.open(await StateFolder.open(folder));
  const stored = hub.cluster('hub').put(PLACE, WORK) as unknown as Work;
  await book.see(stored);
  await book.keep('web-work', { kept: { status: { conditions: [APPLIED] } }, pace: NEW_PACE });
  let refused = 0;
  hub.cluster('hub').intercept = ({ verb }) => {
    if (verb !== 'PATCH' || refused > 0) return undefined;
    refused += 1;
    return statusOf(409, 'Conflict', 'the object has been modified');
  };
  const lines: string[] = [];
  const log = createLog('debug', line => lines.push(line));
  writer = new StatusWriter({ hub: client, member: 'c1', book, log, onAnswer: () => undefined });
  writer.start();
  writer.mark('web-work');
  const status = () => hub.cluster('hub').find('works', 'web-work', SPACE)?.status;
  await eventually(status, found => found !== undefined);
  expect(status()).toEqual({ conditions: [APPLIED] });
  expect(refused).toBe(1);
});
