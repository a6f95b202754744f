import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { ReactNode } from 'react';
import type { KeptOverview, OverviewPart } from '../../model/overview/keepParts';
import { overviewTranslationRef } from '../../translation/overview';
import { FailedCard, PartFailure } from './PartFailure';

type Overview = Schemas['Overview'];

const TITLES = {
  clusters: 'matrix.title',
  placements: 'placements.title',
  runs: 'running.title',
  versionRollouts: 'versionRollouts.title',
  waiting: 'waiting.title',
  trouble: 'trouble.title',
  next: 'next.title',
  finished: 'finished.title',
} as const satisfies Record<OverviewPart, string>;

interface PartBoundaryProps<P extends OverviewPart> {
  readonly part: P;
  readonly kept: KeptOverview;
  readonly onRetry: () => unknown;
  /** The card of the part; `note` is its last row. */
  readonly children: (value: NonNullable<Overview[P]>, note: ReactNode) => ReactNode;
}

/** A part of the overview: its card, its card with what it lacks, or its failure; nothing where there is nothing to show. */
export function PartBoundary<P extends OverviewPart>({
  part,
  kept: { data, keptSince },
  onRetry,
  children,
}: PartBoundaryProps<P>) {
  const { t } = useTranslationRef(overviewTranslationRef);
  const title: (typeof TITLES)[OverviewPart] = TITLES[part];
  const value = data[part];
  const failed = data.failed.find(one => one.part === part);
  const failure = failed && { failed, title: t(title), keptSince: keptSince[part], onRetry };
  if (!value || (Array.isArray(value) && value.length === 0))
    return failure ? <FailedCard {...failure} /> : null;
  return <>{children(value, failure && <PartFailure {...failure} />)}</>;
}
