import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useState } from 'react';
import { usePlacement, usePlacements, type PlacementKey } from '../../api/placementQueries';
import { usePages } from '../../api/useFleetQuery';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { PageFrame } from '../../components/PageFrame';
import { PageSkeleton } from '../../components/Skeletons';
import { draftKey } from '../../model/placementEditor/draft';
import { newText } from '../../model/placementEditor/placementText';
import { useHub, useLinks, useParams } from '../../routing';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { placementEditorTranslationRef } from '../../translation/placementEditor';
import { PlacementEditor } from './PlacementEditor';
import { baseOf } from './useConflict';

const ALLOWED: Schemas['Permit'] = { isAllowed: true };

/** `placements/new`. */
export const NewPlacementPage = () => {
  const hub = useHub();
  const list = usePages(usePlacements({ limit: 1 }).data);
  const [base] = useState(() => ({ text: newText() }));
  return (
    <PlacementEditor
      base={base}
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
  if (query.data) return <Loaded placement={key} data={query.data} />;
  return (
    <PageFrame
      title={t('editTitle', { name: key.name })}
      breadcrumb={{ label: t('breadcrumb'), to: links.placements() }}
    >
      <AsyncBoundary query={query} what={t('what')} skeleton={<PageSkeleton />}>
        {() => null}
      </AsyncBoundary>
    </PageFrame>
  );
};

/** What was loaded first stays what the text is compared with; what comes later is a change of somebody else. */
const Loaded = ({ placement, data }: { placement: PlacementKey; data: Schemas['PlacementDetail'] }) => {
  const hub = useHub();
  const [base] = useState(() => baseOf(data.placement));
  return (
    <PlacementEditor
      base={base}
      draft={draftKey(hub, `${placement.scope}/${placement.name}`)}
      placement={placement}
      live={data.placement}
      permit={data.placement.may.update}
      hub={data.hub}
    />
  );
};
