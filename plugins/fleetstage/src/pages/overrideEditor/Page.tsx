import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useMemo, useState } from 'react';
import { useOverride, useOverrides, type OverrideAddress } from '../../api/overrideQueries';
import { useBegun } from '../../api/useBegun';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { EditorGate } from '../../components/EditorGate';
import { PageFrame } from '../../components/PageFrame';
import { PageSkeleton } from '../../components/Skeletons';
import { overrideBase, overrideDraftKey } from '../../model/overrideEditor/base';
import { copyText, newOverrideText } from '../../model/overrideEditor/overrideText';
import { keyOf } from '../../model/overrides/overrideList';
import { useHub, useLinks, useParams, useUrlState } from '../../routing';
import { overrideEditorTranslationRef } from '../../translation/overrideEditor';
import { OverrideGone } from '../override/OverrideGone';
import { OverrideEditor } from './OverrideEditor';

const ALLOWED: Schemas['Permit'] = { isAllowed: true };

/** `overrides/new`, `overrides/new?copy=<key>` and `overrides/:scope/:name/edit`. */
export const OverrideEditorPage = () => {
  const { scope = '_', name } = useParams();
  const [copy] = useUrlState('copy');
  if (name !== undefined)
    return (
      <Of
        key={`edit ${scope}/${name}`}
        address={{ scope, name }}
        draw={detail => <Existing detail={detail} />}
      />
    );
  if (copy !== '')
    return <Of key={`copy ${copy}`} address={addressOf(copy)} draw={detail => <New detail={detail} />} />;
  return <New key="new" />;
};

const addressOf = (key: string): OverrideAddress => {
  const [first, second] = key.split('/');
  return second === undefined ? { scope: '_', name: first ?? '' } : { scope: first ?? '_', name: second };
};

interface OfProps {
  readonly address: OverrideAddress;
  readonly draw: (detail: Schemas['OverrideDetail']) => JSX.Element;
}

/** Draws once the answer is there. */
const Of = ({ address, draw }: OfProps) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const links = useLinks();
  const query = useOverride(address);
  const isBegun = useBegun(query);
  if (query.data && isBegun) return draw(query.data);
  const { error, dataUpdatedAt, refetch } = query;
  return (
    <PageFrame
      title={t('editTitle', { name: keyOf(address) })}
      breadcrumb={{ label: t('breadcrumb'), to: links.overrides() }}
    >
      <AsyncBoundary
        query={{ data: undefined, error, dataUpdatedAt, refetch }}
        what={t('what')}
        skeleton={<PageSkeleton />}
        notFound={<OverrideGone {...address} />}
      >
        {() => null}
      </AsyncBoundary>
    </PageFrame>
  );
};

const Existing = ({ detail }: { detail: Schemas['OverrideDetail'] }) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const hub = useHub();
  const links = useLinks();
  const live = useMemo(() => overrideBase(detail), [detail]);
  const key = keyOf(detail.override);
  const breadcrumb = [
    { label: t('breadcrumb'), to: links.overrides() },
    { label: key, to: links.override(key) },
  ];
  return (
    <EditorGate
      permit={detail.mayUpdate}
      frame={{ title: t('editTitle', { name: key }), breadcrumb, crumb: t('crumb'), hub: detail.hub }}
      back={links.override(key)}
    >
      <OverrideEditor
        live={live}
        draft={overrideDraftKey(hub, key)}
        detail={detail}
        permit={detail.mayUpdate}
        hub={detail.hub}
      />
    </EditorGate>
  );
};

/** A new override, empty or with the rules of another one. */
const New = ({ detail }: { detail?: Schemas['OverrideDetail'] }) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const hub = useHub();
  const links = useLinks();
  const list = useOverrides();
  const copied = detail && keyOf(detail.override);
  const [live] = useState(() => ({
    text: detail ? copyText(overrideBase(detail).text, `${detail.override.name}-2`) : newOverrideText(),
  }));
  const known = list.data?.mayCreate ?? detail?.mayCreate;
  const permit = known ?? (list.failureCount > 0 ? ALLOWED : undefined);
  const state = list.data?.hub ?? detail?.hub;
  const breadcrumb = { label: t('breadcrumb'), to: links.overrides() };
  return (
    <EditorGate
      permit={permit}
      frame={{ title: t('newTitle'), breadcrumb, hub: state }}
      back={copied === undefined ? breadcrumb.to : links.override(copied)}
    >
      <OverrideEditor
        live={live}
        draft={overrideDraftKey(hub, copied === undefined ? 'new' : `copy/${copied}`)}
        permit={permit ?? ALLOWED}
        hub={state}
      />
    </EditorGate>
  );
};
