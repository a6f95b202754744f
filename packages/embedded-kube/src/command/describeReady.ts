import { relative } from 'node:path';
import type { EmbeddedFleet } from '../fleet';

export interface Ready {
  readonly fleet: Pick<EmbeddedFleet, 'url' | 'clusters'>;
  readonly kubeconfig: string;
  readonly dataDir?: string;
}

const NAMES_SHOWN = 6;

/** What somebody at a terminal wants to know now. */
export function describeReady({ fleet: { url, clusters }, kubeconfig, dataDir }: Ready): string {
  const names = clusters.map(({ name }) => name);
  const listed = names.length > NAMES_SHOWN ? [...names.slice(0, 3), '…', names.at(-1)] : names;
  const file = shown(kubeconfig);
  const lastName = names.at(-1);
  return `
${describeSize(names.length - 1)} at ${url}, ${dataDir === undefined ? 'in memory' : `kept in ${shown(dataDir)}`}
  kubeconfig  ${file}
  contexts    ${listed.join(', ')} (hub is current)
  try         kubectl --kubeconfig ${file} --context ${lastName} get namespaces
Ctrl-C ends it${dataDir === undefined ? ', and all that is in it' : ''}.
`.trimStart();
}

function describeSize(members: number): string {
  if (members === 0) return 'A hub answers';
  return `A hub and ${members === 1 ? 'a member' : `${members} members`} answer`;
}

/** As short as it can be typed from here. */
function shown(path: string): string {
  const short = relative('', path);
  return short.startsWith('..') || short === '' ? path : short;
}
