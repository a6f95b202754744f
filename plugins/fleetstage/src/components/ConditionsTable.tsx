import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import CheckCircle from '@mui/icons-material/CheckCircle';
import HourglassTop from '@mui/icons-material/HourglassTop';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import { runTranslationRef } from '../translation/run';
import { Age } from './Age';
import { ClampedText } from './ClampedText';
import { StatusIcon } from './StatusChip';
import { visuallyHidden } from './visuallyHidden';

type Condition = Schemas['Condition'];

const LOOKS = {
  True: { icon: CheckCircle, tone: 'success' },
  // Whether a False is bad depends on the type; the message tells.
  False: { icon: RadioButtonUnchecked, tone: 'neutral' },
  Unknown: { icon: HourglassTop, tone: 'info' },
} as const;

/** Conditions as they are on the hub: type, status, reason, message, since. */
export const ConditionsTable = ({ conditions, caption }: { conditions: readonly Condition[]; caption: string }) => {
  const { t } = useTranslationRef(runTranslationRef);
  return (
    <Box
      component="table"
      sx={{
        width: '100%',
        borderCollapse: 'collapse',
        fontSize: 13,
        lineHeight: '18px',
        '& th, & td': { textAlign: 'start', verticalAlign: 'top', px: 2, py: 1, fontWeight: 400, overflowWrap: 'anywhere' },
        '& thead th': { fontSize: 12, fontWeight: 500, color: 'text.secondary' },
        '& tbody tr': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <caption style={visuallyHidden}>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('plan.type')}</th>
          <th scope="col">{t('plan.meaning')}</th>
          <Box component="th" scope="col" sx={{ width: 96 }}>
            {t('plan.since')}
          </Box>
        </tr>
      </thead>
      <tbody>
        {conditions.map(condition => (
          <Row key={condition.type} condition={condition} />
        ))}
      </tbody>
    </Box>
  );
};

const Row = ({ condition: { type, status, reason, message, lastTransitionTime } }: { condition: Condition }) => (
  <tr>
    <th scope="row">
      <Box sx={{ display: 'flex', gap: 1 }}>
        <StatusIcon {...LOOKS[status]} label={status} />
        {type}
      </Box>
    </th>
    <td>
      <Box sx={{ fontFamily: 'monospace', fontSize: 12 }}>{reason}</Box>
      <ClampedText text={message} />
    </td>
    <td>{lastTransitionTime && <Age at={lastTransitionTime} />}</td>
  </tr>
);
