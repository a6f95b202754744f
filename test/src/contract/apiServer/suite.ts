import type { Api } from './Api';

/** One statement about an API server: what it answers to a few requests. */
export interface ContractCase {
  readonly name: string;
  readonly play: (api: Api) => Promise<void>;
}

export interface ContractSuite {
  readonly name: string;
  /** Which of a target's clusters: the hub stores and runs nothing, the member also plays workloads. */
  readonly cluster: 'hub' | 'member';
  /** Where there is no kubectl these are left out. */
  readonly usesKubectl?: boolean;
  readonly cases: readonly ContractCase[];
  /** Done once before the cases, and not compared: definitions that many cases use, say. */
  readonly prepare?: (api: Api) => Promise<void>;
}

export type Add = (name: string, play: (api: Api) => Promise<void>) => void;

export interface SuiteOptions {
  readonly cluster?: ContractSuite['cluster'];
  readonly usesKubectl?: boolean;
  readonly prepare?: ContractSuite['prepare'];
}

/**
 * A file of cases:
 *
 *   export const labels = contractSuite('labels', add => {
 *     add('a label value of 64 letters is refused', async api => {
 *       await api.post(api.in('v1/configmaps'), configMap('one', { labels: { a: 'x'.repeat(64) } }));
 *     });
 *   });
 */
export function contractSuite(
  name: string,
  fill: (add: Add) => void,
  options: SuiteOptions = {},
): ContractSuite {
  const cases: ContractCase[] = [];
  fill((title, play) => {
    if (cases.some(each => each.name === title)) throw new Error(`${name} has two cases "${title}"`);
    cases.push({ name: title, play });
  });
  return { name, cluster: 'hub', ...options, cases };
}
