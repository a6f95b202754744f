/* eslint-disable new-cap -- the client names its methods after the verbs of HTTP */
import { useApi } from '@backstage/frontend-plugin-api';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useHub } from '../routing';
import { fleetApiRef } from './fleetApiRef';
import { fleetKey } from './keys';
import type { LiveStore } from './LiveStore';
import { pollAfter } from './pollAfter';

const period = () =>
  pollAfter({ isHeld: true, isOfDialog: true, isHidden: document.hidden, hasSignals: false }, 0);

/**
 * Behind a dialog nothing of the page is asked for, so that nothing moves; whether the hub is there is asked all the same, by
 * the shortest answer that says so. What is open for a moment only asks nothing.
 */
export function useHubPulse(isOpen: boolean, live: LiveStore): void {
  const api = useApi(fleetApiRef);
  const hub = useHub();
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setTimeout(() => setDue(true), period() || 0);
    return () => {
      clearTimeout(timer);
      setDue(false);
    };
  }, [isOpen]);
  useQuery({
    queryKey: fleetKey('hub', hub),
    queryFn: async () => {
      const answer = await api.ask(client => client.GET('/removals', { params: { query: { hub } } }));
      live.answered(answer.asOf);
      return answer;
    },
    enabled: isOpen && isDue,
    refetchInterval: period,
    meta: { isOfDialog: true },
  });
}
