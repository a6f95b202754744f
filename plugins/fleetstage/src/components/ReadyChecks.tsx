import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Block from '@mui/icons-material/Block';
import CheckCircle from '@mui/icons-material/CheckCircle';
import Warning from '@mui/icons-material/Warning';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { labelsTranslationRef } from '../translation/labels';
import { sharedTranslationRef } from '../translation/shared';
import { FleetLink } from './FleetLink';
import { MessageText } from './MessageText';
import { StatusIcon } from './StatusChip';

type Check = Schemas['Check'];

export const checkLooks = {
  pass: { icon: CheckCircle, tone: 'success' },
  warn: { icon: Warning, tone: 'warning' },
  blocks: { icon: Block, tone: 'error' },
} as const;

const ORDER: readonly Check['level'][] = ['blocks', 'warn', 'pass'];

interface ReadyChecksProps {
  readonly checks: readonly Check[];
  /** Shows what a check names. */
  readonly onShow?: (check: Check) => void;
  /** Where what changes is shown field by field. */
  readonly diffTo?: string;
}

/** The evidence for an approval: what blocks first, then what to check. */
export const ReadyChecks = ({ checks, onShow, diffTo }: ReadyChecksProps) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const labels = useTranslationRef(labelsTranslationRef);
  const sorted = ORDER.flatMap(level => checks.filter(check => check.level === level));
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {sorted.map(check => (
        <Box
          component="li"
          key={check.id}
          sx={{
            'display': 'flex',
            'gap': 1.25,
            'py': 0.75,
            '& + &': { borderTop: 1, borderColor: 'divider' },
            'fontSize': 13,
            'lineHeight': '20px',
          }}
        >
          <StatusIcon {...checkLooks[check.level]} label={t(`checks.${check.level}`)} size={20} />
          <Box
            sx={{
              flex: 1,
              minWidth: 0,
              overflowWrap: 'anywhere',
              fontWeight: check.level === 'pass' ? 400 : 500,
            }}
          >
            <MessageText text={check.text} />
          </Box>
          {onShow && (check.clusters ?? []).length > 0 && (
            <Link
              component="button"
              type="button"
              underline="hover"
              onClick={() => onShow(check)}
              sx={{ fontSize: 13, alignSelf: 'flex-start' }}
            >
              {t('checks.showClusters')}
            </Link>
          )}
          {diffTo !== undefined && check.id === 'change' && (
            <FleetLink to={diffTo} sx={{ fontSize: 13, alignSelf: 'flex-start' }}>
              {labels.t('checks.diff')}
            </FleetLink>
          )}
        </Box>
      ))}
    </Box>
  );
};
