/**
 * Writes builtinTexts.json from a running kube-apiserver: what it says of the schemas of builtinData.json and of their
 * fields. Run by hand when a newer Kubernetes is to be imitated, after generateBuiltin:
 *
 *   node --require @backstage/cli/config/nodeTransform.cjs packages/embedded-kube/src/schema/generateTexts.ts
 *
 * It asks the address that follows; by default, where `kubectl proxy` serves.
 */
import { writeFileSync } from 'node:fs';
import { besideSources } from '../besideSources';
import type { OpenApiSchema } from '../contracts';
import { builtinSchemas, builtinTypes } from './builtin';
import type { SchemaTexts } from './schemaTexts';

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, OpenApiSchema>> };
}

async function ask<T>(address: string, path: string): Promise<T> {
  const answer = await fetch(address + path, { headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

function textsOf({ description, properties = {} }: OpenApiSchema): Readonly<Record<string, string>> {
  const fields = Object.entries(properties).map(([name, field]) => [name, field.description]);
  const texts = [['', description], ...fields].filter(([, text]) => text !== undefined);
  return Object.fromEntries(texts);
}

async function generate(address: string): Promise<void> {
  const { paths } = await ask<{ paths: Readonly<Record<string, unknown>> }>(address, '/openapi/v3');
  const wanted = new Set(Object.keys(builtinSchemas()));
  for (const { schema } of builtinTypes()) wanted.add(`${schema.root.$ref?.split('/').pop()}List`);
  const texts: Record<string, SchemaTexts[string]> = {};
  for (const path of Object.keys(paths).filter(each => /^api(s\/.*)?\/v\d+$/.test(each))) {
    const { components } = await ask<Document>(address, `/openapi/v3/${path}`);
    for (const [name, schema] of Object.entries(components.schemas))
      if (wanted.has(name)) texts[name] = textsOf(schema);
  }
  const sorted = Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(besideSources('schema', 'builtinTexts.json'), `${JSON.stringify(sorted, null, 2)}\n`);
}

void generate(process.argv[2] ?? 'http://127.0.0.1:8001');
