import { quote } from '../kubectl';

const patch = (name: string, spec: object) =>
  `kubectl patch rseq ${name} \\\n  --type=merge -p ${quote(JSON.stringify({ spec }))}`;

export const suspendCommand = (name: string, suspend: boolean): string => patch(name, { suspend });

export const startVersionCommand = (name: string, version: string, force: boolean): string =>
  patch(name, { target: { version, ...(force && { force }) } });

export const deleteSequenceCommand = (name: string): string => `kubectl delete rseq ${name}`;

/** Shows a sequence and its rollouts. */
export const sequenceCommands = (name: string): string =>
  [
    `kubectl get rseq ${name} -o yaml`,
    `kubectl describe rseq ${name}`,
    `kubectl get rollouts.fleetstage.io -l fleetstage.io/sequence=${name}`,
    'kubectl get memberversions.fleetstage.io -o wide',
  ].join('\n');
