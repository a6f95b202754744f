import type { Work } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NEW_PACE } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StateFolder } from './StateFolder';
import { WorkBook } from './WorkBook';

let folder: string;
const open = async () => WorkBook.open(await StateFolder.open(path.join(folder, 'state')));
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'agent-state-'));
});
afterEach(() => rm(folder, { recursive: true }));

const aWork = (patch: Partial<Work['metadata']> = {}, more: Partial<Work> = {}): Work => ({
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'Work',
  metadata: {
    name: 'web-work',
    namespace: 'fleet-member-c1',
    uid: 'u1',
    generation: 1,
    resourceVersion: '10',
    ...patch,
  },
  spec: { workload: { manifests: [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web' } }] } },
  ...more,
});
const status = { conditions: [] };
const kept = { appliedRevision: 'u1/1', inventory: { objects: [] } };

describe('Works that are kept over restarts', () => {
  it('come back with what was left of them, but not what the hub showed', async () => {
    const { book } = await open();
    await book.see(aWork({}, { status }));
    await book.keep('web-work', { kept, pace: NEW_PACE });
    await book.saveMembership({ membership: 'joined', seen: { state: 'Join' } });
    const again = await open();
    expect(again.membership).toEqual({ membership: 'joined', seen: { state: 'Join' } });
    expect(again.book.get('web-work')).toEqual({ work: aWork(), isSeen: false, kept, pace: NEW_PACE });
    expect(again.book.allNames()).toBeUndefined();
    again.book.noteListed();
    expect(again.book.allNames()).toEqual(new Set(['web-work']));
  });

  it('are readable by this user alone', async () => {
    const { book } = await open();
    await book.see(aWork());
    const at = path.join(folder, 'state');
    const files = await readdir(at);
    const modes = await Promise.all([at, ...files.map(file => path.join(at, file))].map(file => stat(file)));
    expect(modes.map(({ mode }) => mode & 0o077)).toEqual([0, 0]);
  });

  it('are gone with the hub', async () => {
    const { book } = await open();
    await book.see(aWork());
    await book.keep('web-work', { kept, pace: NEW_PACE });
    await book.forget('web-work');
    await book.keep('web-work', { kept, pace: NEW_PACE });
    expect(await readdir(path.join(folder, 'state'))).toEqual([]);
  });

  it('are left out where a file is cut', async () => {
    const { book } = await open();
    await book.see(aWork());
    await book.see(aWork({ name: 'other-work' }));
    await writeFile(path.join(folder, 'state/work-web-work.json'), '{"metadata":{"na');
    expect((await open()).book.names()).toEqual(new Set(['other-work']));
  });

  it.each([
    ['the same again', {}, false],
    ['B/WA-001: another status', { resourceVersion: '11' }, false],
    ['another generation', { generation: 2, resourceVersion: '11' }, true],
    ['made anew', { uid: 'u2', resourceVersion: '5' }, true],
    ['being deleted', { deletionTimestamp: '2026-11-26T12:00:00Z', resourceVersion: '11' }, true],
    ['another finalizer', { finalizers: ['x'], resourceVersion: '11' }, true],
    ['an event that an answer has overtaken', { generation: 2, resourceVersion: '9' }, false],
  ] as const)('have something to do: %s', async (_, patch, expected) => {
    const { book } = await open();
    expect(await book.see(aWork())).toBe(true);
    expect(await book.see(aWork(patch, { status }))).toBe(expected);
  });

  it('keep their manifests, so that they are rendered once', async () => {
    const { book } = await open();
    await book.see(aWork());
    const before = book.get('web-work')?.work.spec?.workload;
    await book.see(aWork({ resourceVersion: '11' }, { status }));
    expect(book.get('web-work')?.work.spec?.workload).toBe(before);
    expect(book.get('web-work')?.onHub).toEqual(status);
  });
});
