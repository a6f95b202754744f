import { badRequest } from '../../api/errors';
import type { ResourceType } from '../../contracts';
import { protobufDocument, type ProtobufField } from './fields';
import { WireReader } from './WireReader';

export const PROTOBUF = 'application/vnd.kubernetes.protobuf';

const MAGIC = Buffer.from('k8s\0', 'latin1');
type Fields = Record<string, unknown>;

/** What a client's typed library sends, as the JSON that it encodes. `undefined`: the kind's fields are not known. */
export function decodeProtobuf(bytes: Buffer, type?: ResourceType): Fields | undefined {
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC))
    throw badRequest('the body is not protobuf as Kubernetes writes it');
  try {
    const { apiVersion, kind, raw } = readEnvelope(bytes.subarray(MAGIC.length));
    const message = messageOf(apiVersion, kind, type);
    if (message === undefined) return undefined;
    return { apiVersion, kind, ...decodeMessage(message, raw) };
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError)
      throw badRequest(`error decoding the body: ${error.message}`);
    throw error;
  }
}

function readEnvelope(bytes: Buffer): { apiVersion: string; kind: string; raw: Buffer } {
  const parts = readChunks(bytes);
  const names = readChunks(parts.get(1) ?? Buffer.alloc(0));
  return {
    apiVersion: names.get(1)?.toString('utf8') ?? '',
    kind: names.get(2)?.toString('utf8') ?? '',
    raw: parts.get(2) ?? Buffer.alloc(0),
  };
}

function readChunks(bytes: Buffer): Map<number, Buffer> {
  const reader = new WireReader(bytes);
  const chunks = new Map<number, Buffer>();
  while (!reader.isAtEnd) {
    const { field, wire } = reader.tag();
    if (wire === 2) chunks.set(field, reader.chunk());
    else reader.skip(wire);
  }
  return chunks;
}

/** Groups of the API are folders of its source: `apps/v1` is `io.k8s.api.apps.v1`, `rbac.authorization.k8s.io` is `rbac`. */
function messageOf(apiVersion: string, kind: string, type: ResourceType | undefined): string | undefined {
  const root = type?.kind === kind ? type.schema.root.$ref?.split('/').pop() : undefined;
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
  const guesses = [
    root,
    `io.k8s.api.${group.split('.')[0]}.${version}.${kind}`,
    `io.k8s.apimachinery.pkg.apis.meta.v1.${kind}`,
  ];
  return guesses.find(name => name !== undefined && name in protobufDocument().messages);
}

function decodeMessage(name: string, bytes: Buffer): Fields {
  const message = protobufDocument().messages[name] ?? {};
  const reader = new WireReader(bytes);
  const result: Fields = {};
  while (!reader.isAtEnd) {
    const { field: number, wire } = reader.tag();
    const field = message[String(number)];
    if (field) readField(result, field, reader);
    else reader.skip(wire);
  }
  return result;
}

function readField(into: Fields, field: ProtobufField, reader: WireReader): void {
  const [name, holds, count] = field;
  if (count === 'map') {
    const [key, value] = readEntry(holds, reader.chunk());
    into[name] = { ...(into[name] as Fields | undefined), [key]: value };
    return;
  }
  const value = readValue(holds, reader);
  if (value === undefined) return;
  if (count === 'list') into[name] = [...((into[name] as unknown[] | undefined) ?? []), value];
  else if (name === '') Object.assign(into, value);
  else into[name] = value;
}

function readEntry(holds: string, bytes: Buffer): [key: string, value: unknown] {
  const reader = new WireReader(bytes);
  let key = '';
  let value: unknown = '';
  while (!reader.isAtEnd) {
    const { field, wire } = reader.tag();
    if (field === 1) key = reader.chunk().toString('utf8');
    else if (field === 2) value = readValue(holds, reader);
    else reader.skip(wire);
  }
  return [key, value];
}

function readValue(holds: string, reader: WireReader): unknown {
  switch (holds) {
    case 'string':
      return reader.chunk().toString('utf8');
    case 'int':
      return Number(reader.varint());
    case 'bool':
      return reader.varint() !== 0n;
    case 'double':
      return reader.double();
    case 'bytes':
      return reader.chunk().toString('base64');
    default: {
      const bytes = reader.chunk();
      const special = SPECIAL[holds];
      return special ? special(bytes) : decodeMessage(holds, bytes);
    }
  }
}

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';

/** Types that are written in JSON in their own way. */
const SPECIAL: Readonly<Record<string, (bytes: Buffer) => unknown>> = {
  [`${META}.Time`]: bytes => readTime(bytes, 'second'),
  [`${META}.MicroTime`]: bytes => readTime(bytes, 'microsecond'),
  [`${META}.FieldsV1`]: readJson,
  [`${META}.Duration`]: bytes => `${Number(readNumbers(bytes).get(1) ?? 0n) / 1e9}s`,
  'io.k8s.apimachinery.pkg.runtime.RawExtension': readJson,
  'io.k8s.apimachinery.pkg.api.resource.Quantity': bytes => readChunks(bytes).get(1)?.toString('utf8') ?? '0',
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': bytes => {
    const isText = readNumbers(bytes).get(1) === 1n;
    return isText
      ? (readChunks(bytes).get(3)?.toString('utf8') ?? '')
      : Number(readNumbers(bytes).get(2) ?? 0n);
  },
};

function readJson(bytes: Buffer): unknown {
  const raw = readChunks(bytes).get(1);
  return raw === undefined || raw.length === 0 ? undefined : JSON.parse(raw.toString('utf8'));
}

function readNumbers(bytes: Buffer): Map<number, bigint> {
  const reader = new WireReader(bytes);
  const numbers = new Map<number, bigint>();
  while (!reader.isAtEnd) {
    const { field, wire } = reader.tag();
    if (wire === 0) numbers.set(field, reader.varint());
    else reader.skip(wire);
  }
  return numbers;
}

/** A time that nobody set has no seconds. */
function readTime(bytes: Buffer, unit: 'second' | 'microsecond'): string | undefined {
  const numbers = readNumbers(bytes);
  const seconds = numbers.get(1);
  if (seconds === undefined) return undefined;
  const text = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  if (unit === 'second') return `${text}Z`;
  const micros = Math.floor(Number(numbers.get(2) ?? 0n) / 1000);
  return `${text}.${String(micros).padStart(6, '0')}Z`;
}
