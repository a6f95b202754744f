import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { FleetLink } from '../../components/FleetLink';
import { SectionCard } from '../../components/SectionCard';
import { useLinks } from '../../routing';
import { overridesTranslationRef } from '../../translation/overrides';

type Rule = Schemas['OverrideRuleMatch'];

/** So many clusters of a rule by name; the variants name them all. */
const NAMED = 4;

/** Each rule with what it selects, and the clusters that it matches now. */
export const RulesCard = ({ rules, title }: { rules: readonly Rule[]; title?: string }) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  return (
    <SectionCard title={title ?? t('rules.title')} count={t('rules.note')}>
      <RuleList rules={rules} />
    </SectionCard>
  );
};

export const RuleList = ({ rules }: { rules: readonly Rule[] }) => (
  <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
    {rules.map(rule => (
      <RuleLine key={rule.position} rule={rule} />
    ))}
  </Box>
);

const RuleLine = ({ rule }: { rule: Rule }) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const { position, type, operationCount, clusters } = rule;
  return (
    <Box
      component="li"
      sx={{
        'display': 'grid',
        'gridTemplateColumns': { xs: 'minmax(0, 1fr)', sm: '72px minmax(0, 1.2fr) minmax(0, 1fr)' },
        'columnGap': 2,
        'rowGap': 0.25,
        'px': 2,
        'py': 1.25,
        'fontSize': 13,
        'lineHeight': '20px',
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ fontWeight: 500 }}>{t('rules.rule', { n: position + 1 })}</Box>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Selection rule={rule} />
        <Box sx={{ color: 'text.secondary' }}>
          {type === 'Delete' ? t('rules.deletes') : t('rules.operations', { count: operationCount })}
        </Box>
      </Box>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ fontWeight: clusters.count === 0 ? 400 : 500 }}>
          {t('rules.clusters', { count: clusters.count })}
        </Box>
        <ClusterLinks {...clusters} />
      </Box>
    </Box>
  );
};

/** `environment = production or tier = gold`: a cluster matches one of the terms. */
const Selection = ({ rule: { selects, terms } }: { rule: Rule }) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  if (selects !== 'terms') return <>{t(`rules.${selects}`)}</>;
  return (
    <>
      {terms.map((term, i) => (
        <span key={term + String(i)}>
          {i > 0 && <Box component="span" sx={{ color: 'text.secondary' }}>{` ${t('rules.or')} `}</Box>}
          <Box component="span" sx={{ fontFamily: 'monospace', fontSize: 12.5 }}>
            {term === '' ? t('rules.anyLabels') : term}
          </Box>
        </span>
      ))}
    </>
  );
};

const ClusterLinks = ({ count, names }: Schemas['NamedClusters']) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const links = useLinks();
  const shown = names.slice(0, NAMED);
  if (shown.length === 0) return null;
  return (
    <Box sx={{ color: 'text.secondary' }}>
      {shown.map((name, i) => (
        <span key={name}>
          {i > 0 && ', '}
          <FleetLink to={links.cluster(name)}>{name}</FleetLink>
        </span>
      ))}
      {count > shown.length && ` ${t('rules.more', { count: count - shown.length })}`}
    </Box>
  );
};
