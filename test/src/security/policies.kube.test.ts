import { annotationKeys } from '@fleetstage/backstage-plugin-fleetstage-common';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { apply, conditionsOf, engineOn, memberYaml, read, soonWith, workloadYaml } from '../engine/fleet';
import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import type { Act } from './actParts';
import { ACTS, FIXTURES } from './acts';
import { askAs } from './askAs';
import { applyPolicies, BIND_PULL, bindAccounts, exampleObjects } from './hardenedFleet';
import { PEOPLE, ROLES, type Person } from './people';
import { approval } from './stagedActs';

const MEMBERS = ['member-1', 'member-2'];

const STORY = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: story
  annotations: { ${annotationKeys.acceptedStrategies}: careful }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: staged }]
  policy: { placementType: PickAll }
  strategy: { type: External }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateStrategy
metadata: { name: careful }
spec:
  stages:
    - { name: first, labelSelector: { matchLabels: { environment: first } }, afterStageTasks: [{ type: Approval }] }
    - { name: second, labelSelector: { matchLabels: { environment: second } } }
`;
const RUN = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateRun
metadata: { name: story-run }
spec: { placementName: story, resourceSnapshotIndex: "0", stagedRolloutStrategyName: careful }
`;

/** A binding to a role that holds nothing but what the engine holds itself. */
const bindIn = (namespace: string, name: string) =>
  JSON.stringify({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name, namespace },
    subjects: [{ kind: 'User', name, apiGroup: 'rbac.authorization.k8s.io' }],
    roleRef: { kind: 'ClusterRole', name: 'fleetstage-hub-pull', apiGroup: 'rbac.authorization.k8s.io' },
  });

/** Without effect: to read has none, and a token that nobody keeps neither. */
const dryOf = ({ args }: Act) =>
  args[0] === 'get' || args[1] === 'token' ? args : [...args, '--dry-run=server'];
const people = Object.keys(PEOPLE) as Person[];

/** Given with wildcards, as a role is that its holder gives on: these groups are the fleet's. */
const GIVEN_ON = [
  'cluster.kubernetes-fleet.io',
  'placement.kubernetes-fleet.io',
  'networking.fleet.azure.com',
];

jest.setTimeout(600_000);

