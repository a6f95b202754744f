import type { Difference } from './replay';

/** A difference that is meant to be, and why. */
interface Accepted {
  readonly request?: RegExp;
  /** Absent: the whole answer. */
  readonly at?: RegExp;
  readonly why: string;
}

export const acceptedDifferences: readonly Accepted[] = [
  {
    request: / GET \/api\/v1\/(configmaps|services|endpoints)\?limit/,
    why: 'a real server keeps objects about itself (its Service, its accounting) in namespaces of its own',
  },
  {
    request: /\/replicationcontrollers\?/,
    why: 'no story has one; `kubectl get all` asks for them and prints nothing for an empty list',
  },
  {
    at: /\.rows\[\d+\]\.object\.metadata\.annotations\.deprecated\.daemonset\.template\.generation$/,
    why: 'a real server prints its internal form of a DaemonSet, which keeps this number elsewhere',
  },
  { request: / GET \/version/, why: 'each server reports its own version and build' },
  {
    request:
      / GET \/apis\/(resource|internal\.apiserver|storagemigration|certificates|flowcontrol\.apiserver)\.k8s\.io\//,
    why: 'groups outside of the first tier are not served, and discovery says so',
  },
];

/** Whether the answers to a request are not compared at all. */
export const isExempt = (request: string): boolean =>
  acceptedDifferences.some(accepted => accepted.at === undefined && accepted.request?.test(request));

export const isAccepted = ({ request, at }: Difference): boolean =>
  acceptedDifferences.some(accepted => accepted.at?.test(at) && (accepted.request?.test(request) ?? true));

/** One text for each difference, for a failing test to print; the same one in later answers is printed once. */
export function explainDifferences(differences: readonly Difference[]): readonly string[] {
  const seenKeys = new Set<string>();
  return differences.flatMap(({ number, request, at, expected, actual }) => {
    const [cluster] = request.split(' ');
    const [real, here] = [JSON.stringify(expected), JSON.stringify(actual)];
    const key = [cluster, at.replace(/\[\d+\]/g, '[]'), real, here].join(' ');
    if (seenKeys.has(key)) return [];
    seenKeys.add(key);
    return [`#${number} ${request} ${at}\n  real: ${real}\n  here: ${here}`];
  });
}
