import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { upgradingRollout, type Blocker } from '../model/blockers';
import { useLinks } from '../routing';
import { endsTranslationRef } from '../translation/ends';
import { FleetLink } from './FleetLink';

/** The rollout of a version whose upgrades are waited for, linked; nothing where there is none. */
export const RolloutAhead = ({ blocker }: { readonly blocker: Blocker | undefined }) => {
  const { t } = useTranslationRef(endsTranslationRef);
  const links = useLinks();
  const rollout = blocker && upgradingRollout(blocker);
  if (rollout === undefined) return null;
  return <FleetLink to={links.versionRollout(rollout)}>{t('acts.open', { run: rollout })}</FleetLink>;
};
