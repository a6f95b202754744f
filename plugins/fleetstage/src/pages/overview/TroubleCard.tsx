import { useTranslationRef } from '@backstage/frontend-plugin-api';
import ErrorIcon from '@mui/icons-material/Error';
import Warning from '@mui/icons-material/Warning';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useState, type ReactNode } from 'react';
import { useOwners, type Owned } from '../../api/useOwners';
import { ClampedText } from '../../components/ClampedText';
import { FleetLink } from '../../components/FleetLink';
import { MessageText } from '../../components/MessageText';
import { Owners } from '../../components/Owners';
import { SectionCard } from '../../components/SectionCard';
import { StatusIcon } from '../../components/StatusChip';
import { useCauseText } from '../../components/useCauseText';
import { useNow, useTimeWords } from '../../components/useTimeWords';
import { linkName } from '../../model/placements/placementFilters';
import { RouterLink, useLinks, type Links } from '../../routing';
import { overviewTranslationRef } from '../../translation/overview';
import { troubleTranslationRef } from '../../translation/trouble';
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
  total = trouble.length,
  note,
}: {
  trouble: readonly Blocker[];
  /** More than are shown, where there are many. */
  total?: number;
  /** The last row: what could not be read. */
  note?: ReactNode;
}) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const [isOpen, setOpen] = useState(false);
  const rest = trouble.length - SHOWN;
  return (
    <SectionCard title={t('trouble.title')} count={<CountBadge tone="error" count={total} />}>
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
  const causeText = useCauseText();
  const { subject, state } = blocker;
  const message = causeText(blocker);
  const to = subject && hrefOf(links, subject, blocker);
  const words =
    message.length > LONG ? (
      <ClampedText text={message} isStrong isSentences={subject?.kind === 'cluster'} />
    ) : (
      <MessageText text={message} />
    );
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

const OPEN = {
  'run': 'openRun',
  'cluster': 'openCluster',
  'sequence': 'openSequence',
  'version-rollout': 'openVersionRollout',
  'placement': 'openPlacement',
  'strategy': 'openPlacement',
} as const satisfies Record<Schemas['Ref']['kind'], string>;

const OpenButton = ({ to, subject }: { to: string; subject: Schemas['Ref'] }) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const act = t(`trouble.${OPEN[subject.kind]}`);
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

/** How long, who can act, and whose it is. */
const TroubleDetail = ({ blocker }: { blocker: Blocker }) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const trouble = useTranslationRef(troubleTranslationRef);
  const owners = useOwners(ownedOf(blocker));
  const { since, actor, subject, clusterCount } = blocker;
  // Of several members the line names the one that has been in this state longest.
  const isLongest = subject?.kind === 'cluster' && clusterCount > 1;
  const act = actor && t(`trouble.${actor}`);
  const { age } = useTimeWords();
  const now = useNow();
  return (
    <>
      {since && t(isLongest ? 'trouble.forUpTo' : 'trouble.for', { age: age(since, now) })}{' '}
      {act && owners.length > 0 ? trouble.t('owned', { act, owners: <Owners owners={owners} /> }) : act}
    </>
  );
};

/** What of the trouble has owners in the catalog. */
function ownedOf({ subject, actor, clusters, placement }: Blocker): Owned {
  if (subject?.kind === 'cluster' || actor === 'clusterOwner') return { kind: 'cluster', names: clusters };
  if (actor === 'appOwner' && placement !== undefined) return { kind: 'placement', names: [placement] };
  const isPlacement = subject?.kind === 'placement' && subject.scope !== undefined;
  return { kind: 'placement', names: isPlacement ? [linkName({ scope: '_', ...subject })] : [] };
}

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
    case 'sequence':
      return links.sequence(name);
    case 'version-rollout':
      return links.versionRollout(name, { stage });
    default:
      return undefined;
  }
}
