import { editText } from '../placementEditor/placementText';
import {
  copyText,
  duplicateStage,
  freeName,
  moveItem,
  newStrategyText,
  readStrategyText,
  STAGES,
} from './strategyText';

const text = `# who may ask: platform
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateStrategy
metadata:
  name: careful-three
spec:
  stages:
    # first the harmless ones
    - name: staging
      labelSelector:
        matchLabels:
          env: staging # not dev
      afterStageTasks:
        - type: TimedWait
          waitTime: 1h
    # then a few
    - name: canary
      maxConcurrency: 1
    - name: prod
      maxConcurrency: 25%
`;
const order = (of: string) => [...of.matchAll(/- name: (\w+)/g)].map(([, name]) => name);

it.each([
  [0, 2, ['canary', 'prod', 'staging']],
  [2, 0, ['prod', 'staging', 'canary']],
  [1, 0, ['canary', 'staging', 'prod']],
  [0, -1, ['staging', 'canary', 'prod']],
  [2, 3, ['staging', 'canary', 'prod']],
])('moves a stage from %i to %i with its comments', (from, to, expected) => {
  const moved = moveItem(text, STAGES, from, to);
  expect(order(moved)).toEqual(expected);
  expect(moved).toMatch(/# first the harmless ones\n\s+- name: staging/);
  expect(moved).toMatch(/# then a few\n\s+- name: canary/);
  expect(moved).toContain('env: staging # not dev');
  expect(moved).toContain('# who may ask: platform');
});

it('keeps comments when a field changes', () => {
  const changed = editText(text, [...STAGES, 1, 'maxConcurrency'], 3);
  expect(changed).toBe(text.replace('maxConcurrency: 1', 'maxConcurrency: 3'));
});

it('writes a stage twice under a free name', () => {
  const twice = duplicateStage(text, 0);
  expect(order(twice)).toEqual(['staging', 'staging2', 'canary', 'prod']);
  expect(twice.match(/waitTime: 1h/g)).toHaveLength(2);
  expect(twice).toContain('# then a few');
});

it.each([
  ['canary', ['canary'], 'canary2'],
  ['canary2', ['canary', 'canary2'], 'canary3'],
  ['', [''], 'stage2'],
  ['a'.repeat(63), [], `${'a'.repeat(62)}2`],
])('finds beside %s a name that is free', (name, taken, free) => expect(freeName(name, taken)).toBe(free));

it('copies the text under another name', () => {
  expect(copyText(text, 'quick')).toBe(text.replace('careful-three', 'quick'));
});

it.each([
  ['a new text', newStrategyText(), true],
  ['a strategy', text, true],
  ['a placement', text.replace('ClusterStagedUpdateStrategy', 'ClusterResourcePlacement'), false],
  ['a broken text', `${text}  x: [`, false],
])('reads %s', (_, of, ok) => expect(readStrategyText(of).ok).toBe(ok));

it('names the line of what is no strategy', () => {
  const read = readStrategyText(text.replace('ClusterStagedUpdateStrategy', 'Deployment'));
  expect(read).toEqual({ ok: false, faults: [{ line: 3, message: expect.stringContaining('kind') }] });
});
