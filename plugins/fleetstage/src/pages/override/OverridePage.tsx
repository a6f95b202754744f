import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useState } from 'react';
import { useOverride, type OverrideAddress } from '../../api/overrideQueries';
import { Age } from '../../components/Age';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { ObjectActs } from '../../components/ObjectActs';
import { PageFrame } from '../../components/PageFrame';
import { Person } from '../../components/Person';
import { PageSkeleton } from '../../components/Skeletons';
import { keyOf } from '../../model/overrides/overrideList';
import { useGo, useLinks, useParams } from '../../routing';
import { overridesTranslationRef } from '../../translation/overrides';
import { OverrideChip } from '../../components/OverrideChip';
import { DeleteOverrideDialog } from './DeleteOverrideDialog';
import { OverrideContent } from './OverrideContent';
import { OverrideGone } from './OverrideGone';

/** One override, whole: `overrides/:scope/:name`. */
export const OverridePage = () => {
  const { scope = '_', name = '' } = useParams();
  return <OverrideOf key={`${scope}/${name}`} scope={scope} name={name} />;
};

const OverrideOf = (address: OverrideAddress) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const links = useLinks();
  const query = useOverride(address);
  const detail = query.data;
  return (
    <PageFrame
      title={keyOf(address)}
      breadcrumb={{ label: t('breadcrumb'), to: links.overrides() }}
      chip={detail && <OverrideChip status={detail.override.status} />}
      subtitle={detail && <Subtitle override={detail.override} />}
      hub={detail?.hub}
      actions={detail && <Actions detail={detail} />}
    >
      <AsyncBoundary
        query={query}
        what={t('whatOne')}
        skeleton={<PageSkeleton />}
        notFound={<OverrideGone {...address} />}
      >
        {data => <OverrideContent detail={data} />}
      </AsyncBoundary>
    </PageFrame>
  );
};

const Subtitle = ({ override }: { override: Schemas['OverrideSummary'] }) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const { kind, scope, changedAt, changedBy } = override;
  const where = `${t(`kind.${kind}`, { namespace: scope })}.`;
  if (changedAt === undefined) return <>{where}</>;
  const ago = <Age at={changedAt} isAgo />;
  return (
    <>
      {where}{' '}
      {changedBy
        ? t('subtitle.changedBy', { ago, who: <Person person={changedBy} /> })
        : t('subtitle.changed', { ago })}
    </>
  );
};

const Actions = ({ detail }: { detail: Schemas['OverrideDetail'] }) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const links = useLinks();
  const go = useGo();
  const [isDeleting, setDeleting] = useState(false);
  const { override, mayUpdate, mayCreate, mayDelete } = detail;
  const key = keyOf(override);
  return (
    <>
      <ObjectActs
        more={t('more')}
        edit={{ label: t('edit'), permit: mayUpdate, onDo: () => go(links.editOverride(key)) }}
        copy={{ label: t('copy'), permit: mayCreate, onDo: () => go(links.newOverride({ copy: key })) }}
        remove={{ label: t('delete'), permit: mayDelete, onDo: () => setDeleting(true) }}
      />
      {isDeleting && <DeleteOverrideDialog detail={detail} onClose={() => setDeleting(false)} />}
    </>
  );
};
