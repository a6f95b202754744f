import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useMemo } from 'react';
import { useOwnersByName } from '../../api/useOwners';
import { groupByOwner } from '../../model/placements/groupByOwner';
import { GroupHeading } from './GroupHeading';

type Placement = Schemas['PlacementRow'];

/** The rows by their owners, where the address asks for it. */
export function useOwnerGroups(placements: readonly Placement[], isGrouped: boolean) {
  const owners = useOwnersByName('placement', isGrouped);
  return useMemo(() => {
    if (!isGrouped) return { rows: placements, groupOf: undefined };
    const groups = groupByOwner(placements, owners);
    const headings = new Map(
      groups.flatMap(group => {
        const heading = { key: group.key, heading: <GroupHeading group={group} /> };
        return group.rows.map(({ uid }) => [uid, heading] as const);
      }),
    );
    const nobody = { key: '', heading: null };
    return {
      rows: groups.flatMap(({ rows }) => rows),
      groupOf: ({ uid }: Placement) => headings.get(uid) ?? nobody,
    };
  }, [placements, owners, isGrouped]);
}