describe('the shipped roles and policies', () => {
  let fleet: Fleet;
  let engine: EngineProcess;

  beforeAll(async () => {
    fleet = await startFleet({ members: MEMBERS });
    const kubeconfig = await bindAccounts(fleet);
    engine = await startEngine(engineOn({ ...fleet, kubeconfigPath: kubeconfig }));
    await apply(fleet.hub, ROLES);
    await applyPolicies(fleet.hub);
  }, FLEET_HOOK_MS + 120_000);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine, 90_000);
  const as = (person: Person, args: readonly string[], stdin?: string) =>
    fleet.hub.kubectl([...args, ...PEOPLE[person]], stdin === undefined ? {} : { stdin });
  const tryAct = (person: Person, act: Act) =>
    askAs(fleet.hub, [...dryOf(act), ...PEOPLE[person]], act.stdin);
  const tryWithKubectl = (person: Person, act: Act) =>
    fleet.hub.kubectl([...dryOf(act), ...PEOPLE[person]], {
      allowFailure: true,
      ...(act.stdin !== undefined && { stdin: act.stdin }),
    });

  it('let Fleetstage do its work: placement, run, approval, with no right missing', async () => {
    const members =
      memberYaml('member-1', { environment: 'first' }) + memberYaml('member-2', { environment: 'second' });
    await as('platform', ['apply', '-f', '-'], `${members}${workloadYaml('staged', 'web:1')}${STORY}`);
    await soon('both clusters are scheduled', async () => {
      const { status } = await read(fleet.hub, 'crp', 'story');
      expect(status?.placementStatuses).toHaveLength(2);
      expect(status.observedResourceIndex).toBe('0');
    });
    await as('author', ['create', '-f', '-'], RUN);
    await soon('the request is there', () => read(fleet.hub, 'careq', 'story-run-first'));
    await as('approver', approval('story-run-first'));
    await soon('the run has succeeded', async () => {
      const { status } = await read(fleet.hub, 'csur', 'story-run');
      expect(conditionsOf(status).Succeeded).toBe('True/UpdateRunSucceeded');
    });
    await soon('the placement is available', async () => {
      const { status } = await read(fleet.hub, 'crp', 'story');
      expect(conditionsOf(status).ClusterResourcePlacementAvailable).toBe('True/ResourceAvailable');
    });
    for (const member of fleet.members) {
      expect((await read(member, 'deployment', 'web', 'staged')).spec.replicas).toBe(2);
    }
    await as('author', ['delete', 'csur', 'story-run', '--timeout=30s']);
    // Kinds that the role does not list are left out of namespaces, which is reported once.
    const refusals = engine
      .logs()
      .split('\n')
      .filter(line => /forbidden/i.test(line) && !line.includes('The hub lets us read no objects of a kind'));
    expect(refusals).toEqual([]);
  });

  it('know who may and who may not (C/GR-036, GR-040…047, GR-064, GX-003, TE-030, TE-031, TE-033, E/RO-005)', async () => {
    // It would remove a request that no run has made.
    await engine.stop();
    await as('platform', ['apply', '-f', '-'], FIXTURES);
    const columns = await Promise.all(
      people.map(async person => {
        const allowed: string[] = [];
        for (const one of ACTS) {
          const { isGranted, said } = await tryAct(person, one);
          if (isGranted) allowed.push(one.act);
          else if (!/forbidden|denied|is invalid/i.test(said))
            throw new Error(`${person}, ${one.act}: ${said}`);
        }
        return [person, allowed] as const;
      }),
    );
    const found = new Map(columns);
    const table = ACTS.map(
      ({ act }) => `${act}: ${people.filter(p => found.get(p)?.includes(act)).join(', ')}`,
    );
    expect(table).toEqual(
      ACTS.map(({ act, may }) => `${act}: ${people.filter(p => may.includes(p)).join(', ')}`),
    );
  });

  it.each(['get', 'create', 'create token', 'patch', 'delete'])('say the same to kubectl %s', async call => {
    const isMeant = ({ args, may }: Act) => args.join(' ').startsWith(call) && may.length > 0;
    const act = ACTS.find(isMeant)!;
    const [granted, refused] = [act.may[0], people.find(person => !act.may.includes(person))!];
    expect(await tryWithKubectl(granted, act)).toMatchObject({ exitCode: 0 });
    expect(await tryAct(granted, act)).toEqual({ isGranted: true, said: '' });
    const { isGranted, said } = await tryAct(refused, act);
    expect({ isGranted, said }).toEqual({ isGranted: false, said: expect.stringMatching(/forbidden/) });
    expect(await tryWithKubectl(refused, act)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(said),
    });
  });

  it('leave approvals to Fleetstage alone where no group may approve', async () => {
    const parameters = [
      'patch',
      'configmap',
      'fleetstage-hardening',
      '-n',
      'fleetstage',
      '--type=merge',
      '-p',
    ];
    const letApprove = (approverGroups: string) =>
      fleet.hub.kubectl([...parameters, JSON.stringify({ data: { approverGroups } }), ...PEOPLE.platform]);
    const refused = async (person: Person) => {
      const found: string[] = [];
      for (const space of [undefined, 'shop'] as const) {
        const args = [...approval('somebody-all', space), '--dry-run=server', ...PEOPLE[person]];
        const { isGranted, said } = await askAs(fleet.hub, args);
        if (!isGranted) found.push(said.includes('approve in Fleetstage') ? (space ?? 'cluster') : said);
      }
      return found;
    };
    await letApprove('');
    // Parameters come to the policies by a watch of the API server.
    await soon('nobody approves with kubectl', async () => {
      for (const person of ['approver', 'platform', 'admin'] as const)
        expect({ person, refused: await refused(person) }).toEqual({ person, refused: ['cluster', 'shop'] });
    });
    expect(await refused('engine')).toEqual([]);
    await letApprove('fleet-approvers');
    await soon('the group may again', async () => expect(await refused('approver')).toEqual([]));
  });

  it('let Fleetstage write namespaces and roles of members alone', async () => {
    await apply(fleet.hub, BIND_PULL);
    const tried = async (args: readonly string[], stdin?: string) => {
      const { exitCode, stderr } = await fleet.hub.kubectl([...args, '--dry-run=server', ...PEOPLE.engine], {
        allowFailure: true,
        ...(stdin !== undefined && { stdin }),
      });
      if (exitCode === 0) return 'allowed';
      return stderr.includes('Fleetstage writes namespaces') ? 'refused' : stderr;
    };
    const binding = (namespace: string) => bindIn(namespace, 'edge');
    await as('platform', ['create', 'namespace', 'fleet-member-edge']);
    expect({
      ofMember: await tried(['create', 'namespace', 'fleet-member-new']),
      another: await tried(['create', 'namespace', 'evil']),
      label: await tried(['label', 'namespace', 'shop', 'a=b']),
      removal: await tried(['delete', 'namespace', 'shop']),
      bindingOfMember: await tried(['create', '-f', '-'], binding('fleet-member-edge')),
      bindingElsewhere: await tried(['create', '-f', '-'], binding('shop')),
    }).toEqual({
      ofMember: 'allowed',
      another: 'refused',
      label: 'refused',
      removal: 'refused',
      bindingOfMember: 'allowed',
      bindingElsewhere: 'refused',
    });
  });

  it('let an agent have tokens of its own account for the hub alone (C/GR-055)', async () => {
    const [space, account] = ['fleet-member-edge', 'fleetstage-agent'];
    const agent = [`--as=system:serviceaccount:${space}:${account}`];
    await as('platform', ['create', 'serviceaccount', account, '-n', space]);
    await as('platform', [
      'create',
      'role',
      account,
      '-n',
      space,
      '--verb=create',
      '--resource=serviceaccounts/token',
    ]);
    await as('platform', [
      ...['create', 'rolebinding', account, '-n', space, `--role=${account}`],
      `--serviceaccount=${space}:${account}`,
    ]);
    const token = (...more: readonly string[]) => [
      'create',
      'token',
      account,
      '-n',
      space,
      ...more,
      ...agent,
    ];
    const ask = (...more: readonly string[]) => fleet.hub.kubectl(token(...more), { allowFailure: true });
    const asked = await soon('it gets one', async () => {
      const answer = await ask();
      expect(answer.stderr).toBe('');
      return answer.stdout.trim();
    });
    const [, claims] = asked.split('.');
    const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { aud: string[] };
    expect(await ask('--audience=elsewhere')).toMatchObject({ exitCode: 0 });
    const data = { tokenAudiences: aud.join(',') };
    await as('platform', [
      ...['patch', 'configmap', 'fleetstage-hardening', '-n', 'fleetstage', '--type=merge'],
      ...['-p', JSON.stringify({ data })],
    ]);
    await soon('it gets none for others', async () =>
      expect(await askAs(fleet.hub, token('--audience=elsewhere'))).toEqual({
        isGranted: false,
        said: expect.stringContaining('tokens for the API server of the hub alone'),
      }),
    );
    for (const more of [[], [`--audience=${aud[0]}`]]) expect((await ask(...more)).stderr).toBe('');
  });

  it('a refusal says what to do', async () => {
    const refused = async (person: Person, act: string) => {
      const { stderr } = await tryWithKubectl(
        person,
        ACTS.find(one => one.act === act)!,
      );
      return stderr;
    };
    expect(await refused('author', 'place a Role of shop')).toContain(
      'you place what you may get and create yourself, and roles you may not',
    );
    expect(await refused('author', 'place Namespace bank')).toContain('needs the verb place on it');
    expect(await refused('admin', 'place a kind that is not listed')).toContain('Widget.example.com');
  });
});

describe('the shipped roles', () => {
  const roles = exampleObjects('rbac')
    .map(({ object }) => object)
    .filter(({ kind }) => kind === 'ClusterRole');

  it('name verbs and resources, and none that makes one somebody else', () => {
    expect(roles.length).toBeGreaterThan(5);
    for (const { metadata, rules, aggregationRule } of roles) {
      const own = (rules as Record<string, string[]>[]).filter(
        ({ apiGroups = [] }) =>
          metadata.name !== 'fleetstage-hub-pull' || !apiGroups.every(group => GIVEN_ON.includes(group)),
      );
      const said = own.flatMap(({ verbs = [], resources = [], apiGroups = [] }) => [
        ...verbs,
        ...resources,
        ...apiGroups,
      ]);
      expect({ role: metadata.name, said }).toEqual({
        role: metadata.name,
        said: expect.not.arrayContaining([expect.stringMatching(/^(\*|\*\/.*|impersonate|escalate|bind)$/)]),
      });
      expect(aggregationRule).toBeUndefined();
      expect(Object.keys(metadata.labels ?? {})).toEqual([]);
    }
  });
});
