import { parseSettings } from './settings';
import { UserError } from './UserError';

const HUB = ['--hub-url', 'https://hub:6443/', '--hub-token-file', '/hub/token'];
const JOIN = ['--hub-url', 'https://hub:6443', '--hub-join-token-file', '/hub/join-token'];
const parse = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => parseSettings(args, env);

describe('settings of the agent', () => {
  it('have defaults', () => {
    expect(parse(['--member', 'c1', ...HUB])).toEqual({
      member: 'c1',
      hub: { kind: 'files', url: 'https://hub:6443', tokenFile: '/hub/token' },
      own: { kind: 'inCluster' },
      stateDir: '/var/lib/fleetstage',
      resyncMs: 600_000,
      propertyProviders: [],
      logLevel: 'info',
    });
  });

  it('come from the environment, and flags win', () => {
    const env = {
      FLEETSTAGE_MEMBER: 'c1',
      FLEETSTAGE_HUB_KUBECONFIG: '/hub.yaml',
      FLEETSTAGE_HUB_CONTEXT: 'hub',
      FLEETSTAGE_KUBECONFIG: '/own.yaml',
      FLEETSTAGE_LOG_LEVEL: 'debug',
      FLEETSTAGE_RESYNC_SECONDS: '60',
      FLEETSTAGE_PROPERTY_PROVIDER: '/gpus.mjs,/cost.mjs',
    };
    expect(parse(['--member', 'c2', '--state-dir', '/state'], env)).toEqual({
      member: 'c2',
      hub: { kind: 'kubeconfig', file: '/hub.yaml', context: 'hub' },
      own: { kind: 'kubeconfig', file: '/own.yaml' },
      stateDir: '/state',
      resyncMs: 60_000,
      propertyProviders: ['/gpus.mjs', '/cost.mjs'],
      logLevel: 'debug',
    });
  });

  it('have a join token, and where the token that it is exchanged for is kept', () => {
    expect(parse(['--member', 'c1', ...JOIN])?.hub).toEqual({
      kind: 'join',
      url: 'https://hub:6443',
      joinTokenFile: '/hub/join-token',
    });
    const more = [
      '--hub-ca',
      '/ca',
      '--hub-token-secret',
      'agents/hub-token',
      '--hub-token-renew-seconds',
      '5',
    ];
    expect(parse(['--member', 'c1', ...JOIN, ...more])?.hub).toMatchObject({
      caFile: '/ca',
      secret: { namespace: 'agents', name: 'hub-token' },
      renewAfterMs: 5_000,
    });
  });

  it('are not read where help is asked for', () => expect(parse(['--help'])).toBeUndefined());

  it.each([
    ['no member', HUB, '--member "" is empty'],
    ['a name that is a path', ['--member', '../c1', ...HUB], '--member "../c1"'],
    [
      'no hub',
      ['--member', 'c1'],
      'name the hub with --hub-url and --hub-join-token-file, or with --hub-kubeconfig',
    ],
    [
      'a token in the clear',
      ['--member', 'c1', '--hub-url', 'http://hub', '--hub-token-file', 't'],
      'is no https address',
    ],
    ['two tokens', ['--member', 'c1', ...HUB, '--hub-join-token-file', 'j'], 'not both'],
    [
      'a Secret without a namespace',
      ['--member', 'c1', ...JOIN, '--hub-token-secret', 'hub'],
      'NAMESPACE/NAME',
    ],
    [
      'a Secret that is a path',
      ['--member', 'c1', ...JOIN, '--hub-token-secret', 'a/../b'],
      'NAMESPACE/NAME',
    ],
    [
      'a renewal all the time',
      ['--member', 'c1', ...JOIN, '--hub-token-renew-seconds', '0'],
      '--hub-token-renew-seconds 0',
    ],
    ['a resync all the time', ['--member', 'c1', ...HUB, '--resync-seconds', '1'], '--resync-seconds 1'],
    ['an unknown level', ['--member', 'c1', ...HUB, '--log-level', 'loud'], '--log-level loud'],
    ['an unknown flag', ['--members', 'c1'], "Unknown option '--members'"],
  ])('are refused: %s', (_, args, message) => {
    expect(() => parse(args)).toThrow(UserError);
    expect(() => parse(args)).toThrow(message);
  });
});
