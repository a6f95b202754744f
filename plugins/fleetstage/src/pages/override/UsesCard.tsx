import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { FleetLink } from '../../components/FleetLink';
import { MessageText } from '../../components/MessageText';
import { SectionCard } from '../../components/SectionCard';
import { listNames } from '../../model/listNames';
import { keyOf } from '../../model/overrides/overrideList';
import { useLinks } from '../../routing';
import { overridesTranslationRef } from '../../translation/overrides';

type Use = Schemas['OverrideUse'];

interface UsesCardProps {
  readonly uses: readonly Use[];
  /** The failure that the page names above. */
  readonly said?: string;
}

/** The placements that have it on clusters, or are about to. */
export const UsesCard = ({ uses, said }: UsesCardProps) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  return (
    <SectionCard title={t('uses.title')} count={uses.length}>
      {uses.length === 0 ? (
        <Box sx={{ p: 2, fontSize: 13, color: 'text.secondary' }}>{t('uses.none')}</Box>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, py: 0.75 }}>
          {uses.map(use => (
            <UseLine key={keyOf(use)} use={use} said={said} />
          ))}
        </Box>
      )}
    </SectionCard>
  );
};

const UseLine = ({ use, said }: { use: Use; said: string | undefined }) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const links = useLinks();
  const { clusters, applied, failed, pending, failures, pendingClusters } = use;
  const unmatched = clusters - applied - failed - pending;
  const parts = [
    t('uses.applied', { n: applied, of: clusters }),
    ...(failed > 0 ? [t('uses.failed', { n: failed })] : []),
    ...(pending > 0 ? [t('uses.pending', { n: pending, names: listNames(pendingClusters.names) })] : []),
    ...(unmatched > 0 ? [t('uses.unmatched', { n: unmatched })] : []),
  ];
  return (
    <Box component="li" sx={{ px: 2, py: 0.75, fontSize: 13, lineHeight: '20px' }}>
      <FleetLink to={links.placement(keyOf(use), { tab: 'clusters' })}>{keyOf(use)}</FleetLink>
      <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{parts.join(', ')}</Box>
      {byMessage(failures).map(([message, names]) => (
        <Box key={message} sx={{ py: 0.25, overflowWrap: 'anywhere' }}>
          {names.slice(0, MAX_NAMES).map((cluster, i) => (
            <span key={cluster}>
              {i > 0 && ', '}
              <FleetLink to={links.placement(keyOf(use), { tab: 'clusters', cluster })} underline="always">
                {cluster}
              </FleetLink>
            </span>
          ))}
          {names.length > MAX_NAMES && ', …'}
          {message !== said && (
            <>
              : <MessageText text={message} />
            </>
          )}
        </Box>
      ))}
    </Box>
  );
};

const MAX_NAMES = 6;

/** One cause on many clusters is one line. */
function byMessage(failures: Use['failures']): [string, string[]][] {
  const found = new Map<string, string[]>();
  for (const { message, cluster } of failures) found.set(message, [...(found.get(message) ?? []), cluster]);
  return [...found];
}
