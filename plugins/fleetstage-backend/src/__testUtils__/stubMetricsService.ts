import type { MetricsService, MetricsServiceObservableCallback } from '@backstage/backend-plugin-api/alpha';

type Labels = Readonly<Record<string, unknown>>;

/** A metrics service that keeps what is recorded, and reads observable gauges. */
export class StubMetricsService implements MetricsService {
  readonly recorded: [name: string, value: number, labels?: Labels][] = [];
  private readonly callbacks = new Map<string, Set<MetricsServiceObservableCallback>>();

  readonly createCounter = (name: string) => this.instrument(name);
  readonly createUpDownCounter = (name: string) => this.instrument(name);
  readonly createGauge = (name: string) => this.instrument(name);
  readonly createHistogram = (name: string) => this.instrument(name);
  readonly createObservableCounter = (name: string) => this.observable(name);
  readonly createObservableUpDownCounter = (name: string) => this.observable(name);
  readonly createObservableGauge = (name: string) => this.observable(name);

  /** As a collection finds it. */
  read(name: string): [value: number, labels: Labels][] {
    const found: [number, Labels][] = [];
    const observe = (value: number, labels: Labels = {}) => void found.push([value, labels]);
    for (const callback of this.callbacks.get(name) ?? []) void callback({ observe });
    return found;
  }

  private instrument(name: string) {
    const record = (value: number, labels?: Labels) => void this.recorded.push([name, value, labels]);
    return { add: record, record };
  }

  private observable(name: string) {
    const callbacks = this.callbacks.get(name) ?? new Set();
    this.callbacks.set(name, callbacks);
    // What attributes an instrument has is known to whoever creates it.
    const of = (callback: unknown) => callback as MetricsServiceObservableCallback;
    return {
      addCallback: (callback: unknown) => void callbacks.add(of(callback)),
      removeCallback: (callback: unknown) => void callbacks.delete(of(callback)),
    };
  }
}
