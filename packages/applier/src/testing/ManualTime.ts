import { instant, plus, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';

interface Waiting {
  readonly at: Instant;
  readonly run: () => void;
}

/** Time that passes when a test says so; timers that fall due run in their order. */
export class ManualTime {
  private present = instant(1_795_262_400_000);
  private readonly waiting = new Set<Waiting>();

  readonly clock = { now: () => this.present };
  readonly timers = {
    after: (ms: number, run: () => void): { cancel(): void } => {
      const timer = { at: plus(this.present, Math.max(0, ms)), run };
      this.waiting.add(timer);
      return { cancel: () => this.waiting.delete(timer) };
    },
  };

  advance(ms: number): void {
    const end = plus(this.present, ms);
    for (;;) {
      const [next] = [...this.waiting].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.waiting.delete(next);
      this.present = next.at;
      next.run();
    }
    this.present = end;
  }
}
