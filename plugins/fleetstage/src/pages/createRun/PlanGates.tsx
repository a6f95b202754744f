import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { ReactNode } from 'react';
import { useTimeWords } from '../../components/useTimeWords';
import { gateIcon, plannedGateWords } from '../../model/status/gate';
import { createRunTranslationRef } from '../../translation/createRun';

type Gate = Schemas['PlannedGate'];

/** What a stage of a plan waits for, before it begins and after its clusters. */
export const PlanGates = ({ stage }: { stage: Schemas['PreviewStage'] }) => {
  const { t } = useTranslationRef(createRunTranslationRef);
  const { gatesBefore, gatesAfter } = stage;
  if (stage.isRemoval) return <Muted>{t('plan.afterAll')}</Muted>;
  if (gatesBefore.length + gatesAfter.length === 0) return <Muted>{t('plan.noGates')}</Muted>;
  return (
    <Stack spacing={0.25}>
      {gatesBefore.length > 0 && <GateList title={t('plan.before')} gates={gatesBefore} />}
      {gatesAfter.length > 0 && (
        <GateList title={gatesBefore.length > 0 ? t('plan.after') : undefined} gates={gatesAfter} />
      )}
    </Stack>
  );
};

const GateList = ({ title, gates }: { title?: string; gates: readonly Gate[] }) => (
  <>
    {title && <Muted>{title}</Muted>}
    {gates.map(gate => (
      <PlannedGate key={gate.kind} gate={gate} />
    ))}
  </>
);

const PlannedGate = ({ gate }: { gate: Gate }) => {
  const { t } = useTranslationRef(createRunTranslationRef);
  const { duration } = useTimeWords();
  const Icon = gateIcon(gate.kind);
  const words = plannedGateWords(gate, {
    wait: ({ waitSeconds = 0 }) => t('plan.wait', { duration: duration(waitSeconds * 1000) }),
    approval: () => t('plan.approval'),
  });
  return (
    <Stack direction="row" spacing={1} alignItems="center">
      <Icon sx={{ fontSize: 17, color: 'text.secondary' }} aria-hidden />
      <span>{words}</span>
    </Stack>
  );
};

export const Muted = ({ children }: { children: ReactNode }) => (
  <Typography component="div" variant="caption" color="text.secondary" sx={{ lineHeight: '18px' }}>
    {children}
  </Typography>
);
