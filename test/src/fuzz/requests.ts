import { mutatePath } from './paths';
import { Random } from './random';
import {
  ACCEPTS,
  drawCreate,
  drawDefinition,
  drawDelete,
  drawDocument,
  drawOdd,
  drawPatch,
  drawRead,
  drawReplace,
  drawTarget,
  type FuzzRequest,
  type Target,
} from './recipes';

export type { FuzzRequest } from './recipes';

const CONTENT_TYPES = [
  ...[
    'application/json',
    'application/yaml',
    'application/vnd.kubernetes.protobuf',
    'application/cbor',
    '',
    'a/b',
  ],
  ...[
    'application/json; charset=utf-16',
    'text/plain',
    ';;;=',
    'application/json-patch+json',
    'x'.repeat(3_000),
  ],
];
const RECIPES: readonly (readonly [weight: number, draw: (target: Target, random: Random) => FuzzRequest])[] =
  [
    [28, drawCreate],
    [18, drawReplace],
    [24, drawPatch],
    [16, drawRead],
    [8, drawDelete],
    [3, drawDefinition],
    [4, drawOdd],
    [3, drawDocument],
  ];

/** Oddities of the request itself, on top of whatever it carries. */
function mutateRequest(request: FuzzRequest, random: Random): FuzzRequest {
  switch (random.below(8)) {
    case 0:
    case 1:
    case 2:
      return { ...request, path: mutatePath(request.path, random) };
    case 3:
      return { ...request, headers: { ...request.headers, 'content-type': random.pick(CONTENT_TYPES) } };
    case 4:
      return { ...request, headers: { ...request.headers, accept: random.pick(ACCEPTS) } };
    case 5:
      return {
        ...request,
        method: random.pick([
          'GET',
          'PUT',
          'POST',
          'PATCH',
          'DELETE',
          'OPTIONS',
          'TRACE',
          'HEAD',
          'PROPFIND',
        ]),
      };
    case 6:
      return {
        ...request,
        headers: { ...request.headers, 'content-type': 'application/vnd.kubernetes.protobuf' },
        body: Buffer.concat([
          Buffer.from('k8s\0', 'latin1'),
          Buffer.from(Array.from({ length: random.below(300) }, () => random.below(256))),
        ]),
      };
    default:
      return { ...request, headers: { ...request.headers, ...oddHeader(random) } };
  }
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const FORGED_TOKENS = [
  `${part({ alg: 'ES256' })}.${part({ iss: 'https://kubernetes.default.svc', exp: 'x' })}.AAAA`,
  `${part({ alg: 'none' })}.${part({ iss: 'https://kubernetes.default.svc' })}.`,
  `${part([])}.${part({ iss: {} })}.%%%`,
];

const oddHeader = (random: Random): Record<string, string> =>
  random.pick<Record<string, string>>([
    {
      authorization: random.pick([
        ...FORGED_TOKENS.map(token => `Bearer ${token}`),
        'Bearer x',
        'Basic YTpi',
        'Bearer',
        `Bearer ${'a '.repeat(2_000)}`,
        '',
      ]),
    },
    { 'content-encoding': random.pick(['gzip', 'deflate', 'br', 'x']) },
    { 'user-agent': random.pick(['', '/', '\u00ff'.repeat(300), 'a'.repeat(5_000)]) },
    { 'impersonate-user': random.pick(['', 'system:anonymous', 'a'.repeat(3_000), '__proto__']) },
    { 'if-none-match': '"x"', 'expect': '100-continue' },
    { 'accept-encoding': 'gzip, br', 'x-forwarded-for': '::' },
  ]);

/** A watch by its old path ends when its time is over only, and takes its time from nowhere. */
const neverEnds = ({ path }: FuzzRequest) => /^\/apis?\/.*\/watch(\/|\?|$)/.test(path);

/** With its namespaces most of what is sent would be about nothing. */
const endsPlayground = ({ method, path }: FuzzRequest) =>
  method === 'DELETE' && /^\/api\/v1\/namespaces\/(default|fuzz-\d)\/*(\?|$)/.test(path);

export function requestAt(seed: number, index: number): FuzzRequest {
  const random = new Random(seed, index);
  const total = RECIPES.reduce((sum, [weight]) => sum + weight, 0);
  let at = random.below(total);
  const [, draw] = RECIPES.find(([weight]) => (at -= weight) < 0) ?? RECIPES[0];
  const request = draw(drawTarget(random), random);
  if (!random.chance(0.12)) return request;
  const mutated = mutateRequest(request, random);
  return endsPlayground(mutated) || neverEnds(mutated) ? request : mutated;
}
