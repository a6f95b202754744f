import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { PermitButton } from '../../../components/PermitButton';
import { linkName } from '../../../model/placements/placementFilters';
import { hasUse } from '../../../model/run/actUse';
import type { Run } from '../../../model/run/pipeline';
import { useGo, useLinks } from '../../../routing';
import { endsTranslationRef } from '../../../translation/ends';
import { useRunUrl } from '../useRunUrl';

export interface ActLook {
  /** The one button of the page that is filled. */
  readonly isPrimary?: boolean;
}

export const lookOf = ({ isPrimary }: ActLook) =>
  isPrimary ? ({ variant: 'contained' } as const) : ({ variant: 'outlined', color: 'inherit' } as const);

/** Ways out of a run that does not get on: back to what was available last, or its end. */
export const EndActs = ({ run }: { run: Run }) => (
  <>
    <RollBackAct run={run} />
    <EndAct run={run} />
  </>
);

export const EndAct = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(endsTranslationRef);
  const { openDialog } = useRunUrl(run);
  return (
    <>
      {hasUse('end', run) && (
        <PermitButton
          permit={run.may.end}
          variant="outlined"
          color="inherit"
          onClick={() => openDialog('end')}
        >
          {t('acts.end')}…
        </PermitButton>
      )}
    </>
  );
};

/** To the last snapshot that was available on its clusters; nothing where there is none. */
export const RollBackAct = ({ run, ...look }: { run: Run } & ActLook) => {
  const { t } = useTranslationRef(endsTranslationRef);
  const { openDialog } = useRunUrl(run);
  if (!hasUse('rollback', run)) return null;
  return (
    <PermitButton permit={run.may.create} {...lookOf(look)} onClick={() => openDialog('rollback')}>
      {t('acts.rollBack')}…
    </PermitButton>
  );
};

/** Another run of the same placement. */
export const CreateAct = ({ run, label }: { run: Run; label: string }) => {
  const links = useLinks();
  const go = useGo();
  return (
    <PermitButton
      permit={run.may.create}
      variant="contained"
      onClick={() =>
        go(links.runs({ dialog: 'create', for: linkName({ scope: run.scope, name: run.placement }) }))
      }
    >
      {label}
    </PermitButton>
  );
};
