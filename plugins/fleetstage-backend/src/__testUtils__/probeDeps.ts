import type { ProbeDeps } from '../effects/probeMember';
import { Connections } from '../kube/Connections';
import { silentLog } from '../observe/log';
import { MemoryMetrics } from '../observe/metrics';
import type { Clock } from '../ports';

/** Of a member pass that reaches nobody: a test says what its probe has found. */
export const probeDepsAt = (clock: Clock): ProbeDeps => ({
  connections: new Connections({
    hub: { name: 'hub' },
    accessOf: () => ({ kubeconfig: '/none' }),
    requestTimeoutMs: 1_000,
    requestsPerMember: 1,
    now: () => 0,
    onRecovered: () => undefined,
    onRequest: () => undefined,
  }),
  clock,
  log: silentLog,
  metrics: new MemoryMetrics(),
  probeTimeoutMs: 1_000,
  timesEveryMs: 120_000,
  collector: { collect: async () => new Map() },
  prepare: async () => undefined,
  forget: async () => undefined,
});
