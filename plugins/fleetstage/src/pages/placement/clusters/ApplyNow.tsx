import { useAnalytics, useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useApplyNow } from '../../../api/mutations';
import { useDone } from '../../../components/acts/useActToasts';
import { PermitButton } from '../../../components/PermitButton';
import { WriteError } from '../../../components/WriteError';
import type { Placement } from '../../../model/placement/now';
import { valueAt } from '../../../model/placementEditor/fields';
import { placementTranslationRef } from '../../../translation/placement';

const APPLY = ['spec', 'strategy', 'applyStrategy'] as const;

interface ApplyNowProps {
  readonly placement: Placement;
  readonly row: Schemas['PlacementCluster'];
}

/** Repairs what differs at once; nothing where the apply strategy keeps drift, or writes nothing. */
export const ApplyNow = ({ placement, row: { cluster, carrier, drifted = [] } }: ApplyNowProps) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const analytics = useAnalytics();
  const done = useDone();
  const { scope, name, manifest, may } = placement;
  const { mutateAsync, isPending, error } = useApplyNow();
  const keepsDrift = valueAt(manifest, [...APPLY, 'whenToApply']) === 'IfNotDrifted';
  const writesNothing = valueAt(manifest, [...APPLY, 'type']) === 'ReportDiff';
  if (drifted.length === 0 || keepsDrift || writesNothing) return null;
  const byAgent = { isAllowed: false, reason: t('state.applyByAgent', { cluster }) };
  const permit = carrier === 'pull' ? byAgent : may.update;
  const apply = async () => {
    await mutateAsync({ scope, name, cluster });
    analytics.captureEvent('apply', `placement ${name}`);
    done(t('state.applyAsked', { cluster }));
  };
  return (
    <>
      <PermitButton
        permit={permit}
        size="small"
        variant="outlined"
        // A refusal is shown below the button.
        onClick={() => !isPending && void apply().catch(() => undefined)}
      >
        {t('state.applyNow')}
      </PermitButton>
      {error && <WriteError error={error} title={t('state.applyFailed')} />}
    </>
  );
};
