import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedFleet, type EmbeddedFleetOptions } from './fleet';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-kube-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each<{ options: Partial<EmbeddedFleetOptions>; isKept: boolean; told: string | undefined }>([
  { options: { durability: 'power-loss' }, isKept: true, told: 'power-loss' },
  { options: { durability: 'process' }, isKept: true, told: 'process' },
  { options: {}, isKept: true, told: 'process' },
  { options: { durability: 'power-loss' }, isKept: false, told: undefined },
])(
  'a fleet with $options, kept: $isKept, says that writes survive $told',
  async ({ options, isKept, told }) => {
    const fleet = await startEmbeddedFleet({
      members: 0,
      ...options,
      ...(isKept ? { dataDir: folder } : {}),
    });
    expect(fleet.durability).toBe(told);
    await fleet.stop();
  },
);
