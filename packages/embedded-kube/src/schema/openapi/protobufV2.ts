/**
 * OpenAPI v2 in the protobuf of gnostic's `openapi.v2`, which kubectl reads where it knows no v3. A message is described by
 * the fields that it may have: number and form of each.
 */
import { isObject, type JsonObject } from '../jsonValues';
import { WireWriter } from './WireWriter';

type Encode = (writer: WireWriter, field: number, value: unknown) => void;
type Fields = Readonly<Record<string, readonly [field: number, encode: Encode]>>;

const text: Encode = (writer, field, value) => writer.text(field, String(value));
const flag: Encode = (writer, field, value) => writer.flag(field, value === true);
const whole: Encode = (writer, field, value) => writer.whole(field, Number(value));
const double: Encode = (writer, field, value) => writer.double(field, Number(value));

const list =
  (encode: Encode): Encode =>
  (writer, field, value) => {
    for (const item of Array.isArray(value) ? value : [value]) encode(writer, field, item);
  };

const message =
  (encode: (value: unknown) => Buffer): Encode =>
  (writer, field, value) =>
    writer.bytes(field, encode(value));

/** Any value is written as YAML, and JSON is YAML. */
const any = message(value => new WireWriter().text(2, JSON.stringify(value)).finish());

/** `{ name, value }` pairs in field 1, or in another field. */
const named = (encode: Encode, field = 1) =>
  message(value => {
    const writer = new WireWriter();
    for (const [name, item] of Object.entries(value as JsonObject)) {
      const pair = new WireWriter().text(1, name);
      encode(pair, 2, item);
      writer.bytes(field, pair.finish());
    }
    return writer.finish();
  });

/** A message by its fields; `x-…` extensions go to the field for them. */
function fields(known: Fields, extensionField: number): (value: unknown) => Buffer {
  return value => {
    const writer = new WireWriter();
    for (const [key, field] of Object.entries(value as JsonObject)) {
      const spec = known[key];
      if (spec) spec[1](writer, spec[0], field);
      else if (key.startsWith('x-')) {
        const extension = new WireWriter().text(1, key);
        any(extension, 2, field);
        writer.bytes(extensionField, extension.finish());
      }
    }
    return writer.finish();
  };
}

const schema: Encode = (writer, field, value) => writer.bytes(field, encodeSchema(value));

const additionalProperties = message(value => {
  const writer = new WireWriter();
  return (isObject(value) ? writer.bytes(1, encodeSchema(value)) : writer.flag(2, value === true)).finish();
});

const SCHEMA: Fields = {
  $ref: [1, text],
  format: [2, text],
  title: [3, text],
  description: [4, text],
  default: [5, any],
  multipleOf: [6, double],
  maximum: [7, double],
  exclusiveMaximum: [8, flag],
  minimum: [9, double],
  exclusiveMinimum: [10, flag],
  maxLength: [11, whole],
  minLength: [12, whole],
  pattern: [13, text],
  maxItems: [14, whole],
  minItems: [15, whole],
  uniqueItems: [16, flag],
  maxProperties: [17, whole],
  minProperties: [18, whole],
  required: [19, list(text)],
  enum: [20, list(any)],
  additionalProperties: [21, additionalProperties],
  type: [22, message(value => new WireWriter().text(1, String(value)).finish())],
  items: [23, message(value => new WireWriter().bytes(1, encodeSchema(value)).finish())],
  properties: [25, named(schema)],
};
const schemaFields = fields(SCHEMA, 31);

function encodeSchema(value: unknown): Buffer {
  return schemaFields(value);
}

const body = fields(
  { description: [1, text], name: [2, text], in: [3, text], required: [4, flag], schema: [5, schema] },
  6,
);
const query = fields(
  {
    required: [1, flag],
    in: [2, text],
    description: [3, text],
    name: [4, text],
    type: [6, text],
    uniqueItems: [20, flag],
  },
  23,
);
const inPath = fields(
  {
    required: [1, flag],
    in: [2, text],
    description: [3, text],
    name: [4, text],
    type: [5, text],
    uniqueItems: [19, flag],
  },
  22,
);

/** Which of several messages a parameter is depends on its place. */
const parameter = message(value => {
  const { in: place } = value as JsonObject;
  const inner = new WireWriter();
  if (place === 'body') inner.bytes(1, body(value));
  else {
    const [field, encode] = place === 'path' ? ([4, inPath] as const) : ([3, query] as const);
    inner.bytes(2, new WireWriter().bytes(field, encode(value)).finish());
  }
  return new WireWriter().bytes(1, inner.finish()).finish();
});

const schemaItem = message(value => new WireWriter().bytes(1, encodeSchema(value)).finish());
const responseFields = fields({ description: [1, text], schema: [2, schemaItem] }, 5);
const response = message(value => new WireWriter().bytes(1, responseFields(value)).finish());

const operation = message(
  fields(
    {
      description: [3, text],
      operationId: [5, text],
      produces: [6, list(text)],
      consumes: [7, list(text)],
      parameters: [8, list(parameter)],
      responses: [9, named(response)],
    },
    13,
  ),
);

const pathItem = message(
  fields(
    {
      get: [2, operation],
      put: [3, operation],
      post: [4, operation],
      delete: [5, operation],
      patch: [8, operation],
      parameters: [9, list(parameter)],
    },
    10,
  ),
);

const document = fields(
  {
    swagger: [1, text],
    info: [2, message(fields({ title: [1, text], version: [2, text] }, 7))],
    paths: [8, named(pathItem, 2)],
    definitions: [9, named(schema)],
  },
  16,
);

export const toProtobufV2 = (openApi: object): Buffer => document(openApi);
