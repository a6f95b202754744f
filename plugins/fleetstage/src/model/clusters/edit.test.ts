import { changeOf, editOf, isSound, patchCommand, problemsOf, rebaseEdit, valuesOf } from './edit';

const row = (key: string, value = '') => ({ key, value });
const taint = (key: string, value?: string) => ({ key, ...(value && { value }), effect: 'NoSchedule' });

describe('labels and taints of a member', () => {
  it.each([
    { rows: [row('env', 'prod'), row('example.com/tier', '')], expected: [undefined, undefined] },
    { rows: [row('', 'prod')], expected: ['key'] },
    { rows: [row('-env', 'prod')], expected: ['key'] },
    { rows: [row('env', 'not good')], expected: ['value'] },
    { rows: [row('env', 'a'), row(' env ', 'b')], expected: [undefined, 'twice'] },
    { rows: [row('', ''), row(' ', '')], expected: [undefined, undefined] },
  ])('$rows: $expected', ({ rows, expected }) => {
    expect(problemsOf(rows, 'labels')).toEqual(expected);
  });

  it('may have two taints of one key with different values', () => {
    const taints = [row('dedicated', 'a'), row('dedicated', 'b')];
    expect(isSound({ labels: [], taints })).toBe(true);
    expect(isSound({ labels: [], taints: [...taints, row('dedicated', 'a')] })).toBe(false);
  });

  it('are sent without empty rows, with the one effect that there is', () => {
    expect(valuesOf({ labels: [row(' env ', ' prod '), row('')], taints: [row('maintenance')] })).toEqual({
      labels: { env: 'prod' },
      taints: [taint('maintenance')],
    });
  });

  it('are sent where they are not as they were', () => {
    const before = { labels: { b: '2', a: '1' }, taints: [taint('x', 'y')] };
    const edit = editOf(before.labels, before.taints);
    expect(changeOf(before, edit)).toEqual({});
    expect(changeOf(before, { ...edit, taints: [] })).toEqual({ taints: [] });
    expect(changeOf(before, { ...edit, labels: [row('a', '1')] })).toEqual({ labels: { a: '1' } });
  });

  it('are typed on top of what somebody else has written meanwhile', () => {
    const before = { labels: [row('a', '1'), row('b', '1')], taints: [row('x')] };
    const typed = { labels: [row('b', '1'), row('c', '1')], taints: [row('x'), row('y')] };
    const theirs = { labels: [row('a', '1'), row('d', '1')], taints: [row('z')] };
    expect(rebaseEdit(before, typed, theirs)).toEqual({
      labels: [row('d', '1'), row('c', '1')],
      taints: [row('z'), row('y')],
    });
    expect(rebaseEdit(before, before, theirs)).toEqual(theirs);
    const both = { labels: [row('a', 'mine')], taints: [] };
    expect(rebaseEdit(before, both, { labels: [row('a', 'theirs')], taints: [] }).labels).toEqual([
      row('a', 'mine'),
    ]);
  });

  it('leave alone what the engine has written', () => {
    const own = { 'kubernetes-fleet.io/member-name': 'c1' };
    const before = { labels: { ...own, env: 'dev' }, taints: [] };
    const edit = editOf(before.labels, before.taints);
    expect(edit.labels).toEqual([row('env', 'dev')]);
    expect(changeOf(before, { ...edit, labels: [] })).toEqual({ labels: own });
  });

  it('are patched by kubectl, labels that go with null', () => {
    const change = { labels: { a: '1' }, taints: [] };
    expect(patchCommand('member-1', { a: '0', b: '2' }, change)).toBe(
      `kubectl patch membercluster member-1 --type=merge \\\n  -p '{"metadata":{"labels":{"b":null,"a":"1"}},"spec":{"taints":[]}}'`,
    );
  });
});
