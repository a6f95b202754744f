import { readFileSync } from 'node:fs';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { apply, conditionsOf, engineOn, memberYaml, read, soonWith } from '../engine/fleet';
import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';

const MEMBER = 'member-1';
/** Is in Secrets that nobody places, and may be nowhere else. */
const ON_HUB = 'planted-on-the-hub';
const ON_MEMBER = 'planted-on-the-member';

const namespaceWith = (secret: string) => `
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: v1
kind: Secret
metadata: { name: vault, namespace: shop }
stringData: { token: ${secret} }
`;

const placement = (name: string, term: string, strategy = '') => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourcePlacement
metadata: { name: ${name}, namespace: shop }
spec:
  resourceSelectors: [${term}]
  policy: { placementType: PickAll }
  strategy: { rollingUpdate: { unavailablePeriodSeconds: 1 } ${strategy} }
`;
const secretNamed = (name: string) => `{ group: "", version: v1, kind: Secret, name: "${name}" }`;
const envelopeNamed = (name: string) =>
  `{ group: placement.kubernetes-fleet.io, version: v1beta1, kind: ResourceEnvelope, name: ${name} }`;
const envelope = (name: string, entries: Readonly<Record<string, string>>) =>
  JSON.stringify({
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ResourceEnvelope',
    metadata: { name, namespace: 'shop' },
    data: Object.fromEntries(
      Object.entries(entries).map(([entry, kind]) => [
        `${kind}-${entry.replace(/[^a-z]/g, '-')}x`,
        { apiVersion: 'v1', kind, metadata: { name: entry, namespace: 'shop' } },
      ]),
    ),
  });

jest.setTimeout(180_000);

describe('a name is never a path', () => {
  let fleet: Fleet;
  let engine: EngineProcess;

  beforeAll(async () => {
    fleet = await startFleet({ members: [MEMBER] });
    engine = await startEngine(engineOn(fleet));
    await apply(fleet.hub, memberYaml(MEMBER) + namespaceWith(ON_HUB));
    await apply(fleet.members[0], namespaceWith(ON_MEMBER));
    await soon('the member joins', async () =>
      expect(conditionsOf((await read(fleet.hub, 'membercluster', MEMBER)).status).Joined).toMatch(/^True/),
    );
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine);
  const statusOf = async (name: string) => (await read(fleet.hub, 'rp', name, 'shop')).status;
  /** What the engine has asked of the member, below its namespace or as a list. */
  const asked = () =>
    readFileSync(fleet.members[0].auditLogPath, 'utf8')
      .split('\n')
      .filter(line => line.includes('"userAgent":"fleetstage'))
      .map(line => (JSON.parse(line) as { requestURI: string }).requestURI.split('?')[0]);
  /** Everything that the hub shows of placements to whoever may see them. */
  const shown = async () => {
    const kinds = 'resourceplacements,resourcesnapshots,resourcebindings,schedulingpolicysnapshots,events';
    const { stdout } = await fleet.hub.kubectl(['get', kinds, '-A', '-o', 'yaml']);
    return stdout + engine.logs();
  };
  const expectNothingShown = async () => {
    const text = await shown();
    for (const planted of [ON_HUB, ON_MEMBER]) {
      expect(text).not.toContain(planted);
      expect(text).not.toContain(Buffer.from(planted).toString('base64'));
    }
  };

  it.each(['.', '..', 'a/b', '%2e'])('RUL 44 refuses a selector for Secret %s at admission', async name => {
    await expect(apply(fleet.hub, placement('refused', secretNamed(name)))).rejects.toThrow(
      /must be the name of one object, neither "\." nor "\.\."/,
    );
  });

  it('captures no list under the name of one Secret, where the placement was there before the rule', async () => {
    await withoutRule(fleet.hub, 'resourceplacements.placement.kubernetes-fleet.io');
    await soon('the placement is taken', () => apply(fleet.hub, placement('list', secretNamed('.'))));
    await soon('the condition', async () => {
      const { conditions } = await statusOf('list');
      const scheduled = conditions.find(({ type }: { type: string }) => type.endsWith('Scheduled'));
      expect(scheduled).toMatchObject({ status: 'False', reason: 'InvalidResourceSelectors' });
      expect(scheduled.message).toContain(`spec.resourceSelectors[0]: invalid placement shop/list: name "."`);
    });
    await expectNothingShown();
  });

  const compare = (name: string) => {
    const strategy = ', applyStrategy: { type: ReportDiff, comparisonOption: FullComparison }';
    return apply(fleet.hub, placement(name, envelopeNamed(name), strategy));
  };

  it('shows of a Secret on the member that it differs, and no value', async () => {
    await apply(fleet.hub, envelope('differs', { vault: 'Secret' }));
    await compare('differs');
    await soon('the report', async () => {
      const { placementStatuses } = await statusOf('differs');
      const json = JSON.stringify(placementStatuses[0].diffedPlacements);
      expect(json).toContain('"/data');
      expect(json).toContain('(redacted for security reasons)');
    });
    await expectNothingShown();
  });

  it('RUL 50 compares no list of a member with an entry of an envelope', async () => {
    await apply(fleet.hub, envelope('compared', { '.': 'Secret' }));
    await compare('compared');
    await soon('the report', async () => {
      const { placementStatuses } = await statusOf('compared');
      const json = JSON.stringify(placementStatuses);
      expect(json).toContain(`Secret shop/. (the name \\".\\" may not be '.'; correct it in the manifest)`);
    });
    await expectNothingShown();
    expect(asked().filter(path => /\/secrets\/?$/.test(path))).toEqual([]);
  });

  it('RUL 50 writes and deletes no namespace for an entry of an envelope', async () => {
    await apply(fleet.hub, envelope('written', { '..': 'ConfigMap', 'good': 'ConfigMap' }));
    await apply(fleet.hub, placement('written', envelopeNamed('written')));
    await soon('the other entry is placed, and this one is named', async () => {
      await read(fleet.members[0], 'configmap', 'good', 'shop');
      const [{ failedPlacements }] = (await statusOf('written')).placementStatuses;
      expect(failedPlacements).toMatchObject([{ kind: 'ConfigMap', name: '..', namespace: 'shop' }]);
    });
    await apply(fleet.hub, envelope('written', { good: 'ConfigMap' }));
    await soon('all is well without it', async () => {
      const { placementStatuses, conditions } = await statusOf('written');
      expect(placementStatuses[0].failedPlacements ?? []).toEqual([]);
      expect(conditionsOf({ conditions }).ResourcePlacementApplied).toBe('True/ApplySucceeded');
    });
    await fleet.hub.kubectl(['delete', 'rp', 'written', '-n', 'shop']);
    const { metadata } = await read(fleet.members[0], 'namespace', 'shop');
    expect(metadata.deletionTimestamp).toBeUndefined();
    expect(metadata.ownerReferences).toBeUndefined();
    expect(asked().filter(path => /^\/api\/v1\/namespaces\/shop\/?$/.test(path))).toEqual([]);
    await read(fleet.members[0], 'secret', 'vault', 'shop');
  });
});

/** As the definition was before it knew the rule about names. */
async function withoutRule(hub: Fleet['hub'], definition: string): Promise<void> {
  const crd = await read(hub, 'crd', definition);
  for (const { schema } of crd.spec.versions) {
    const { name } = schema.openAPIV3Schema.properties.spec.properties.resourceSelectors.items.properties;
    delete name['x-kubernetes-validations'];
  }
  await hub.kubectl(['replace', '-f', '-'], { stdin: JSON.stringify(crd) });
}
