import { createHash } from 'node:crypto';
import type { ResourceType } from '../contracts';
import { builtinServerVersion } from './builtin';
import { toProtobufV2 } from './openapi/protobufV2';
import { renderV2 } from './openapi/renderV2';
import { renderV3 } from './openapi/renderV3';

export interface OpenApiAnswer {
  readonly body: string | Buffer;
  readonly contentType: string;
  readonly etag: string;
}

const JSON_TYPE = 'application/json';
const V2_PROTOBUF = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex').toUpperCase();

const fingerprints = new WeakMap<ResourceType, string>();

/** What a kind's part of a document depends on. */
function fingerprintOf(type: ResourceType): string {
  let fingerprint = fingerprints.get(type);
  if (fingerprint === undefined) {
    const { group, version, kind, plural, isNamespaced, verbs, subresources } = type;
    const schema = type.isCustom ? type.schema.root : builtinServerVersion();
    const names = [group, version, kind, plural, isNamespaced, verbs, subresources];
    fingerprint = sha256(JSON.stringify([names, schema]));
    fingerprints.set(type, fingerprint);
  }
  return fingerprint;
}

/** Known before the document is rendered: an index of all documents renders none of them. */
const hashOf = (form: string, types: readonly ResourceType[]) =>
  sha256([form, ...types.map(fingerprintOf)].join(' '));

/**
 * Documents are kept by what they describe: clusters that serve the same kinds share them. The bound keeps a stream
 * of definitions from filling the memory.
 */
const MAX_KEPT = 100;
const kept = new Map<string, string | Buffer>();

function answer(
  form: string,
  types: readonly ResourceType[],
  render: () => string | Buffer,
  contentType = JSON_TYPE,
): OpenApiAnswer {
  const hash = hashOf(form, types);
  const body = kept.get(hash) ?? render();
  // The most recently used is last, so the first is the least recently used.
  kept.delete(hash);
  kept.set(hash, body);
  const oldest = kept.keys().next();
  if (kept.size > MAX_KEPT && !oldest.done) kept.delete(oldest.value);
  return { body, contentType, etag: `"${hash}"` };
}

const pathOf = ({ group, version }: ResourceType) =>
  group === '' ? `api/${version}` : `apis/${group}/${version}`;

function byGroupVersion(types: readonly ResourceType[]): ReadonlyMap<string, readonly ResourceType[]> {
  const groups = new Map<string, ResourceType[]>();
  for (const type of types) {
    const list = groups.get(pathOf(type));
    if (list) list.push(type);
    else groups.set(pathOf(type), [type]);
  }
  return groups;
}

function renderIndex(types: readonly ResourceType[]): string {
  const paths = [...byGroupVersion(types)].map(([path, list]) => [
    path,
    { serverRelativeURL: `/openapi/v3/${path}?hash=${hashOf('v3', list)}` },
  ]);
  return JSON.stringify({ paths: Object.fromEntries(paths) });
}

function answerV2(accept: string, types: readonly ResourceType[]): OpenApiAnswer {
  const isProtobuf = accept.trim().startsWith('application/com.github.proto-openapi.spec.v2');
  if (isProtobuf) return answer('v2 protobuf', types, () => toProtobufV2(renderV2(types)), V2_PROTOBUF);
  return answer('v2', types, () => JSON.stringify(renderV2(types)));
}

/**
 * The fields of all kinds: `/openapi/v2` whole (as JSON, or as the protobuf that kubectl before 1.27 asks for),
 * `/openapi/v3` as an index with a hash for each `/openapi/v3/apis/<group>/<version>`. `undefined` for other paths.
 */
export function openApi(
  path: string,
  accept: string,
  types: readonly ResourceType[],
): OpenApiAnswer | undefined {
  const [plain] = path.split('?');
  if (plain === '/openapi/v2') return answerV2(accept, types);
  if (plain === '/openapi/v3' || plain === '/openapi/v3/')
    return answer('index', types, () => renderIndex(types), 'text/plain; charset=utf-8');
  if (!plain.startsWith('/openapi/v3/')) return undefined;
  const list = byGroupVersion(types).get(plain.slice('/openapi/v3/'.length));
  return list && answer('v3', list, () => JSON.stringify(renderV3(list)));
}
