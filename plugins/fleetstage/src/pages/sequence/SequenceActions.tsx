import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Terminal from '@mui/icons-material/Terminal';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { ActsMenu, type Act } from '../../components/ActsMenu';
import { PermitButton } from '../../components/PermitButton';
import { useGo, useLinks } from '../../routing';
import { sequenceTranslationRef } from '../../translation/sequence';
import type { Sequence } from './sequenceProps';
import { useSequenceUrl } from './useSequenceUrl';

/** What one does with a sequence; a resumption is on the Now card, where it is the next act. */
export const SequenceActions = ({ sequence }: { sequence: Sequence }) => {
  const { t } = useTranslationRef(sequenceTranslationRef);
  const { openDialog } = useSequenceUrl();
  const isSmall = useMediaQuery<Theme>(theme => theme.breakpoints.down('sm'));
  const go = useGo();
  const links = useLinks();
  const { may, isSuspended, isDeleting } = sequence;
  const start: Act = {
    label: t('acts.startVersion'),
    permit: may.start,
    onDo: () => openDialog('startVersion'),
  };
  const edit: Act = {
    label: t('acts.edit'),
    permit: may.update,
    onDo: () => go(links.editSequence(sequence.name)),
  };
  const kubectl: Act = { label: t('acts.kubectl'), onDo: () => openDialog('kubectl') };
  const remove: Act = { label: t('acts.remove'), permit: may.delete, onDo: () => openDialog('delete') };
  if (isDeleting) return <Kubectl onOpen={kubectl.onDo} />;
  return (
    <>
      {!isSuspended && (
        <PermitButton
          permit={may.suspend}
          variant="outlined"
          color="inherit"
          onClick={() => openDialog('suspend')}
        >
          {t('acts.suspend')}
        </PermitButton>
      )}
      {!isSmall && (
        <>
          <PermitButton permit={may.start} variant="outlined" color="inherit" onClick={start.onDo}>
            {start.label}
          </PermitButton>
          <PermitButton permit={may.update} variant="outlined" color="inherit" onClick={edit.onDo}>
            {edit.label}
          </PermitButton>
          <Kubectl onOpen={kubectl.onDo} />
        </>
      )}
      <ActsMenu label={t('acts.more')} acts={isSmall ? [edit, start, kubectl, remove] : [remove]} />
    </>
  );
};

const Kubectl = ({ onOpen }: { onOpen: () => void }) => {
  const { t } = useTranslationRef(sequenceTranslationRef);
  return (
    <Button variant="outlined" color="inherit" startIcon={<Terminal />} onClick={onOpen}>
      {t('acts.kubectl')}
    </Button>
  );
};
