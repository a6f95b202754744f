export interface TrickleTarget {
  readonly destroyed: boolean;
  write(chunk: Buffer): boolean;
  end(): unknown;
}

const TURN_MS = 50;

/** Hands bytes on at a pace. */
export class Trickle {
  private chunks: Buffer[] = [];
  private bytes = 0;
  private isEnding = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly target: TrickleTarget,
    private bytesPerSecond: number | undefined,
  ) {}

  /** Bytes that wait. */
  get waiting(): number {
    return this.bytes;
  }

  /** @returns whether nothing waits */
  write(data: string | Buffer): boolean {
    const chunk = Buffer.from(data);
    this.chunks.push(chunk);
    this.bytes += chunk.length;
    this.go();
    return this.bytes === 0;
  }

  /** Ends when all has been handed on. */
  end(): void {
    this.isEnding = true;
    this.go();
  }

  /** `undefined`: hands on at once what waits and what comes. */
  paceAt(bytesPerSecond: number | undefined): void {
    this.bytesPerSecond = bytesPerSecond;
    this.go();
  }

  private go(): void {
    if (this.bytesPerSecond === undefined || this.bytes === 0) this.handOn(this.bytes);
    else this.timer ??= setTimeout(() => this.turn(), TURN_MS).unref();
  }

  private turn(): void {
    this.timer = undefined;
    if (this.target.destroyed) return;
    this.handOn(Math.max(1, Math.floor(((this.bytesPerSecond ?? Infinity) * TURN_MS) / 1000)));
    if (this.bytes > 0) this.go();
  }

  private handOn(most: number): void {
    let left = Math.min(most, this.bytes);
    while (left > 0) {
      const chunk = this.chunks[0];
      const part = chunk.subarray(0, left);
      this.target.write(part);
      left -= part.length;
      this.bytes -= part.length;
      if (part.length === chunk.length) this.chunks.shift();
      else this.chunks[0] = chunk.subarray(part.length);
    }
    if (this.bytes === 0 && this.isEnding) {
      this.isEnding = false;
      this.target.end();
    }
  }
}
