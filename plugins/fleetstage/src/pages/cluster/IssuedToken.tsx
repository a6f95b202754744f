import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { joinCommands } from '@fleetstage/backstage-plugin-fleetstage-engine';
import CheckCircle from '@mui/icons-material/CheckCircle';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import { Label } from '../../components/acts/Consequence';
import { CopyCodeButton } from '../../components/CopyCodeButton';
import { Countdown } from '../../components/Countdown';
import { CodeBlock } from '../../components/KubectlPanel';
import { StatusIcon } from '../../components/StatusChip';
import { useNowUntil } from '../../components/useTimeWords';
import { joinProgress, type JoinProgress } from '../../model/clusters/joinProgress';
import type { Cluster } from '../../model/clusters/now';
import { joinTranslationRef } from '../../translation/join';

interface IssuedTokenProps {
  readonly cluster: Cluster;
  readonly issued: Schemas['JoinToken'];
  /** Milliseconds. */
  readonly issuedAt: number | undefined;
}

/** Long certificates must not push the commands apart. */
const SECRET_HEIGHT = 220;

/** The commands with the token, how long it holds, and how far the cluster is. */
export const IssuedToken = ({ cluster, issued, issuedAt }: IssuedTokenProps) => {
  const { t } = useTranslationRef(joinTranslationRef);
  const { expiresAt, ...values } = issued;
  const commands = joinCommands({ member: cluster.name, ...values });
  const progress = joinProgress(cluster, issuedAt);
  const isExpired = useNowUntil(expiresAt) >= Date.parse(expiresAt);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {!progress.isOver && (
        <Box sx={{ fontWeight: 500 }}>
          {isExpired ? (
            t('token.over')
          ) : (
            <>
              {t('token.once')} <Countdown until={expiresAt} />
            </>
          )}
        </Box>
      )}
      <Command
        title={t('token.secret')}
        help={t('token.secretHelp')}
        code={commands.secret}
        maxHeight={SECRET_HEIGHT}
      />
      <Command title={t('token.install')} help={t('token.installHelp')} code={commands.helm} />
      <Command title={t('token.or')} help={t('token.orHelp')} code={commands.kubectl} />
      <Progress progress={progress} />
    </Box>
  );
};

interface CommandProps {
  readonly title: string;
  readonly help: string;
  readonly code: string;
  readonly maxHeight?: number;
}

const Command = ({ title, help, code, maxHeight }: CommandProps) => (
  <Box sx={{ minWidth: 0 }}>
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Box component="h3" sx={{ m: 0, flex: 1, fontSize: 14, lineHeight: '20px', fontWeight: 500 }}>
        {title}
      </Box>
      <CopyCodeButton title={title} code={code} />
    </Box>
    <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary', mb: 0.5 }}>{help}</Box>
    <CodeBlock text={code} label={title} {...(maxHeight !== undefined && { maxHeight })} />
  </Box>
);

const LOOKS = {
  done: { icon: CheckCircle, tone: 'success' },
  now: { icon: HourglassEmpty, tone: 'info' },
  later: { icon: RadioButtonUnchecked, tone: 'neutral' },
} as const;
const STATE = { done: 'stepDone', now: 'stepNow', later: 'stepLater' } as const;

const Progress = ({ progress: { steps } }: { progress: JoinProgress }) => {
  const { t } = useTranslationRef(joinTranslationRef);
  return (
    <Box role="status">
      <Label>{t('token.progress')}</Label>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {steps.map(({ step, state }) => (
          <Box component="li" key={step} sx={{ display: 'flex', gap: 1, py: 0.5, fontSize: 13 }}>
            <StatusIcon {...LOOKS[state]} label={t(`token.${STATE[state]}`)} size={18} />
            {t(state === 'now' ? `token.waiting.${step}` : `token.steps.${step}`)}
          </Box>
        ))}
      </Box>
    </Box>
  );
};
