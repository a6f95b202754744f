import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useState } from 'react';
import { useRuns } from '../../api/runQueries';
import { usePages } from '../../api/useFleetQuery';
import { Choice } from '../../components/ListBar';
import { runGroups } from '../../model/runs/runFilters';
import { placementsTranslationRef } from '../../translation/placements';

interface MovesChoiceProps {
  /** `rolling`, `runs`, or empty. */
  readonly moves: string;
  /** Name of a run, or empty. */
  readonly run: string;
  readonly onChange: (filter: { readonly moves?: string; readonly run?: string }) => void;
}

const SHOWN = 100;
/** Before the name of a run: a run may be called `runs`. */
const RUN = 'run:';

/** What moves the placements: themselves, runs, or one run that is under way. Runs are asked for when somebody opens it. */
export const MovesChoice = ({ moves, run, onChange }: MovesChoiceProps) => {
  const { t } = useTranslationRef(placementsTranslationRef);
  const [isOpened, setOpened] = useState(false);
  const query = useRuns({ state: runGroups.codes('unfinished'), sort: 'name', limit: SHOWN }, isOpened);
  const names = usePages(query.data)?.items.map(({ name }) => name) ?? [];
  const known = run === '' || names.includes(run) ? names : [run, ...names];
  return (
    <Choice
      label={t('moves.label')}
      value={run === '' ? moves : RUN + run}
      options={[
        ['', t('moves.all')],
        ['rolling', t('moves.rolling')],
        ['runs', t('moves.runs')],
        ...known.map(name => [RUN + name, t('moves.run', { name })] as const),
      ]}
      onOpen={() => setOpened(true)}
      onChange={value =>
        onChange(
          value.startsWith(RUN)
            ? { run: value.slice(RUN.length) }
            : { moves: value === '' ? undefined : value },
        )
      }
    />
  );
};
