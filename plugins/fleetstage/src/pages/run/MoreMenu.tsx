import { useTranslationRef } from '@backstage/frontend-plugin-api';
import MoreVert from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useHold } from '../../api/FleetProvider';
import { useRunWords } from '../../components/chips';
import { useCopy } from '../../components/useCopy';
import { canStop, type Run } from '../../model/run/pipeline';
import { hasUse } from '../../model/run/actUse';
import { endsTranslationRef } from '../../translation/ends';
import { runTranslationRef } from '../../translation/run';
import { useRunUrl } from './useRunUrl';

interface MoreMenuProps {
  readonly run: Run;
  /** On small screens it holds every act; the dialogs say whether you may. */
  readonly hasAll?: boolean;
}

/** Acts without a button. */
export const MoreMenu = ({ run, hasAll = false }: MoreMenuProps) => {
  const { t } = useTranslationRef(runTranslationRef);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { openDialog } = useRunUrl(run);
  const { t: tEnds } = useTranslationRef(endsTranslationRef);
  const copy = useCopy();
  const say = useRunWords();
  useHold(anchor !== null);
  const close = (act: () => void) => () => {
    setAnchor(null);
    act();
  };
  const asText = () =>
    [
      `${run.name}: ${say(run)}`,
      ...run.blockers.map(({ message }) => `- ${message}`),
      window.location.href,
    ].join('\n');
  return (
    <>
      <IconButton
        aria-label={t('header.more')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
        sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 0.75 }}
      >
        <MoreVert />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {hasAll && canStop(run) && (
          <MenuItem onClick={close(() => openDialog('stop'))}>{t('acts.stop')}</MenuItem>
        )}
        {hasAll && run.state === 'stopped' && (
          <MenuItem onClick={close(() => openDialog('resume'))}>{t('acts.resume')}</MenuItem>
        )}
        {hasAll && <MenuItem onClick={close(() => openDialog('kubectl'))}>{t('header.kubectl')}</MenuItem>}
        {(['rollback', 'end', 'delete'] as const)
          .filter(act => hasUse(act, run))
          .map(act => (
            <MenuItem key={act} onClick={close(() => openDialog(act))}>
              {tEnds(act === 'rollback' ? 'acts.rollBack' : `acts.${act}`)}…
            </MenuItem>
          ))}
        <MenuItem onClick={close(() => copy(window.location.href, t('header.copied')))}>
          {t('header.copyLink')}
        </MenuItem>
        <MenuItem onClick={close(() => copy(asText()))}>{t('header.copyText')}</MenuItem>
      </Menu>
    </>
  );
};
