import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import ContentCopy from '@mui/icons-material/ContentCopy';
import Lock from '@mui/icons-material/LockOutlined';
import Refresh from '@mui/icons-material/Refresh';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';
import type { PlacementKey } from '../../api/placementQueries';
import { EmptyState } from '../../components/EmptyState';
import { useCopy } from '../../components/useCopy';
import type { WorkloadRef } from '../../model/workloads/workloadRef';
import { sharedTranslationRef } from '../../translation/shared';
import { workloadsTranslationRef } from '../../translation/workloads';
import { useLog, type LogState } from './useLog';

interface LogsProps {
  readonly placement: PlacementKey;
  readonly cluster: string;
  readonly object: WorkloadRef;
  readonly containers: readonly string[];
}

/** What a container of the pod writes. */
export const LogsPart = ({ permit, ...logs }: LogsProps & { readonly permit: Schemas['Permit'] }) => {
  const { t } = useTranslationRef(workloadsTranslationRef);
  const shared = useTranslationRef(sharedTranslationRef);
  if (permit.isAllowed) return <Logs {...logs} />;
  const reason = permit.reason ?? shared.t('permit.noReason');
  return <EmptyState isPart icon={Lock} title={t('forbiddenLog')} body={reason} />;
};

const Logs = ({ containers, ...at }: LogsProps) => {
  const { t } = useTranslationRef(workloadsTranslationRef);
  const [container, setContainer] = useState(containers[0]);
  const [previous, setPrevious] = useState(false);
  const [follow, setFollow] = useState(true);
  const [isWrapped, setWrapped] = useState(false);
  const isFollowed = follow && !previous;
  const log = useLog(at, { container, previous, follow: isFollowed });
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', columnGap: 1.5, rowGap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <TextField
          select
          size="small"
          label={t('logs.container')}
          value={container}
          onChange={event => setContainer(event.target.value)}
          sx={{ minWidth: 160 }}
        >
          {containers.map(name => (
            <MenuItem key={name} value={name}>
              {name}
            </MenuItem>
          ))}
        </TextField>
        <Option label={t('logs.follow')} isOn={isFollowed} onChange={setFollow} isDisabled={previous} />
        <Option label={t('logs.previous')} isOn={previous} onChange={setPrevious} />
        <Option label={t('logs.wrap')} isOn={isWrapped} onChange={setWrapped} />
        <LogActs log={log} />
      </Box>
      {(log.isOpen || log.text !== '') && (
        <LogText
          text={log.text}
          label={t('logs.text', { container })}
          isWrapped={isWrapped}
          isFollowed={isFollowed}
        />
      )}
      <LogEnd log={log} isFollowed={isFollowed} />
    </Box>
  );
};

interface OptionProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly isDisabled?: boolean;
}

const Option = ({ label, isOn, onChange, isDisabled = false }: OptionProps) => (
  <FormControlLabel
    control={
      <Switch size="small" checked={isOn} disabled={isDisabled} onChange={(_, next) => onChange(next)} />
    }
    label={label}
    slotProps={{ typography: { fontSize: 13 } }}
  />
);

const LogActs = ({ log }: { log: ReturnType<typeof useLog> }) => {
  const { t } = useTranslationRef(workloadsTranslationRef);
  const copy = useCopy();
  return (
    <Box sx={{ ml: 'auto', display: 'flex', gap: 1 }}>
      <Button size="small" startIcon={<Refresh />} onClick={log.again}>
        {t('logs.again')}
      </Button>
      <Button size="small" startIcon={<ContentCopy />} onClick={() => copy(log.text)}>
        {t('logs.copy')}
      </Button>
    </Box>
  );
};

interface TextProps {
  readonly text: string;
  readonly label: string;
  readonly isWrapped: boolean;
  readonly isFollowed: boolean;
}

const LogText = ({ text, label, isWrapped, isFollowed }: TextProps) => {
  const box = useRef<HTMLPreElement>(null);
  useEffect(() => {
    if (isFollowed && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [text, isFollowed]);
  return (
    <Box
      component="pre"
      ref={box}
      role="region"
      aria-label={label}
      tabIndex={0}
      sx={{
        m: 0,
        p: 1.5,
        minHeight: 200,
        maxHeight: '60vh',
        overflow: 'auto',
        borderRadius: 1,
        bgcolor: 'action.hover',
        fontFamily: 'monospace',
        fontSize: 12,
        lineHeight: '18px',
        whiteSpace: isWrapped ? 'pre-wrap' : 'pre',
        overflowWrap: isWrapped ? 'anywhere' : undefined,
      }}
    >
      {text}
    </Box>
  );
};

/** Whether more may come, or why it does not. */
const LogEnd = ({ log, isFollowed }: { log: LogState; isFollowed: boolean }) => {
  const { t } = useTranslationRef(workloadsTranslationRef);
  const { ended, isOpen, text } = log;
  const open = isFollowed ? t('logs.live') : t('logs.loading');
  const end =
    ended?.end === 'lost'
      ? t(text === '' ? 'logs.refused' : 'logs.end.lost', { message: ended.message ?? '' })
      : ended?.end === 'completed' && text === ''
        ? t('logs.none')
        : t(`logs.end.${ended?.end ?? 'completed'}`);
  return (
    <Box role="status" sx={{ fontSize: 13, color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {isOpen ? open : end}
    </Box>
  );
};
