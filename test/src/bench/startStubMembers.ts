import { besideSources } from '../controlPlane/besideSources';
import { startAskableChild } from './childProcess';

/** Copies each member to one whose name has the prefix. */
export interface StubQuestion {
  readonly prefix: string;
  readonly members: readonly string[];
}

export interface StubAnswer {
  readonly url: string;
}

/** Members that hold their state in memory, in a process of their own. */
export interface StubMembers {
  readonly names: readonly string[];
  readonly pid: number;
  urlOf(member: string): string;
  copy(prefix: string): Promise<void>;
  stop(): void;
}

/** @param settleMs 0: a Deployment is available with the answer to its write; else so long after it */
export async function startStubMembers(names: readonly string[], settleMs: number): Promise<StubMembers> {
  const main = besideSources('../bench/stubMembers.ts');
  const child = await startAskableChild<StubQuestion, StubAnswer>(main, [String(settleMs)]);
  const { url } = child.first;
  return {
    names,
    pid: child.pid,
    urlOf: member => `${url}/clusters/${member}`,
    copy: async prefix => void (await child.ask({ prefix, members: names })),
    stop: () => child.kill('SIGTERM'),
  };
}
