import { Agent, fetch } from 'undici';
import { signInAsGuest } from '../../e2e/restOf';
import type { PageSubjects } from './fillFleet';

export interface AnswerFigure {
  readonly path: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** p50 by the p50 of an answer that reads nothing of the fleet. */
  readonly ratio: number;
  readonly bytes: number;
}

/** What the pages of versions ask for: lists as long as they ask for them. */
export const versionPathsOf = ({ sequence, versionRollout, cluster }: PageSubjects) => [
  '/sequences',
  `/sequences/${sequence}`,
  `/sequences/${sequence}/timeline`,
  `/sequences/${sequence}/calendar`,
  `/version-rollouts?sequence=${sequence}&limit=20`,
  `/version-rollouts/${versionRollout}`,
  `/version-rollouts/${versionRollout}/clusters?limit=500`,
  `/version-rollouts/${versionRollout}/clusters?limit=100&q=${cluster}`,
  `/version-rollouts/${versionRollout}/timeline`,
  '/version-catalogs',
  `/clusters/${cluster}/versions`,
];

/** What the pages ask for. */
export const pathsOf = (subjects: PageSubjects) => {
  const { placement, run, strategy, stage, cluster } = subjects;
  return [
    '/overview',
    '/approvals',
    '/placements',
    `/placements/_/${placement}`,
    `/placements/_/${placement}/clusters`,
    `/placements/_/${placement}/decisions`,
    `/placements/_/${placement}/timeline`,
    `/placements/_/${placement}/resources`,
    '/runs',
    `/runs/_/${run}`,
    `/runs/_/${run}/timeline`,
    `/runs/_/${run}/changes`,
    `/runs/_/${run}/clusters/${cluster}`,
    `/runs/_/${run}/gates/${stage}/after`,
    '/strategies',
    `/strategies/_/${strategy}`,
    '/clusters',
    `/clusters/${cluster}`,
    ...versionPathsOf(subjects),
  ];
};
const FLOOR = '/api/auth/v1/userinfo';

/** Asks for each of them so many times, one after the other over the same connections, as one person's pages do. */
export async function askAll(api: string, paths: readonly string[], rounds: number): Promise<AnswerFigure[]> {
  const agent = new Agent({ connections: 2 });
  const { dispatcher, headers } = { dispatcher: agent, headers: await signInAsGuest(api) };
  const ask = async (path: string) => {
    const from = performance.now();
    const response = await fetch(api + path, { dispatcher, headers });
    const body = await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${Buffer.from(body)}`);
    return { ms: performance.now() - from, bytes: body.byteLength };
  };
  const all = new Map<string, { ms: number; bytes: number }[]>();
  try {
    for (let round = -1; round < rounds; round++) {
      for (const path of [FLOOR, ...paths.map(one => `/api/fleetstage${one}`)]) {
        const answer = await ask(path);
        // The first round warms up.
        if (round >= 0) all.set(path, [...(all.get(path) ?? []), answer]);
      }
    }
  } finally {
    await agent.close();
  }
  const floorMs = share(timesOf(all.get(FLOOR)), 0.5);
  return paths.map(path => {
    const answers = all.get(`/api/fleetstage${path}`) ?? [];
    const [p50, p95] = [0.5, 0.95].map(part => share(timesOf(answers), part));
    return {
      path,
      p50Ms: Math.round(p50),
      p95Ms: Math.round(p95),
      ratio: Number((p50 / floorMs).toFixed(1)),
      bytes: answers.at(-1)?.bytes ?? 0,
    };
  });
}

const timesOf = (answers: readonly { readonly ms: number }[] = []) =>
  answers.map(({ ms }) => ms).sort((a, b) => a - b);

const share = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
