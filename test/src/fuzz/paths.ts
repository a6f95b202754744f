import type { Random } from './random';

const PIECES: readonly string[] = [
  ...[
    '..',
    '.',
    '',
    '%2e%2e',
    '%2f',
    '%00',
    '%',
    '%zz',
    '%c0%af',
    '%ff',
    '%ed%a0%80',
    '__proto__',
    'constructor',
    'toString',
  ],
  ...[
    '%F0%9F%92%A5',
    'a%20b',
    '*',
    '~',
    ';',
    '\\',
    'namespaces',
    'status',
    'scale',
    'finalize',
    'proxy',
    'log',
    'watch',
    'v1',
    'v2',
  ],
  ...[
    'a'.repeat(300),
    'a'.repeat(9_000),
    '-',
    '{x}',
    '[',
    "'",
    '"',
    '%22',
    '%5C',
    '%0d%0aX-Evil:%201',
    '//evil.example',
    '@',
    ':',
  ],
];

/** Another path that is like it. */
export function mutatePath(path: string, random: Random): string {
  const [plain, ...query] = path.split('?');
  const parts = plain.split('/');
  const at = 1 + random.below(parts.length);
  const change = random.below(4);
  if (change === 0) parts.splice(at, 0, random.pick(PIECES));
  else if (change === 1) parts.splice(at, 1);
  else if (change === 2) parts[Math.min(at, parts.length - 1)] = random.pick(PIECES);
  else parts.push(random.pick(PIECES), random.pick(PIECES));
  return [parts.join('/'), ...query].join('?');
}

const NUMBERS = [
  '0',
  '-1',
  '1',
  '3',
  '1e3',
  '99999999999999999999',
  '1e400',
  'NaN',
  '0x1',
  '1.5',
  '',
  'x',
  '%00',
  '９',
];
const FLAGS = ['true', 'false', '1', '0', 'yes', '', 'T', 'null'];
const LABELS = [
  ...[
    'app=web',
    'app!=web',
    'app in (web,x)',
    'app notin ()',
    '!app',
    'app',
    'turn>3',
    'turn<x',
    ',',
    '=',
    'a=b=c',
    'a in',
    '(((',
  ],
  ...[
    '__proto__',
    'constructor=x',
    '!toString',
    'a in (',
    `a in (${'x,'.repeat(3_000)})`,
    ' '.repeat(9_000),
    `${' '.repeat(4_000)}a= `,
  ],
  ...['(,'.repeat(3_000), 'a'.repeat(9_000), 'é=é', 'a==b,', 'a/b/c=d', `a${' '.repeat(6_000)}b`, '\u0000'],
];
const FIELDS = [
  ...[
    'metadata.name=f-0',
    'metadata.namespace!=x',
    'status.phase=Running',
    'spec.nodeName=',
    'type=Opaque',
    'a.b=c',
    '__proto__=x',
    '=',
  ],
  ...[
    'metadata.__proto__=x',
    'metadata.name=a,metadata.name=b',
    ',',
    `metadata.name${' '.repeat(6_000)}!`,
    `metadata.name=${' '.repeat(6_000)}x y`,
  ],
  ...['metadata.name=\\,\\=', 'involvedObject.name=f-0', 'a'.repeat(9_000), '!='.repeat(2_000)],
];

const token = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const TOKENS = [
  ...['x', '', '%%%', 'e30', 'bnVsbA', 'W10', 'a'.repeat(9_000)],
  token({ revision: 1, key: '' }),
  token({ revision: 1e308, key: 'default/f-0' }),
  token({ revision: -1, key: '\u0000' }),
  token({ revision: 1.5, key: 'default/f-0' }),
  token({ v: 'meta.k8s.io/v1', rv: 3, start: 'f-0\u0000' }),
  token({ v: 'meta.k8s.io/v1', rv: -1, start: '../../secrets' }),
  token({ v: '__proto__', rv: 1e99, start: {} }),
  token({ revision: 7, key: 'default/f-0' }).slice(0, 9),
];

const PARAMETERS: readonly (readonly [name: string, values: readonly string[]])[] = [
  ['limit', NUMBERS],
  ['continue', TOKENS],
  ['labelSelector', LABELS],
  ['fieldSelector', FIELDS],
  ['resourceVersion', NUMBERS],
  ['resourceVersionMatch', ['Exact', 'NotOlderThan', 'x', '']],
  ['timeoutSeconds', ['1', '-1', '0x', '1e400', '']],
  ['timeout', ['1s', '-1s', 'x', '1e9h']],
  ['dryRun', ['All', 'all', '', 'None']],
  ['fieldValidation', ['Strict', 'Warn', 'Ignore', 'x', '__proto__']],
  ['fieldManager', ['fuzz', '', 'a'.repeat(200), '\u0000', '__proto__', 'é']],
  ['force', FLAGS],
  ['pretty', FLAGS],
  ['gracePeriodSeconds', NUMBERS],
  ['propagationPolicy', ['Orphan', 'Foreground', 'Background', 'x', '']],
  ['orphanDependents', FLAGS],
  ['includeObject', ['None', 'Metadata', 'Object', 'x']],
  ['allowWatchBookmarks', FLAGS],
  ['sendInitialEvents', FLAGS],
  ['__proto__', ['x']],
  ['hash', ['x', '']],
];

/** Mostly nothing; `fixed` always. */
export function queryOf(random: Random, fixed = ''): string {
  const drawn = random.chance(0.35)
    ? Array.from({ length: 1 + random.below(3) }, () => {
        const [name, values] = random.pick(PARAMETERS);
        const value = random.pick(values);
        return `${name}=${random.chance(0.9) ? encodeURIComponent(value) : value.replace(/[^!-~]/g, '+')}`;
      })
    : [];
  const all = [...(fixed === '' ? [] : [fixed]), ...drawn].join(random.chance(0.97) ? '&' : '&&=&');
  return all === '' ? '' : `?${all}`;
}
