import { readFileSync } from 'node:fs';
import { kinds } from '@fleetstage/backstage-plugin-fleetstage-common';
import { FLEET_HOOK_MS, startFleet, type Fleet, type FleetCluster } from '../story/startFleet';
import { AskServer } from './askServer.testing';
import { describeAdmission } from './describeAdmission.testing';
import { repoPath } from './repoPath';

let fleet: Fleet;
let hub: FleetCluster;
let server: AskServer;

beforeAll(async () => {
  fleet = await startFleet({ members: [] });
  hub = fleet.hub;
  // The slash matters: kubectl does not follow a link that is named itself.
  const folder = `${repoPath('crds')}/`;
  await hub.kubectl(['apply', '-f', folder]);
  await hub.kubectl(['wait', '--for=condition=Established', '--timeout=60s', '-f', folder]);
  server = new AskServer({ url: hub.url, caPem: hub.caPem, token: hub.adminToken });
  await server.ensureNamespace();
}, FLEET_HOOK_MS);

afterAll(async () => {
  server?.close();
  await fleet?.stop();
});

const fixture = (name: string) => repoPath('test/fixtures/requirement000', name);

describe('CRDs on an API server', () => {
  it('are established, and their schemas are structural', async () => {
    const list = JSON.parse((await hub.kubectl(['get', 'crd', '-o', 'json'])).stdout);
    const conditions = list.items.map((crd: any) => [
      crd.metadata.name,
      crd.status.conditions
        .filter((c: any) => c.status === 'True')
        .map((c: any) => c.type)
        .sort(),
    ]);
    const names = Object.values(kinds)
      .map(kind => `${kind.plural}.${kind.group}`)
      .sort();
    expect(conditions).toEqual(names.map(name => [name, ['Established', 'NamesAccepted']]));
  });

  it.each(Object.values(kinds))('answer kubectl explain $kind in every version', async kind => {
    for (const version of kind.versions) {
      const args = ['explain', kind.plural, `--api-version=${kind.group}/${version}`];
      expect((await hub.kubectl(args)).stdout).toMatch(/DESCRIPTION:\n\s+\w/);
    }
  });

  it('accept what requirement 000 prints, word for word', async () => {
    for (const name of ['placement.yaml', 'strategy.yaml', 'run.yaml', 'approval.yaml'])
      await hub.kubectl(['apply', '-f', fixture(name)]);
    await hub.kubectl(['wait', '--for=create', 'careq/example-run-canary', '--timeout=10s']);
    const script = readFileSync(fixture('approve.sh'), 'utf8');
    const patch = /-p '(.*)' --subresource/
      .exec(script)![1]
      .replace(/'\$\(date[^)]*\)'/, '2026-11-21T12:00:00Z');
    await hub.kubectl([
      ...['patch', 'clusterapprovalrequests', 'example-run-canary', '--type=merge', '-p', patch],
      '--subresource=status',
    ]);
    expect((await hub.kubectl(['get', 'careq'])).stdout).toMatch(
      /example-run-canary\s+example-run\s+canary\s+True/,
    );
  });

  it('show the columns of kubectl get', async () => {
    const [header, row] = (await hub.kubectl(['get', 'csur', '-o', 'wide'])).stdout.split('\n');
    expect(header.split(/\s+/).filter(Boolean)).toEqual([
      ...['NAME', 'PLACEMENT', 'RESOURCE-SNAPSHOT-INDEX', 'POLICY-SNAPSHOT-INDEX'],
      ...['INITIALIZED', 'PROGRESSING', 'SUCCEEDED', 'AGE', 'STRATEGY'],
    ]);
    expect(row).toMatch(/^example-run\s+example-placement\s+0\s+.*example-strategy/);
  });

  it('fill in no state, so that one that a write left out is known as such (RUL 1, 51)', async () => {
    const { stdout } = await hub.kubectl(['get', 'csur', 'example-run', '-o', 'jsonpath={.spec.state}']);
    expect(stdout).toBe('');
  });

  describeAdmission(() => server);
});
