/** The clock and its alarm, so that a test can turn them. */
export interface Timers {
  now(): number;
  /** Calls back once after so many ms. @returns ends it */
  after(ms: number, callback: () => void): () => void;
}

export const systemTimers: Timers = {
  now: () => Date.now(),
  after(ms, callback) {
    // Node rings at once for anything longer.
    const timer = setTimeout(callback, Math.min(ms, 2 ** 31 - 1));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Near alarms are rounded up to 20 ms, far ones to a second: alarms of one time ring together. */
const FINE_MS = 20;
const COARSE_MS = 1000;
const FAR_MS = 10_000;

/** All alarms of a fleet behind one timer. A key has one alarm, the earliest that was asked for. */
export class TimerWheel {
  private readonly slots = new Map<number, Set<string>>();
  private readonly slotOf = new Map<string, number>();
  private armedFor: number | undefined;
  private disarm: (() => void) | undefined;

  constructor(
    private readonly timers: Timers,
    private readonly ring: (key: string) => void,
  ) {}

  set(key: string, at: number): void {
    const grain = at - this.timers.now() > FAR_MS ? COARSE_MS : FINE_MS;
    const slot = Math.ceil(at / grain) * grain;
    const known = this.slotOf.get(key);
    if (known !== undefined && known <= slot) return;
    this.clear(key);
    const keys = this.slots.get(slot) ?? new Set();
    this.slots.set(slot, keys.add(key));
    this.slotOf.set(key, slot);
    if (this.armedFor === undefined || slot < this.armedFor) this.arm(slot);
  }

  clear(key: string): void {
    const slot = this.slotOf.get(key);
    if (slot === undefined) return;
    this.slotOf.delete(key);
    const keys = this.slots.get(slot);
    keys?.delete(key);
    if (keys?.size === 0) this.slots.delete(slot);
  }

  stop(): void {
    this.disarm?.();
    this.slots.clear();
    this.slotOf.clear();
  }

  private arm(slot: number): void {
    this.disarm?.();
    this.armedFor = slot;
    this.disarm = this.timers.after(Math.max(0, slot - this.timers.now()), () => this.turn());
  }

  private turn(): void {
    this.armedFor = undefined;
    const now = this.timers.now();
    const due = [...this.slots.keys()].filter(slot => slot <= now).sort((a, b) => a - b);
    for (const slot of due) {
      const keys = this.slots.get(slot) ?? [];
      this.slots.delete(slot);
      for (const key of keys) {
        this.slotOf.delete(key);
        this.ring(key);
      }
    }
    let next = Infinity;
    for (const slot of this.slots.keys()) next = Math.min(next, slot);
    if (next !== Infinity) this.arm(next);
  }
}
