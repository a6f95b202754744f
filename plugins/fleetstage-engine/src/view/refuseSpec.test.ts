import type { UpdateStrategySpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import { refuseSpec } from './refuseSpec';

it.each<[string, unknown, object[]]>([
  ['nothing of a strategy that runs accept', { stages: [{ name: 'all' }] }, []],
  [
    'a name that is used twice, by its field (C/ST-002)',
    { stages: [{ name: 'a' }, { name: 'a' }] },
    [{ field: 'spec.stages[1].name', message: expect.stringMatching(/^Spec|^spec/) }],
  ],
  ['nothing of what is no list of stages', { stages: 'all' }, []],
  ['nothing of a stage that is none', { stages: [null] }, []],
  ['nothing of tasks that are none', { stages: [{ name: 'a', afterStageTasks: 'wait' }] }, []],
  ['nothing of a task that is none', { stages: [{ name: 'a', beforeStageTasks: [7] }] }, []],
])('refuses %s', (_, spec, refusals) => {
  expect(refuseSpec(spec as UpdateStrategySpec)).toEqual(refusals);
});
