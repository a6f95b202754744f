import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { FleetLink } from '../../components/FleetLink';
import { linkName } from '../../model/placements/placementFilters';
import { useLinks } from '../../routing';
import { createRunTranslationRef } from '../../translation/createRun';
import type { RunForm } from './useRunForm';

/** Start now, or only prepare the plan. */
export const WhenField = ({ form }: { form: RunForm }) => {
  const { t } = useTranslationRef(createRunTranslationRef);
  const { draft, choose, isDoomed } = form;
  const nowHint = useNowHint(form);
  return (
    <FormControl>
      <FormLabel id="create-run-when" sx={{ fontSize: 13, lineHeight: '18px', mb: 0.5 }}>
        {t('when.label')}
      </FormLabel>
      <RadioGroup
        aria-labelledby="create-run-when"
        value={draft.state}
        onChange={(_, state) => choose({ state: state === 'Run' ? 'Run' : 'Initialize' })}
      >
        <Choice value="Run" label={t('when.now')} hint={nowHint} isOff={isDoomed} />
        <Choice
          value="Initialize"
          label={t('when.later')}
          hint={t(isDoomed ? 'when.laterDoomed' : 'when.laterHint')}
        />
      </RadioGroup>
    </FormControl>
  );
};

/** What becomes of a run that is started now. */
function useNowHint({ placement, isDoomed }: RunForm): ReactNode {
  const { t } = useTranslationRef(createRunTranslationRef);
  const links = useLinks();
  if (isDoomed) return t('when.nowDoomed');
  const run = placement?.run;
  if (!run) return t('when.nowHint');
  const link = (
    <FleetLink to={links.run(linkName({ scope: placement.scope ?? '_', name: run }))} underline="always">
      {run}
    </FleetLink>
  );
  return t('when.nowHeld', { run: link });
}

const Choice = (props: { value: string; label: string; hint: ReactNode; isOff?: boolean }) => (
  <FormControlLabel
    value={props.value}
    disabled={props.isOff}
    control={<Radio size="small" sx={{ py: 0.5 }} />}
    sx={{ alignItems: 'flex-start', mr: 0, mb: 0.5 }}
    label={
      <Box sx={{ pt: '3px' }}>
        <Typography variant="body2">{props.label}</Typography>
        <Typography variant="caption" color="text.secondary" sx={{ display: 'block', lineHeight: '16px' }}>
          {props.hint}
        </Typography>
      </Box>
    }
  />
);
