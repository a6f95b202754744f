/* eslint-disable new-cap -- the client names its methods after the verbs of HTTP */
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useHub } from '../routing';
import type { GateKey, RunKey } from './runQueries';
import { useAsk, type Send } from './useFleetQuery';

type WithBody<K, Name extends keyof Schemas> = K & { readonly body: Schemas[Name] };

export const useApprove = () =>
  useWrite<WithBody<GateKey, 'ApproveRequest'>, Schemas['ApprovalResult']>(
    ({ body, ...path }) =>
      (client, hub) =>
        client.POST('/runs/{scope}/{name}/gates/{stage}/{task}/approve', {
          params: { path, query: { hub } },
          body,
        }),
  );

export const useReject = () =>
  useWrite<WithBody<GateKey, 'RejectRequest'>, Schemas['ApprovalResult']>(
    ({ body, ...path }) =>
      (client, hub) =>
        client.POST('/runs/{scope}/{name}/gates/{stage}/{task}/reject', {
          params: { path, query: { hub } },
          body,
        }),
  );

/** Takes an approval back. */
export const useWithdraw = () =>
  useWrite<WithBody<GateKey, 'WithdrawRequest'>, Schemas['ApprovalResult']>(
    ({ body, ...path }) =>
      (client, hub) =>
        client.POST('/runs/{scope}/{name}/gates/{stage}/{task}/withdraw', {
          params: { path, query: { hub } },
          body,
        }),
  );

interface OnCluster {
  readonly scope: string;
  readonly name: string;
  readonly cluster: string;
}

/** Compares a cluster of a placement with what is wanted, and applies it, at once. */
export const useApplyNow = () =>
  useWrite<OnCluster, Schemas['ApplyNowResult']>(
    path => (client, hub) =>
      client.POST('/placements/{scope}/{name}/clusters/{cluster}/apply', {
        params: { path, query: { hub } },
      }),
  );

/** Starts, stops or resumes. */
export const useSetRunState = () =>
  useWrite<WithBody<RunKey, 'SetRunStateRequest'>, Schemas['RunStateResult']>(
    ({ body, ...path }) =>
      (client, hub) =>
        client.POST('/runs/{scope}/{name}/state', { params: { path, query: { hub } }, body }),
  );

export const useRetry = () =>
  useWrite<WithBody<RunKey, 'RetryRequest'>, Schemas['RetryResult']>(
    ({ body, ...path }) =>
      (client, hub) =>
        client.POST('/runs/{scope}/{name}/retry', { params: { path, query: { hub } }, body }),
  );

/** Ends a run for good. */
export const useEndRun = () =>
  useWrite<WithBody<RunKey, 'EndRunRequest'>, Schemas['EndedRun']>(
    ({ body, ...path }) =>
      (client, hub) =>
        client.POST('/runs/{scope}/{name}/end', { params: { path, query: { hub } }, body }),
  );

/** Creates a run to an earlier snapshot; a run that is not over ends first. */
export const useRollBackRun = () =>
  useWrite<WithBody<RunKey, 'RollBackRequest'>, Schemas['CreatedRun']>(
    ({ body, ...path }) =>
      (client, hub) =>
        client.POST('/runs/{scope}/{name}/rollback', { params: { path, query: { hub } }, body }),
  );

export const useDeleteRun = () =>
  useWrite<WithBody<RunKey, 'DeleteRunRequest'>, Schemas['DeletedRun']>(
    ({ body, ...path }) =>
      (client, hub) =>
        client.DELETE('/runs/{scope}/{name}', { params: { path, query: { hub } }, body }),
  );

export const useCreateRun = () =>
  useWrite<Schemas['CreateRunRequest'], Schemas['CreatedRun']>(
    body => (client, hub) => client.POST('/runs', { params: { query: { hub } }, body }),
  );

/** The plan of a run that does not exist; writes nothing. */
export const usePreviewRun = () =>
  useWrite<Schemas['PreviewRunRequest'], Schemas['RunPreview']>(
    body => (client, hub) => client.POST('/runs/preview', { params: { query: { hub } }, body }),
    { writes: false },
  );

/** Labels and taints of a member. */
export const useUpdateCluster = () =>
  useWrite<WithBody<{ readonly name: string }, 'UpdateClusterRequest'>, Schemas['WrittenObject']>(
    ({ body, name }) =>
      (client, hub) =>
        client.PUT('/clusters/{name}', { params: { path: { name }, query: { hub } }, body }),
  );

/** Cordons a cluster and evicts what is there. */
export const useDrainCluster = () =>
  useWrite<WithBody<{ readonly name: string }, 'DrainRequest'>, Schemas['DrainResult']>(
    ({ body, name }) =>
      (client, hub) =>
        client.POST('/clusters/{name}/drain', { params: { path: { name }, query: { hub } }, body }),
  );

/** Opens a cluster to placements again, and ends its drain. */
export const useUncordonCluster = () =>
  useWrite<WithBody<{ readonly name: string }, 'UncordonRequest'>, Schemas['DrainResult']>(
    ({ body, name }) =>
      (client, hub) =>
        client.POST('/clusters/{name}/uncordon', { params: { path: { name }, query: { hub } }, body }),
  );

/** Creates a MemberCluster. */
export const useJoinCluster = () =>
  useWrite<Schemas['JoinClusterRequest'], Schemas['JoinedCluster']>(
    body => (client, hub) => client.POST('/clusters', { params: { query: { hub } }, body }),
  );

/** The answer is a secret: it is kept for as long as it is shown. */
export const useIssueJoinToken = () =>
  useWrite<{ readonly name: string }, Schemas['JoinToken']>(
    ({ name }) =>
      (client, hub) =>
        client.POST('/clusters/{name}/join-token', { params: { path: { name }, query: { hub } } }),
    { isKept: false },
  );

/** Lets held removals begin. */
export const useConfirmRemovals = () =>
  useWrite<Schemas['DecideRemovalsRequest'], Schemas['DecidedRemovals']>(
    body => (client, hub) => client.POST('/removals/confirm', { params: { query: { hub } }, body }),
  );

/** Lets held placements go from the hub, and leaves their clusters as they are. */
export const useReleaseRemovals = () =>
  useWrite<Schemas['DecideRemovalsRequest'], Schemas['DecidedRemovals']>(
    body => (client, hub) => client.POST('/removals/release', { params: { query: { hub } }, body }),
  );

function useWrite<Input, Output>(
  request: (input: Input) => Send<Output>,
  { writes = true, isKept = true } = {},
) {
  const ask = useAsk(useHub());
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => ask(request(input)),
    ...(!isKept && { gcTime: 0 }),
    onSettled: () => {
      if (writes) void queries.invalidateQueries({ queryKey: ['fleetstage'] });
    },
  });
}
