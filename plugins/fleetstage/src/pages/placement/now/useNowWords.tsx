import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { ReactNode } from 'react';
import { ClampedText } from '../../../components/ClampedText';
import { FleetLink } from '../../../components/FleetLink';
import { useCauseText } from '../../../components/useCauseText';
import { useNow, useTimeWords } from '../../../components/useTimeWords';
import { heldRun, movingRun, type NowKind, type Placement } from '../../../model/placement/now';
import { linkName } from '../../../model/placements/placementFilters';
import { placementStatus } from '../../../model/status/placement';
import { useLinks } from '../../../routing';
import { placementTranslationRef } from '../../../translation/placement';
import { statusTranslationRef } from '../../../translation/status';
import { DeletingBody } from './DeletingBody';
import { MissingBody } from './MissingBody';

/** Subject, verb, age. */
export function useNowTitle(placement: Placement): (kind: NowKind) => ReactNode {
  const { t } = useTranslationRef(placementTranslationRef);
  const status = useTranslationRef(statusTranslationRef);
  const links = useLinks();
  const { age: ageOf, ago } = useTimeWords();
  const now = useNow();
  const { scope, since, picked, wanted, available, silent = 0, run, latestSnapshot } = placement;
  const age = since && ageOf(since, now);
  const moving = useMovingTitle(placement);
  const runHeld = useRunHeldTitle(placement);
  const link = (
    <FleetLink to={links.run(linkName({ scope, name: run ?? '' }))} underline="always">
      {run}
    </FleetLink>
  );
  return kind => {
    switch (kind) {
      case 'missing': {
        const n = { missing: wanted - picked, count: wanted };
        return age ? t('now.missing', { ...n, age }) : t('now.missingNoAge', n);
      }
      case 'notAvailable': {
        const n = { n: picked - available - silent, count: picked };
        return age ? t('now.notAvailable', { ...n, age }) : t('now.notAvailableNoAge', n);
      }
      case 'failed': {
        const state = status.t(placementStatus(placement.state).label);
        const { failed: n } = placement;
        if (n === undefined)
          return age ? t('now.failedPlain', { state, age }) : t('now.failedPlainNoAge', { state });
        const of = { state, n, count: picked };
        return age ? t('now.failed', { ...of, age }) : t('now.failedNoAge', of);
      }
      case 'runHeld':
        return runHeld(link);
      case 'held':
        return age ? t('now.held', { age }) : t('now.heldNoAge');
      case 'silent':
        return t('now.silent', { count: silent, picked });
      case 'noMatch':
        return age ? t('now.noMatch', { age }) : t('now.noMatchNoAge');
      case 'moving':
        return moving(link);
      case 'noRun':
        return t('now.noRun', { index: latestSnapshot ?? '' });
      case 'deleting': {
        const { askedAt, clusters = [] } = placement.leaving ?? {};
        const asked = ago(askedAt ?? now, now);
        return clusters.length === 0
          ? t('now.deletingLast', { ago: asked })
          : t('now.deleting', { count: clusters.length, ago: asked });
      }
      default:
        return t(`now.${kind}`);
    }
  };
}

/** How its run is held, and since when. */
function useRunHeldTitle(placement: Placement): (link: JSX.Element) => ReactNode {
  const { t } = useTranslationRef(placementTranslationRef);
  const { age } = useTimeWords();
  const now = useNow();
  return link => {
    const held = heldRun(placement);
    if (held === undefined) return undefined;
    const at = held.waitsFor?.since;
    return at
      ? t(`now.runHeld.${held.state}`, { run: link, age: age(at, now) })
      : t(`now.runHeldNoAge.${held.state}`, { run: link });
  };
}

/** What its run does, which is not always to roll out. */
function useMovingTitle(placement: Placement): (link: JSX.Element) => ReactNode {
  const { t } = useTranslationRef(placementTranslationRef);
  const { age } = useTimeWords();
  const now = useNow();
  const { snapshot: index, state, waitsFor } = movingRun(placement) ?? {};
  return run => {
    if (state === 'waitingForApproval' && waitsFor?.since)
      return t('now.runAsks', { run, age: age(waitsFor.since, now) });
    switch (state) {
      case 'waitingForApproval':
      case 'preparing':
      case 'readyToStart':
      case 'waiting':
        return t(`now.runIs.${state}`, { run });
      default:
        return index ? t('now.moving', { run, index }) : t('now.movingNoIndex', { run });
    }
  };
}

/** The line below: what follows, or the engine's own sentence. */
export function useNowBody(placement: Placement): (kind: NowKind) => ReactNode {
  const { t } = useTranslationRef(placementTranslationRef);
  const causeText = useCauseText();
  const { picked, refused, message, resourcesProblem, snapshots, latestSnapshot } = placement;
  return kind => {
    switch (kind) {
      case 'deleting':
        return <DeletingBody leaving={placement.leaving} />;
      case 'noRun': {
        const clusters = snapshots.find(({ index }) => index === latestSnapshot)?.clusters ?? 0;
        return clusters === 0
          ? t('now.noRunNone', { count: picked })
          : t('now.noRunBody', { clusters, count: picked });
      }
      case 'missing': {
        const { tainted, notEligible: ill } = refused;
        const lines = [
          tainted > 0 && t('now.tainted', { count: tainted }),
          ill > 0 && t('now.unhealthy', { count: ill }),
          tainted + ill === 0 && t('now.noneLeft'),
        ];
        return <MissingBody placement={placement} otherwise={lines.filter(Boolean).join(' ')} />;
      }
      case 'noMembers':
        return t('now.noMembersBody');
      case 'moving':
        return undefined;
      case 'silent':
        return t('now.silentBody', { available: placement.available });
      case 'runHeld': {
        const { state, waitsFor } = heldRun(placement) ?? {};
        // The title says that it is stopped.
        return waitsFor && state !== 'stopped' && <ClampedText text={causeText(waitsFor)} />;
      }
      default: {
        const text = resourcesProblem ?? message;
        return text && <ClampedText text={text} />;
      }
    }
  };
}
