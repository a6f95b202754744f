import { readFileSync } from 'node:fs';
import { kinds } from '@fleetstage/backstage-plugin-fleetstage-common';
import { FLEET_HOOK_MS, startFleet, type Fleet, type FleetCluster } from '../story/startFleet';
import { badPlacements } from './badPlacements.testing';
import { badStagesRunsAndMembers } from './badStages.testing';
import { goodInputs } from './goodInputs.testing';
import { repoPath } from './repoPath';
import { badUpdates, goodUpdates } from './updates.testing';

let fleet: Fleet;
let hub: FleetCluster;

beforeAll(async () => {
  fleet = await startFleet({ members: [] });
  hub = fleet.hub;
  // The slash matters: kubectl does not follow a link that is named itself.
  const folder = `${repoPath('crds')}/`;
  await hub.kubectl(['apply', '-f', folder]);
  await hub.kubectl(['wait', '--for=condition=Established', '--timeout=60s', '-f', folder]);
}, FLEET_HOOK_MS);

afterAll(async () => {
  await fleet?.stop();
});

/** What kubectl says when it asks the server to check, default and show without storing; never throws. */
async function ask(verb: string, object: object) {
  const args = [verb, '--dry-run=server', '-o', 'json', '-f', '-'];
  const { stdout, stderr, exitCode } = await hub.kubectl(args, {
    stdin: JSON.stringify(object),
    allowFailure: true,
  });
  return {
    isAccepted: exitCode === 0,
    said: stderr.trim(),
    object: exitCode === 0 ? JSON.parse(stdout) : undefined,
  };
}

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

  it('start a run that does not say otherwise (RUL 1)', async () => {
    const { stdout } = await hub.kubectl(['get', 'csur', 'example-run', '-o', 'jsonpath={.spec.state}']);
    expect(stdout).toBe('Run');
  });

  it.each(goodInputs)('accept $name', async ({ object, seen }) => {
    const answer = await ask('create', object);
    expect(answer.said).toBe('');
    expect(answer.object).toMatchObject(seen ?? {});
  });

  it.each([...badPlacements, ...badStagesRunsAndMembers])('refuse $name', async ({ object, says }) => {
    const answer = await ask('create', object);
    expect(answer).toMatchObject({ isAccepted: false, said: expect.stringMatching(says) });
  });

  describe('when an object is changed', () => {
    beforeAll(async () => {
      const before = [...goodUpdates, ...badUpdates].map(({ before: object }) => object);
      const items = { apiVersion: 'v1', kind: 'List', items: before };
      await hub.kubectl(['apply', '-f', '-'], { stdin: JSON.stringify(items) });
    });

    const change = async (before: object, after: object) => {
      const { metadata } = before as { metadata: object };
      return ask('apply', { ...before, ...after, metadata });
    };

    it.each(goodUpdates)('accept $name', async ({ before, after }) => {
      expect((await change(before, after)).said).toBe('');
    });

    it.each(badUpdates)('refuse $name', async ({ before, after, says }) => {
      expect(await change(before, after)).toMatchObject({
        isAccepted: false,
        said: expect.stringMatching(says),
      });
    });
  });
});
