import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { appendLog, LogLines } from './logLines';
import { firstShown } from './firstShown';
import { formatRef, parseRef, refOf } from './workloadRef';

describe('an object in an address', () => {
  it('is what it was, with a group and without', () => {
    for (const one of [
      { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'web', name: 'app' },
      { version: 'v1', kind: 'Namespace', name: 'web' },
    ])
      expect(parseRef(formatRef(refOf(one)))).toEqual(refOf(one));
    expect(parseRef('Deployment/app')).toBeUndefined();
    expect(parseRef('//Pod//')).toBeUndefined();
  });
});

describe('what is shown where nobody has chosen', () => {
  type Workload = Schemas['Workload'];
  const one = (name: string, health: Workload['health'], ...children: Workload[]): Workload => ({
    ...{ version: 'v1', kind: 'Pod', name },
    ...{ health, children },
  });
  it.each<[string, Workload[], string | undefined]>([
    ['nothing', [], undefined],
    ['the first', [one('a', 'healthy', one('a-1', 'healthy')), one('b', 'healthy')], 'a'],
    [
      'what the first failing one fails of',
      [one('a', 'failing', one('a-1', 'healthy'), one('a-2', 'failing', one('a-2-x', 'failing')))],
      'a-2-x',
    ],
    ['a failing one itself', [one('a', 'failing', one('a-1', 'healthy'))], 'a'],
  ])('is %s', (_, objects, name) => {
    expect(firstShown(objects)?.name).toBe(name);
  });
});

describe('a log', () => {
  it('comes in pieces that are cut anywhere', () => {
    const lines = new LogLines();
    expect(lines.push('{"text":"a"}\n\n{"te')).toEqual([{ text: 'a' }]);
    expect(lines.push('xt":"b"}\n{"end":"limit"}\n')).toEqual([{ text: 'b' }, { end: 'limit' }]);
  });
  it('loses its oldest lines where it is long', () => {
    const long = appendLog('first\n', `${'x'.repeat(499_990)}\nlast\n`);
    expect(long.endsWith('\nlast\n')).toBe(true);
    expect(long.length).toBeLessThanOrEqual(500_000);
    expect(long).not.toContain('first');
  });
});
