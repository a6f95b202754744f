import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { Age } from '../../components/Age';
import { listNames } from '../../model/listNames';
import { sequenceTranslationRef } from '../../translation/sequence';
import type { Sequence } from './sequenceProps';

/** Channel, target, size, and what the last edit did. */
export const SequenceSubtitle = ({ sequence }: { sequence: Sequence }) => {
  const { t } = useTranslationRef(sequenceTranslationRef);
  const { channel, stageCount, clusterCount, lastChange } = sequence;
  return (
    <>
      {channel === undefined ? t('header.noChannel') : t('header.channel', { channel })}{' '}
      <Targets sequence={sequence} /> {t('header.size', { count: stageCount, clusters: clusterCount })}
      {lastChange && (
        <>
          {' '}
          {t('header.changed', {
            ago: <Age at={lastChange.at} isAgo />,
            effect: t(`header.${lastChange.class}`, { count: lastChange.cancelled.length }),
          })}
        </>
      )}
    </>
  );
};

const Targets = ({ sequence: { target } }: { sequence: Sequence }) => {
  const { t } = useTranslationRef(sequenceTranslationRef);
  const { controlPlane, node } = target ?? {};
  const named = [
    ...(controlPlane === undefined ? [] : [t('header.controlPlane', { version: controlPlane })]),
    ...(node === undefined ? [] : [t('header.node', { version: node })]),
  ];
  return (
    <>{named.length === 0 ? t('header.noTarget') : t('header.targets', { targets: listNames(named) })}</>
  );
};
