import { ConfigProblem } from './configNode';
import { parseSettings } from './settings';

const hubs = [{ name: 'hub', kubeconfig: 'kc', context: 'hub' }];

describe('parseSettings', () => {
  it('C/FF-014: the agent of a member has 15 minutes to leave, or what is configured', () => {
    expect(parseSettings({ hubs }, '/').membership).toEqual({ forceLeaveAfterMs: 900_000 });
    expect(
      parseSettings({ hubs, membership: { hubUrl: 'https://hub:6443/', hubCaFile: 'ca.crt' } }, '/etc')
        .membership,
    ).toMatchObject({ hubUrl: 'https://hub:6443', hubCaFile: '/etc/ca.crt' });
    expect(() => parseSettings({ hubs, membership: { hubUrl: 'http://hub' } }, '/')).toThrow(
      'fleetstage.membership.hubUrl is "http://hub": write an https address, since tokens are sent there',
    );
    const membership = { forceLeaveAfterMs: 30_000 };
    expect(parseSettings({ hubs, membership }, '/').membership).toEqual(membership);
    expect(() => parseSettings({ hubs, membership: { forceLeaveAfterMs: 0 } }, '/')).toThrow(
      'fleetstage.membership.forceLeaveAfterMs is 0: write a whole number of 1000 or more',
    );
  });

  it('fills in the documented defaults and resolves paths', () => {
    const settings = parseSettings({ hubs, members: [{ name: 'm1', kubeconfig: 'kc' }] }, '/base');
    expect(settings.hub).toEqual({ name: 'hub', kubeconfig: '/base/kc', context: 'hub' });
    expect(settings.capture).toEqual({
      debounceMs: 250,
      maxMs: 2000,
      minimumIntervalMs: 0,
      collectionMs: 0,
      rules: { configMapEnvelopes: false, skippedNamespaces: [] },
    });
    expect(settings.encryption).toEqual({ keys: [], allowClearText: false });
    expect(settings.installCrds).toBe(true);
    expect(settings.publish).toEqual({ bindings: true, secrets: 'masked', clusterProfiles: true });
    expect(settings.members).toEqual({
      kind: 'listed',
      byName: new Map([['m1', { kubeconfig: '/base/kc' }]]),
    });
  });

  it('takes one kubeconfig whose contexts are the members', () => {
    const settings = parseSettings({ hubs, members: { kubeconfig: 'all' } }, '/base');
    expect(settings.members).toEqual({ kind: 'contexts', kubeconfig: '/base/all' });
    const some = parseSettings({ hubs, members: { kubeconfig: 'all', contexts: ['c1'] } }, '/base');
    expect(some.members).toEqual({
      kind: 'contexts',
      kubeconfig: '/base/all',
      contexts: new Set(['c1']),
    });
    const any = parseSettings({ hubs, members: { kubeconfig: 'all', contexts: ['*'] } }, '/base');
    expect(any.members).toMatchObject({ contexts: new Set(['*']) });
  });

  it.each([
    { rule: 'no hub', raw: {}, says: /fleetstage\.hubs is missing: add one hub/ },
    { rule: 'two hubs', raw: { hubs: [...hubs, ...hubs] }, says: /fleetstage\.hubs has 2 entries: one hub/ },
    { rule: 'a hub without a name', raw: { hubs: [{}] }, says: /fleetstage\.hubs\[0\]\.name is missing/ },
    {
      rule: 'an account of all authors',
      raw: { hubs, authorAccount: 'fleetstage' },
      says: /authorAccount is "fleetstage": write a user name with \{namespace\} in it/,
    },
    {
      rule: 'a misspelt key',
      raw: { hubs, captur: {} },
      says: /fleetstage\.captur is not known: use one of hubs/,
    },
    {
      rule: 'a word for a number',
      raw: { hubs, requestTimeoutMs: 'x' },
      says: /requestTimeoutMs is "x": write a whole number/,
    },
    {
      rule: 'a member twice',
      raw: {
        hubs,
        members: [
          { name: 'a', kubeconfig: 'k' },
          { name: 'a', kubeconfig: 'k' },
        ],
      },
      says: /members\[1\]\.name repeats a/,
    },
    {
      rule: 'a member without credentials',
      raw: { hubs, members: [{ name: 'a' }] },
      says: /members\[0\]\.kubeconfig is missing/,
    },
    {
      rule: 'a context that can be no member',
      raw: { hubs, members: { kubeconfig: 'all', contexts: ['A/B'] } },
      says: /members\.contexts\[0\] is "A\/B"/,
    },
    {
      rule: 'a variable that is none',
      raw: { hubs, connections: { pluginEnvironment: ['*'] } },
      says: /connections\.pluginEnvironment\[0\] is "\*": write the name of a variable/,
    },
    {
      rule: 'an unknown mode for secrets',
      raw: { hubs, publish: { secrets: 'plain' } },
      says: /publish\.secrets is "plain": write one of masked, full/,
    },
    {
      rule: 'a debounce above its bound',
      raw: { hubs, capture: { debounceMs: 500, maxMs: 100 } },
      says: /capture\.maxMs is below debounceMs/,
    },
  ])('refuses $rule and says what to write', ({ raw, says }) => {
    expect(() => parseSettings(raw, '/base')).toThrow(says);
  });

  it('lays clusters out by environment and region, or by the label keys that are given', () => {
    const axesOf = (ui?: unknown) => parseSettings({ hubs, ui }, '/base').ui.axes;
    expect(axesOf()).toEqual({ rows: 'environment', columns: 'region' });
    expect(axesOf({ axes: { rows: 'example.com/tier' } })).toEqual({
      rows: 'example.com/tier',
      columns: 'region',
    });
    expect(() => axesOf({ axes: { rows: 'no key' } })).toThrow(
      /ui\.axes\.rows is "no key", which is no label key/,
    );
  });

  it('reports all problems at once', () => {
    try {
      parseSettings({ installCrds: 'yes', capture: [] }, '/base');
    } catch (problem) {
      expect(problem).toBeInstanceOf(ConfigProblem);
      expect((problem as ConfigProblem).issues.length).toBeGreaterThanOrEqual(3);
    }
    expect.assertions(2);
  });
});
