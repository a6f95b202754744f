import type { Connections } from '../kube/Connections';
import type { MemberWatches } from '../kube/MemberWatches';
import type { ServedKinds } from '../kube/ServedKinds';
import type { QueueSpec } from '../loop/QueueWorker';
import { effectSpec, type LoopDeps } from '../loop/runWorkers';
import type { Settings } from '../settings';
import { applyWork, type ApplyWorkDeps } from './applyWork';
import { captureResources } from './captureResources';
import { carryDecision } from './carryDecision';
import { ensureApproval } from './ensureApproval';
import { ensureFinalizer } from './ensureFinalizer';
import { probeMember } from './probeMember';
import { publishSnapshots } from './publishSnapshots';
import { publishStatus } from './publishStatus';
import { memberStatus, placementStatus, runStatus } from './statusSources';

export interface AllEffectsDeps {
  readonly settings: Settings;
  readonly connections: Connections;
  readonly watches: MemberWatches;
  readonly servedKinds: ServedKinds;
  readonly holds: (
    kind: { group: string; version: string; kind: string },
    namespace: string,
  ) => boolean | 'unknown';
  readonly prepareMember: ApplyWorkDeps['prepare'];
  readonly forgetMember: (member: string) => Promise<void>;
}

/** Requests of one effect together; one request is bounded by its own time-out. */
const PATIENCE = 4;

/** The effects as queues to work on. */
export function allEffects(loop: LoopDeps, deps: AllEffectsDeps): QueueSpec[] {
  const { settings, connections, watches, servedKinds, holds, prepareMember: prepare } = deps;
  const { concurrency, heartbeat, requestTimeoutMs } = settings;
  const { clock, jitter } = loop.ports;
  const { log, metrics } = loop;
  const client = () => connections.hub();
  const hub = { concurrency: concurrency.effects, deadlineMs: PATIENCE * requestTimeoutMs };
  const { probeTimeoutMs, timestampsEveryMs } = heartbeat;
  const work = applyWork({
    connections,
    watches,
    prepare,
    clock,
    jitter,
    resyncEveryMs: settings.resyncEveryMs,
  });
  return [
    effectSpec(loop, captureResources({ client, servedKinds, holds, clock, log }), hub),
    effectSpec(loop, work, { ...hub, concurrency: 4 * concurrency.effects, perGroup: concurrency.perMember }),
    effectSpec(loop, publishStatus(client, placementStatus(clock)), hub),
    effectSpec(loop, publishStatus(client, runStatus(clock)), hub),
    effectSpec(loop, publishStatus(client, memberStatus(clock, timestampsEveryMs)), hub),
    effectSpec(loop, publishSnapshots({ client, clock, publish: settings.publish }), hub),
    effectSpec(loop, ensureApproval({ client, clock }), hub),
    effectSpec(loop, carryDecision({ client, clock }), hub),
    effectSpec(loop, ensureFinalizer(client), hub),
    // A dead member holds its slot until its time-outs end, so there are many slots.
    effectSpec(
      loop,
      probeMember({ connections, clock, log, metrics, probeTimeoutMs, prepare, forget: deps.forgetMember }),
      {
        concurrency: 4 * concurrency.effects,
        deadlineMs: PATIENCE * probeTimeoutMs,
      },
    ),
  ];
}
