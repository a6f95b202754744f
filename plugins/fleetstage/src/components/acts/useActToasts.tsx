import { identityApiRef, toastApiRef, useApi, useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { isSameUser } from '@fleetstage/backstage-plugin-fleetstage-common';
import Button from '@mui/material/Button';
import { QueryObserver, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { isRefusal, messageOf } from '../../api/errors';
import { useWithdraw } from '../../api/mutations';
import { gateQuery, type GateKey } from '../../api/runQueries';
import { useFleetOptions } from '../../api/useFleetQuery';
import { actTranslationRef } from '../../translation/act';
import { useAnnounce } from '../Announcer';
import { canTakeBack, isGiven, TakeBackOffer } from './takeBackOffer';

/** Long enough to notice a slip; what can be taken back later still offers it in its gate. */
const TAKE_BACK_MS = 30_000;
const SAID_MS = 6_000;
/** A stage begins within seconds of its approval. */
const LOOK_MS = 2_000;

/** A toast has the surface of the other theme: only what the portal writes in there can be read on it. */
const ON_TOAST = 'var(--bui-fg-primary, inherit)';

/** The mark says that it went well or not; in its colour the words would be too pale. */
const Said = ({ children }: { children: ReactNode }) => <span style={{ color: ON_TOAST }}>{children}</span>;

/** Says that an act succeeded, on screen and aloud. */
export function useDone(): (title: string) => void {
  const toast = useApi(toastApiRef);
  const announce = useAnnounce();
  return useCallback(
    title => {
      toast.post({ title: <Said>{title}</Said>, status: 'success', timeout: SAID_MS });
      announce.now(title);
    },
    [toast, announce],
  );
}

/** Whether it is the reader who has acted, on whichever tab. */
export function useIsMe(): (person: Schemas['Person']) => Promise<boolean> {
  const identity = useApi(identityApiRef);
  return useCallback(
    async ({ ref }) => {
      const { userEntityRef } = await identity.getBackstageIdentity();
      return isSameUser(ref, userEntityRef);
    },
    [identity],
  );
}

/** Takes an approval back, once, and says how that went. */
export function useTakeBack(): (gate: GateKey, requestUid: string) => void {
  const toast = useApi(toastApiRef);
  const { t } = useTranslationRef(actTranslationRef);
  const { mutateAsync } = useWithdraw();
  // A ref: the second click of a double click comes before the first one is drawn.
  const underWay = useRef(new Set<string>());
  return useCallback(
    (gate, requestUid) => {
      if (underWay.current.has(requestUid)) return;
      underWay.current.add(requestUid);
      mutateAsync({ ...gate, body: { requestUid } })
        .then(
          () => toast.post({ title: <Said>{t('withdraw.done')}</Said>, status: 'success', timeout: SAID_MS }),
          error =>
            toast.post({
              title: <Said>{t('withdraw.failed', { message: messageOf(error) })}</Said>,
              status: 'danger',
              timeout: 12_000,
            }),
        )
        .finally(() => underWay.current.delete(requestUid));
    },
    [mutateAsync, toast, t],
  );
}

/** "Approved. Stage production starts." with Take back, which is gone as soon as what comes after the gate has begun. */
export function useApprovedToast(): (title: string, gate: GateKey, requestUid: string) => void {
  const toast = useApi(toastApiRef);
  const announce = useAnnounce();
  const watch = useWatchedOffer();
  const takeBack = useTakeBack();
  return useCallback(
    (title, gate, requestUid) => {
      announce.now(title);
      const offer = watch(gate, requestUid);
      const act = () => {
        posted.close();
        takeBack(gate, requestUid);
        offer.end();
      };
      const posted = toast.post({
        title: <Said>{title}</Said>,
        status: 'success',
        timeout: TAKE_BACK_MS,
        description: <TakeBack offer={offer} onTakeBack={act} />,
      });
      const saidAt = Date.now() + SAID_MS;
      offer.subscribe(() => setTimeout(() => posted.close(), saidAt - Date.now()));
    },
    [toast, announce, watch, takeBack],
  );
}

const ON_TOAST_BUTTON = { mt: 1, color: ON_TOAST, borderColor: ON_TOAST };

const TakeBack = ({ offer, onTakeBack }: { offer: TakeBackOffer; onTakeBack: () => void }) => {
  const { t } = useTranslationRef(actTranslationRef);
  const isOpen = useSyncExternalStore(offer.subscribe, offer.isOpen);
  if (!isOpen) return null;
  return (
    <Button size="small" color="inherit" variant="outlined" sx={ON_TOAST_BUTTON} onClick={onTakeBack}>
      {t('withdraw.button')}
    </Button>
  );
};

/** Looks at the gate beside any page: the toast outlives the dialog, and may be read on another page. */
function useWatchedOffer(): (gate: GateKey, requestUid: string) => TakeBackOffer {
  const client = useQueryClient();
  const optionsOf = useFleetOptions<Schemas['GateDetail']>();
  return (gate, requestUid) => {
    const offer = new TakeBackOffer();
    const observer = new QueryObserver(client, {
      ...optionsOf(gateQuery(gate)),
      refetchInterval: LOOK_MS,
      refetchIntervalInBackground: true,
    });
    let wasGiven = false;
    const stop = observer.subscribe(({ data, error, isFetchedAfterMount }) => {
      if (isRefusal(error)) offer.end();
      if (data === undefined || !isFetchedAfterMount) return;
      if (!canTakeBack(data.gate, requestUid, wasGiven)) offer.end();
      wasGiven ||= isGiven(data.gate);
    });
    const timer = setTimeout(() => offer.end(), TAKE_BACK_MS);
    offer.subscribe(() => {
      clearTimeout(timer);
      stop();
    });
    return offer;
  };
}
