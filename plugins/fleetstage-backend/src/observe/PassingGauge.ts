import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Clock } from '../ports';

type Labels = Record<string, string>;

interface Series {
  readonly value: number;
  readonly labels: Labels;
  readonly recordedAt: Instant;
}

/** The series of an observable gauge: each until it is forgotten, or was not recorded again for a while. */
export class PassingGauge {
  private readonly series = new Map<string, Series>();

  constructor(private readonly options: { readonly clock: Clock; readonly forgetAfterMs: number }) {}

  record(value: number, labels: Labels): void {
    this.series.set(idOf(labels), { value, labels, recordedAt: this.options.clock.now() });
  }

  forget(labels: Labels): void {
    this.series.delete(idOf(labels));
  }

  read(): Series[] {
    const { clock, forgetAfterMs } = this.options;
    const now = clock.now();
    for (const [id, { recordedAt }] of this.series)
      if (now - recordedAt > forgetAfterMs) this.series.delete(id);
    return [...this.series.values()];
  }
}

const idOf = (labels: Labels) => JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));
