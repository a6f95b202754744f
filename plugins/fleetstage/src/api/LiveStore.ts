export interface Subject {
  readonly kind: string;
  readonly name: string;
}

/** A message of the channel `fleetstage`: what changed, never the data. */
export interface FleetSignal {
  readonly hub: string;
  readonly subjects: readonly Subject[];
  readonly all?: boolean;
}

export interface LiveState {
  /** When the last signal came; proof that signals work here. */
  readonly signalAt?: number;
  /** When data last changed on screen. */
  readonly changedAt?: number;
  /** When the last answer came. */
  readonly answeredAt?: number;
  /** Since when requests fail. */
  readonly brokenSince?: number;
  readonly retryAt?: number;
  /** Changes that wait until no dialog or menu is open. */
  readonly heldChanges: number;
  readonly isHeld: boolean;
}

/** Without a signal for this long the pages ask by themselves again. */
const SIGNALS_TRUSTED_MS = 10 * 60_000;

/** How live the pages are: one per API, shared by pages, cards and the header. */
export class LiveStore {
  private state: LiveState = { heldChanges: 0, isHeld: false };
  private holds = 0;
  private held: FleetSignal[] = [];
  private readonly listeners = new Set<() => void>();
  private takers = new Set<(signals: readonly FleetSignal[]) => void>();
  private offset = 0;

  /** The server's clock, so that ages do not depend on the reader's. */
  now(): number {
    return Date.now() + this.offset;
  }

  get(): LiveState {
    return this.state;
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Who turns signals into new requests. */
  onSignals(taker: (signals: readonly FleetSignal[]) => void): () => void {
    this.takers.add(taker);
    return () => this.takers.delete(taker);
  }

  signal(message: FleetSignal): void {
    const count = Math.max(1, message.subjects.length);
    if (this.holds > 0) {
      this.held.push(message);
      this.set({ signalAt: Date.now(), heldChanges: this.state.heldChanges + count });
      return;
    }
    this.set({ signalAt: Date.now(), changedAt: Date.now() });
    this.takers.forEach(take => take([message]));
  }

  /** An answer came; `asOf` is the server's time. */
  answered(asOf: string | undefined): void {
    const server = asOf === undefined ? NaN : Date.parse(asOf);
    // A second of travel time is no difference of clocks.
    if (Math.abs(server - Date.now()) > 1000) this.offset = server - Date.now();
    else if (!Number.isNaN(server)) this.offset = 0;
    this.set({ answeredAt: Date.now(), brokenSince: undefined, retryAt: undefined });
  }

  failed(retryAt: number): void {
    this.set({ brokenSince: this.state.brokenSince ?? Date.now(), retryAt });
  }

  /** While a dialog or a menu is open nothing moves. */
  hold(): () => void {
    this.holds += 1;
    this.set({ isHeld: true });
    return () => {
      this.holds -= 1;
      if (this.holds === 0) {
        this.set({ isHeld: false });
        this.takeHeld();
      }
    };
  }

  takeHeld(): void {
    const { held } = this;
    this.held = [];
    if (held.length === 0) return;
    this.set({ heldChanges: 0, changedAt: Date.now() });
    this.takers.forEach(take => take(held));
  }

  hasSignals(): boolean {
    const { signalAt } = this.state;
    return signalAt !== undefined && Date.now() - signalAt < SIGNALS_TRUSTED_MS;
  }

  private set(part: Partial<LiveState>): void {
    this.state = { ...this.state, ...part };
    this.listeners.forEach(listener => listener());
  }
}
