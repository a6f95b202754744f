import { explainMissing, FULL_AUTHORITY } from './coverage';
import type { PolicyRule } from './rules';

const rule = (verbs: string, resources: string, names?: string): PolicyRule => ({
  verbs: verbs.split(','),
  apiGroups: [''],
  resources: resources.split(','),
  ...(names === undefined ? {} : { resourceNames: names.split(',') }),
});

describe('explainMissing', () => {
  it.each([
    ['the same', [rule('get', 'pods')], [rule('get', 'pods')], []],
    ['less', [rule('get,list', 'pods,nodes')], [rule('list', 'pods')], []],
    [
      'two rules that only together are enough',
      [rule('get', 'pods'), rule('list', 'pods')],
      [rule('get,list', 'pods')],
      [],
    ],
    [
      'another verb',
      [rule('get', 'pods')],
      [rule('get,delete', 'pods')],
      ['{APIGroups:[""], Resources:["pods"], Verbs:["delete"]}'],
    ],
    [
      'verbs of one thing in one line',
      [],
      [rule('get,list', 'pods'), rule('watch', 'pods')],
      ['{APIGroups:[""], Resources:["pods"], Verbs:["get" "list" "watch"]}'],
    ],
    [
      'a verb as often as it is asked for',
      [],
      [rule('get', 'pods'), rule('get,list', 'pods')],
      ['{APIGroups:[""], Resources:["pods"], Verbs:["get" "get" "list"]}'],
    ],
    [
      'lines in order',
      [],
      [rule('get', 'secrets,pods')],
      [
        '{APIGroups:[""], Resources:["pods"], Verbs:["get"]}',
        '{APIGroups:[""], Resources:["secrets"], Verbs:["get"]}',
      ],
    ],
    [
      'names apart',
      [rule('get', 'pods', 'a')],
      [rule('get', 'pods', 'a,b')],
      ['{APIGroups:[""], Resources:["pods"], ResourceNames:["b"], Verbs:["get"]}'],
    ],
    [
      'any name is more than some',
      [rule('get', 'pods', 'a')],
      [rule('get', 'pods')],
      ['{APIGroups:[""], Resources:["pods"], Verbs:["get"]}'],
    ],
    ['some names are less than any', [rule('get', 'pods')], [rule('get', 'pods', 'a')], []],
    ['a subresource by a star', [rule('get', '*/log')], [rule('get', 'pods/log,*/log')], []],
    ['everything', FULL_AUTHORITY, [rule('*', '*'), { verbs: ['*'], nonResourceURLs: ['/a', '*'] }], []],
    [
      'paths one by one',
      [{ verbs: ['get'], nonResourceURLs: ['/a/*'] }],
      [{ verbs: ['get', 'post'], nonResourceURLs: ['/a/b', '/a'] }],
      [
        '{NonResourceURLs:["/a"], Verbs:["get"]}',
        '{NonResourceURLs:["/a"], Verbs:["post"]}',
        '{NonResourceURLs:["/a/b"], Verbs:["post"]}',
      ],
    ],
  ] as const)('knows %s', (_what, held, wanted, expected) => {
    expect(explainMissing(held, wanted)).toEqual(expected);
  });
});
