import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useMemo, useState } from 'react';
import { useSequenceToEdit } from '../../api/sequenceEditorQueries';
import { useSequences } from '../../api/sequenceQueries';
import { useBegun } from '../../api/useBegun';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { EditorGate } from '../../components/EditorGate';
import { PageFrame } from '../../components/PageFrame';
import { PageSkeleton } from '../../components/Skeletons';
import { sequenceBase } from '../../model/sequenceEditor/base';
import { newSequenceText, sequenceDraftKey } from '../../model/sequenceEditor/sequenceText';
import { useHub, useLinks, useParams } from '../../routing';
import { sequenceEditorTranslationRef } from '../../translation/sequenceEditor';
import { SequenceGone } from '../sequence/SequenceGone';
import { SequenceEditor } from './SequenceEditor';

const ALLOWED: Schemas['Permit'] = { isAllowed: true };

/** `sequences/new` and `sequences/:scope/:name/edit`. */
export const SequenceEditorPage = () => {
  const { name } = useParams();
  return name === undefined ? <New /> : <Of key={name} name={name} />;
};

/** Draws once the hub's answer is there. */
const Of = ({ name }: { name: string }) => {
  const { t } = useTranslationRef(sequenceEditorTranslationRef);
  const links = useLinks();
  const query = useSequenceToEdit(name);
  const isBegun = useBegun(query);
  if (query.data && isBegun) return <Existing detail={query.data} />;
  const { error, dataUpdatedAt, refetch } = query;
  return (
    <PageFrame
      title={t('editTitle', { name })}
      breadcrumb={{ label: t('breadcrumb'), to: links.sequences() }}
    >
      <AsyncBoundary
        query={{ data: undefined, error, dataUpdatedAt, refetch }}
        what={t('what')}
        skeleton={<PageSkeleton />}
        notFound={<SequenceGone name={name} />}
      >
        {() => null}
      </AsyncBoundary>
    </PageFrame>
  );
};

const Existing = ({ detail }: { detail: Schemas['SequenceDetail'] }) => {
  const { t } = useTranslationRef(sequenceEditorTranslationRef);
  const hub = useHub();
  const links = useLinks();
  const live = useMemo(() => sequenceBase(detail), [detail]);
  const { name, may } = detail.sequence;
  const breadcrumb = [
    { label: t('breadcrumb'), to: links.sequences() },
    { label: name, to: links.sequence(name) },
  ];
  return (
    <EditorGate
      permit={may.update}
      frame={{ title: t('editTitle', { name }), breadcrumb, crumb: t('crumb'), hub: detail.hub }}
      back={links.sequence(name)}
    >
      <SequenceEditor
        live={live}
        draft={sequenceDraftKey(hub, name)}
        detail={detail}
        permit={may.update}
        hub={detail.hub}
      />
    </EditorGate>
  );
};

const New = () => {
  const { t } = useTranslationRef(sequenceEditorTranslationRef);
  const hub = useHub();
  const links = useLinks();
  const list = useSequences();
  const [live] = useState(() => ({ text: newSequenceText() }));
  const [page] = list.data?.pages ?? [];
  const permit = page?.mayCreate ?? (list.failureCount > 0 ? ALLOWED : undefined);
  const breadcrumb = { label: t('breadcrumb'), to: links.sequences() };
  return (
    <EditorGate
      permit={permit}
      frame={{ title: t('newTitle'), breadcrumb, hub: page?.hub }}
      back={breadcrumb.to}
    >
      <SequenceEditor
        live={live}
        draft={sequenceDraftKey(hub, 'new')}
        permit={permit ?? ALLOWED}
        hub={page?.hub}
      />
    </EditorGate>
  );
};
