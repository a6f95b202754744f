import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Button from '@mui/material/Button';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { ReactNode } from 'react';
import { RunAhead } from '../../components/acts/BlockingRunActs';
import { FleetLink } from '../../components/FleetLink';
import { GateIcon } from '../../components/chips';
import { useHubIsReachable } from '../../components/HubBar';
import { SectionCard } from '../../components/SectionCard';
import { useNow, useTimeWords } from '../../components/useTimeWords';
import { aheadOf, keyOf } from '../../model/approvals/inbox';
import { linkName } from '../../model/placements/placementFilters';
import { RouterLink, useLinks } from '../../routing';
import { overviewTranslationRef } from '../../translation/overview';
import { useStartsWords } from '../approvals/useStartsWords';
import { CountBadge } from './CountBadge';
import { NeedLine, NeedList } from './NeedLine';

type Item = Schemas['ApprovalItem'];

/** Lines before the link to the inbox. */
const SHOWN = 3;

interface WaitingCardProps {
  readonly waiting: readonly Item[];
  /** More than `waiting` where that is cut. */
  readonly forYou: number;
  readonly forOthers: number;
  /** The last row: what could not be read. */
  readonly note?: ReactNode;
}

/** Gates that the reader may decide, longest wait first. */
export const WaitingCard = ({ waiting, forYou, forOthers, note }: WaitingCardProps) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const links = useLinks();
  return (
    <SectionCard
      title={t('waiting.title')}
      count={<CountBadge tone="warning" count={forYou} />}
      action={
        <FleetLink to={links.approvals({ show: 'all' })}>
          {t('waiting.all', { count: forYou + forOthers })}
        </FleetLink>
      }
    >
      <NeedList>
        {waiting.slice(0, SHOWN).map((item, at) => (
          <WaitingLine key={keyOf(item)} item={item} isFirst={at === 0} />
        ))}
      </NeedList>
      {note}
    </SectionCard>
  );
};

/** The longest wait has the one primary button of the page, where anything can be decided. */
const WaitingLine = ({ item, isFirst }: { item: Item; isFirst: boolean }) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const isPrimary = useHubIsReachable() && isFirst;
  const links = useLinks();
  const { run, gate, scope } = item;
  const ahead = aheadOf(item);
  const { stage } = gate;
  const name = linkName({ scope: scope ?? '_', name: run });
  return (
    <NeedLine
      icon={<GateIcon kind="approval" state={gate.state} size={20} />}
      title={t(`waiting.${gate.task}`, {
        stage,
        run: (
          <FleetLink to={links.run(name)} underline="always">
            {name}
          </FleetLink>
        ),
      })}
      detail={
        <>
          <WaitingDetail item={item} />
          {ahead && <RunAhead scope={scope} {...ahead} />}
        </>
      }
      action={
        <Button
          component={RouterLink}
          to={links.run(name, { stage, gate: gate.task, dialog: 'approve' })}
          variant={isPrimary ? 'contained' : 'outlined'}
          color={isPrimary ? 'primary' : 'inherit'}
          size="small"
          aria-label={t('waiting.reviewOf', { stage, run })}
        >
          {t('waiting.review')}
        </Button>
      }
    />
  );
};

const WaitingDetail = ({ item: { gate, startsStage, checks } }: { item: Item }) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const starts = useStartsWords();
  const { age } = useTimeWords();
  const now = useNow();
  const said =
    checks.pass === checks.total
      ? t('waiting.allPass', { count: checks.total })
      : t('waiting.somePass', { pass: checks.pass, n: checks.total });
  if (gate.askedAt === undefined) return <>{said}</>;
  return (
    <>{t('waiting.since', { age: age(gate.askedAt, now), starts: starts(startsStage), checks: said })}</>
  );
};
