import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { FleetLink } from '../../components/FleetLink';
import { Person } from '../../components/Person';
import { Age } from '../../components/Age';
import { linkName } from '../../model/placements/placementFilters';
import type { Run } from '../../model/run/pipeline';
import { useLinks } from '../../routing';
import { runTranslationRef } from '../../translation/run';

/** What the run brings, by which strategy, started by whom. */
export const RunSubtitle = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const links = useLinks();
  const placement = t('header.placement', {
    placement: (
      <FleetLink to={links.placement(linkName({ scope: run.scope, name: run.placement }))} underline="always">
        {linkName({ scope: run.scope, name: run.placement })}
      </FleetLink>
    ),
  });
  return (
    <>
      {run.snapshot === undefined
        ? t('header.sentence', { text: placement })
        : t('header.join', { first: placement, second: <Snapshots run={run} /> })}{' '}
      {t('header.sentence', {
        text: t(run.startedAt === undefined ? 'header.strategy' : 'header.strategyCopied', {
          strategy: <StrategyLink run={run} />,
        }),
      })}{' '}
      <Started run={run} />
      {run.isDeleting && <> {t('header.sentence', { text: t('header.deleting') })}</>}
    </>
  );
};

const StrategyLink = ({ run: { scope, strategy: name } }: { run: Run }) => {
  const links = useLinks();
  return (
    <FleetLink to={links.strategy(linkName({ scope, name }))} underline="always">
      {name}
    </FleetLink>
  );
};

const Snapshots = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const { snapshot = '', previousSnapshot: from } = run;
  return (
    <>
      {from === undefined || from === snapshot
        ? t('header.snapshot', { snapshot })
        : t('header.snapshots', { from, to: snapshot })}
    </>
  );
};

const Started = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const { startedAt, createdAt, startedBy } = run;
  const ago = <Age at={startedAt ?? createdAt} isAgo />;
  const who = <Person person={startedBy} />;
  const key = startedAt === undefined ? 'header.created' : 'header.started';
  const text = startedBy === undefined ? t(key, { ago }) : t(`${key}By`, { ago, who });
  return t('header.sentence', { text });
};
