import { parseSettings } from '../settings';
import { securityProblems } from './securityProblems';

const hubs = [{ name: 'hub' }];
const encryptionOf = (encryption: object) => parseSettings({ hubs, encryption }, '/').encryption;
const membersOf = (members: object) => parseSettings({ hubs, members }, '/').members;
const KEY = { keys: [{ secret: 'a passphrase of some length' }] };
const NO_KEY = [expect.stringMatching(/^fleetstage\.encryption\.keys is missing.*allowClearText/)];
const CONTEXTS = [expect.stringMatching(/^fleetstage\.members\.contexts is missing.*\['\*'\]/)];
const GUEST = [expect.stringMatching(/^auth\.providers\.guest\.\w+ is true.*remove auth\.providers\.guest/)];

describe('what keeps the engine from working', () => {
  it.each([
    { nodeEnv: 'production', encryption: {}, allowsGuests: false, problems: NO_KEY },
    { nodeEnv: undefined, encryption: {}, allowsGuests: false, problems: NO_KEY },
    { nodeEnv: 'staging', encryption: { keys: [] }, allowsGuests: false, problems: NO_KEY },
    { nodeEnv: 'production', encryption: { allowClearText: false }, allowsGuests: false, problems: NO_KEY },
    { nodeEnv: 'production', encryption: { allowClearText: true }, allowsGuests: false, problems: [] },
    { nodeEnv: 'production', encryption: KEY, allowsGuests: false, problems: [] },
    { nodeEnv: 'production', encryption: KEY, allowsGuests: true, problems: GUEST },
    { nodeEnv: undefined, encryption: {}, allowsGuests: true, problems: [...NO_KEY, ...GUEST] },
    { nodeEnv: 'development', encryption: {}, allowsGuests: true, problems: [] },
    { nodeEnv: 'test', encryption: {}, allowsGuests: true, problems: [] },
  ])(
    'NODE_ENV $nodeEnv, encryption $encryption, guests allowed: $allowsGuests',
    ({ encryption, problems, ...rest }) => {
      const members = membersOf([{ name: 'c1', kubeconfig: 'all' }]);
      expect(securityProblems({ ...rest, members, encryption: encryptionOf(encryption) })).toEqual(problems);
    },
  );

  it.each([
    { nodeEnv: 'production', members: { kubeconfig: 'all' }, problems: CONTEXTS },
    { nodeEnv: undefined, members: { kubeconfig: 'all' }, problems: CONTEXTS },
    { nodeEnv: 'production', members: { kubeconfig: 'all', contexts: ['c1'] }, problems: [] },
    { nodeEnv: 'production', members: { kubeconfig: 'all', contexts: ['*'] }, problems: [] },
    { nodeEnv: 'production', members: [{ name: 'c1', kubeconfig: 'all' }], problems: [] },
    { nodeEnv: 'development', members: { kubeconfig: 'all' }, problems: [] },
  ])('NODE_ENV $nodeEnv, members $members', ({ nodeEnv, members, problems }) => {
    const inputs = { encryption: encryptionOf(KEY), allowsGuests: false, nodeEnv };
    expect(securityProblems({ ...inputs, members: membersOf(members) })).toEqual(problems);
  });
});
