import { annotationKeys } from '@fleetstage/backstage-plugin-fleetstage-common';

/** Quotes for a POSIX shell. */
export const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const resourceOf = (scope: string, clusterWide: string, namespaced: string) =>
  scope === '_' ? clusterWide : `${namespaced} -n ${scope}`;

export const runResource = (scope: string) =>
  resourceOf(scope, 'clusterstagedupdateruns', 'stagedupdateruns');

interface Approval {
  readonly scope: string;
  readonly request: string;
  readonly generation: number;
  readonly comment: string;
  readonly at: string;
}

/** The approval as a patch of the request's status; the engine counts it only for this generation. */
export const approveCommand = ({ comment, ...of }: Approval): string =>
  decideCommand(of, { type: 'Approved', reason: 'Approved', message: comment });

interface Rejection extends Omit<Approval, 'comment'> {
  readonly run: string;
  readonly reason: string;
}

/** A rejection stops the run, and then shows on the request who said no and why. */
export const rejectCommands = ({ run, reason, ...of }: Rejection): string =>
  [
    setStateCommand(of.scope, run, 'Stop'),
    decideCommand(of, {
      type: 'FleetstageRejected',
      reason: 'FleetstageRejectedByPerson',
      message: reason,
    }),
  ].join('\n');

function decideCommand(
  { scope, request, generation, at }: Omit<Approval, 'comment'>,
  { type, reason, message }: { type: string; reason: string; message: string },
): string {
  const condition = {
    type,
    status: 'True',
    observedGeneration: generation,
    reason,
    message,
    lastTransitionTime: at,
  };
  const resource = resourceOf(scope, 'clusterapprovalrequests', 'approvalrequests');
  const patch = quote(JSON.stringify({ status: { conditions: [condition] } }));
  return `kubectl patch ${resource} ${request} \\\n  --type=merge --subresource=status -p ${patch}`;
}

/** Starts, stops or resumes. */
export function setStateCommand(scope: string, run: string, state: 'Run' | 'Stop'): string {
  return `kubectl patch ${runResource(scope)} ${run} \\\n  --type=merge -p ${quote(JSON.stringify({ spec: { state } }))}`;
}

/** Ends a run for good; who may write its annotations ends it. */
export const endCommand = (scope: string, run: string, reason: string): string =>
  `kubectl annotate ${runResource(scope)} ${run} \\\n  ${annotationKeys.endRun}=${quote(reason)}`;

export const deleteRunCommand = (scope: string, run: string): string =>
  `kubectl delete ${runResource(scope)} ${run}`;

/** Shows a run. */
export function inspectCommands(scope: string, run: string): string {
  const resource = runResource(scope);
  return [
    `kubectl get ${resource} ${run} -o yaml`,
    `kubectl describe ${resource} ${run}`,
    `kubectl get ${resource} ${run} -w`,
  ].join('\n');
}
