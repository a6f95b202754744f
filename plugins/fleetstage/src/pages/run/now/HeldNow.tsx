import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { BlockingRunActs } from '../../../components/acts/BlockingRunActs';
import { FleetLink } from '../../../components/FleetLink';
import type { Blocker } from '../../../model/blockers';
import { useLinks } from '../../../routing';
import { endsTranslationRef } from '../../../translation/ends';
import { PlainNow } from './PlainNow';

/** Another run of the placement holds this one, and a person has to act there. */
export const HeldNow = ({ blocker }: { blocker: Blocker }) => {
  const { t } = useTranslationRef(endsTranslationRef);
  const links = useLinks();
  const { subject, message } = blocker;
  if (subject === undefined) return null;
  const name = (
    <FleetLink to={links.run(subject.name)} underline="always">
      {subject.name}
    </FleetLink>
  );
  return (
    <PlainNow
      tone="warning"
      title={t('now.blocked', { run: name })}
      consequence={message}
      actions={<BlockingRunActs blocker={blocker} />}
    />
  );
};
