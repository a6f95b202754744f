import type { ThrottleFault } from './fault';

interface Bucket {
  tokens: number;
  /** Milliseconds. */
  at: number;
}

/** A token bucket for each client. */
export class Buckets {
  private readonly buckets = new Map<string, Bucket>();
  private readonly perMs: number;
  private readonly burst: number;

  constructor(
    { perSecond = 0, burst }: Pick<ThrottleFault, 'perSecond' | 'burst'>,
    private readonly nowMs: () => number,
  ) {
    this.perMs = perSecond / 1000;
    this.burst = burst ?? (perSecond === 0 ? 0 : Math.max(1, Math.ceil(perSecond)));
  }

  /** @returns whether the client had a token left */
  take(client: string): boolean {
    const now = this.nowMs();
    const bucket = this.buckets.get(client) ?? { tokens: this.burst, at: now };
    bucket.tokens = Math.min(this.burst, bucket.tokens + (now - bucket.at) * this.perMs);
    bucket.at = now;
    this.buckets.set(client, bucket);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }
}
