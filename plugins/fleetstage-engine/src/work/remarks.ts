import type { ResourceIdentifier } from '@fleetstage/backstage-plugin-fleetstage-common';
import { listResources, resourceKey } from './listResources';
import { describeManifest } from './renderWork';
import type { Remark, WorkReport } from './report';

/** What one pass says of one object that is as it shall be. */
export interface Remarked {
  readonly identifier: ResourceIdentifier;
  readonly remark?: Pick<Remark, 'reason' | 'message'>;
  /** The object was not read: its earlier remark is kept. */
  readonly isUnseen?: true;
}

/** `before`: the report of the same revision before. */
export function listRemarks(
  outcomes: readonly Remarked[],
  before: WorkReport | undefined,
): readonly Remark[] {
  const known = new Map((before?.remarks ?? []).map(remark => [resourceKey(remark), remark]));
  return listResources(
    outcomes.flatMap(({ identifier, remark, isUnseen }) => {
      if (remark) return [{ ...identifier, ...remark }];
      const earlier = isUnseen && known.get(resourceKey(identifier));
      return earlier ? [earlier] : [];
    }),
  );
}

/** `All corresponding work objects are applied; ConfigMap web/big: it is … and 2 more`. */
export function withRemarks(sentence: string, remarks: readonly Remark[]): string {
  const [first] = remarks;
  if (first === undefined) return sentence;
  const more = remarks.length > 1 ? ` and ${remarks.length - 1} more` : '';
  const reason = first.reason === undefined ? '' : ` (${first.reason})`;
  return `${sentence}; ${describeManifest(first)}: ${first.message}${reason}${more}`;
}
