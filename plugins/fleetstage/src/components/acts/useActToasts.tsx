import { toastApiRef, useApi, useTranslationRef } from '@backstage/frontend-plugin-api';
import Button from '@mui/material/Button';
import { useCallback } from 'react';
import { messageOf } from '../../api/errors';
import { useWithdraw, type GateKey } from '../../api/mutations';
import { actTranslationRef } from '../../translation/act';
import { useAnnounce } from '../Announcer';

/** Long enough to notice a slip, short enough to be gone before the first cluster starts on most fleets. */
const TAKE_BACK_MS = 30_000;

/** Says that an act succeeded, on screen and aloud. */
export function useDone(): (title: string) => void {
  const toast = useApi(toastApiRef);
  const announce = useAnnounce();
  return useCallback(
    title => {
      toast.post({ title, status: 'success', timeout: 6000 });
      announce.now(title);
    },
    [toast, announce],
  );
}

/** Takes an approval back, and says how that went. */
export function useTakeBack(): (gate: GateKey, requestUid: string) => void {
  const toast = useApi(toastApiRef);
  const { t } = useTranslationRef(actTranslationRef);
  const { mutateAsync } = useWithdraw();
  return useCallback(
    (gate, requestUid) => {
      mutateAsync({ ...gate, body: { requestUid } }).then(
        () => toast.post({ title: t('withdraw.done'), status: 'success', timeout: 6000 }),
        error =>
          toast.post({
            title: t('withdraw.failed', { message: messageOf(error) }),
            status: 'danger',
            timeout: 12_000,
          }),
      );
    },
    [mutateAsync, toast, t],
  );
}

/** "Approved. Production starts." with Take back. */
export function useApprovedToast(): (title: string, gate: GateKey, requestUid: string) => void {
  const toast = useApi(toastApiRef);
  const announce = useAnnounce();
  const { t } = useTranslationRef(actTranslationRef);
  const takeBack = useTakeBack();
  return useCallback(
    (title, gate, requestUid) => {
      announce.now(title);
      const posted = toast.post({
        title,
        status: 'success',
        timeout: TAKE_BACK_MS,
        description: (
          <Button
            size="small"
            onClick={() => {
              posted.close();
              takeBack(gate, requestUid);
            }}
          >
            {t('withdraw.button')}
          </Button>
        ),
      });
    },
    [toast, announce, t, takeBack],
  );
}
