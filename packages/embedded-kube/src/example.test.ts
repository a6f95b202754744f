import { readFileSync } from 'node:fs';
import { startEmbeddedFleet } from './index';
import { createConfigMap } from './__testUtils__/createWithRetries';
import { besideSources } from './besideSources';

const kind = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default' };

// The text from here to the mark is in the README, too.
it('tries again what a member refuses for a moment', async () => {
  const faults = { 'member-2': [{ type: 'error', code: 503, next: 2 }] } as const;
  const fleet = await startEmbeddedFleet({ members: 2, faults, now: () => new Date('2030-01-01') });
  await createConfigMap(fleet.cluster('member-2').kubeconfig, 'settings');
  expect(fleet.cluster('member-2').read({ ...kind, name: 'settings' })).toBeDefined();
  await fleet.stop();
});
// The mark.

it('is what the README shows', () => {
  const source = readFileSync(besideSources('example.test.ts'), 'utf8');
  const shown = source.split('in the README, too.\n')[1].split('// The mark.')[0].trim();
  expect(readFileSync(besideSources('../README.md'), 'utf8')).toContain(shown);
});
