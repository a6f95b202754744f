/**
 * Writes builtinData.json from a running kube-apiserver; run by hand when a newer Kubernetes is to be imitated:
 *
 *   node --require @backstage/cli/config/nodeTransform.cjs packages/embedded-kube/src/schema/generateBuiltin.ts
 *
 * It asks through `kubectl`, so KUBECONFIG names the server.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

import type { BuiltinDocument, BuiltinSubresource, BuiltinTypeRow } from './builtinDocument';
import { besideSources } from '../besideSources';
import type { OpenApiSchema } from '../contracts';

/** The order is that of `/apis`. */
const groupVersions = [
  'v1',
  'events.k8s.io/v1',
  'apps/v1',
  'authentication.k8s.io/v1',
  'authorization.k8s.io/v1',
  'autoscaling/v2',
  'batch/v1',
  'networking.k8s.io/v1',
  'policy/v1',
  'rbac.authorization.k8s.io/v1',
  'storage.k8s.io/v1',
  'admissionregistration.k8s.io/v1',
  'apiextensions.k8s.io/v1',
  'scheduling.k8s.io/v1',
  'coordination.k8s.io/v1',
  'discovery.k8s.io/v1',
];
const keptSubresources = new Set(['status', 'scale', 'finalize', 'eviction', 'token', 'log']);
/** Requests without an object. */
const skippedKinds = new Set(['Binding', 'ComponentStatus']);
/** The kinds of subresources, beside the kinds themselves. */
const extraRoots = [
  'io.k8s.api.autoscaling.v1.Scale',
  'io.k8s.api.policy.v1.Eviction',
  'io.k8s.api.authentication.v1.TokenRequest',
  'io.k8s.apimachinery.pkg.apis.meta.v1.Status',
];

interface ApiResource {
  readonly name: string;
  readonly singularName: string;
  readonly namespaced: boolean;
  readonly group?: string;
  readonly version?: string;
  readonly kind: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

type Schemas = Record<string, OpenApiSchema>;

function ask<T>(path: string): T {
  return JSON.parse(
    execFileSync('kubectl', ['get', '--raw', path], { maxBuffer: 64 << 20, encoding: 'utf8' }),
  );
}

const apiPath = (groupVersion: string) =>
  groupVersion.includes('/') ? `/apis/${groupVersion}` : `/api/${groupVersion}`;

function readSchemas(): Schemas {
  const all: Schemas = {};
  for (const groupVersion of [...groupVersions, 'autoscaling/v1']) {
    const document = ask<{ components: { schemas: Schemas } }>(`/openapi/v3${apiPath(groupVersion)}`);
    Object.assign(all, document.components.schemas);
  }
  return all;
}

function schemaNameOf(schemas: Schemas, wanted: { group: string; version: string; kind: string }): string {
  const found = Object.entries(schemas).find(([, schema]) =>
    (schema['x-kubernetes-group-version-kind'] as (typeof wanted)[] | undefined)?.some(
      gvk => gvk.group === wanted.group && gvk.version === wanted.version && gvk.kind === wanted.kind,
    ),
  );
  if (!found) throw new Error(`the server describes no ${wanted.kind} of ${wanted.group}/${wanted.version}`);
  return found[0];
}

function subresourcesOf(parent: ApiResource, all: readonly ApiResource[]): BuiltinSubresource[] {
  return all.flatMap(({ name, kind, verbs, group, version }) => {
    const [plural, subresource] = name.split('/');
    if (plural !== parent.name || !keptSubresources.has(subresource)) return [];
    return [{ name: subresource, kind, verbs, ...(group && { group, version }) }];
  });
}

function readTypes(schemas: Schemas): BuiltinTypeRow[] {
  return groupVersions.flatMap(groupVersion => {
    const { resources } = ask<{ resources: ApiResource[] }>(apiPath(groupVersion));
    const [version, group = ''] = groupVersion.split('/').reverse();
    return resources
      .filter(({ name, kind }) => !name.includes('/') && !skippedKinds.has(kind))
      .map(resource => ({
        group,
        version,
        kind: resource.kind,
        plural: resource.name,
        singular: resource.singularName,
        namespaced: resource.namespaced,
        verbs: resource.verbs,
        shortNames: resource.shortNames ?? [],
        categories: resource.categories ?? [],
        subresources: subresourcesOf(resource, resources),
        schema: schemaNameOf(schemas, { group, version, kind: resource.kind }),
      }));
  });
}

/** `{ allOf: [{ $ref }] }` only carries a description beside the reference, so the reference alone is enough. */
function slim(node: unknown, isPropertyMap = false): unknown {
  if (Array.isArray(node)) return node.map(child => slim(child));
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([key]) => isPropertyMap || key !== 'description');
  const slimmed = Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      slim(value, !isPropertyMap && (key === 'properties' || key === 'default')),
    ]),
  );
  const { allOf, ...rest } = slimmed;
  if (isPropertyMap || !Array.isArray(allOf) || allOf.length !== 1) return slimmed;
  return { ...rest, ...(allOf[0] as object) };
}

function referencesIn(node: unknown): string[] {
  return [...JSON.stringify(node).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(match => match[1]);
}

function reachable(schemas: Schemas, roots: readonly string[]): Schemas {
  const seen = new Set<string>();
  const open = [...roots];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    open.push(...referencesIn(schemas[name]));
  }
  return Object.fromEntries([...seen].sort().map(name => [name, slim(schemas[name]) as OpenApiSchema]));
}

/** One type or schema per line: a newer Kubernetes shows as a readable diff. */
function render({ serverVersion, types, schemas }: BuiltinDocument): string {
  const typeLines = types.map(type => `    ${JSON.stringify(type)}`).join(',\n');
  const schemaLines = Object.entries(schemas)
    .map(([name, schema]) => `    ${JSON.stringify(name)}: ${JSON.stringify(schema)}`)
    .join(',\n');
  return `{\n  "serverVersion": ${JSON.stringify(serverVersion)},\n  "types": [\n${typeLines}\n  ],\n  "schemas": {\n${schemaLines}\n  }\n}\n`;
}

function generate(): void {
  const schemas = readSchemas();
  const types = readTypes(schemas);
  const { gitVersion } = ask<{ gitVersion: string }>('/version');
  const roots = [...types.map(type => type.schema), ...extraRoots];
  const text = render({ serverVersion: gitVersion, types, schemas: reachable(schemas, roots) });
  writeFileSync(besideSources('schema', 'builtinData.json'), text);
}

generate();
