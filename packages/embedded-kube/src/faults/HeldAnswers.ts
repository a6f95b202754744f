import type { Http2ServerResponse } from 'node:http2';
import { cutOff } from '../http/cutOff';

/** Requests that get no answer as long as a fault lasts. */
export class HeldAnswers {
  private readonly responses = new Set<Http2ServerResponse>();

  add(response: Http2ServerResponse): void {
    this.responses.add(response);
    response.once('close', () => this.responses.delete(response));
  }

  /** Breaks their connections. */
  end(): void {
    for (const response of [...this.responses]) cutOff(response);
  }
}
