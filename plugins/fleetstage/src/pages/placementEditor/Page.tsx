import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useMemo, useState } from 'react';
import { usePlacement, usePlacements, type PlacementKey } from '../../api/placementQueries';
import { usePages } from '../../api/useFleetQuery';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { EditorGate } from '../../components/EditorGate';
import { PageFrame } from '../../components/PageFrame';
import { PageSkeleton } from '../../components/Skeletons';
import { linkName } from '../../model/placements/placementFilters';
import { draftKey } from '../../model/placementEditor/draft';
import { baseOf } from '../../model/placementEditor/edited';
import { newText } from '../../model/placementEditor/placementText';
import { useBegun } from '../../api/useBegun';
import { useHub, useLinks, useParams } from '../../routing';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { placementEditorTranslationRef } from '../../translation/placementEditor';
import { PlacementEditor } from './PlacementEditor';

const ALLOWED: Schemas['Permit'] = { isAllowed: true };

/** `placements/new`. */
export const NewPlacementPage = () => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const hub = useHub();
  const links = useLinks();
  const query = usePlacements({ limit: 1 });
  const list = usePages(query.data);
  const [live] = useState(() => ({ text: newText() }));
  const permit = list?.mayCreate ?? (query.failureCount > 0 ? ALLOWED : undefined);
  const breadcrumb = { label: t('breadcrumb'), to: links.placements() };
  return (
    <EditorGate
      permit={permit}
      frame={{ title: t('newTitle'), breadcrumb, hub: list?.hub }}
      back={breadcrumb.to}
    >
      <PlacementEditor live={live} draft={draftKey(hub, 'new')} permit={permit ?? ALLOWED} hub={list?.hub} />
    </EditorGate>
  );
};

/** `placements/:scope/:name/edit`. */
export const EditPlacementPage = () => {
  const { scope = '_', name = '' } = useParams();
  return <EditorOf key={`${scope}/${name}`} scope={scope} name={name} />;
};

const EditorOf = (key: PlacementKey) => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const links = useLinks();
  const query = usePlacement(key);
  const isBegun = useBegun(query);
  if (query.data && isBegun) return <Loaded placement={key} data={query.data} />;
  const { error, dataUpdatedAt, refetch } = query;
  return (
    <PageFrame
      title={t('editTitle', { name: key.name })}
      breadcrumb={{ label: t('breadcrumb'), to: links.placements() }}
    >
      <AsyncBoundary
        query={{ data: undefined, error, dataUpdatedAt, refetch }}
        what={t('what')}
        skeleton={<PageSkeleton />}
      >
        {() => null}
      </AsyncBoundary>
    </PageFrame>
  );
};

const Loaded = ({ placement, data }: { placement: PlacementKey; data: Schemas['PlacementDetail'] }) => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const hub = useHub();
  const links = useLinks();
  const live = useMemo(() => baseOf(data), [data]);
  const permit = data.placement.may.update;
  const name = linkName(placement);
  const breadcrumb = [
    { label: t('breadcrumb'), to: links.placements() },
    { label: name, to: links.placement(name) },
  ];
  return (
    <EditorGate
      permit={permit}
      frame={{
        title: t('editTitle', { name: placement.name }),
        breadcrumb,
        crumb: t('crumb'),
        hub: data.hub,
      }}
      back={links.placement(name)}
    >
      <PlacementEditor
        live={live}
        draft={draftKey(hub, `${placement.scope}/${placement.name}`)}
        placement={placement}
        permit={permit}
        hub={data.hub}
      />
    </EditorGate>
  );
};
