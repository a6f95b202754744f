import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import DataObject from '@mui/icons-material/DataObject';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { usePlacementResources } from '../../../api/editorQueries';
import { AsyncBoundary } from '../../../components/AsyncBoundary';
import { EmptyState } from '../../../components/EmptyState';
import { PermitButton } from '../../../components/PermitButton';
import { SectionCard } from '../../../components/SectionCard';
import { CardSkeleton } from '../../../components/Skeletons';
import type { Placement } from '../../../model/placement/now';
import { linkName } from '../../../model/placements/placementFilters';
import { resourceTree } from '../../../model/placement/resourceTree';
import { sizeText } from '../../../model/sizeText';
import { useGo, useLinks } from '../../../routing';
import { placementTranslationRef } from '../../../translation/placement';
import { ExcludedCard } from './ExcludedCard';
import { KindRow } from './KindRow';

type Resources = Schemas['PlacementResources'];

/** What is placed, by namespace and kind; what was left out, and selectors that match nothing. */
export const ResourcesTab = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const query = usePlacementResources(placement);
  return (
    <AsyncBoundary query={query} what={t('resources.what')} skeleton={<CardSkeleton rows={8} />} isPart>
      {data => (
        <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Notices data={data} />
          <Tree data={data} placement={placement} />
          <ExcludedCard excluded={data.excluded} total={data.excludedCount} />
        </Box>
      )}
    </AsyncBoundary>
  );
};

/** Why nothing newer was captured; selectors without effect. */
const Notices = ({ data: { problem, contentProblem, warnings } }: { data: Resources }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const problems = [problem, contentProblem].filter(one => one !== undefined);
  return (
    <>
      {problems.map(message => (
        <Alert key={message} severity="error" sx={{ overflowWrap: 'anywhere' }}>
          {message}
        </Alert>
      ))}
      {warnings.map(({ message, selector }) => (
        <Alert key={message} severity="warning" sx={{ overflowWrap: 'anywhere' }}>
          {selector === undefined ? message : t('resources.selector', { n: selector + 1, message })}
        </Alert>
      ))}
    </>
  );
};

const Tree = ({ data, placement }: { data: Resources; placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const links = useLinks();
  const go = useGo();
  const { resources, objects, bytes, index, problem } = data;
  if (resources.length === 0) {
    return (
      <EmptyState
        icon={DataObject}
        title={t(problem ? 'resources.problem' : 'resources.emptyTitle')}
        body={t(problem ? 'resources.problemBody' : 'resources.emptyBody')}
        actions={
          <PermitButton
            permit={placement.may.update}
            variant="outlined"
            color="inherit"
            onClick={() => go(links.editPlacement(linkName(placement)))}
          >
            {t('edit')}
          </PermitButton>
        }
      />
    );
  }
  const words = { objects: t('header.objects', { count: objects }), size: sizeText(bytes) };
  return (
    <>
      <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
        {index === undefined
          ? t('resources.summaryNone', words)
          : t('resources.summary', { ...words, index })}
      </Box>
      {resourceTree(data).map(({ namespace, objects: count, bytes: size, kinds }) => (
        <SectionCard
          key={namespace ?? ''}
          title={
            namespace === undefined
              ? t('resources.clusterWide')
              : t('resources.namespace', { name: namespace })
          }
          count={t('resources.summaryNone', {
            objects: t('header.objects', { count }),
            size: sizeText(size),
          })}
        >
          {kinds.map(kind => (
            <KindRow key={`${kind.kind} ${kind.group}`} kind={kind} />
          ))}
        </SectionCard>
      ))}
    </>
  );
};
