/** What builtinData.json holds: the kinds of a real server as its discovery and its OpenAPI v3 documents describe them. */
import { readFileSync } from 'node:fs';

import { besideSources } from '../besideSources';
import type { OpenApiSchema } from '../contracts';

export interface BuiltinSubresource {
  readonly name: string;
  readonly kind: string;
  readonly verbs: readonly string[];
  /** Only where the subresource has another kind than its parent, e.g. `autoscaling/v1` of `scale`. */
  readonly group?: string;
  readonly version?: string;
}

export interface BuiltinTypeRow {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: readonly BuiltinSubresource[];
  /** Name under `schemas`. */
  readonly schema: string;
}

export interface BuiltinDocument {
  readonly serverVersion: string;
  readonly types: readonly BuiltinTypeRow[];
  readonly schemas: Readonly<Record<string, OpenApiSchema>>;
}

let loaded: BuiltinDocument | undefined;

/** Read on first use: a process that only asks for the version of a command need not parse it. */
export function builtinDocument(): BuiltinDocument {
  loaded ??= JSON.parse(readFileSync(besideSources('schema', 'builtinData.json'), 'utf8')) as BuiltinDocument;
  return loaded;
}
