import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useEffect, useMemo, useRef, useState } from 'react';
import { usePlacement, usePlacements, type PlacementKey } from '../../api/placementQueries';
import { usePages } from '../../api/useFleetQuery';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { PageFrame } from '../../components/PageFrame';
import { PageSkeleton } from '../../components/Skeletons';
import { draftKey } from '../../model/placementEditor/draft';
import { baseOf } from '../../model/placementEditor/edited';
import { newText } from '../../model/placementEditor/placementText';
import { useHub, useLinks, useParams } from '../../routing';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { placementEditorTranslationRef } from '../../translation/placementEditor';
import { PlacementEditor } from './PlacementEditor';

const ALLOWED: Schemas['Permit'] = { isAllowed: true };

/** `placements/new`. */
export const NewPlacementPage = () => {
  const hub = useHub();
  const list = usePages(usePlacements({ limit: 1 }).data);
  const [live] = useState(() => ({ text: newText() }));
  return (
    <PlacementEditor
      live={live}
      draft={draftKey(hub, 'new')}
      permit={list?.mayCreate ?? ALLOWED}
      hub={list?.hub}
    />
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

/** A newer answer is worth so much waiting, in ms. */
const PATIENCE_MS = 3000;

/**
 * Whether to edit what is there. An answer that was kept may be from before a save of the reader, who would repeat it: one
 * that is on its way is waited for, unless it fails or takes long.
 */
function useBegun(query: ReturnType<typeof usePlacement>): boolean {
  const { data, isFetchedAfterMount, failureCount, fetchStatus } = query;
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  const isBegun = useRef(false);
  const isSettled = isFetchedAfterMount || failureCount > 0 || fetchStatus === 'idle';
  if (data !== undefined && (isSettled || isLate)) isBegun.current = true;
  return isBegun.current;
}

const Loaded = ({ placement, data }: { placement: PlacementKey; data: Schemas['PlacementDetail'] }) => {
  const hub = useHub();
  const live = useMemo(() => baseOf(data), [data]);
  return (
    <PlacementEditor
      live={live}
      draft={draftKey(hub, `${placement.scope}/${placement.name}`)}
      placement={placement}
      permit={data.placement.may.update}
      hub={data.hub}
    />
  );
};
