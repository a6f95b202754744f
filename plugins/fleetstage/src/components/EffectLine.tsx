import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useLinks } from '../routing';
import type { EffectOnPlacement } from '../model/overrides/effects';
import { overridesTranslationRef } from '../translation/overrides';
import { FleetLink } from './FleetLink';

/** `web: 4 of 48 clusters change, fails on 2`. */
export const EffectLine = ({
  effect: { key, changed, of, failing, problem },
}: {
  effect: EffectOnPlacement;
}) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const links = useLinks();
  return (
    <>
      <FleetLink to={links.placement(key)}>{key}</FleetLink>
      {problem === undefined && `: ${t('effect.changes', { count: changed, of })}`}
      {failing > 0 && `, ${t('effect.fails', { n: failing })}`}
    </>
  );
};
