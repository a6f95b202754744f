import { appendLog, LogLines } from './logLines';
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
