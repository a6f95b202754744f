import { addressOf } from './address';
import { APPROVALS, RUNS } from './families';

const CLUSTER = 'ClusterStagedUpdateRun';

it.each<[readonly string[], string | undefined, string, string | undefined, readonly string[]]>([
  [['web-1'], undefined, CLUSTER, undefined, []],
  [['web-1'], 'shop', 'StagedUpdateRun', 'shop', []],
  [['csur', 'web-1'], undefined, CLUSTER, undefined, []],
  [['csur/web-1', 'more'], undefined, CLUSTER, undefined, ['more']],
  [['StagedUpdateRuns', 'web-1'], 'shop', 'StagedUpdateRun', 'shop', []],
  [['csur'], undefined, CLUSTER, undefined, []],
])('%j in namespace %s is a %s', (words, namespace, kind, place, rest) => {
  const found = addressOf(RUNS, { words, namespace });
  expect(found.rest).toEqual(rest);
  expect(found.address).toMatchObject({
    resource: { kind },
    name: words.length > 1 && rest.length === 0 ? words[1] : words[0].replace('csur/', ''),
  });
  expect(found.address.namespace).toBe(place);
});

it.each([
  [['careq', 'a'], 'shop', 'clusterapprovalrequest is cluster-scoped and does not accept a namespace'],
  [['areq', 'a'], undefined, 'namespace is required for approvalrequest (use --namespace or -n flag)'],
  [['pod/a'], undefined, '"pod" names no kind of approval request; use clusterapprovalrequest, '],
  [['..'], undefined, 'the name ".." '],
  [[], undefined, 'name the approval request, as NAME or KIND/NAME'],
])('C/DR-016: %j in namespace %s is refused', (words, namespace, message) => {
  expect(() => addressOf(APPROVALS, { words, namespace })).toThrow(message);
});

it('C/DR-016: takes the name by a flag', () => {
  const { address } = addressOf(APPROVALS, { words: ['clusterapprovalrequest'], name: 'web-1-canary' });
  expect(address).toMatchObject({ resource: { plural: 'clusterapprovalrequests' }, name: 'web-1-canary' });
});
