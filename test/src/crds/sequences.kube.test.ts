import { FLEET_HOOK_MS, startFleet, type Fleet, type FleetCluster } from '../story/startFleet';
import { repoPath } from './repoPath';
import { printedExamples, versionRollout } from './sequenceObjects.testing';
import { statuses } from './sequenceStatuses.testing';

const ROLLOUT = 'bank-cp-1-30-14-gke-1150000';

let fleet: Fleet;
let hub: FleetCluster;

beforeAll(async () => {
  fleet = await startFleet({ members: [] });
  hub = fleet.hub;
  const folder = `${repoPath('crds')}/`;
  await hub.kubectl(['apply', '-f', folder]);
  await hub.kubectl(['wait', '--for=condition=Established', '--timeout=60s', '-f', folder]);
  const objects = [
    ...printedExamples(),
    versionRollout({ version: '1.30.14-gke.1150000' }, ROLLOUT),
    { apiVersion: 'fleetstage.io/v1alpha1', kind: 'MemberVersion', metadata: { name: 'prod-1' } },
  ];
  for (const one of objects) await hub.kubectl(['apply', '-f', '-'], { stdin: JSON.stringify(one) });
}, FLEET_HOOK_MS);

afterAll(() => fleet?.stop());

const read = async (kind: string, name: string) =>
  JSON.parse((await hub.kubectl(['get', kind, name, '-o', 'json'])).stdout);
const patch = (kind: string, name: string, body: unknown, type = 'merge') =>
  hub.kubectl(['patch', kind, name, '--type', type, '-p', JSON.stringify(body)]);
const refusal = async (body: unknown) => {
  const args = ['patch', 'vro', ROLLOUT, '--type', 'merge', '-p', JSON.stringify(body)];
  const { exitCode, stderr } = await hub.kubectl(args, { allowFailure: true });
  return exitCode === 0 ? 'accepted' : stderr;
};

/** The head and the first row of `kubectl get`. */
async function tableOf(kind: string, ...more: string[]) {
  const { stdout } = await hub.kubectl(['get', kind, ...more]);
  return stdout.split('\n').map(line => line.trim().split(/\s{2,}/));
}

describe('version sequences by kubectl', () => {
  it.each(statuses)('$kind keeps every field that the engine writes of it ($rule)', async row => {
    const { kind, name, status } = row;
    await hub.kubectl([
      ...['patch', kind, name, '--subresource=status', '--type=merge', '-p', JSON.stringify({ status })],
    ]);
    expect((await read(kind, name)).status).toEqual(status);
  });

  it.each(statuses)('$kind is shown with its columns ($rule)', async ({ kind, name, shown, wide = [] }) => {
    const [head, row] = await tableOf(kind, name, '-o', 'wide');
    const short = head.indexOf('AGE');
    expect(row.filter((_, i) => i !== short)).toEqual([name, ...shown, ...wide]);
  });

  it('are listed together by the category fleetstage (E/KD-010)', async () => {
    const { stdout } = await hub.kubectl(['get', 'fleetstage', '-o', 'name']);
    expect(stdout.trim().split('\n').sort()).toEqual([
      'maintenancepolicy.fleetstage.io/after-hours',
      'memberversion.fleetstage.io/prod-1',
      `rollout.fleetstage.io/${ROLLOUT}`,
      'rolloutsequence.fleetstage.io/bank',
      'versioncatalog.fleetstage.io/default',
    ]);
  });

  it('E/EX-003 a soak is shortened for all rollouts, and for one', async () => {
    await patch(
      'rseq',
      'bank',
      [{ op: 'replace', path: '/spec/stages/2/soakDuration', value: '4h' }],
      'json',
    );
    expect((await read('rseq', 'bank')).spec.stages[2].soakDuration).toBe('4h');
    await patch('vro', ROLLOUT, { spec: { soakOverrides: [{ stage: 'us-west1', soakDuration: '4h' }] } });
    expect((await read('vro', ROLLOUT)).spec.soakOverrides).toEqual([
      { stage: 'us-west1', soakDuration: '4h' },
    ]);
  });

  it('E/EX-009, AC-002 a stage is completed by force, and the next one once it is the current one', async () => {
    const at = (currentStage: string) =>
      hub.kubectl([
        ...['patch', 'vro', ROLLOUT, '--subresource=status', '--type=merge'],
        ...['-p', JSON.stringify({ status: { currentStage } })],
      ]);
    await at('staging');
    await patch('vro', ROLLOUT, { spec: { forceCompletedStages: ['staging'] } });
    expect(await refusal({ spec: { forceCompletedStages: ['staging', 'us-west1'] } })).toContain(
      'STAGE_NOT_CURRENT: ',
    );
    await at('us-west1');
    expect(await refusal({ spec: { forceCompletedStages: ['us-west1'] } })).toContain(
      'put the earlier entries back',
    );
    const add = [{ op: 'add', path: '/spec/forceCompletedStages/-', value: 'us-west1' }];
    await patch('vro', ROLLOUT, add, 'json');
    expect((await read('vro', ROLLOUT)).spec.forceCompletedStages).toEqual(['staging', 'us-west1']);
  });

  it('E/EX-009, AC-001, AC-010 a rollout is paused, goes on, is cancelled for good and then never changes', async () => {
    for (const state of ['Pause', 'Run', 'Cancel']) await patch('vro', ROLLOUT, { spec: { state } });
    expect(await refusal({ spec: { state: 'Run' } })).toContain('spec.state: Cancel is final');
    await hub.kubectl([
      ...['patch', 'vro', ROLLOUT, '--subresource=status', '--type=merge'],
      ...['-p', JSON.stringify({ status: { phase: 'Cancelled', reason: 'CancelledByUser' } })],
    ]);
    expect(await refusal({ spec: { skippedClusters: ['prod-1'] } })).toContain('ROLLOUT_FINAL: ');
    // The engine still takes its finalizer off, and marks the object.
    await hub.kubectl(['label', 'vro', ROLLOUT, 'fleetstage.io/sequence=bank']);
    await hub.kubectl(['delete', 'vro', ROLLOUT, '--timeout=20s']);
  });
});
