import { isJsonObject, type JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { dirname, resolve } from 'node:path';
import { parse, stringify } from 'yaml';

/** A kubeconfig as it was read. */
export interface KubeconfigText {
  readonly file: string;
  readonly text: string;
}

export interface MergedKubeconfig {
  readonly text: string;
  readonly currentContext?: string;
}

const LISTS = ['contexts', 'clusters', 'users'] as const;
const FILES = new Set(['certificate-authority', 'client-certificate', 'client-key', 'tokenFile']);

/**
 * Several files as one, by the rules of kubectl: of an entry in two files the first counts, and relative names start where
 * the file is.
 *
 *   KUBECONFIG=a:b, both with a context "hub" → that of a
 */
export function mergeKubeconfigs(texts: readonly KubeconfigText[]): MergedKubeconfig {
  const merged = new Map(LISTS.map(list => [list, new Map<string, JsonObject>()]));
  let current: string | undefined;
  for (const { file, text } of texts) {
    const config: unknown = parse(text, { prettyErrors: false, logLevel: 'error' });
    if (!isJsonObject(config)) continue;
    const { 'current-context': named } = config;
    if (!current && typeof named === 'string' && named !== '') current = named;
    for (const [list, known] of merged)
      for (const [name, entry] of entriesOf(config[list], dirname(resolve(file))))
        if (!known.has(name)) known.set(name, entry);
  }
  const lists = [...merged].map(([list, known]) => [list, [...known.values()]]);
  return {
    text: stringify({ ...(current && { 'current-context': current }), ...Object.fromEntries(lists) }),
    ...(current && { currentContext: current }),
  };
}

function entriesOf(list: unknown, folder: string): [string, JsonObject][] {
  if (!Array.isArray(list)) return [];
  return list.flatMap(entry =>
    isJsonObject(entry) && typeof entry.name === 'string'
      ? [[entry.name, withWholePaths(entry, folder) as JsonObject] as [string, JsonObject]]
      : [],
  );
}

function withWholePaths(value: unknown, folder: string): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (typeof inner !== 'string') return [key, withWholePaths(inner, folder)];
      const isFile = FILES.has(key) || (key === 'command' && inner.includes('/'));
      return [key, isFile && inner !== '' ? resolve(folder, inner) : inner];
    }),
  );
}
