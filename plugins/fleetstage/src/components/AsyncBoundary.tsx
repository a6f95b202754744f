import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { useEffect, useState, type ReactNode } from 'react';
import { troubleOf } from '../api/errors';
import { hubOf } from '../api/pageData';
import { sharedTranslationRef } from '../translation/shared';
import { HubBar, HubReachability, useHubIsReachable } from './HubBar';
import { StaleStamp } from './StaleStamp';
import { TroublePage } from './TroublePage';
import { useReportState, type PartState } from './pageState';
import { PageSkeleton } from './Skeletons';
import { visuallyHidden } from './visuallyHidden';

/** What a boundary reads of a query of react-query. */
export interface BoundaryQuery<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
  /** Of a list: its next rows did not come, which it says below those that did. */
  readonly isFetchNextPageError?: boolean;
}

interface AsyncBoundaryProps<T> {
  readonly query: BoundaryQuery<T>;
  /** Plural noun for the sentences: `runs`, `this run`. */
  readonly what: string;
  readonly skeleton?: ReactNode;
  /** What shows in place of "Not found". */
  readonly notFound?: ReactNode;
  /** A part of a page: no bar about the hub. */
  readonly isPart?: boolean;
  /** Something else that the page waits for has not come: it loads on. */
  readonly isHeld?: boolean;
  readonly children: (data: T) => ReactNode;
}

/** Every state of something loaded; what was loaded once stays, with a stamp where newer data does not come. */
export function AsyncBoundary<T>({
  query,
  what,
  skeleton,
  notFound,
  isPart,
  isHeld = false,
  children,
}: AsyncBoundaryProps<T>) {
  const { data } = query;
  const error = query.isFetchNextPageError ? null : query.error;
  const isPageReachable = useHubIsReachable();
  const trouble = error ? troubleOf(error) : undefined;
  // Rights that were taken away take the data with them, and so does a deletion where the page has words for it.
  const isGone = trouble === 'notFound' && notFound !== undefined;
  const isShown = data !== undefined && !isHeld && trouble !== 'forbidden' && !isGone;
  const state: PartState = isShown
    ? 'ready'
    : trouble === undefined
      ? 'loading'
      : trouble === 'conflict'
        ? 'error'
        : trouble;
  useReportState(state);
  if (!isShown && error) {
    if (trouble === 'notFound' && notFound !== undefined) return <>{notFound}</>;
    return <TroublePage error={error} what={what} onRetry={query.refetch} isPart={isPart} />;
  }
  if (!isShown) return <Loading what={what}>{skeleton ?? <PageSkeleton />}</Loading>;
  const hub = hubOf(data);
  return (
    // A part's answer may be older than its page's: it turns no act on that the page has turned off.
    <HubReachability value={isPageReachable && (hub?.isReachable ?? true)}>
      {!isPart && <HubBar hub={hub} />}
      {error && <StaleStamp at={query.dataUpdatedAt} error={error} onRetry={query.refetch} />}
      {error ? <Box sx={stale}>{children(data)}</Box> : children(data)}
    </HubReachability>
  );
}

/** Less opacity would take the contrast from small text. */
const stale = { filter: 'saturate(0.3)' };

const STILL_MS = 5000;

const Loading = ({ what, children }: { what: string; children: ReactNode }) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), STILL_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Box aria-busy="true">
      {isLong ? (
        <Box role="status" sx={{ mb: 1, fontSize: 13, color: 'text.secondary' }}>
          {t('boundary.still', { what })}
        </Box>
      ) : (
        <Box style={visuallyHidden}>{t('boundary.loading', { what })}</Box>
      )}
      {children}
    </Box>
  );
};
