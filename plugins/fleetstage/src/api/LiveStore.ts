import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

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

/** What is on screen; moments are of the reader's own clock, in ms. */
export interface PageData {
  /** Answers on screen, or still to come. */
  readonly count: number;
  /**
   * There where the last request for a part of it failed: of when the oldest such part is, and when it is asked for again,
   * unless a dialog holds that back.
   */
  readonly failed?: { readonly dataFrom?: number; readonly retryAt?: number };
  /** When any of it last said something else than before. */
  readonly changedAt?: number;
  /** The hub as the newest answer reports it; absent: none has. */
  readonly hub?: Readonly<Schemas['HubState']>;
}

/** Moments are of the reader's own clock, in ms. */
export interface LiveState {
  /** When the last signal came; proof that signals work here. */
  readonly signalAt?: number;
  /** When the last answer came, to whatever request. */
  readonly answeredAt?: number;
  /** Since when something of ours is on screen and asks; silence before it means nothing. */
  readonly askedSince?: number;
  readonly page: PageData;
  /** Subjects on screen that changed while a dialog or menu is open. */
  readonly heldChanges: number;
  readonly isHeld: boolean;
}

/** While the page is held only what an open dialog itself shows is asked for. */
export type Taker = (signals: readonly FleetSignal[], isHeld: boolean) => void;

/** Without a signal for this long the pages ask by themselves again; the backend sends one every 15 s at least. */
export const SIGNALS_TRUSTED_MS = 40_000;

/** Without an answer for this long the data is not live: with working signals a page asks every 60 to 72 s. */
export const SILENT_MS = 80_000;

const MEMORY = 'fleetstage.signalAt';

/** How live the pages are: one per API, shared by pages, cards and the header. */
export class LiveStore {
  private state: LiveState = { signalAt: recalled(), heldChanges: 0, isHeld: false, page: { count: 0 } };
  private holds = 0;
  private held: FleetSignal[] = [];
  private readonly heldSubjects = new Set<string>();
  private readonly listeners = new Set<() => void>();
  private takers = new Set<Taker>();
  private offset = 0;
  private lapse: ReturnType<typeof setTimeout> | undefined;

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
  onSignals(taker: Taker): () => void {
    this.takers.add(taker);
    return () => this.takers.delete(taker);
  }

  /** `shown` names those of its subjects that are on screen. */
  signal(message: FleetSignal, shown: readonly string[]): void {
    const signalAt = Date.now();
    remember(signalAt);
    this.expectAnother();
    if (this.holds === 0) {
      this.set({ signalAt });
      this.takers.forEach(take => take([message], false));
      return;
    }
    this.held.push(message);
    shown.forEach(subject => this.heldSubjects.add(subject));
    this.set({ signalAt, heldChanges: this.heldSubjects.size });
    this.takers.forEach(take => take([message], true));
  }

  /** An answer came; `asOf` is the server's time. */
  answered(asOf: string | undefined): void {
    const server = asOf === undefined ? NaN : Date.parse(asOf);
    // A second of travel time is no difference of clocks.
    if (Math.abs(server - Date.now()) > 1000) this.offset = server - Date.now();
    else if (!Number.isNaN(server)) this.offset = 0;
    // A connection that was away for so long has taken the signals' one with it; hidden tabs are only slow.
    if (isSilent(this.state, Date.now()) && !document.hidden) this.doubt();
    this.set({ answeredAt: Date.now() });
  }

  /** Something of ours came on screen. */
  asks(): void {
    this.set({ askedSince: Date.now() });
  }

  /** What is on screen, and how its last requests went. */
  shows(page: PageData): void {
    if (JSON.stringify(page) === JSON.stringify(this.state.page)) return;
    if (page.failed && !this.state.page.failed) this.doubt();
    this.set({ page });
  }

  /** The next signal has to prove anew that they come: whether their connection lives is unknown. */
  doubt(): void {
    remember(undefined);
    this.set({ signalAt: undefined });
  }

  /** While a dialog or a menu is open nothing moves. */
  hold(): () => void {
    this.holds += 1;
    this.set({ isHeld: true });
    return () => {
      this.holds -= 1;
      if (this.holds > 0) return;
      // Nothing was asked meanwhile.
      this.set({ isHeld: false, askedSince: Date.now() });
      this.takeHeld();
    };
  }

  takeHeld(): void {
    const { held } = this;
    this.held = [];
    this.heldSubjects.clear();
    this.set({ heldChanges: 0 });
    this.takers.forEach(take => take(held, false));
  }

  /** What changed since the last signal was not signalled where its connection is dead: it is asked for. */
  private expectAnother(): void {
    clearTimeout(this.lapse);
    this.lapse = setTimeout(() => {
      if (this.holds === 0) this.takeHeld();
    }, SIGNALS_TRUSTED_MS);
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

/** Whether what is on screen has asked for long without any answer. */
export function isSilent({ answeredAt = 0, askedSince, isHeld, page }: LiveState, now: number): boolean {
  if (isHeld || askedSince === undefined || page.count === 0) return false;
  return now - Math.max(answeredAt, askedSince) > SILENT_MS;
}

/** A reload keeps what the tab knew; Backstage's storage outlives the session, and may be another device's too. */
function recalled(): number | undefined {
  try {
    return Number(sessionStorage.getItem(MEMORY)) || undefined;
  } catch {
    // The browser may forbid storage.
    return undefined;
  }
}

function remember(signalAt: number | undefined): void {
  try {
    if (signalAt === undefined) sessionStorage.removeItem(MEMORY);
    else sessionStorage.setItem(MEMORY, String(signalAt));
  } catch {
    // Then a reload begins without it.
  }
}
