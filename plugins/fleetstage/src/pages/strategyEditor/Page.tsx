import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useMemo, useState } from 'react';
import { useStrategies } from '../../api/placementQueries';
import { useStrategyToEdit, type StrategyKey } from '../../api/strategyEditorQueries';
import { useBegun } from '../../api/useBegun';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { EditorGate } from '../../components/EditorGate';
import { PageFrame } from '../../components/PageFrame';
import { PageSkeleton } from '../../components/Skeletons';
import { keyOfLink, linkName } from '../../model/placements/placementFilters';
import { strategyBase } from '../../model/strategyEditor/base';
import { strategyDraftKey } from '../../model/strategyEditor/draftKey';
import { copyText, newStrategyText } from '../../model/strategyEditor/strategyText';
import { useHub, useLinks, useParams, useUrlState } from '../../routing';
import { strategyEditorTranslationRef } from '../../translation/strategyEditor';
import { StrategyGone } from '../strategy/StrategyGone';
import { StrategyEditor } from './StrategyEditor';

const ALLOWED: Schemas['Permit'] = { isAllowed: true };

/** `strategies/new`, `strategies/new?copy=<name>` and `strategies/:scope/:name/edit`. */
export const StrategyEditorPage = () => {
  const { scope = '_', name } = useParams();
  const [copy] = useUrlState('copy');
  if (name !== undefined)
    return (
      <Of key={`edit ${scope}/${name}`} of={{ scope, name }} draw={detail => <Existing detail={detail} />} />
    );
  if (copy !== '')
    return (
      <Of key={`copy ${copy}`} of={keyOfLink(copy)} draw={detail => <New detail={detail} copy={copy} />} />
    );
  return <New key="new" />;
};

interface OfProps {
  readonly of: StrategyKey;
  readonly draw: (detail: Schemas['StrategyDetail']) => JSX.Element;
}

/** Draws once the hub's answer is there. */
const Of = ({ of, draw }: OfProps) => {
  const name = linkName(of);
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const links = useLinks();
  const query = useStrategyToEdit(of);
  const isBegun = useBegun(query);
  if (query.data && isBegun) return draw(query.data);
  const { error, dataUpdatedAt, refetch } = query;
  return (
    <PageFrame
      title={t('editTitle', { name })}
      breadcrumb={{ label: t('breadcrumb'), to: links.strategies() }}
    >
      <AsyncBoundary
        query={{ data: undefined, error, dataUpdatedAt, refetch }}
        what={t('what')}
        skeleton={<PageSkeleton />}
        notFound={<StrategyGone of={of} />}
      >
        {() => null}
      </AsyncBoundary>
    </PageFrame>
  );
};

const Existing = ({ detail }: { detail: Schemas['StrategyDetail'] }) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const hub = useHub();
  const links = useLinks();
  const live = useMemo(() => strategyBase(detail), [detail]);
  const name = linkName(detail.strategy);
  const breadcrumb = [
    { label: t('breadcrumb'), to: links.strategies() },
    { label: name, to: links.strategy(name) },
  ];
  return (
    <EditorGate
      permit={detail.mayUpdate}
      frame={{ title: t('editTitle', { name }), breadcrumb, crumb: t('crumb'), hub: detail.hub }}
      back={links.strategy(name)}
    >
      <StrategyEditor
        live={live}
        draft={strategyDraftKey(hub, name)}
        detail={detail}
        permit={detail.mayUpdate}
        hub={detail.hub}
      />
    </EditorGate>
  );
};

/** A new strategy, empty or with the stages of another one. */
const New = ({ detail, copy }: { detail?: Schemas['StrategyDetail']; copy?: string }) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const hub = useHub();
  const links = useLinks();
  const list = useStrategies();
  const [live] = useState(() => ({
    text:
      detail && copy !== undefined
        ? copyText(strategyBase(detail).text, `${detail.strategy.name}-2`)
        : newStrategyText(),
  }));
  const known = list.data?.mayCreate ?? detail?.mayCreate;
  const permit = known ?? (list.failureCount > 0 ? ALLOWED : undefined);
  const state = list.data?.hub ?? detail?.hub;
  const breadcrumb = { label: t('breadcrumb'), to: links.strategies() };
  return (
    <EditorGate
      permit={permit}
      frame={{ title: t('newTitle'), breadcrumb, hub: state }}
      back={copy === undefined ? breadcrumb.to : links.strategy(copy)}
    >
      <StrategyEditor
        live={live}
        draft={strategyDraftKey(hub, copy === undefined ? 'new' : `copy/${copy}`)}
        permit={permit ?? ALLOWED}
        hub={state}
      />
    </EditorGate>
  );
};
