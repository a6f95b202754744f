import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useMemo, useState } from 'react';
import { usePlacements } from '../../api/placementQueries';
import { useStrategyJudgement } from '../../api/strategyEditorQueries';
import { usePages } from '../../api/useFleetQuery';
import { useHubIsReachable } from '../../components/HubBar';
import { useDebouncedValue } from '../../components/useDebouncedValue';
import { placeCauses, type PlacedCause } from '../../model/placementEditor/causes';
import { isOther, type Base } from '../../model/placementEditor/edited';
import { nameOf } from '../../model/placementEditor/fields';
import { judgeRequest } from '../../model/strategyEditor/base';
import { refusalsOf, refusedByEngine } from '../../model/strategyEditor/refusals';
import { strategyFields } from '../../model/strategyEditor/strategyFields';
import { newStrategyText, readStrategyText } from '../../model/strategyEditor/strategyText';
import { risksOf, usesOf } from '../../model/strategyEditor/uses';
import { strategyEditorTranslationRef } from '../../translation/strategyEditor';
import { useEditor, type Editor } from '../placementEditor/useEditor';
import { useEditorMode } from '../placementEditor/useEditorMode';
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
  const name = detail?.strategy.name;
  const editor = useEditor(live, draft, useMemo(emptyManifest, []), readStrategyText);
  const { mode, setMode } = useEditorMode();
  const [isSaving, setSaving] = useState(false);
  const save = useStrategySave(editor, name, () => setSaving(false));
  const judged = useJudged(editor, permit.isAllowed);
  const causes = useCauses(editor, [...save.causes, ...judged.causes]);
  const preview = useStrategyPreview(editor, previewOf(detail));
  const used = useMemo(() => (detail?.uses ?? []).map(({ scope, name: of }) => nameIn(scope, of)), [detail]);
  const { uses, risks } = useRisks(used, judged.warnings, preview);
  const conflict = {
    isFound: name !== undefined && editor.isDirty && (isOther(live, editor.base) || save.isConflict),
    readAt: editor.base.readAt,
    onCompare: () => {
      editor.rebase(live);
      save.reset();
      setMode('diff');
    },
    onSaveAsNew: save.asNew,
  };
  return {
    editor,
    mode,
    setMode,
    isSaving,
    setSaving,
    save,
    causes,
    preview,
    uses,
    risks,
    conflict,
    placements: useChoices(used),
    judgeError: judged.error,
    goTo: (field: string) => {
      setMode('form');
      // The form may have to be drawn first.
      requestAnimationFrame(() => document.getElementById(`placement-${field}`)?.focus());
    },
    closeDialog: () => {
      save.reset();
      setSaving(false);
    },
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

const nameIn = (scope: string, name: string) => (scope === '_' ? name : `${scope}/${name}`);

function emptyManifest() {
  const read = readStrategyText(newStrategyText());
  return read.ok ? read.manifest : {};
}

/** The hub's judgement, asked when the typing stops; without a name there is nothing to judge. */
function useJudged({ manifest, read, base }: Editor, isAllowed: boolean) {
  const { settled } = useDebouncedValue(judgeRequest(manifest, base.shown === undefined), PAUSE_MS);
  const isAsked = isAllowed && read.ok && nameOf(manifest) !== '' && settled.name !== '';
  const query = useStrategyJudgement(isAsked ? settled : undefined);
  const isReached = useHubIsReachable();
  return {
    causes: isAsked ? (query.data?.causes ?? NO_CAUSES) : NO_CAUSES,
    warnings: isAsked ? (query.data?.warnings ?? NO_WARNINGS) : NO_WARNINGS,
    // While the hub is away its bar says so, and that is why nobody has checked.
    error: isAsked && isReached && query.error ? query.error : undefined,
  };
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

/** Placements whose clusters can be previewed: those that use it first. Runs move cluster-wide ones alone. */
function useChoices(used: readonly string[]): readonly string[] {
  const list = usePages(usePlacements({ limit: CHOICES }).data);
  return useMemo(() => {
    const all = (list?.items ?? []).filter(({ scope }) => scope === '_').map(({ name }) => name);
    return [...new Set([...used, ...all])].map(name => (name.includes('/') ? name : `_/${name}`));
  }, [list, used]);
}
