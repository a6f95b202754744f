import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useUrlPatch, useUrlState } from '../../routing';
import { CreateRunDialog } from './CreateRunDialog';

export interface CreateRunFromUrlProps {
  /** The page's own placement; else the address chooses it. */
  readonly placement?: string;
  readonly permit?: Schemas['Permit'];
}

/**
 * The dialog while the address says `?dialog=create`, so that it can be linked to and Back closes it. `placement` is also a
 * filter of lists: in a link to the dialog it belongs to the dialog, and goes with it; where the page had it before, `for`
 * names the placement of the dialog, and the filter stays.
 */
export const CreateRunFromUrl = ({ placement, permit }: CreateRunFromUrlProps) => {
  const [dialog] = useUrlState('dialog');
  const [chosen] = useUrlState('for');
  const [linked] = useUrlState('placement');
  const [strategy] = useUrlState('strategy');
  const [snapshot] = useUrlState('snapshot');
  const patch = useUrlPatch();
  if (dialog !== 'create') return null;
  const isLinked = placement === undefined && chosen === '';
  const brought = { dialog: undefined, for: undefined, strategy: undefined, snapshot: undefined };
  return (
    <CreateRunDialog
      suggestion={{
        placement: placement ?? (isLinked ? linked : chosen),
        strategy: strategy || undefined,
        snapshot: snapshot || undefined,
      }}
      permit={permit}
      onClose={() => patch(isLinked ? { ...brought, placement: undefined } : brought)}
    />
  );
};

/** Opens the dialog by the address, for one placement, or for that of the page's filter. */
export function useOpenCreateRun(): (placement?: string) => void {
  const patch = useUrlPatch();
  const [filter] = useUrlState('placement');
  return placement => patch({ dialog: 'create', for: placement ?? filter }, { push: true });
}
