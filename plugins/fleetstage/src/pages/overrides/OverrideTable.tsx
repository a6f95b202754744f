import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useMemo } from 'react';
import { Age } from '../../components/Age';
import { FleetLink } from '../../components/FleetLink';
import { Person } from '../../components/Person';
import { FewLines, TwoLines } from '../../components/tableView';
import { VirtualTable, type Column } from '../../components/VirtualTable';
import { listNames } from '../../model/listNames';
import { keyOf, objectInWords, type Override } from '../../model/overrides/overrideList';
import { useGo, useLinks } from '../../routing';
import { overridesTranslationRef } from '../../translation/overrides';
import { OverrideChip, useStatusNote } from '../../components/OverrideChip';

/** So many placements by name. */
const NAMED = 2;

const rowKey = ({ uid }: Override) => uid;

export const OverrideTable = ({ rows }: { rows: readonly Override[] }) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const links = useLinks();
  const go = useGo();
  return (
    <VirtualTable
      caption={t('caption')}
      rows={rows}
      columns={useColumns()}
      getKey={rowKey}
      rowHeight={48}
      onOpen={one => go(links.override(keyOf(one)))}
    />
  );
};

function useColumns(): readonly Column<Override>[] {
  const { t } = useTranslationRef(overridesTranslationRef);
  return useMemo(
    () => [
      { id: 'name', header: t('column.name'), cell: one => <NameCell one={one} /> },
      {
        id: 'objects',
        header: t('column.objects'),
        width: '22%',
        hideBelow: 'md',
        cell: one => <ObjectsCell one={one} />,
      },
      {
        id: 'clusters',
        header: t('column.clusters'),
        width: 150,
        hideBelow: 'sm',
        cell: one => (
          <TwoLines second={t('rules', { count: one.ruleCount })}>
            {t('matched', { n: one.matched, of: one.clusterCount })}
          </TwoLines>
        ),
      },
      { id: 'state', header: t('column.state'), width: 250, cell: one => <StateCell one={one} /> },
      {
        id: 'placements',
        header: t('column.placements'),
        width: '15%',
        hideBelow: 'lg',
        cell: one => <PlacementsCell one={one} />,
      },
      {
        id: 'changed',
        header: t('column.changed'),
        width: 130,
        hideBelow: 'lg',
        cell: one => <ChangedCell one={one} />,
      },
    ],
    [t],
  );
}

interface CellProps {
  readonly one: Override;
}

const NameCell = ({ one }: CellProps) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const links = useLinks();
  return (
    <TwoLines second={t(`kind.${one.kind}`, { namespace: one.scope })}>
      <FleetLink to={links.override(keyOf(one))} sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        {one.name}
      </FleetLink>
    </TwoLines>
  );
};

const ObjectsCell = ({ one: { objects } }: CellProps) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const [first, ...others] = objects.map(objectInWords);
  return (
    <TwoLines second={others.length > 0 && t('moreObjects', { count: others.length })}>
      <FewLines title={[first, ...others].join(', ')}>{first ?? ''}</FewLines>
    </TwoLines>
  );
};

const StateCell = ({ one: { status } }: CellProps) => {
  const note = useStatusNote(status);
  return (
    <TwoLines second={note && <span title={note}>{note}</span>}>
      <OverrideChip status={status} size="small" />
    </TwoLines>
  );
};

const PlacementsCell = ({ one: { placements, placement } }: CellProps) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const names = listNames(placements.slice(0, NAMED).map(keyOf));
  const more = placements.length - NAMED;
  const named = more > 0 ? t('namedMore', { names, count: more }) : names;
  return (
    <TwoLines second={placement === undefined ? named : t('only', { placement: keyOf(placement) })}>
      {t('usedBy', { count: placements.length })}
    </TwoLines>
  );
};

const ChangedCell = ({ one: { changedAt, changedBy } }: CellProps) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  if (changedAt === undefined) return <span title={t('unknownChangeWhy')}>{t('unknownChange')}</span>;
  return (
    <TwoLines second={changedBy && <Person person={changedBy} />}>
      <Age at={changedAt} />
    </TwoLines>
  );
};
