import { useOverrideTimeline, type OverrideAddress } from '../../api/overrideQueries';
import { usePages } from '../../api/useFleetQuery';
import { ObjectConflictBar, type FoundConflict } from '../placementEditor/ObjectBars';

/** Who has saved the override meanwhile. */
export const OverrideConflictBar = ({
  address,
  ...conflict
}: FoundConflict & { address: OverrideAddress }) => {
  const changes = usePages(useOverrideTimeline(address, conflict.isFound).data);
  return <ObjectConflictBar what="override" changes={changes?.items} {...conflict} />;
};
