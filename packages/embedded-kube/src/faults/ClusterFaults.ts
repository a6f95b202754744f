import type { Cluster } from '../cluster/Cluster';
import type { Exchange, Gate, GatedStream, Passage, RequestFacts } from '../cluster/Gate';
import type { Answer } from '../http/Answer';
import { Draw, seedOf } from './Draw';
import type { Fault, FaultMatch, WatchEnd } from './fault';
import { HeldAnswers } from './HeldAnswers';
import { meetRequest, type Effect } from './meetRequest';
import { readFacts } from './requestFacts';
import { Rule } from './Rule';
import { RuleWork } from './RuleWork';

/** A fault that was added. */
export interface FaultHandle {
  readonly id: string;
  readonly fault: Fault;
  /** How many requests and streams it has met. */
  readonly met: number;
  remove(): void;
}

export interface ClusterFaultsParts {
  readonly seed: number;
  /** Answers what nothing else does. */
  send(exchange: Exchange, answer: Answer): void;
  /** The open watches of the cluster. */
  outputs(): readonly GatedStream[];
}

/**
 * The faults of one cluster. A request passes them in the order in which they were added; the cluster has a gate as long
 * as there is one.
 */
export class ClusterFaults implements Gate {
  private draw: Draw;
  private readonly works = new Map<Rule, RuleWork>();
  private count = 0;

  constructor(
    private readonly cluster: Cluster,
    private readonly parts: ClusterFaultsParts,
  ) {
    this.draw = new Draw(seedOf(parts.seed, cluster.name));
  }

  /** It works at once, on watches that are open too. */
  add(fault: Fault): FaultHandle {
    this.count += 1;
    const rule = new Rule(`fault-${this.count}`, fault, this.draw);
    const work = new RuleWork(rule, new HeldAnswers());
    this.works.set(rule, work);
    this.changed();
    for (const output of this.parts.outputs()) work.opened(output);
    const handle = {
      id: rule.id,
      fault,
      get met() {
        return rule.met;
      },
      remove: () => this.remove(rule),
    };
    return handle;
  }

  /** In the order of working. Those that have met as many as they should are gone. */
  list(): readonly Pick<FaultHandle, 'id' | 'fault' | 'met'>[] {
    return [...this.works.keys()].map(({ id, fault, met }) => ({ id, fault, met }));
  }

  clear(): void {
    for (const rule of [...this.works.keys()]) this.remove(rule);
  }

  /** Faults that are added from now on draw anew. @param seed 0 to 2^32 − 1 */
  reseed(seed: number): void {
    this.draw = new Draw(seedOf(seed, this.cluster.name));
  }

  /** Ends the watches that are open and match, once. @returns how many */
  cutWatches(how: WatchEnd = 'reset', match: FaultMatch = {}): number {
    const rule = new Rule('once', { ...match, type: 'watchCut', how }, this.draw);
    const met = this.parts.outputs().filter(output => rule.matchesStream(output));
    for (const output of met) output.cut(how);
    return met.length;
  }

  async pass(exchange: Exchange): Promise<Passage | undefined> {
    const facts = readFacts(this.cluster, exchange.call);
    const passages: Partial<Passage>[] = [];
    for (const [rule, work] of [...this.works]) {
      const effect = await this.meet(rule, work, { facts, exchange });
      if (effect.type === 'stop') return undefined;
      if (effect.type === 'answer') {
        this.parts.send(exchange, effect.answer);
        return undefined;
      }
      if (effect.type === 'alter') passages.push(effect);
    }
    return { replace: answer => answer, ...Object.assign({}, ...passages) };
  }

  opened(output: GatedStream): void {
    for (const work of [...this.works.values()]) work.opened(output);
  }

  deliver(output: GatedStream, lines: string): boolean {
    let rest: string = lines;
    for (const work of [...this.works.values()]) {
      if (output.isOver) return false;
      rest = work.deliver(output, rest);
    }
    this.dropSpent();
    return rest === '' ? !output.isOver : output.send(rest);
  }

  private async meet(
    rule: Rule,
    work: RuleWork,
    { facts, exchange }: { readonly facts: RequestFacts; readonly exchange: Exchange },
  ): Promise<Effect> {
    const { fault } = rule;
    if (fault.type === 'clock' || fault.type === 'watchCut' || !rule.matches(facts)) return { type: 'go' };
    // Counted before it waits: those who come meanwhile find it met.
    rule.met += 1;
    const { draw } = this;
    const effect = await meetRequest({
      ...{ fault, facts, exchange, draw },
      buckets: () => work.buckets(fault),
      hold: response => work.held.add(response),
    });
    if (effect.type === 'spare') rule.met -= 1;
    this.dropSpent();
    return effect;
  }

  private remove(rule: Rule): void {
    const work = this.works.get(rule);
    if (!work) return;
    this.works.delete(rule);
    this.changed();
    work.end(this.parts.outputs());
  }

  /** A hang stays until its rule is removed. */
  private dropSpent(): void {
    for (const rule of this.works.keys()) if (rule.isSpent && rule.fault.type !== 'hang') this.remove(rule);
  }

  private changed(): void {
    const rules = [...this.works.keys()];
    const skews = rules.map(({ fault }) => (fault.type === 'clock' ? fault.skewMs : 0));
    this.cluster.skewMs = skews.reduce((sum, skewMs) => sum + skewMs, 0);
    this.cluster.gate = rules.some(({ fault }) => fault.type !== 'clock') ? this : undefined;
  }
}
