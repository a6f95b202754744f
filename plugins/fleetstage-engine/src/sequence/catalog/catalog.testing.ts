import type { CatalogTarget, VersionCatalogSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ResolvedCatalog } from './catalog';
import { resolveCatalog, type ClassFacts } from './resolveCatalog';

/** `1.29 → 1.30.14` and the like: each is a target of the channel. */
export const someTargets = (...paths: readonly string[]): CatalogTarget[] =>
  paths.map(path => {
    const [from, to] = path.split(' → ');
    return { from, to };
  });

export function aCatalog(spec: VersionCatalogSpec, facts?: ClassFacts): ResolvedCatalog {
  const resolved = resolveCatalog(spec, facts);
  if (!resolved.ok) throw new Error(resolved.error.issues.map(({ message }) => message).join('; '));
  return resolved.value;
}

/** One channel, `Regular`, with these paths. */
export const aChannelOf = (...paths: readonly string[]) =>
  aCatalog({ channels: [{ name: 'Regular', targets: someTargets(...paths) }] }).channels[0];
