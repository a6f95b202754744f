import type { Http2ServerResponse } from 'node:http2';
import type { WatchSink } from '../api/Watch';
import { expired, toStatus } from '../api/errors';
import type { Cluster } from '../cluster/Cluster';
import type { GatedStream, RequestFacts } from '../cluster/Gate';
import type { WatchEnd } from '../faults/fault';
import { Trickle } from '../faults/Trickle';
import { cutOff } from './cutOff';

/**
 * The stream of a watch, with what the cluster's gate does to it.
 *
 *   flowing ──► over: ended in order or cut
 *     └──► silent: lines are lost, the connection stays ──► over
 */
export class WatchOutput implements WatchSink, GatedStream {
  private state: 'flowing' | 'silent' | 'over' = 'flowing';
  private trickle: Trickle | undefined;

  constructor(
    private readonly response: Http2ServerResponse,
    readonly cluster: Cluster,
    readonly facts: RequestFacts,
  ) {}

  get isOver(): boolean {
    return this.state === 'over';
  }

  write(lines: string): boolean {
    const { gate } = this.cluster;
    return gate ? gate.deliver(this, lines) : this.send(lines);
  }

  /** Past the gate. */
  send(lines: string): boolean {
    if (this.state !== 'flowing') return false;
    return this.trickle ? this.trickle.write(lines) : this.response.write(lines);
  }

  waiting(): number {
    const { response, trickle } = this;
    // Over HTTP/2 the bytes wait in the stream.
    return (trickle?.waiting ?? 0) + (response.stream?.writableLength ?? response.writableLength);
  }

  end(): void {
    if (this.state !== 'flowing') return;
    this.state = 'over';
    if (this.trickle) this.trickle.end();
    else this.response.end();
  }

  silence(): void {
    if (this.state === 'flowing') this.state = 'silent';
  }

  cut(how: WatchEnd): void {
    if (this.state === 'over') return;
    if (how === 'expired') this.send(EXPIRED);
    if (how !== 'reset') this.end();
    this.state = 'over';
    if (how === 'reset') cutOff(this.response);
  }

  /** `undefined`: as fast as it goes. */
  paceAt(bytesPerSecond: number | undefined): void {
    if (this.trickle) this.trickle.paceAt(bytesPerSecond);
    else if (bytesPerSecond !== undefined) this.trickle = new Trickle(this.response, bytesPerSecond);
  }
}

const EXPIRED = `${JSON.stringify({
  type: 'ERROR',
  object: toStatus(expired('The resourceVersion for the provided watch is too old.')),
})}\n`;
