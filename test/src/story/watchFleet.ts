import type { FleetCluster } from './startFleet';
import { exists, paths, read } from './hub';

/** One read of one Deployment on every member. */
export interface Sample {
  readonly atMs: number;
  readonly members: Readonly<
    Record<string, { readonly image: string; readonly isAvailable: boolean } | undefined>
  >;
}

export interface FleetWatch {
  readonly samples: readonly Sample[];
  stop(): Promise<void>;
}

async function lookAt(member: FleetCluster, namespace: string) {
  const path = paths.deployment(namespace, 'web');
  if (!(await exists(member, path))) return undefined;
  const deployment = await read(member, path).catch(() => undefined);
  if (deployment === undefined || deployment.metadata.deletionTimestamp !== undefined) return undefined;
  return {
    image: deployment.spec.template.spec.containers[0].image.split(':')[1] as string,
    isAvailable: isAvailable(deployment),
  };
}

interface LiveDeployment {
  readonly metadata: { readonly generation: number };
  readonly spec: { readonly replicas: number };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly replicas?: number;
    readonly updatedReplicas?: number;
    readonly availableReplicas?: number;
  };
}

/** Requirement 002: all pods running, ready and updated according to the latest spec. */
function isAvailable({ metadata, spec, status = {} }: LiveDeployment): boolean {
  const { observedGeneration = 0, replicas = 0, updatedReplicas = 0, availableReplicas = 0 } = status;
  if (observedGeneration < metadata.generation) return false;
  return [replicas, updatedReplicas, availableReplicas].every(count => count === spec.replicas);
}

/** Reads the Deployment `web` on all members every 100 ms, from outside, as a monitoring system would. */
export function watchFleet(members: readonly FleetCluster[], namespace: string): FleetWatch {
  const samples: Sample[] = [];
  let isStopped = false;
  const loop = (async () => {
    while (!isStopped) {
      const startedAt = Date.now();
      // A read that fails (the fleet of a failed test is going) does not count.
      const seen = await Promise.all(
        members.map(async member => [member.name, await lookAt(member, namespace)] as const),
      ).catch(() => undefined);
      if (seen !== undefined) samples.push({ atMs: startedAt, members: Object.fromEntries(seen) });
      await new Promise(resolve => setTimeout(resolve, Math.max(0, startedAt + 100 - Date.now())));
    }
  })();
  return {
    samples,
    stop: async () => {
      isStopped = true;
      await loop;
    },
  };
}

export const availableIn = (sample: Sample) =>
  Object.entries(sample.members)
    .filter(([, seen]) => seen?.isAvailable)
    .map(([name]) => name);

export const holding = (sample: Sample, image: string) =>
  Object.entries(sample.members)
    .filter(([, seen]) => seen?.image === image)
    .map(([name]) => name);
