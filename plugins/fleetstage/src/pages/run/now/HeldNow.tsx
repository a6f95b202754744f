import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { Actor } from '../../../components/Actor';
import { Age } from '../../../components/Age';
import { BlockingRunActs } from '../../../components/acts/BlockingRunActs';
import { FleetLink } from '../../../components/FleetLink';
import type { Blocker } from '../../../model/blockers';
import { linkName } from '../../../model/placements/placementFilters';
import { useLinks } from '../../../routing';
import { causeTranslationRef } from '../../../translation/cause';
import { endsTranslationRef } from '../../../translation/ends';
import { runTranslationRef } from '../../../translation/run';
import { PlainNow } from './PlainNow';

interface HeldNowProps {
  readonly blocker: Blocker;
  readonly placement: string;
}

/** Another run of the placement holds this one, and a person has to act there. */
export const HeldNow = ({ blocker, placement }: HeldNowProps) => {
  const { t } = useTranslationRef(endsTranslationRef);
  const links = useLinks();
  const { t: tRun } = useTranslationRef(runTranslationRef);
  const cause = useTranslationRef(causeTranslationRef);
  const { subject, message, since } = blocker;
  if (subject === undefined) return null;
  const name = (
    <FleetLink to={links.run(linkName({ scope: '_', ...subject }))} underline="always">
      {subject.name}
    </FleetLink>
  );
  return (
    <PlainNow
      tone="warning"
      title={t('now.blocked', { run: name })}
      consequence={message}
      facts={[
        ...(since === undefined ? [] : [{ label: tRun('now.blockedFor'), value: <Age at={since} /> }]),
        { label: cause.t('acts'), value: <Actor blocker={blocker} placement={placement} /> },
      ]}
      actions={<BlockingRunActs blocker={blocker} />}
    />
  );
};
