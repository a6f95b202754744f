import useMediaQuery from '@mui/material/useMediaQuery';
import { useCallback, useMemo, useState } from 'react';
import { useApprovals } from '../../api/runQueries';
import { usePages } from '../../api/useFleetQuery';
import {
  addressOf,
  findItem,
  keyOf,
  ORDERS,
  SHOWS,
  sortApprovals,
  type ApprovalItem,
  type ApprovalOrder,
  type ApprovalShow,
} from '../../model/approvals/inbox';
import { useUrlPatch, useUrlState } from '../../routing';

const oneOf = <T extends string>(known: readonly T[], value: string): T =>
  known.find(one => one === value) ?? known[0];

/** What the address says: which list, in which order, which line is open. */
export function useInboxAddress() {
  const [show] = useUrlState('show', SHOWS[0]);
  const [order] = useUrlState('sort', ORDERS[0]);
  const [run] = useUrlState('run');
  const [stage] = useUrlState('stage');
  const [gate] = useUrlState('gate');
  const patch = useUrlPatch();
  return {
    show: oneOf<ApprovalShow>(SHOWS, show),
    order: oneOf<ApprovalOrder>(ORDERS, order),
    wanted: { run, stage, gate },
    isOpen: run !== '',
    patch,
  };
}

/** The lists of the page and the line whose details are shown. */
export function useInbox() {
  const address = useInboxAddress();
  const { show, order, wanted, isOpen, patch } = address;
  const isNarrow = useMediaQuery('(max-width: 899.95px)');
  const query = useApprovals({ show });
  const othersQuery = useApprovals({ show: 'others' });
  const page = usePages(query.data);
  const othersPage = usePages(othersQuery.data);
  const isWhole = !query.hasNextPage;
  const items = useMemo(() => {
    const loaded = page?.items ?? [];
    return show === 'decided' || !isWhole ? loaded : sortApprovals(loaded, order);
  }, [page, show, order, isWhole]);
  const others = show === 'you' ? (othersPage?.items ?? []) : [];
  const named = isOpen ? (findItem(items, wanted) ?? findItem(others, wanted)) : undefined;
  const choose = useCallback(
    (item: ApprovalItem, isStep = false) => patch(addressOf(item), { push: isStep }),
    [patch],
  );
  return {
    ...address,
    query,
    page,
    items,
    others,
    isNarrow,
    isWhole,
    choose,
    /** On wide screens something is always open beside the list. */
    current: isOpen ? named : isNarrow ? undefined : items[0],
    /** The address names a line that waits no longer. */
    isGone: isOpen && named === undefined && !query.isPending && !othersQuery.isPending,
    close: () => patch({ run: undefined, stage: undefined, gate: undefined }),
  };
}

export type Inbox = ReturnType<typeof useInbox>;

/** Ticked lines; those that leave the list lose their tick. */
export function useTicks(items: readonly ApprovalItem[]) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const ticked = useMemo(() => items.filter(item => keys.has(keyOf(item))), [items, keys]);
  const toggle = useCallback((item: ApprovalItem) => {
    setKeys(known => {
      const next = new Set(known);
      if (!next.delete(keyOf(item))) next.add(keyOf(item));
      return next;
    });
  }, []);
  const clear = useCallback(() => setKeys(new Set()), []);
  return { ticked, has: (item: ApprovalItem) => keys.has(keyOf(item)), toggle, clear };
}

export type Ticks = ReturnType<typeof useTicks>;
