import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KubeObject } from '../contracts';
import type { Change } from './Change';
import { SqliteStore, type Compaction, type Durability } from './SqliteStore';
import { StoredObject } from './StoredObject';

let folder: string;
const open: SqliteStore[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-kube-'));
});
afterEach(() => {
  for (const store of open.splice(0)) store.close();
  rmSync(folder, { recursive: true, force: true });
});

function openStore(durability?: Durability): SqliteStore {
  const store = new SqliteStore(join(folder, 'fleet.sqlite'), durability);
  open.push(store);
  return store;
}

const aRevision = (revision: number) =>
  new StoredObject('/configmaps', revision, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'app', namespace: 'default', uid: 'u', resourceVersion: String(revision) },
  } as KubeObject);

/** The same object, written so many times. */
function writeRevisions(store: SqliteStore, count: number): void {
  const cluster = { id: store.clusters()[0].id, deliver: () => undefined };
  let previous: StoredObject | undefined;
  for (let revision = 1; revision <= count; revision += 1) {
    const stored = aRevision(revision);
    const change: Change = {
      type: previous ? 'MODIFIED' : 'ADDED',
      stored,
      at: 0,
      ...(previous && { previous }),
    };
    store.write([{ cluster, change }]);
    previous = stored;
  }
}

it.each([
  { asked: 'power-loss', expected: 'power-loss' },
  { asked: 'process', expected: 'process' },
  { asked: undefined, expected: 'process' },
] as const)(
  'opened for $asked, the database says that it keeps writes over $expected',
  ({ asked, expected }) => {
    expect(openStore(asked).durability).toBe(expected);
  },
);

it('forgets in small steps, and keeps what each kept change came from', () => {
  const store = openStore();
  store.addClusters([{ name: 'hub', token: 't', begun: 0 }]);
  const [{ id }] = store.clusters();
  writeRevisions(store, 30);

  const forgotten = [{ id, revision: 20 }];
  store.reportCompacted(forgotten);
  const left: number[] = [];
  let due: readonly Compaction[] = forgotten;
  while (due.length > 0 && left.length < 10) {
    due = store.dropForgotten(due, 7);
    left.push(due.length);
  }

  const restored = store.restore(store.clusters()[0]);
  // 19 rows: the one that the first kept change came from stays.
  expect(left).toEqual([1, 1, 0]);
  expect(restored.compacted).toBe(20);
  expect(restored.live.map(({ revision }) => revision)).toEqual([30]);
  expect(restored.changes.map(({ stored, previous }) => [stored.revision, previous?.revision])).toEqual(
    Array.from({ length: 10 }, (_, i) => [21 + i, 20 + i]),
  );
});

it('reports no earlier change, even where its row is still there', () => {
  const store = openStore();
  store.addClusters([{ name: 'hub', token: 't', begun: 0 }]);
  writeRevisions(store, 5);
  store.reportCompacted([{ id: store.clusters()[0].id, revision: 3 }]);
  const { changes } = store.restore(store.clusters()[0]);
  expect(changes.map(({ stored }) => stored.revision)).toEqual([4, 5]);
});

it('is opened by one fleet at a time, and says so to the other', () => {
  const first = openStore();
  first.addClusters([{ name: 'hub', token: 't', begun: 0 }]);
  expect(() => openStore()).toThrow(/fleet\.sqlite is in use: end the fleet that runs on it/);
  open.splice(open.indexOf(first), 1);
  first.close();
  expect(openStore().clusters()).toHaveLength(1);
});

describe('a run that was not ended', () => {
  const file = () => join(folder, 'fleet.sqlite');
  /** As the file is when the process, or the machine, is gone. */
  function runUnended(durability: Durability): void {
    const store = new SqliteStore(file(), durability, 'boot-1');
    store.addClusters([{ name: 'hub', token: 't', begun: 0 }]);
    writeRevisions(store, 5);
    const copy = join(folder, 'copy.sqlite');
    for (const end of ['', '-wal']) cpSync(`${file()}${end}`, `${copy}${end}`);
    store.close();
    for (const end of ['', '-wal']) rmSync(`${file()}${end}`, { force: true });
    for (const end of ['', '-wal']) cpSync(`${copy}${end}`, `${file()}${end}`);
  }
  function restoreIn(boot: string) {
    const store = new SqliteStore(file(), 'process', boot);
    open.push(store);
    return store.restore(store.clusters()[0]);
  }

  it.each([
    ['by a kill goes on where it was', 'process', 'boot-1', 5, 0],
    [
      'by a loss of power leaves a gap, and knows nothing of before',
      'process',
      'boot-2',
      1_000_005,
      1_000_005,
    ],
    ['by a loss of power goes on where writes were forced to the disk', 'power-loss', 'boot-2', 5, 0],
  ] as const)('%s', (_, durability, boot, revision, compacted) => {
    runUnended(durability);
    const restored = restoreIn(boot);
    expect(restored).toMatchObject({ revision, compacted });
    expect(restored.live.map(each => each.revision)).toEqual([5]);
    expect(restored.changes).toHaveLength(compacted === 0 ? 5 : 0);
  });
});
