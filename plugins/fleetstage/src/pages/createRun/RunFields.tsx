import { useTranslationRef } from '@backstage/frontend-plugin-api';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import Stack from '@mui/material/Stack';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../api/errors';
import { FleetLink } from '../../components/FleetLink';
import { useNow, useTimeWords } from '../../components/useTimeWords';
import { linkName } from '../../model/placements/placementFilters';
import { useLinks } from '../../routing';
import { createRunTranslationRef } from '../../translation/createRun';
import { strategiesTranslationRef } from '../../translation/strategies';
import { Field } from './Field';
import { PlacementField } from './PlacementField';
import { useRefusalWords } from './useRefusalWords';
import type { RunForm } from './useRunForm';
import { WhenField } from './WhenField';

interface RunFieldsProps {
  readonly form: RunForm;
  /** Why the name cannot be. */
  readonly taken: string | undefined;
}

/** Left side of the dialog. */
export const RunFields = ({ form, taken }: RunFieldsProps) => (
  <Stack spacing={2}>
    <PlacementField form={form} />
    <SnapshotField form={form} />
    <StrategyField form={form} />
    <NameField form={form} taken={taken} />
    <WhenField form={form} />
  </Stack>
);

const SnapshotField = ({ form }: { form: RunForm }) => {
  const { draft, choose, placement, preview } = form;
  const { t } = useTranslationRef(createRunTranslationRef);
  const { clock } = useTimeWords();
  const now = useNow();
  const history = placement?.history ?? [];
  const { changes, previousSnapshot: from } = preview ?? {};
  const count = changes && changes.added + changes.changed + changes.deleted;
  const hint =
    count === undefined || from === undefined
      ? undefined
      : count === 0
        ? t('snapshot.same', { from })
        : t('snapshot.differs', { count, from });
  return (
    <Field
      id="create-run-snapshot"
      label={t('snapshot.label')}
      hint={hint}
      keepsLine
      error={useRefusalWords(form, 'snapshot')}
    >
      <Select
        labelId="create-run-snapshot-label"
        inputProps={{ 'id': 'create-run-snapshot', 'aria-describedby': 'create-run-snapshot-help' }}
        size="small"
        fullWidth
        displayEmpty
        disabled={placement === undefined}
        value={history.some(({ index }) => index === draft.snapshot) ? draft.snapshot : ''}
        onChange={event => choose({ snapshot: event.target.value })}
      >
        {history.length === 0 && <MenuItem value="">{t('snapshot.latest')}</MenuItem>}
        {history.map(({ index, isLatest, createdAt }) => (
          <MenuItem key={index} value={index}>
            {t(isLatest ? 'snapshot.latestOf' : 'snapshot.older', { index, at: clock(createdAt, now) })}
          </MenuItem>
        ))}
      </Select>
    </Field>
  );
};

const StrategyField = ({ form }: { form: RunForm }) => {
  const { draft, choose, strategies } = form;
  const { t } = useTranslationRef(createRunTranslationRef);
  const words = useTranslationRef(strategiesTranslationRef);
  const links = useLinks();
  const chosen = strategies.items.find(({ name }) => name === draft.strategy);
  const isNone = !strategies.isPending && !strategies.error && strategies.items.length === 0;
  const refused = useRefusalWords(form, 'strategy');
  const failed = strategies.error
    ? t('strategy.failed', { message: messageOf(strategies.error) })
    : undefined;
  return (
    <Field
      id="create-run-strategy"
      label={t('strategy.label')}
      keepsLine
      hint={
        chosen && (
          <>
            {t('strategy.stages', { count: chosen.stages.length })}{' '}
            <FleetLink to={links.strategy(linkName(chosen))} underline="always">
              {words.t('open')}
            </FleetLink>
          </>
        )
      }
      error={failed ?? refused ?? (isNone ? t('strategy.none') : undefined)}
    >
      <Select
        labelId="create-run-strategy-label"
        inputProps={{ 'id': 'create-run-strategy', 'aria-describedby': 'create-run-strategy-help' }}
        size="small"
        fullWidth
        disabled={strategies.items.length === 0}
        value={chosen?.name ?? ''}
        onChange={event => choose({ strategy: event.target.value })}
      >
        {strategies.items.map(({ name }) => (
          <MenuItem key={name} value={name}>
            {name}
          </MenuItem>
        ))}
      </Select>
    </Field>
  );
};

const NameField = ({ form: { draft, choices, choose, nameFault }, taken }: RunFieldsProps) => {
  const { t } = useTranslationRef(createRunTranslationRef);
  // A suggestion that comes while somebody is in the field would be mixed with what is typed.
  const [held, setHeld] = useState<string>();
  const fault = nameFault !== undefined && choices.name !== undefined ? t(`name.${nameFault}`) : taken;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (taken !== undefined) field.current?.focus();
  }, [taken]);
  return (
    <Field id="create-run-name" label={t('name.label')} error={fault}>
      <OutlinedInput
        id="create-run-name"
        aria-describedby="create-run-name-help"
        size="small"
        fullWidth
        inputRef={field}
        error={fault !== undefined}
        value={choices.name ?? held ?? draft.name}
        onFocus={() => setHeld(draft.name)}
        onBlur={() => setHeld(undefined)}
        onChange={event => choose({ name: event.target.value })}
        inputProps={{ autoComplete: 'off', spellCheck: false }}
      />
    </Field>
  );
};
