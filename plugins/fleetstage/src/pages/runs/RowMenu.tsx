import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { ActsMenu } from '../../components/ActsMenu';
import { linkName } from '../../model/placements/placementFilters';
import { hasUse } from '../../model/run/actUse';
import { useGo, type Links } from '../../routing';
import { endsTranslationRef } from '../../translation/ends';
import { runTranslationRef } from '../../translation/run';
import { runsTranslationRef } from '../../translation/runs';

interface RowMenuProps {
  readonly run: Schemas['RunSummary'];
  readonly links: Links;
}

/** Ways on for a run of the list: the dialogs over its page say what follows, and whether one may. */
export const RowMenu = ({ run, links }: RowMenuProps) => {
  const { t } = useTranslationRef(runsTranslationRef);
  const { t: tRun } = useTranslationRef(runTranslationRef);
  const { t: tEnds } = useTranslationRef(endsTranslationRef);
  const go = useGo();
  const name = linkName(run);
  const words = { resume: tRun('acts.resume'), end: tEnds('acts.end'), delete: tEnds('acts.delete') };
  const useful = (['resume', 'end', 'delete'] as const).filter(act => hasUse(act, run));
  return (
    <ActsMenu
      isSmall
      label={t('acts.label', { name })}
      acts={[
        { label: t('acts.open'), onDo: () => go(links.run(name)) },
        ...useful.map(dialog => ({
          label: `${words[dialog]}…`,
          onDo: () => go(links.run(name, { dialog })),
        })),
      ]}
    />
  );
};
