/* eslint-disable new-cap -- the client names its methods after the verbs of HTTP */
import { useApi } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useCallback } from 'react';
import { LogLines, type LogPart } from '../model/workloads/logLines';
import type { WorkloadRef } from '../model/workloads/workloadRef';
import { useHub } from '../routing';
import { fleetApiRef } from './fleetApiRef';
import type { PlacementKey } from './placementQueries';
import { useFleetQuery } from './useFleetQuery';

const BASE = '/placements/{scope}/{name}/clusters/{cluster}/workloads';

/** The objects of a placement on a cluster, with what they own. */
export const useWorkloads = ({ scope, name }: PlacementKey, cluster: string) =>
  useFleetQuery<Schemas['Workloads']>({
    root: 'placement',
    key: [scope, name, 'workloads', cluster],
    send: (client, hub) => client.GET(BASE, { params: { path: { scope, name, cluster }, query: { hub } } }),
  });

/** One of them. */
export const useWorkload = ({ scope, name }: PlacementKey, cluster: string, ref: WorkloadRef) =>
  useFleetQuery<Schemas['WorkloadDetail']>({
    root: 'placement',
    key: [scope, name, 'workload', cluster, ref],
    send: (client, hub) =>
      client.GET(`${BASE}/object`, {
        params: {
          path: { scope, name, cluster },
          query: {
            hub,
            group: ref.group || undefined,
            version: ref.version,
            kind: ref.kind,
            objectNamespace: ref.namespace || undefined,
            objectName: ref.name,
          },
        },
      }),
  });

export interface LogOptions {
  readonly container: string;
  readonly previous: boolean;
  readonly follow: boolean;
}

/** Reads a log, and gives each part as it comes, until its end or until the signal is aborted. */
export function useReadLog({ scope, name }: PlacementKey, cluster: string, pod: WorkloadRef) {
  const api = useApi(fleetApiRef);
  const hub = useHub();
  const { namespace, name: objectName } = pod;
  return useCallback(
    async (options: LogOptions, onPart: (part: LogPart) => void, signal: AbortSignal): Promise<void> => {
      const body = await api.ask<ReadableStream<Uint8Array> | null>(client =>
        client.GET(`${BASE}/logs`, {
          params: {
            path: { scope, name, cluster },
            query: { hub, objectNamespace: namespace || undefined, objectName, ...options },
          },
          parseAs: 'stream',
          signal,
        }),
      );
      if (!body) return;
      const reader = body.getReader();
      const decoder = new TextDecoder();
      const lines = new LogLines();
      for (let next = await reader.read(); !next.done && !signal.aborted; next = await reader.read())
        for (const part of lines.push(decoder.decode(next.value, { stream: true }))) onPart(part);
      if (!signal.aborted) for (const part of lines.push('\n')) onPart(part);
    },
    [api, hub, scope, name, cluster, namespace, objectName],
  );
}
