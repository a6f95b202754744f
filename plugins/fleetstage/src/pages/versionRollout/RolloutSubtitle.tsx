import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { Age } from '../../components/Age';
import { FleetLink } from '../../components/FleetLink';
import { useLinks } from '../../routing';
import { versionRolloutTranslationRef } from '../../translation/versionRollout';
import { versionStatusTranslationRef } from '../../translation/versionStatus';
import type { RolloutProps } from './rolloutProps';

/** What it brings to what, in which sequence, who started it and when. */
export const RolloutSubtitle = ({ rollout }: RolloutProps) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const status = useTranslationRef(versionStatusTranslationRef);
  const links = useLinks();
  const { sequence, upgradeType, version, trigger, intent, startedAt, createdAt, endedAt } = rollout;
  return (
    <>
      {t(`header.brings.${upgradeType}`, {
        version,
        sequence: (
          <FleetLink to={links.sequence(sequence)} underline="always">
            {sequence}
          </FleetLink>
        ),
      })}{' '}
      {t('header.started', {
        by: status.t(`trigger.${trigger}`),
        ago: <Age at={startedAt ?? createdAt} isAgo />,
      })}
      {intent !== 'Regular' && <> {t('header.intent', { intent: status.t(`intent.${intent}`) })}</>}
      {endedAt !== undefined && <> {t('header.ended', { ago: <Age at={endedAt} isAgo /> })}</>}
    </>
  );
};
