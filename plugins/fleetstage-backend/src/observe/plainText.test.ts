import { plainLog, type Log, type LogFields } from './log';
import { MemoryMetrics } from './metrics';
import { toPlain, toPlainError, toPlainText } from './plainText';

const HIDDEN = [
  '\0',
  '\n',
  '\r',
  '\t',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u2066',
  '\u200b',
  '\ufeff',
  '\ud800',
];

describe('what reaches a line of a log', () => {
  it.each(HIDDEN.map(char => ({ char, code: char.charCodeAt(0).toString(16).padStart(4, '0') })))(
    'has U+$code written out',
    ({ char, code }) => {
      expect(toPlainText(`a${char}b`)).toBe(`a\\u${code}b`);
    },
  );

  it('keeps letters of every script', () => {
    const text = 'größe, 日本, 😀, a\\b "c" שלום';
    expect(toPlainText(text)).toBe(text);
  });

  it('is plain in every field, nested ones and names included', () => {
    expect(toPlain({ 'a\n': ['b\u001b', { c: 'd\r' }], 'n': 1, 'u': undefined })).toEqual({
      'a\\u000a': ['b\\u001b', { c: 'd\\u000d' }],
      'n': 1,
      'u': undefined,
    });
  });

  it('is one line of an error, whatever its message says', () => {
    const error = toPlainError(new TypeError('no\n    at forged (a.ts:1)\u001b[31m'));
    expect([error.name, error.message]).toEqual(['TypeError', 'no\\u000a    at forged (a.ts:1)\\u001b[31m']);
    expect(error.stack?.split('\n')[0]).toBe(`TypeError: ${error.message}`);
  });

  it('is plain for the message and the fields of each level', () => {
    const logged: unknown[] = [];
    const keep = (message: string, fields?: LogFields) => logged.push([message, fields]);
    const inner: Log = { debug: keep, info: keep, warn: keep, error: keep };
    const log = plainLog(inner);
    for (const level of ['debug', 'info', 'warn', 'error'] as const)
      log[level]('a\nb', { reason: '\u001b[2J', attempts: 2 });
    expect(logged).toEqual(Array(4).fill(['a\\u000ab', { reason: '\\u001b[2J', attempts: 2 }]));
  });
});

it('a label of a metric is one line', () => {
  const metrics = new MemoryMetrics();
  metrics.count('cluster_requests', { cluster: 'c1"\nfleetstage_forged 1\r\u2028', outcome: 'ok' });
  const lines = metrics.render({ withNames: true }).trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[2]).toBe(
    'fleetstage_cluster_requests_total{cluster="c1\\"\\\\u000afleetstage_forged 1\\\\u000d\\\\u2028",outcome="ok"} 1',
  );
});
