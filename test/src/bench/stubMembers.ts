/**
 * All members as one process: Kubernetes-like APIs in memory, by path. Copies of them (`copy`) are what the floor is
 * played on: same state, another name.
 */
import { startStubApi } from '@fleetstage/applier/testing';
import type { StubAnswer, StubQuestion } from './startStubMembers';

async function main(): Promise<void> {
  const settleMs = Number(process.argv[2] ?? '0');
  const workloads = settleMs === 0 ? 'atOnce' : { readyAfterMs: settleMs };
  const api = await startStubApi({ isRecording: false, workloads });
  process.on('message', ({ id, question }: { id: number; question: StubQuestion }) => {
    for (const name of question.members) {
      api.cluster(`${question.prefix}${name}`).copyFrom(api.cluster(name));
    }
    process.send?.({ id, value: { url: api.url } satisfies StubAnswer });
  });
  process.send?.({ id: 0, value: { url: api.url } satisfies StubAnswer });
}

process.once('disconnect', () => process.exit(0));
main().catch(error => {
  process.stderr.write(`${error}\n`);
  process.exit(1);
});
