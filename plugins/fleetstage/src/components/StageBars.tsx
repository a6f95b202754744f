import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { Fragment } from 'react';
import { gateStatus, gateTitle } from '../model/status/gate';
import { stageStatus } from '../model/status/run';
import { sharedTranslationRef } from '../translation/shared';
import { statusTranslationRef } from '../translation/status';
import { CountBar } from './CountBar';
import { GateIcon } from './chips';
import { useStageName } from './useStageName';

type Bar = Schemas['StageBar'];

/** In the column of a list more stages than these leave no room for their gates. */
const GATED = 4;

/** Stages of a run on one line: width by share of clusters, gates between them. */
export const StageBars = ({ stages, hasNames = false }: { stages: readonly Bar[]; hasNames?: boolean }) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const hasGates = hasNames || stages.length <= GATED;
  if (stages.length === 0)
    return <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('bars.noStages')}</Box>;
  return (
    <Box
      component="ol"
      sx={{
        display: 'flex',
        alignItems: 'flex-end',
        gap: 0.5,
        m: 0,
        p: 0,
        listStyle: 'none',
        minWidth: 0,
        width: '100%',
      }}
    >
      {stages.map(stage => (
        <Fragment key={stage.name}>
          {hasGates && <Gates stage={stage} gates={stage.gatesBefore} />}
          <StageBar stage={stage} hasName={hasNames} />
          {hasGates && <Gates stage={stage} gates={stage.gatesAfter} />}
        </Fragment>
      ))}
    </Box>
  );
};

const StageBar = ({ stage, hasName }: { stage: Bar; hasName: boolean }) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const status = useTranslationRef(statusTranslationRef);
  const { label } = stageStatus(stage.state, { isRemoval: stage.isRemoval, total: stage.total });
  const name = useStageName()(stage.name);
  const text = t('bars.stage', {
    name,
    state: status.t(label),
    done: String(stage.tally.done),
    total: String(stage.total),
  });
  return (
    <Tooltip title={text}>
      <Box
        component="li"
        aria-label={text}
        sx={{ flex: `${Math.max(1, stage.total)} 1 40px`, minWidth: hasName ? 12 : 6, overflow: 'hidden' }}
      >
        {hasName && (
          <Box
            sx={{
              fontSize: 12,
              lineHeight: '16px',
              color: 'text.secondary',
              whiteSpace: 'nowrap',
              overflow: 'hidden',
              textOverflow: 'ellipsis',
            }}
          >
            {name}
          </Box>
        )}
        <Box sx={{ display: 'flex', alignItems: 'center', height: 16 }}>
          <CountBar counts={stage.counts} total={stage.total} height={8} />
        </Box>
      </Box>
    </Tooltip>
  );
};

const Gates = ({ gates, stage }: { gates: Bar['gatesAfter']; stage: Bar }) => (
  <>
    {gates.map((gate, index) => (
      <Box
        component="li"
        key={`${stage.name}-${gate.kind}-${index}`}
        sx={{ display: 'flex', height: 16, alignItems: 'center' }}
      >
        <GateMarkIcon gate={gate} />
      </Box>
    ))}
  </>
);

/** A mark knows no duration. */
const WAITS = {
  'gate.wait.notBegun': 'bars.wait.notBegun',
  'gate.wait.counting': 'bars.wait.counting',
  'gate.wait.elapsed': 'bars.wait.elapsed',
  'gate.wait.notReached': 'bars.wait.notReached',
  'gate.wait.cutShort': 'bars.wait.cutShort',
} as const;

const GateMarkIcon = ({ gate }: { gate: Bar['gatesAfter'][number] }) => {
  const { t } = useTranslationRef(statusTranslationRef);
  const shared = useTranslationRef(sharedTranslationRef);
  const { label } = gateStatus(gate.kind, gate.state);
  const word =
    label in WAITS
      ? shared.t(WAITS[label as keyof typeof WAITS])
      : t(label, { time: '', title: gateTitle(gate) });
  return (
    <Tooltip title={word}>
      <Box component="span" role="img" aria-label={word} sx={{ display: 'inline-flex' }}>
        <GateIcon kind={gate.kind} state={gate.state} size={16} />
      </Box>
    </Tooltip>
  );
};
