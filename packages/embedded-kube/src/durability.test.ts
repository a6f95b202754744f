import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedFleet, type EmbeddedFleetOptions } from './fleet';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-kube-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each<{ options: Partial<EmbeddedFleetOptions>; isKept: boolean; expected: string | undefined }>([
  { options: { durability: 'power-loss' }, isKept: true, expected: 'power-loss' },
  { options: { durability: 'process' }, isKept: true, expected: 'process' },
  { options: {}, isKept: true, expected: 'process' },
  { options: { durability: 'power-loss' }, isKept: false, expected: undefined },
])(
  'a fleet with $options, kept: $isKept, says that writes survive $expected',
  async ({ options, isKept, expected }) => {
    const fleet = await startEmbeddedFleet({
      members: 0,
      ...options,
      ...(isKept ? { dataDir: folder } : {}),
    });
    expect(fleet.durability).toBe(expected);
    await fleet.stop();
  },
);
