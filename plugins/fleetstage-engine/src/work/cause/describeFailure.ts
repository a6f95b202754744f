import { countOf, sentence } from '../../words';
import { describeManifest } from '../renderWork';
import type { WorkReport } from '../report';
import { problemOf } from './finalCause';

/**
 * The first object that fails, and what is the matter with it, as a sentence (ui §2: object first, then the cause).
 *
 *   Deployment ui-bad/api: 0 of 2 replicas are available; ImagePullBackOff: image registry/x:bad not found (2 pods).
 *   Deployment ui-bad/api: 0 of 2 replicas are available. And 2 more objects.
 */
export function describeFailure(report: Pick<WorkReport, 'failed'> | undefined): string | undefined {
  const [first, ...rest] = report?.failed ?? [];
  if (first === undefined) return undefined;
  const more = rest.length === 0 ? '' : ` And ${countOf(rest.length, 'more object')}.`;
  return `${sentence(`${describeManifest(first)}: ${problemOf(first)}`)}${more}`;
}
