/** One row of the table. Rates are per second, times in ms or s, sizes in MB (10⁶ bytes). */
export interface Figure {
  readonly name: string;
  readonly unit: '/s' | 'ms' | 's' | 'MB' | 'µs';
  readonly goal?: { readonly atLeast: number } | { readonly atMost: number };
  readonly embedded: number;
  /** The same on kube-apiserver with etcd; absent where it makes no sense, or where there is none. */
  readonly real?: number;
  /** The same on a bare server of Node's: what the client, TLS and HTTP alone allow. */
  readonly floor?: number;
}

export function isMet({ goal, embedded }: Figure): boolean {
  if (goal === undefined) return true;
  return 'atLeast' in goal ? embedded >= goal.atLeast : embedded <= goal.atMost;
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
