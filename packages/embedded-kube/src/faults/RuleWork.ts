import type { GatedStream } from '../cluster/Gate';
import { Buckets } from './Buckets';
import type { ThrottleFault, WatchCutFault } from './fault';
import type { HeldAnswers } from './HeldAnswers';
import type { Rule } from './Rule';

const BOOKMARK = '{"type":"BOOKMARK"';

/** What a rule keeps, and what it does to watches. */
export class RuleWork {
  private knownBuckets: Buckets | undefined;
  private readonly timers = new Set<NodeJS.Timeout>();
  /** Events sent since the fault is there, by stream. */
  private readonly sent = new WeakMap<GatedStream, number>();
  private readonly slowed = new WeakSet<GatedStream>();
  private readonly silent = new Set<GatedStream>();

  constructor(
    private readonly rule: Rule,
    readonly held: HeldAnswers,
  ) {}

  buckets(fault: { readonly type: string }): Buckets {
    const limits = fault.type === 'throttle' ? (fault as ThrottleFault) : {};
    this.knownBuckets ??= new Buckets(limits, () => performance.now());
    return this.knownBuckets;
  }

  opened(output: GatedStream): void {
    const { fault } = this.rule;
    if (fault.type === 'slow' && this.rule.matchesStream(output)) this.slowDown(output, fault.bytesPerSecond);
    if (fault.type !== 'watchCut' || fault.afterEvents !== undefined) return;
    if (!this.rule.matchesStream(output)) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.cut(output, fault);
    }, fault.afterMs ?? 0).unref();
    this.timers.add(timer);
  }

  /** @returns the lines that go on */
  deliver(output: GatedStream, lines: string): string {
    const { fault } = this.rule;
    if (fault.type !== 'hang' && fault.type !== 'watchCut') return lines;
    if (!this.rule.matchesStream(output)) return lines;
    return fault.type === 'hang' ? this.swallow(output) : this.count(output, lines, fault);
  }

  /** The fault is gone. */
  end(open: readonly GatedStream[]): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.held.end();
    // Lines are lost: these streams cannot go on.
    for (const output of this.silent) output.cut('reset');
    for (const output of open) if (this.slowed.has(output)) output.paceAt(undefined);
  }

  private slowDown(output: GatedStream, bytesPerSecond: number): void {
    this.rule.met += 1;
    this.slowed.add(output);
    output.paceAt(bytesPerSecond);
  }

  private swallow(output: GatedStream): string {
    if (!this.silent.has(output)) this.rule.met += 1;
    this.silent.add(output);
    output.silence();
    return '';
  }

  private count(output: GatedStream, lines: string, fault: WatchCutFault): string {
    if (fault.afterEvents === undefined) return lines;
    const before = this.sent.get(output) ?? 0;
    const each = lines.split('\n').slice(0, -1);
    let sent = before;
    const fits = each.findIndex(line => {
      if (line.startsWith(BOOKMARK)) return false;
      sent += 1;
      return sent >= fault.afterEvents!;
    });
    this.sent.set(output, sent);
    if (fits < 0) return lines;
    const last = each.slice(0, fits + 1);
    output.send(last.map(line => `${line}\n`).join(''));
    this.cut(output, fault);
    return '';
  }

  private cut(output: GatedStream, { how = 'reset' }: WatchCutFault): void {
    if (output.isOver || this.rule.isSpent) return;
    this.rule.met += 1;
    output.cut(how);
  }
}
