import { groupByOwner } from './groupByOwner';

const row = (name: string, scope = '_') => ({ scope, name });
const owners = new Map([
  ['web', ['team-b']],
  ['dns', ['team-a']],
  ['blue/web', ['team-b']],
  ['shared', ['team-a', 'team-b']],
]);

const groupsOf = (...rows: { scope: string; name: string }[]) =>
  groupByOwner(rows, owners).map(({ key, rows: own }) => [key, own.map(({ name }) => name)]);

it.each([
  [
    'owners in the order of their first row',
    [row('web'), row('dns'), row('web', 'blue')],
    [
      ['team-b', ['web', 'web']],
      ['team-a', ['dns']],
    ],
  ],
  [
    'what nobody owns at the end, though it comes first',
    [row('lost'), row('dns')],
    [
      ['team-a', ['dns']],
      ['', ['lost']],
    ],
  ],
  ['several owners as a group of theirs', [row('shared')], [['team-a,team-b', ['shared']]]],
  ['nothing where there is nothing', [], []],
])('groups placements with %s', (_, rows, expected) => {
  expect(groupsOf(...rows)).toEqual(expected);
});
