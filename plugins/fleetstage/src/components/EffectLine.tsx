import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { useLinks } from '../routing';
import type { EffectOnPlacement } from '../model/overrides/effects';
import { overridesTranslationRef } from '../translation/overrides';
import { FleetLink } from './FleetLink';

/** `web: 4 of 48 clusters change, 7 more get the same objects again, fails on 2`. */
export const EffectLine = ({
  effect: { key, changed, same, of, failing, problem },
}: {
  effect: EffectOnPlacement;
}) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const links = useLinks();
  return (
    <>
      <FleetLink to={links.placement(key)} underline="always">
        {key}
      </FleetLink>
      {problem === undefined && `: ${t('effect.changes', { count: changed, of })}`}
      {same > 0 && `, ${t('effect.same', { count: same })}`}
      {failing > 0 && `, ${t('effect.fails', { n: failing })}`}
    </>
  );
};

/** More would hide a dialog's buttons. */
const MAX_LINES = 6;

/** Placement by placement, in a dialog. */
export const EffectLines = ({ effects }: { effects: readonly EffectOnPlacement[] }) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
      {effects.slice(0, MAX_LINES).map(one => (
        <li key={one.key}>
          <EffectLine effect={one} />
        </li>
      ))}
      {effects.length > MAX_LINES && <li>{t('effect.more', { count: effects.length - MAX_LINES })}</li>}
    </Box>
  );
};
