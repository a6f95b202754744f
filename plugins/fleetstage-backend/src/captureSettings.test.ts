import { ConfigProblem } from './configNode';
import { parseSettings } from './settings';

const parse = (more: object) =>
  parseSettings({ hubs: [{ name: 'hub', kubeconfig: 'kc' }], ...more }, '/base');
const issuesOf = (more: object): readonly string[] => {
  try {
    parse(more);
    return [];
  } catch (error) {
    return (error as ConfigProblem).issues;
  }
};

describe('fleetstage.capture', () => {
  it('A/PL-220, A/PL-221, A/PL-225, A/PL-226 reads kinds, namespaces and intervals', () => {
    const { capture } = parse({
      capture: {
        minimumIntervalMs: 30_000,
        collectionMs: 15_000,
        skippedKinds: ['example.com', 'v1/Secret'],
        skippedNamespaces: ['internal'],
      },
    });
    expect(capture).toMatchObject({
      minimumIntervalMs: 30_000,
      collectionMs: 15_000,
      rules: {
        skippedKinds: [{ group: 'example.com' }, { group: '', version: 'v1', kinds: ['Secret'] }],
        skippedNamespaces: ['internal'],
      },
    });
    expect(parse({ capture: { allowedKinds: ['v1/ConfigMap'] } }).capture.rules).toEqual({
      allowedKinds: [{ group: '', version: 'v1', kinds: ['ConfigMap'] }],
      skippedNamespaces: [],
      configMapEnvelopes: false,
    });
  });

  it('RUL 54 reads what has to be switched on', () => {
    const { rules } = parse({
      capture: { privilegedKinds: ['rbac.authorization.k8s.io/v1/Role'], configMapEnvelopes: true },
    }).capture;
    expect(rules).toEqual({
      privilegedKinds: [{ group: 'rbac.authorization.k8s.io', version: 'v1', kinds: ['Role'] }],
      configMapEnvelopes: true,
      skippedNamespaces: [],
    });
  });

  it.each([
    {
      rule: 'privileged kinds beside a list of all that is allowed',
      capture: { allowedKinds: ['a.io'], privilegedKinds: ['rbac.authorization.k8s.io'] },
      says: 'fleetstage.capture.privilegedKinds and allowedKinds exclude each other: keep allowedKinds',
    },
    {
      rule: 'a privileged kind that is none',
      capture: { privilegedKinds: ['apps/v1/Deployment'] },
      says: 'fleetstage.capture.privilegedKinds names the group "apps", which is placed anyway',
    },
    {
      rule: 'both lists of kinds',
      capture: { skippedKinds: ['a.io'], allowedKinds: ['b.io'] },
      says: 'fleetstage.capture.allowedKinds and skippedKinds exclude each other: keep one of the two',
    },
    {
      rule: 'a kind that is none',
      capture: { skippedKinds: ['a.io', 'Secret'] },
      says: 'fleetstage.capture.skippedKinds[1] cannot be used: "Secret" is no kind',
    },
    {
      rule: 'a namespace that is none',
      capture: { skippedNamespaces: ['Internal'] },
      says: 'fleetstage.capture.skippedNamespaces[0] is "Internal": write the name of a namespace',
    },
    {
      rule: 'an interval above 5 minutes',
      capture: { minimumIntervalMs: 300_001 },
      says: 'fleetstage.capture.minimumIntervalMs is 300001: use 300000 or less',
    },
    {
      rule: 'a collection above a minute',
      capture: { collectionMs: 60_001 },
      says: 'fleetstage.capture.collectionMs is 60001: use 60000 or less',
    },
  ])('refuses $rule, by its key', ({ capture, says }) => {
    expect(issuesOf({ capture })).toEqual([expect.stringContaining(says)]);
  });
});

describe('fleetstage.encryption', () => {
  const secret = 'sixteen characters';

  it('reads keys in their order', () => {
    const keys = [{ id: '2026-q4', secret }, { secret: 'another passphrase' }];
    expect(parse({ encryption: { keys } }).encryption).toEqual({ keys, allowClearText: false });
  });

  it.each([
    { rule: 'a short secret', key: { secret: 'short-secret' }, says: 'keys[0].secret cannot be used' },
    { rule: 'a number', key: { secret: 1234567890123456 }, says: 'keys[0].secret cannot be used' },
    { rule: 'no secret', key: { id: 'a' }, says: 'keys[0].secret is missing' },
    { rule: 'an id that is none', key: { id: 'Q4!', secret }, says: 'keys[0].id is "Q4!"' },
    { rule: 'an unknown field', key: { secret, key: 'x' }, says: 'keys[0].key is not known' },
  ])('refuses $rule and never shows the secret', ({ key, says }) => {
    const issues = issuesOf({ encryption: { keys: [key] } });
    expect(issues).toEqual([expect.stringContaining(`fleetstage.encryption.${says}`)]);
    expect(issues.join()).not.toContain(String(key.secret ?? '(no secret)'));
  });

  it('refuses the same secret twice', () => {
    expect(issuesOf({ encryption: { keys: [{ secret }, { id: 'b', secret }] } })).toEqual([
      'fleetstage.encryption.keys[1].secret is that of an earlier key: keep each key once',
    ]);
  });
});
