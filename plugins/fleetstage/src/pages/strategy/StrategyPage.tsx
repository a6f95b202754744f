import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useState } from 'react';
import type { StrategyKey } from '../../api/strategyEditorQueries';
import { useStrategy } from '../../api/strategyQueries';
import { Age } from '../../components/Age';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { ObjectActs } from '../../components/ObjectActs';
import { PageFrame } from '../../components/PageFrame';
import { Person } from '../../components/Person';
import { PageSkeleton } from '../../components/Skeletons';
import { linkName } from '../../model/placements/placementFilters';
import { useGo, useLinks, useParams, useUrlState } from '../../routing';
import { strategiesTranslationRef } from '../../translation/strategies';
import { DeleteStrategyDialog } from './DeleteStrategyDialog';
import { StrategyContent } from './StrategyContent';
import { StrategyGone } from './StrategyGone';

type Detail = Schemas['StrategyDetail'];

/** One strategy, whole: `strategies/:scope/:name`; `?placement=` shows the clusters of one placement. */
export const StrategyPage = () => {
  const { scope = '_', name = '' } = useParams();
  return <StrategyOf key={`${scope}/${name}`} of={{ scope, name }} />;
};

const StrategyOf = ({ of }: { of: StrategyKey }) => {
  const { t } = useTranslationRef(strategiesTranslationRef);
  const links = useLinks();
  const [placement] = useUrlState('placement');
  const query = useStrategy(of, placement || undefined);
  const detail = query.data;
  return (
    <PageFrame
      title={linkName(of)}
      breadcrumb={{ label: t('breadcrumb'), to: links.strategies() }}
      subtitle={detail && <Subtitle strategy={detail.strategy} />}
      hub={detail?.hub}
      actions={detail && <Actions detail={detail} />}
    >
      <AsyncBoundary
        query={query}
        what={t('whatOne')}
        skeleton={<PageSkeleton />}
        notFound={<StrategyGone of={of} />}
      >
        {data => <StrategyContent detail={data} />}
      </AsyncBoundary>
    </PageFrame>
  );
};

const Subtitle = ({ strategy }: { strategy: Schemas['StrategySummary'] }) => {
  const { t } = useTranslationRef(strategiesTranslationRef);
  const { placements, changedAt, changedBy } = strategy;
  const uses = t('subtitle.uses', { count: placements.length });
  if (changedAt === undefined) return <>{uses}</>;
  const ago = <Age at={changedAt} isAgo />;
  return (
    <>
      {uses}{' '}
      {changedBy
        ? t('subtitle.changedBy', { ago, who: <Person person={changedBy} /> })
        : t('subtitle.changed', { ago })}
    </>
  );
};

const Actions = ({ detail }: { detail: Detail }) => {
  const { t } = useTranslationRef(strategiesTranslationRef);
  const links = useLinks();
  const go = useGo();
  const [isDeleting, setDeleting] = useState(false);
  const { strategy, mayUpdate, mayCreate, mayDelete } = detail;
  return (
    <>
      <ObjectActs
        more={t('more')}
        edit={{ label: t('edit'), permit: mayUpdate, onDo: () => go(links.editStrategy(linkName(strategy))) }}
        copy={{
          label: t('copy'),
          permit: mayCreate,
          onDo: () => go(links.newStrategy({ copy: linkName(strategy) })),
        }}
        remove={{ label: t('delete'), permit: mayDelete, onDo: () => setDeleting(true) }}
      />
      {isDeleting && <DeleteStrategyDialog detail={detail} onClose={() => setDeleting(false)} />}
    </>
  );
};
