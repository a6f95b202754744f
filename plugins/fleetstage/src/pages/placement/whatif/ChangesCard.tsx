import { useTranslationRef } from '@backstage/frontend-plugin-api';
import CloseIcon from '@mui/icons-material/Close';
import Hexagon from '@mui/icons-material/HexagonOutlined';
import ViewInAr from '@mui/icons-material/ViewInAr';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { SectionCard } from '../../../components/SectionCard';
import { useNow, useTimeWords } from '../../../components/useTimeWords';
import type { Placement } from '../../../model/placement/now';
import { isEmpty, listChanges, type ChangeLine } from '../../../model/whatif/change';
import { whatIfTranslationRef } from '../../../translation/whatif';
import { AddChange } from './AddChange';
import { useTried } from './ResultPart';
import { useLineWords } from './useLineWords';
import { useWhatIfUrl } from './useWhatIfUrl';

/** What is changed, one line each; and what else may be. */
export const ChangesCard = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const { change, set } = useWhatIfUrl();
  const { clock } = useTimeWords();
  const now = useNow();
  const lines = listChanges(change);
  const decided = useTried(placement).data;
  return (
    <SectionCard
      title={t('changes.title')}
      count={lines.length > 0 ? lines.length : undefined}
      action={
        !isEmpty(change) && (
          <Button size="small" onClick={() => set({})}>
            {t('changes.clear')}
          </Button>
        )
      }
    >
      {lines.length === 0 ? (
        <Box sx={{ px: 2, py: 1.5, fontSize: 13, color: 'text.secondary' }}>{t('changes.none')}</Box>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {lines.map(line => (
            <Line key={line.id} line={line} placement={placement} />
          ))}
        </Box>
      )}
      <AddChange placement={placement} />
      <Box
        sx={{
          px: 2,
          py: 1.5,
          borderTop: 1,
          borderColor: 'divider',
          fontSize: 13,
          lineHeight: '18px',
          color: 'text.secondary',
        }}
      >
        {decided === undefined ? t('changes.note') : t('changes.decided', { time: clock(decided.asOf, now) })}
      </Box>
    </SectionCard>
  );
};

const Line = ({ line, placement }: { line: ChangeLine; placement: Placement }) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const { set } = useWhatIfUrl();
  const say = useLineWords(placement);
  const Icon = line.kind === 'policy' ? ViewInAr : Hexagon;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'start',
        gap: 1.25,
        px: 2,
        py: 1.25,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Icon aria-hidden sx={{ fontSize: 18, mt: 0.25, color: 'text.secondary' }} />
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', fontSize: 13, lineHeight: '18px' }}>
        {say(line)}
        <Box sx={{ color: 'text.secondary' }}>
          {line.kind === 'policy' ? t('changes.ofPolicy', { name: placement.name }) : t('changes.ofCluster')}
        </Box>
      </Box>
      <IconButton
        size="small"
        aria-label={t('changes.remove', { change: say(line) })}
        onClick={() => set(line.without)}
      >
        <CloseIcon fontSize="small" />
      </IconButton>
    </Box>
  );
};
