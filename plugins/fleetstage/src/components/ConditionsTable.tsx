import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Cancel from '@mui/icons-material/Cancel';
import CheckCircle from '@mui/icons-material/CheckCircle';
import HourglassTop from '@mui/icons-material/HourglassTop';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import Warning from '@mui/icons-material/Warning';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { labelsTranslationRef } from '../translation/labels';
import { runTranslationRef } from '../translation/run';
import type { Tone } from '../model/status/tone';
import { Age } from './Age';
import { ClampedText } from './ClampedText';
import { FleetLink } from './FleetLink';
import { StatusIcon } from './StatusChip';
import { visuallyHidden } from './visuallyHidden';

type Condition = Schemas['Condition'];

const LOOKS = {
  True: { icon: CheckCircle, tone: 'success' },
  False: { icon: Cancel, tone: 'error' },
  Unknown: { icon: HourglassTop, tone: 'info' },
} as const;

/** A False that nobody has to repair. */
const CALM = /(Progressing|RolloutStarted)$/;
const WARNED = { icon: Warning, tone: 'warning' } as const;
const CALM_FALSE = { icon: RadioButtonUnchecked, tone: 'neutral' } as const;

/** Well where it is False. */
const WARNING = 'Degraded';

function lookOf({ type, status }: Condition) {
  if (type === WARNING && status !== 'Unknown') return status === 'False' ? LOOKS.True : WARNED;
  return status === 'False' && CALM.test(type) ? CALM_FALSE : LOOKS[status];
}

/** On a small screen the message has its own line, below the type and the age. */
const STACKED = {
  'display': { xs: 'block', sm: 'table' },
  '& thead': { display: { xs: 'none', sm: 'table-header-group' } },
  '& tbody': { display: { xs: 'block', sm: 'table-row-group' } },
  '& tbody tr': {
    display: { xs: 'grid', sm: 'table-row' },
    gridTemplateColumns: '1fr auto',
    borderTop: 1,
    borderColor: 'divider',
  },
  '& tbody th + td': { gridRow: 2, gridColumn: '1 / -1', pt: { xs: 0, sm: 1 } },
} as const;

interface ConditionsTableProps {
  readonly conditions: readonly Condition[];
  readonly caption: string;
  /** How loud a False is, where the page shows it elsewhere too; an error otherwise. */
  readonly falseToneOf?: (condition: Condition) => Tone | undefined;
  /** The page of what a condition is about. */
  readonly linkOf?: (condition: Condition) => string | undefined;
}

/** Conditions as they are on the hub: what is not well first, and what is well folded beside it. */
export const ConditionsTable = ({ conditions, caption, ...ofRow }: ConditionsTableProps) => {
  const { t } = useTranslationRef(runTranslationRef);
  const [isOpen, setOpen] = useState(false);
  const trouble = conditions.filter(condition => lookOf(condition) !== LOOKS.True);
  const well = conditions.filter(condition => lookOf(condition) === LOOKS.True);
  const isFolded = trouble.length > 0 && well.length > 1 && !isOpen;
  return (
    <Box
      component="table"
      sx={{
        'width': '100%',
        'borderCollapse': 'collapse',
        'fontSize': 13,
        'lineHeight': '18px',
        '& th, & td': {
          textAlign: 'start',
          verticalAlign: 'top',
          px: 2,
          py: 1,
          fontWeight: 400,
          overflowWrap: 'anywhere',
        },
        '& thead th': { fontSize: 12, fontWeight: 500, color: 'text.secondary' },
        // A type is one word: its column is as wide as the longest.
        '& th[scope="row"]': { overflowWrap: 'break-word' },
        ...STACKED,
      }}
    >
      <caption style={visuallyHidden}>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('plan.type')}</th>
          <Box component="th" scope="col" sx={{ width: '60%', minWidth: 220 }}>
            {t('plan.meaning')}
          </Box>
          <Box component="th" scope="col" sx={{ width: 84 }}>
            {t('plan.since')}
          </Box>
        </tr>
      </thead>
      <tbody>
        {[...trouble, ...(isFolded ? [] : well)].map(condition => (
          <Row key={condition.type} condition={condition} {...ofRow} />
        ))}
        {isFolded && <FoldedRow count={well.length} onOpen={() => setOpen(true)} />}
      </tbody>
    </Box>
  );
};

const FoldedRow = ({ count, onOpen }: { count: number; onOpen: () => void }) => {
  const { t } = useTranslationRef(labelsTranslationRef);
  return (
    <tr>
      <td colSpan={3}>
        <Link component="button" type="button" sx={{ fontSize: 13 }} onClick={onOpen}>
          {t('conditions.well', { count })}
        </Link>
      </td>
    </tr>
  );
};

interface RowProps extends Pick<ConditionsTableProps, 'falseToneOf' | 'linkOf'> {
  readonly condition: Condition;
}

const Row = ({ condition, falseToneOf, linkOf }: RowProps) => {
  const { t } = useTranslationRef(runTranslationRef);
  const { observedGeneration: n, status } = condition;
  const look = lookOf(condition);
  const link = linkOf?.(condition);
  const tone = look === LOOKS.False ? (falseToneOf?.(condition) ?? look.tone) : look.tone;
  return (
    <tr>
      <th scope="row">
        <Box sx={{ display: 'flex', gap: 1 }}>
          <StatusIcon {...look} tone={tone} />
          {link === undefined ? condition.type : <FleetLink to={link}>{condition.type}</FleetLink>}
        </Box>
      </th>
      <td>
        <Box sx={{ fontSize: 12 }}>
          <Box component="span" sx={{ fontFamily: 'monospace' }}>
            {status} · {condition.reason}
          </Box>
          {n !== undefined && (
            <Box component="span" sx={{ color: 'text.secondary', ml: 1 }}>
              {t('plan.generation', { n })}
            </Box>
          )}
        </Box>
        <ClampedText text={condition.message} />
      </td>
      <td>{condition.lastTransitionTime && <Age at={condition.lastTransitionTime} />}</td>
    </tr>
  );
};
