/** One line of the log's stream. */
export interface LogPart {
  readonly text?: string;
  readonly end?: 'completed' | 'limit' | 'time' | 'lost';
  readonly message?: string;
}

/** So many characters are kept: a browser that shows more gets slow. */
const MAX_KEPT = 500_000;

/** Cuts a stream into its lines of JSON; empty lines only keep the connection alive. */
export class LogLines {
  private rest = '';

  push(text: string): readonly LogPart[] {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop() ?? '';
    return lines.filter(line => line.trim() !== '').map(line => JSON.parse(line) as LogPart);
  }
}

/** The log with what has come, its oldest lines cut where it is long. */
export function appendLog(log: string, text: string): string {
  const whole = log + text;
  if (whole.length <= MAX_KEPT) return whole;
  const kept = whole.slice(-MAX_KEPT);
  return kept.slice(kept.indexOf('\n') + 1);
}
