import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useUrlPatch, useUrlState } from '../../routing';
import { CreateRunDialog } from './CreateRunDialog';

export interface CreateRunFromUrlProps {
  /** The page's own placement; else `?placement=` chooses it. */
  readonly placement?: string;
  readonly permit?: Schemas['Permit'];
}

/** The dialog while the address says `?dialog=create`, so that it can be linked to and Back closes it. */
export const CreateRunFromUrl = ({ placement, permit }: CreateRunFromUrlProps) => {
  const [dialog] = useUrlState('dialog');
  const [named] = useUrlState('placement');
  const [strategy] = useUrlState('strategy');
  const [snapshot] = useUrlState('snapshot');
  const patch = useUrlPatch();
  if (dialog !== 'create') return null;
  return (
    <CreateRunDialog
      suggestion={{
        placement: placement ?? named,
        strategy: strategy || undefined,
        snapshot: snapshot || undefined,
      }}
      permit={permit}
      onClose={() => patch({ dialog: undefined, strategy: undefined, snapshot: undefined })}
    />
  );
};

/** Opens the dialog by the address. */
export function useOpenCreateRun(): (placement?: string) => void {
  const patch = useUrlPatch();
  return placement => patch({ dialog: 'create', ...(placement && { placement }) }, { push: true });
}
