import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import ChevronRight from '@mui/icons-material/ChevronRight';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Collapse from '@mui/material/Collapse';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { toYaml } from '../../../model/yaml';
import { Age } from '../../../components/Age';
import { CodeBlock } from '../../../components/KubectlPanel';
import { placementTranslationRef } from '../../../translation/placement';
import { objectName } from '../../run/tabs/ChangeRow';

/** What does not fold out stands below the names of what does. */
const INDENT = 3;

type Reported = Schemas['BackReportedStatus'];

/** One object with the age of its status, which folds out; or why there is none to see. */
export const ReportedStatus = ({ reported }: { reported: Reported }) => {
  const { kind, observedStatus, problem } = reported;
  const name = `${kind} ${objectName(reported)}`;
  if (observedStatus !== undefined) {
    return <FoldedStatus name={name} at={reported.observationTime} status={observedStatus} />;
  }
  return (
    <Box component="li" sx={{ py: 0.5, pl: INDENT }}>
      <Line at={reported.observationTime}>{name}</Line>
      {problem && <Box sx={{ color: 'text.secondary' }}>{problem}</Box>}
    </Box>
  );
};

const Line = ({ at, children }: { at: string; children: ReactNode }) => (
  <Box sx={{ display: 'flex', gap: 2, alignItems: 'baseline', justifyContent: 'space-between' }}>
    <Box sx={{ minWidth: 0 }}>{children}</Box>
    <Box sx={{ flex: 'none', color: 'text.secondary' }}>
      <Age at={at} isAgo />
    </Box>
  </Box>
);

interface FoldedStatusProps {
  readonly name: string;
  readonly at: string;
  readonly status: NonNullable<Reported['observedStatus']>;
}

const FoldedStatus = ({ name, at, status }: FoldedStatusProps) => {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <li>
      <Line at={at}>
        <Button
          size="small"
          color="inherit"
          startIcon={isOpen ? <ExpandMore /> : <ChevronRight />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          sx={{ ml: -0.625, textAlign: 'left', font: 'inherit', overflowWrap: 'anywhere' }}
        >
          {name}
        </Button>
      </Line>
      <Collapse in={isOpen} id={id} timeout={150} unmountOnExit>
        <StatusYaml name={name} status={status} />
      </Collapse>
    </li>
  );
};

const StatusYaml = ({ name, status }: Omit<FoldedStatusProps, 'at'>) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const text = useMemo(() => toYaml(status), [status]);
  return <CodeBlock text={text} label={t('statuses.of', { object: name })} maxHeight={320} />;
};
