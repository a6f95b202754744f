import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useMemo } from 'react';
import { usePlacements } from '../../api/placementQueries';
import { useStrategyJudgement } from '../../api/strategyEditorQueries';
import { usePages } from '../../api/useFleetQuery';
import { useDebouncedValue } from '../../components/useDebouncedValue';
import { placeCauses, type PlacedCause } from '../../model/placementEditor/causes';
import type { Base } from '../../model/placementEditor/edited';
import { nameOf } from '../../model/placementEditor/fields';
import { linkName } from '../../model/placements/placementFilters';
import { judgeRequest } from '../../model/strategyEditor/base';
import { refusalsOf, refusedByEngine } from '../../model/strategyEditor/refusals';
import { strategyFields, strategyScope } from '../../model/strategyEditor/strategyFields';
import { newStrategyText, readStrategyText } from '../../model/strategyEditor/strategyText';
import { risksOf, usesOf } from '../../model/strategyEditor/uses';
import { strategyEditorTranslationRef } from '../../translation/strategyEditor';
import { useEditor, type Editor } from '../placementEditor/useEditor';
import { useEditorPage, useJudged } from '../placementEditor/useEditorPage';
import { useStrategyPreview, type StrategyPreview } from './useStrategyPreview';
import { useStrategySave } from './useStrategySave';

const PAUSE_MS = 600;
const CHOICES = 100;
const NO_CAUSES: readonly Schemas['RefusalCause'][] = [];
const NO_WARNINGS: readonly Schemas['StrategyWarning'][] = [];

export interface StrategyEditorProps {
  /** As it is on the hub now; what a new one begins with. */
  readonly live: Base;
  /** Where the draft is kept. */
  readonly draft: string;
  /** Absent for a strategy that nobody has created. */
  readonly detail?: Schemas['StrategyDetail'];
  readonly permit: Schemas['Permit'];
  readonly hub?: Schemas['HubState'];
}

export type StrategyParts = ReturnType<typeof useStrategyParts>;

/** What the editor of a strategy works with. */
export function useStrategyParts({ live, draft, detail, permit }: StrategyEditorProps) {
  const editor = useEditor(live, draft, useMemo(emptyManifest, []), readStrategyText);
  const page = useEditorPage();
  const save = useStrategySave(editor, detail?.strategy, () => page.setSaving(false));
  const judged = useJudgedStrategy(editor, permit.isAllowed);
  const causes = useCauses(editor, [...save.causes, ...judged.causes]);
  const preview = useStrategyPreview(editor, previewOf(detail));
  const used = useMemo(() => (detail?.uses ?? []).map(linkName), [detail]);
  const { uses, risks } = useRisks(used, judged.warnings, preview);
  return {
    editor,
    mode: page.mode,
    setMode: page.setMode,
    isSaving: page.isSaving,
    setSaving: page.setSaving,
    save,
    causes,
    preview,
    uses,
    risks,
    conflict: page.conflictOf(editor, live, save),
    placements: useChoices(used, strategyScope(editor.manifest)),
    judgeError: judged.error,
    goTo: page.goTo,
    closeDialog: page.closeDialog(save),
  };
}

/** The clusters of the first placement that uses it show first: runs move those. */
function previewOf(detail: Schemas['StrategyDetail'] | undefined) {
  const [use] = detail?.uses ?? [];
  return {
    ...(use && { first: `${use.scope}/${use.name}` }),
    clusterSeconds: detail?.expected.clusterSeconds,
  };
}

function emptyManifest() {
  const read = readStrategyText(newStrategyText());
  return read.ok ? read.manifest : {};
}

/** The hub's judgement, asked when the typing stops; without a name there is nothing to judge. */
function useJudgedStrategy({ manifest, read, base }: Editor, isAllowed: boolean) {
  const { settled } = useDebouncedValue(judgeRequest(manifest, base.shown === undefined), PAUSE_MS);
  const isAsked = isAllowed && read.ok && nameOf(manifest) !== '' && settled.name !== '';
  const { judgement, error } = useJudged(isAsked, useStrategyJudgement(isAsked ? settled : undefined));
  return { causes: judgement?.causes ?? NO_CAUSES, warnings: judgement?.warnings ?? NO_WARNINGS, error };
}

/** The placements that use it with what their runs would meet, and what saving repeats of it. */
function useRisks(
  used: readonly string[],
  warnings: readonly Schemas['StrategyWarning'][],
  { placement, view }: StrategyPreview,
) {
  return useMemo(() => {
    const previewed = view && { placement: placement.replace(/^_\//, ''), problems: view.problems };
    const uses = usesOf(used, warnings, previewed);
    return { uses, risks: risksOf(uses, previewed) };
  }, [used, warnings, placement, view]);
}

/** Each field's own refusal at once, and the engine's; the hub's where the field has none. */
function useCauses({ manifest }: Editor, ofHub: readonly Schemas['RefusalCause'][]): readonly PlacedCause[] {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const text = JSON.stringify(ofHub);
  return useMemo(() => {
    const own = refusalsOf(manifest).map(({ field, code }) => ({ field, message: t(`refusal.${code}`) }));
    const placed = placeCauses(
      [...refusedByEngine(manifest), ...(JSON.parse(text) as readonly Schemas['RefusalCause'][])],
      manifest,
      strategyFields(manifest),
    );
    const more = placed.filter(
      ({ field, message }, i) =>
        !own.some(one => one.field === field) &&
        placed.findIndex(one => one.field === field && one.message === message) === i,
    );
    return [...own, ...more];
  }, [manifest, text, t]);
}

/** Placements of its scope whose clusters can be previewed: those that use it first. */
function useChoices(used: readonly string[], of: string): readonly string[] {
  const list = usePages(usePlacements({ limit: CHOICES }).data);
  return useMemo(() => {
    const all = (list?.items ?? []).filter(({ scope }) => scope === of).map(linkName);
    return [...new Set([...used, ...all])].map(name => (name.includes('/') ? name : `_/${name}`));
  }, [list, used, of]);
}
