/** The patched object that a refusal quotes, as a real server's library writes it. */
import type { KubeObject } from '../../contracts';
import { protobufDocument, type ProtobufField } from '../../http/protobuf/fields';
import { toGoJson } from '../../schema/fieldErrors';
import { isStruct } from './schemaNode';

/** What a field holds: a message, a scalar, or a map of them. */
interface Held {
  readonly message: string;
  readonly isMap: boolean;
}

const NOTHING: Held = { message: '', isMap: false };

const byOrder =
  (order: readonly string[]) =>
  ([a]: ProtobufField, [b]: ProtobufField) =>
    order.indexOf(a) - order.indexOf(b);

/** Fields of a Go struct in their order; empty for what is none. */
function structOf({ message, isMap }: Held): ReadonlyMap<string, Held> {
  const fields = new Map<string, Held>();
  const { messages, orders } = protobufDocument();
  const order = orders[message] ?? [];
  const known = Object.values(isMap ? {} : (messages[message] ?? {}));
  for (const [name, holds, count] of order.length === 0 ? known : [...known].sort(byOrder(order))) {
    const held = { message: holds, isMap: count === 'map' };
    if (name === '') structOf(held).forEach((inner, innerName) => fields.set(innerName, inner));
    else fields.set(name, held);
  }
  return fields;
}

type Entry = readonly [name: string, value: unknown];

const byName = ([a]: Entry, [b]: Entry) => (a < b ? -1 : Number(a > b));

const toText = (entries: readonly Entry[], show: (entry: Entry) => string) =>
  `{${entries.map(entry => `${toGoJson(entry[0])}:${show(entry)}`).join(',')}}`;

/** As the server wrote it itself: fields in the order of their struct, keys of maps by name, sets of fields as they are. */
function showWritten(value: unknown, held: Held): string {
  if (Array.isArray(value)) return `[${value.map(item => showWritten(item, held)).join(',')}]`;
  if (!isStruct(value)) return toGoJson(value);
  if (held.isMap)
    return toText(Object.entries(value).sort(byName), ([, inner]) =>
      showWritten(inner, { ...held, isMap: false }),
    );
  const struct = structOf(held);
  const places = new Map([...struct.keys()].map((name, place) => [name, place]));
  const placeOf = ([name]: Entry) => places.get(name) ?? places.size;
  return toText(
    Object.entries(value).sort((a, b) => placeOf(a) - placeOf(b)),
    ([name, inner]) => showWritten(inner, struct.get(name) ?? NOTHING),
  );
}

/** Levels that a patch touched are maps by then, which Go writes by name; what it brought is shown as the patch has it. */
function showTouched(value: unknown, live: unknown, held: Held): string {
  if (value === live) return showWritten(value, held);
  if (!isStruct(value) || !isStruct(live)) return JSON.stringify(value);
  const struct = structOf(held);
  return toText(Object.entries(value).sort(byName), ([name, inner]) =>
    showTouched(inner, live[name], struct.get(name) ?? NOTHING),
  );
}

/** @param schema e.g. `io.k8s.api.core.v1.Pod`; absent: a custom resource, which is a map down to the last level */
export function showPatched(result: KubeObject, live: KubeObject, schema: string | undefined): string {
  return schema === undefined
    ? toGoJson(result)
    : showTouched(result, live, { message: schema, isMap: false });
}
