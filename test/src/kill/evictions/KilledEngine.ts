import { startEngine, type EngineOptions, type EngineProcess } from '../../engineChild/startEngine';
import type { Kill } from './drawSequence';

/** A pass may have nothing to do, and log nothing. */
const LINE_WITHIN_MS = 3_000;

/** Starts an engine again and again, and kills it at each of the drawn moments; the last one lives on. */
export class KilledEngine {
  private engine: EngineProcess | undefined;
  private onLine: (line: string) => void = () => {};

  constructor(private readonly options: EngineOptions) {}

  async start(): Promise<void> {
    this.engine = await startEngine({ ...this.options, onLine: line => this.onLine(line) });
  }

  /** Kills it at the moment and starts the next one. */
  async killAt(kill: Kill): Promise<void> {
    await this.untilMoment(kill);
    await this.engine?.kill();
    await this.start();
  }

  async stop(): Promise<void> {
    await this.engine?.stop();
  }

  logs(): string {
    return this.engine?.logs() ?? '';
  }

  private async untilMoment(kill: Kill): Promise<void> {
    if (kill.at === 'time') return new Promise(resolve => setTimeout(resolve, kill.afterMs));
    let left = kill.skip;
    return new Promise(resolve => {
      const deadline = setTimeout(resolve, LINE_WITHIN_MS);
      this.onLine = line => {
        if (!line.includes(`"pass":"${kill.pass}"`) || left-- > 0) return;
        this.onLine = () => {};
        clearTimeout(deadline);
        resolve();
      };
    });
  }
}
