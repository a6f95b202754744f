import { besideSources } from '../../controlPlane/besideSources';
import { startAskableChild } from '../childProcess';
import type { LoadAnswer, LoadQuestion, LoadQuestions } from './loadProgram';

export interface LoadProgram {
  ask<K extends keyof LoadQuestions>(
    what: K,
    options: LoadQuestions[K]['options'],
  ): Promise<LoadQuestions[K]['result']>;
  stop(): void;
}

export async function startLoadProgram(): Promise<LoadProgram> {
  const main = besideSources('../bench/apiServer/loadProgram.ts');
  const child = await startAskableChild<LoadQuestion, LoadAnswer>(main, []);
  return {
    ask: async (what, options) =>
      // A question gets the answer of its own kind.
      (await child.ask({ what, options } as LoadQuestion)) as LoadQuestions[typeof what]['result'],
    stop: () => child.kill('SIGTERM'),
  };
}
