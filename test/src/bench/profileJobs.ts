import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import path from 'node:path';

/** Takes a processor profile of this process from `start` to `save`, one file per job. */
export interface JobProfiler {
  start(): Promise<void>;
  save(): Promise<void>;
}

const SAMPLE_US = 500;

/** Without a folder it does nothing. */
export function profileJobs(folder: string | undefined): JobProfiler {
  if (folder === undefined) return { start: async () => {}, save: async () => {} };
  const session = new Session();
  session.connect();
  let count = 0;
  let isOn = false;
  return {
    async start() {
      await session.post('Profiler.enable');
      await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US });
      await session.post('Profiler.start');
      isOn = true;
    },
    async save() {
      if (!isOn) return;
      isOn = false;
      const { profile } = await session.post('Profiler.stop');
      count += 1;
      writeFileSync(path.join(folder, `job-${count}.cpuprofile`), JSON.stringify(profile));
    },
  };
}
