import { DEFAULT_SEQUENCE_SETTINGS } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { ConfigProblem } from './configNode';
import { parseSettings } from './settings';

const parse = (sequences: unknown) => parseSettings({ hubs: [{ name: 'hub' }], sequences }, '/').sequences;

function problemsOf(sequences: unknown): readonly string[] {
  try {
    parse(sequences);
  } catch (error) {
    if (error instanceof ConfigProblem) return error.issues;
    throw error;
  }
  return [];
}

describe('fleetstage.sequences', () => {
  it('has the defaults of the engine', () => {
    expect(parse(undefined)).toEqual({
      rules: DEFAULT_SEQUENCE_SETTINGS,
      holdWorkloads: false,
      catalogs: new Map(),
    });
  });

  it('takes each number', () => {
    const { rules } = parse({
      noProgressMs: 60_000,
      unknownAfterMs: 61_000,
      pausedTooLongMs: 62_000,
      keptFinished: 0,
      retry: { firstMs: 1_000, mostMs: 2_000, attempts: 3 },
      limits: { minorStep: 2, nodeSkew: 1 },
    });
    expect(rules).toEqual({
      noProgressMs: 60_000,
      unknownAfterMs: 61_000,
      pausedTooLongMs: 62_000,
      keptFinished: 0,
      retryFirstMs: 1_000,
      retryMostMs: 2_000,
      maxAttempts: 3,
      maxMinorStep: 2,
      maxNodeSkew: 1,
    });
  });

  it('takes whether workloads wait for upgrades, and nothing but true or false', () => {
    expect(parse({ holdWorkloads: true }).holdWorkloads).toBe(true);
    expect(problemsOf({ holdWorkloads: 'always' })).toEqual([
      expect.stringContaining('fleetstage.sequences.holdWorkloads'),
    ]);
  });

  it('E/VC-005: takes catalogues in the shape of a VersionCatalog', () => {
    const channels = [
      { name: 'Regular', targets: [{ from: '1.30', to: '1.31.2', upgradeTypes: ['ControlPlane'] }] },
      { name: 'Stable', targets: [] },
    ];
    const minors = [{ minor: '1.30', endOfSupport: '2026-12-31T00:00:00Z' }];
    const clusterClass = { provider: 'capi', namespace: 'ns', name: 'quick', advance: 'NextMinor' };
    const { catalogs } = parse({
      catalogs: [
        { name: 'default', channels, minors },
        { name: 'by-class', clusterClass },
      ],
    });
    expect(catalogs.get('default')).toEqual({ channels, minors });
    expect(catalogs.get('by-class')).toEqual({ clusterClass });
  });

  it.each([
    [{ noProgressMs: 1 }, 'fleetstage.sequences.noProgressMs is 1: write a whole number of 1000 or more'],
    [{ soak: 1 }, 'fleetstage.sequences.soak is not known'],
    [{ catalogs: [{ name: 'a' }] }, 'Set either channels or clusterClass'],
    [
      { catalogs: [{ name: 'a', channels: [{ name: 'R', targets: [{ from: '1.30', to: '1.31' }] }] }] },
      'fleetstage.sequences.catalogs[0] cannot be used (channels[0].targets[0].to): VERSION_INCOMPLETE',
    ],
    [
      {
        catalogs: [
          { name: 'a', channels: [{ name: 'R' }] },
          { name: 'a', channels: [{ name: 'R' }] },
        ],
      },
      'fleetstage.sequences.catalogs[1].name repeats a',
    ],
    [
      { catalogs: [{ name: 'a', clusterClass: { provider: 'capi', namespace: 'ns' } }] },
      'fleetstage.sequences.catalogs[0].clusterClass.name is missing',
    ],
  ])('says what is wrong: %j', (sequences, problem) => {
    expect(problemsOf(sequences)).toContainEqual(expect.stringContaining(problem));
  });
});
