import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useReducer } from 'react';
import { troubleOf } from '../../api/errors';
import { usePlacement, usePlacements, useStrategies } from '../../api/placementQueries';
import { usePages } from '../../api/useFleetQuery';
import { useRunPreview } from '../../api/useRunPreview';
import type { RunDraft } from '../../model/createRun/createRunCommand';
import { checkRunName, type NameFault } from '../../model/createRun/checkRunName';
import { findRefusal, type Refusal } from '../../model/createRun/findRefusal';
import { inScope } from '../../model/createRun/inScope';
import { keyOfLink, linkName } from '../../model/placements/placementFilters';

/** What the person chose; what is undefined follows a suggestion. */
export interface Choices {
  readonly placement: string;
  readonly strategy?: string;
  readonly snapshot?: string;
  readonly name?: string;
  readonly state: RunDraft['state'];
}

const change = (choices: Choices, patch: Partial<Choices>): Choices => ({ ...choices, ...patch });

/** Another placement has other snapshots and another suggested name. */
export const choosePlacement = (placement: string): Partial<Choices> => ({
  placement,
  strategy: undefined,
  snapshot: undefined,
  name: undefined,
});

/** What the dialog opens with. */
export type RunSuggestion = Partial<Pick<Choices, 'placement' | 'strategy' | 'snapshot'>>;

export interface RunForm {
  readonly choices: Choices;
  readonly choose: (patch: Partial<Choices>) => void;
  readonly draft: RunDraft;
  readonly nameFault: NameFault | undefined;
  readonly placements: {
    readonly items: readonly Schemas['PlacementSummary'][];
    readonly error: unknown;
    readonly isPending: boolean;
  };
  readonly strategies: {
    readonly items: readonly Schemas['StrategySummary'][];
    readonly error: unknown;
    readonly isPending: boolean;
  };
  readonly placement: Schemas['Placement'] | undefined;
  readonly preview: Schemas['RunPreview'] | undefined;
  readonly previewQuery: ReturnType<typeof useRunPreview>;
  /** The run would be created, and could not be prepared. */
  readonly isDoomed: boolean;
  /** The run would not even be created. */
  readonly refusal: Refusal | undefined;
}

/** The dialog's choices with the suggestions that fill what was not chosen. */
export function useRunForm(initial: RunSuggestion): RunForm {
  const [choices, choose] = useReducer(change, { placement: '', state: 'Run', ...initial });
  const placements = usePlacements({ limit: 500, sort: 'name' });
  const strategies = useStrategies();
  const { scope, name: placementName } = keyOfLink(choices.placement);
  const detail = usePlacement({ scope, name: placementName }, choices.placement !== '');
  const loaded = detail.data?.placement;
  const placement =
    loaded && linkName({ ...loaded, scope: loaded.scope ?? '_' }) === choices.placement ? loaded : undefined;
  const usable = strategies.data?.items.filter(one => (one.scope ?? '_') === scope);
  const strategy = choices.strategy ?? suggestStrategy(usable, placement);
  const snapshot = choices.snapshot ?? placement?.history.find(({ isLatest }) => isLatest)?.index;
  const isComplete = choices.placement !== '' && strategy !== '' && !detail.isLoading;
  const previewQuery = useRunPreview(
    { ...inScope(scope), placement: placementName, strategy, snapshot },
    isComplete,
  );
  const preview = isComplete && !previewQuery.isPlaceholderData ? previewQuery.data : undefined;
  const refusal = findRefusal({
    draft: { placement: choices.placement, strategy, snapshot },
    placement,
    isPlacementMissing: detail.error !== null && troubleOf(detail.error) === 'notFound',
    strategies: usable,
    mayCreate: preview?.mayCreate,
  });
  const isDoomed = refusal === undefined && preview?.problems.some(({ isFatal }) => isFatal) === true;
  const name = choices.name ?? preview?.suggestedName ?? '';
  return {
    choices,
    choose,
    draft: {
      name,
      placement: choices.placement,
      strategy,
      snapshot,
      state: isDoomed ? 'Initialize' : choices.state,
    },
    nameFault: checkRunName(name),
    placements: {
      items: usePages(placements.data)?.items ?? [],
      error: placements.error,
      isPending: placements.isPending,
    },
    strategies: {
      items: usable ?? [],
      error: strategies.error,
      isPending: strategies.isPending,
    },
    placement,
    preview,
    previewQuery,
    isDoomed,
    refusal,
  };
}

/** What the last run of this placement used; the only strategy where there is but one. */
function suggestStrategy(
  all: readonly Schemas['StrategySummary'][] | undefined,
  placement: Schemas['Placement'] | undefined,
): string {
  if (all === undefined) return '';
  const used = placement?.runs[0]?.strategy;
  if (all.some(({ name }) => name === used)) return used ?? '';
  return all.length === 1 ? all[0].name : '';
}
