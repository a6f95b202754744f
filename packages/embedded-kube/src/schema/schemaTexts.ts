import { readFileSync } from 'node:fs';
import { besideSources } from '../besideSources';
import type { OpenApiSchema } from '../contracts';

/** By the name of a schema: what is said of it (under the empty name) and of its fields. */
export type SchemaTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

let loaded: SchemaTexts | undefined;

/** Read on first use: only documents and explanations show them. */
export function schemaTexts(): SchemaTexts {
  loaded ??= JSON.parse(readFileSync(besideSources('schema', 'builtinTexts.json'), 'utf8')) as SchemaTexts;
  return loaded;
}

/** The schema with what is said of it. */
export function withTexts(name: string, schema: OpenApiSchema): OpenApiSchema {
  const texts = schemaTexts()[name];
  if (texts === undefined) return schema;
  const { properties, ...rest } = schema;
  const described = Object.entries(properties ?? {}).map(([field, value]) => [
    field,
    texts[field] === undefined ? value : { ...value, description: texts[field] },
  ]);
  return {
    ...rest,
    ...(texts[''] === undefined ? {} : { description: texts[''] }),
    ...(properties ? { properties: Object.fromEntries(described) } : {}),
  };
}
