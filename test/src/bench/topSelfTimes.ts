import { readFileSync } from 'node:fs';

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
}

interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

export interface SelfTime {
  readonly where: string;
  readonly ms: number;
  /** Of the time that was not idle, in per cent. */
  readonly percent: number;
}

export interface SelfTimes {
  readonly busyMs: number;
  /** Our own files one by one, others by package. */
  readonly places: readonly SelfTime[];
  readonly functions: readonly SelfTime[];
}

/** Where a `.cpuprofile` was when it was sampled. */
export function topSelfTimes(file: string, count: number): SelfTimes {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8')) as Profile;
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const places = new Map<string, number>();
  const functions = new Map<string, number>();
  const add = (sums: Map<string, number>, key: string, ms: number) =>
    sums.set(key, (sums.get(key) ?? 0) + ms);
  let busyMs = 0;
  samples.forEach((id, i) => {
    const { functionName = '', url = '' } = frames.get(id) ?? {};
    if (functionName === '(idle)') return;
    // The time of a sample reaches to the next one.
    const ms = (timeDeltas[i + 1] ?? 0) / 1000;
    const place = placeOf(functionName, url);
    busyMs += ms;
    add(places, place, ms);
    add(functions, `${functionName || '(anonymous)'} · ${place}`, ms);
  });
  const top = (sums: Map<string, number>) =>
    [...sums]
      .sort(([, a], [, b]) => b - a)
      .slice(0, count)
      .map(([where, ms]) => ({ where, ms: Math.round(ms), percent: Math.round((1000 * ms) / busyMs) / 10 }));
  return { busyMs: Math.round(busyMs), places: top(places), functions: top(functions) };
}

function placeOf(functionName: string, url: string): string {
  if (url === '') return functionName.startsWith('(') ? functionName : 'native';
  if (url.startsWith('node:')) return url;
  const [, ours] = /\/((?:plugins|packages|test)\/(?:[^/]+)\/src\/.*)$/.exec(url) ?? [];
  if (ours !== undefined) return ours;
  const [, name = url] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  return name;
}
