import { setTimeout as delay } from 'node:timers/promises';
import { startEngine, type EngineOptions, type EngineProcess } from '../engineChild/startEngine';

/** An engine that is killed and started again while a story goes on. */
export interface MortalEngine {
  readonly kills: () => number;
  readonly logs: () => string;
  /** Rejects where an engine did not start again. */
  readonly allKills: Promise<void>;
  stop(): Promise<void>;
}

/** Starts an engine, and sends SIGKILL to it so many times, with a pause of `everyMs` in which it works. */
export async function startMortalEngine(
  options: EngineOptions,
  { kills, everyMs }: { readonly kills: number; readonly everyMs: number },
): Promise<MortalEngine> {
  let engine: EngineProcess = await startEngine(options);
  let done = 0;
  let isStopped = false;
  const killAll = async () => {
    while (done < kills && !isStopped) {
      await delay(everyMs, undefined, { ref: false });
      if (isStopped) return;
      await engine.kill();
      done += 1;
      engine = await startEngine(options);
    }
  };
  const allKills = killAll();
  // Whoever waits for it has the error; without anybody it must not end the process.
  allKills.catch(() => {});
  return {
    kills: () => done,
    logs: () => engine.logs(),
    allKills,
    stop: async () => {
      isStopped = true;
      await Promise.race([allKills.catch(() => {}), delay(60_000, undefined, { ref: false })]);
      await engine.stop();
    },
  };
}
