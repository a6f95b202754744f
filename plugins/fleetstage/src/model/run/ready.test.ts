import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { worsened } from './ready';

const check = (id: Schemas['Check']['id'], level: Schemas['Check']['level']): Schemas['Check'] => ({
  id,
  level,
  text: '',
});

it.each([
  ['nothing changed', [check('proof', 'pass')], [check('proof', 'pass')], []],
  ['better is no reason to review again', [check('proof', 'warn')], [check('proof', 'pass')], []],
  ['worse is', [check('proof', 'pass')], [check('proof', 'warn')], ['proof']],
  ['a new one that blocks is', [], [check('plan', 'blocks')], ['plan']],
  ['a new one that passes is not', [], [check('plan', 'pass')], []],
])('%s', (_, seen, now, ids) => expect(worsened(seen, now).map(({ id }) => id)).toEqual(ids));
