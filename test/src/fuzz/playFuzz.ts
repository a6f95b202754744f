import { isDeepStrictEqual } from 'node:util';
import { judge } from './judge';
import { Random } from './random';
import { holdHalfSent, sendRaw } from './rawRequests';
import { requestAt, type FuzzRequest } from './requests';
import { WIDGET_DEFINITION } from './widgetDefinition';
import { openClient, type Client, type Send, type Server } from './send';
import { startFuzzed, type Fuzzed } from './startFuzzed';
import { checkStored } from './checkStored';
import { clearStored, listPaths } from './clearStored';
import type { Health } from './probe';

export interface FuzzPlan {
  readonly seed: number;
  readonly count: number;
  /** Where it begins: a single request is played again by its number. */
  readonly from?: number;
}

export interface FuzzReport {
  /** Each with the number of its request, where there is one. */
  readonly problems: readonly string[];
  /** How often each status was answered. */
  readonly codes: ReadonlyMap<number, number>;
  /** After each tenth of the requests. */
  readonly healths: readonly Health[];
  readonly slowest: readonly { readonly index: number; readonly ms: number }[];
  /** Lines in which the fleet complains of itself. */
  readonly complaints: readonly string[];
}

const CONNECTIONS = 10;
const PARTS = 10;
/** One in so many is what no client library would send. */
const RAW_EVERY = 100;
const HALF_SENT = 20;
const SENTINELS = '/api/v1/namespaces/sentinel/configmaps';
/** Where everything went wrong there is no need to report all of it. */
const MOST_PROBLEMS = 200;

/** Sends mutated requests to a fleet that it starts, and reports everything that should not be. */
export async function playFuzz(plan: FuzzPlan): Promise<FuzzReport> {
  const fleet = await startFuzzed();
  const run = new FuzzRun(fleet, plan.seed);
  const letGo = holdHalfSent(fleet, HALF_SENT);
  try {
    await run.prepare();
    const first = plan.from ?? 0;
    for (let part = 0; part < PARTS; part += 1) {
      const [begin, end] = [part, part + 1].map(each => first + Math.round((plan.count * each) / PARTS));
      await run.playRange(begin, end);
      await run.check(end).catch((error: Error) => run.note(`before #${end}: ${error.stack}`));
    }
    return run.report();
  } finally {
    letGo();
    run.close();
    await fleet.stop();
  }
}

class FuzzRun {
  private readonly problems: string[] = [];
  private readonly codes = new Map<number, number>();
  private readonly healths: Health[] = [];
  private slowest: { index: number; ms: number }[] = [];
  private readonly clients: readonly Client[];
  private sentinels: unknown;
  private kept: ReadonlySet<string> = new Set();

  constructor(
    private readonly fleet: Fuzzed,
    private readonly seed: number,
  ) {
    const server: Server = fleet;
    this.clients = Array.from({ length: CONNECTIONS }, (_, i) =>
      openClient(server, i % 2 === 0 ? 'http1' : 'http2'),
    );
  }

  private get send(): Send {
    return this.clients[0].send;
  }

  async prepare(): Promise<void> {
    await this.restore();
    await this.create('/api/v1/namespaces', { metadata: { name: 'sentinel' } });
    for (let i = 0; i < 20; i += 1)
      await this.create(SENTINELS, {
        metadata: { name: `s-${i}`, annotations: { a: '__proto__' } },
        data: { i: String(i) },
      });
    this.sentinels = await this.readSentinels();
    this.kept = await listPaths(this.send);
  }

  /** What a deletion among the requests may have taken away. */
  private async restore(): Promise<void> {
    for (const name of ['fuzz-0', 'fuzz-1']) await this.create('/api/v1/namespaces', { metadata: { name } });
    await this.create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', WIDGET_DEFINITION);
  }

  private async create(path: string, object: object): Promise<void> {
    await this.send({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(object)),
    });
  }

  private async readSentinels(): Promise<unknown> {
    const { text } = await this.send({ method: 'GET', path: SENTINELS, headers: {} });
    return (JSON.parse(text) as { items: unknown }).items;
  }

  async playRange(begin: number, end: number): Promise<void> {
    let next = begin;
    const work = async ({ send }: Client) => {
      let before = -1;
      while (next < end && this.fleet.ended() === undefined && this.problems.length < MOST_PROBLEMS) {
        const index = next;
        next += 1;
        if (index % 2_000 === 1_999) await this.restore().catch(() => undefined);
        if (index % RAW_EVERY === 0) this.note(await sendRaw(this.fleet, new Random(this.seed, index)));
        else await this.playOne(index, send, before);
        before = index;
      }
    };
    await Promise.all(this.clients.map(work));
  }

  /** @param before what was sent over the same connection before */
  private async playOne(index: number, send: Send, before: number): Promise<void> {
    const request = requestAt(this.seed, index);
    const startedAt = performance.now();
    try {
      const answer = await send(request);
      this.codes.set(answer.code, (this.codes.get(answer.code) ?? 0) + 1);
      const problem = judge(request, answer);
      if (problem) this.recordFault(index, request, problem);
    } catch (error) {
      this.recordFault(index, request, `${(error as Error).message}, after #${before}`);
    }
    const ms = Math.round(performance.now() - startedAt);
    if (ms < 500) return;
    this.slowest = [...this.slowest, { index, ms }].sort((a, b) => b.ms - a.ms).slice(0, 20);
  }

  private recordFault(index: number, { method, path }: FuzzRequest, problem: string): void {
    this.problems.push(`#${index} ${method} ${path.slice(0, 200)}: ${problem}`);
  }

  note(problem: string | undefined): void {
    if (problem !== undefined) this.problems.push(problem);
  }

  /** Checks whether the fleet is well, and what it keeps. */
  async check(index: number): Promise<void> {
    const ended = this.fleet.ended();
    if (ended !== undefined) {
      this.problems.push(
        `before #${index}: the fleet ended with ${ended}: ${this.fleet.log().slice(-2_000)}`,
      );
      return;
    }
    this.problems.push(...(await checkStored(this.send)).map(problem => `before #${index}: ${problem}`));
    if (!isDeepStrictEqual(await this.readSentinels(), this.sentinels))
      this.problems.push(`before #${index}: the objects that nobody wrote to are not as they were`);
    await clearStored(this.send, this.kept);
    const health = await this.fleet.health();
    this.healths.push(health);
    if (health.polluted.length > 0)
      this.problems.push(`before #${index}: polluted: ${health.polluted.join(', ')}`);
  }

  report(): FuzzReport {
    const { problems, codes, healths, slowest } = this;
    const complaints = this.fleet
      .log()
      .split('\n')
      .filter(line => line !== '' && !line.includes('"ready":true'));
    return { problems, codes, healths, slowest, complaints };
  }

  close(): void {
    for (const client of this.clients) client.close();
  }
}
