import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parse, stringify } from 'yaml';
import { UsageError } from './options';

type Entry = Readonly<Record<string, unknown>> & { readonly name: string };
type Lists = 'clusters' | 'users' | 'contexts' | 'extensions';
type Kubeconfig = Readonly<Record<string, unknown>> & Readonly<Partial<Record<Lists, readonly Entry[]>>>;

const LISTS: readonly Lists[] = ['clusters', 'users', 'contexts', 'extensions'];

export interface Target {
  readonly file: string;
  /** Add to what is in the file; else a file with anything foreign is left alone. */
  readonly isMerged: boolean;
}

/** Only the owner may read it, whatever it was before. @throws UsageError when it would take something away */
export function writeKubeconfig(text: string, { file, isMerged }: Target): void {
  const known = existsSync(file) ? readKnown(file) : {};
  const foreign = foreignOf(known);
  if (foreign !== undefined && !isMerged)
    throw new UsageError(
      `${file} holds the context ${foreign}, which is none of this fleet: name another file, or add --merge-kubeconfig`,
    );
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, foreign === undefined ? text : merge(known, parse(text) as Kubeconfig, file), {
    mode: 0o600,
  });
  chmodSync(file, 0o600);
}

function readKnown(file: string): Kubeconfig {
  try {
    return (parse(readFileSync(file, 'utf8')) ?? {}) as Kubeconfig;
  } catch (error) {
    throw new UsageError(`${file} is no kubeconfig: ${(error as Error).message}; name another file`);
  }
}

/** A context that leads to no cluster of an embedded fleet. */
function foreignOf(config: Kubeconfig): string | undefined {
  const context = config.contexts?.find(({ name }) => !isOurs(config, name));
  return context?.name ?? config.clusters?.find(({ name }) => !isOurs(config, name))?.name;
}

/** Clusters of a fleet are identified by their address. */
function isOurs({ clusters }: Kubeconfig, name: string): boolean {
  const entry = clusters?.find(each => each.name === name)?.cluster as
    { readonly server?: unknown } | undefined;
  return String(entry?.server).endsWith(`/clusters/${name}`);
}

function merge(known: Kubeconfig, own: Kubeconfig, file: string): string {
  const taken = own.contexts?.find(
    ({ name }) => known.contexts?.some(each => each.name === name) && !isOurs(known, name),
  );
  if (taken)
    throw new UsageError(`${file} has a context ${taken.name} of its own: give the fleet a file for itself`);
  const lists = LISTS.flatMap(list => {
    const ours = own[list] ?? [];
    const kept = (known[list] ?? []).filter(({ name }) => !ours.some(each => each.name === name));
    return kept.length + ours.length === 0 ? [] : [[list, [...kept, ...ours]] as const];
  });
  const current = known['current-context'] ?? own['current-context'];
  return stringify(
    { ...own, ...known, ...Object.fromEntries(lists), 'current-context': current },
    { lineWidth: 0 },
  );
}
