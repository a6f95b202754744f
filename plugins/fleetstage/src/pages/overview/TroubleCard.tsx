import { useTranslationRef } from '@backstage/frontend-plugin-api';
import ErrorIcon from '@mui/icons-material/Error';
import Warning from '@mui/icons-material/Warning';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useState, type ReactNode } from 'react';
import { ClampedText } from '../../components/ClampedText';
import { FleetLink } from '../../components/FleetLink';
import { MessageText } from '../../components/MessageText';
import { SectionCard } from '../../components/SectionCard';
import { StatusIcon } from '../../components/StatusChip';
import { useNow, useTimeWords } from '../../components/useTimeWords';
import { RouterLink, useLinks, type Links } from '../../routing';
import { overviewTranslationRef } from '../../translation/overview';
import { CountBadge } from './CountBadge';
import { NeedLine, NeedList } from './NeedLine';

type Blocker = Schemas['Blocker'];

/** Lines before "Show more". */
const SHOWN = 4;

/** Longer messages are cut, on a line of their own. */
const LONG = 220;

/** Causes of trouble over all runs and placements, worst first. */
export const TroubleCard = ({
  trouble,
  note,
}: {
  trouble: readonly Blocker[];
  /** The last row: what could not be read. */
  note?: ReactNode;
}) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const [isOpen, setOpen] = useState(false);
  const rest = trouble.length - SHOWN;
  return (
    <SectionCard title={t('trouble.title')} count={<CountBadge tone="error" count={trouble.length} />}>
      <NeedList>
        {trouble.slice(0, isOpen ? undefined : SHOWN).map(blocker => (
          <TroubleLine
            key={[blocker.subject?.name, blocker.cause, blocker.message].join()}
            blocker={blocker}
          />
        ))}
      </NeedList>
      {rest > 0 && (
        <Box sx={{ px: 1, py: 0.5, borderTop: 1, borderColor: 'divider' }}>
          <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t('trouble.fewer') : t('trouble.more', { count: rest })}
          </Button>
        </Box>
      )}
      {note}
    </SectionCard>
  );
};

const TroubleLine = ({ blocker }: { blocker: Blocker }) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const links = useLinks();
  const { subject, message, state } = blocker;
  const to = subject && hrefOf(links, subject, blocker);
  const words =
    message.length > LONG ? <ClampedText text={message} isStrong /> : <MessageText text={message} />;
  return (
    <NeedLine
      icon={
        state === 'failing' ? (
          <StatusIcon icon={ErrorIcon} tone="error" size={20} />
        ) : (
          <StatusIcon icon={Warning} tone="warning" size={20} />
        )
      }
      title={
        to && subject
          ? t('trouble.line', {
              subject: (
                <FleetLink to={to} underline="always">
                  {subject.name}
                </FleetLink>
              ),
              message: words,
            })
          : words
      }
      detail={<TroubleDetail blocker={blocker} />}
      action={to && subject && <OpenButton to={to} subject={subject} />}
    />
  );
};

const OpenButton = ({ to, subject }: { to: string; subject: Schemas['Ref'] }) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const act = t(
    subject.kind === 'run'
      ? 'trouble.openRun'
      : subject.kind === 'cluster'
        ? 'trouble.openCluster'
        : 'trouble.openPlacement',
  );
  return (
    <Button
      component={RouterLink}
      to={to}
      variant="outlined"
      color="inherit"
      size="small"
      aria-label={t('trouble.openOf', { act, subject: subject.name })}
    >
      {act}
    </Button>
  );
};

const TroubleDetail = ({ blocker: { since, actor } }: { blocker: Blocker }) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const { age } = useTimeWords();
  const now = useNow();
  return (
    <>
      {since && t('trouble.for', { age: age(since, now) })} {actor && t(`trouble.${actor}`)}
    </>
  );
};

/** Where the cause is: the stage of a run, the placement, the cluster. */
function hrefOf(links: Links, { kind, scope, name }: Schemas['Ref'], { stage }: Blocker): string | undefined {
  const full = scope && scope !== '_' ? `${scope}/${name}` : name;
  switch (kind) {
    case 'run':
      return links.run(full, { stage });
    case 'placement':
      return links.placement(full);
    case 'cluster':
      return links.cluster(name);
    default:
      return undefined;
  }
}
