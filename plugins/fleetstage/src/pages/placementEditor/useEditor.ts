import type { JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { dropDraft, keepDraft, loadDraft, type Draft } from '../../model/placementEditor/draft';
import { editText, readText, type FieldPath, type ReadText } from '../../model/placementEditor/placementText';

/** What the editor was opened with. */
export interface Base {
  readonly text: string;
  /** Absent for a placement that nobody has created. */
  readonly shown?: {
    readonly manifest: JsonObject;
    readonly resourceVersion: string;
    readonly generation?: number;
  };
}

export interface Editor {
  readonly base: Base;
  readonly text: string;
  readonly read: ReadText;
  /** Of the last text that could be read. */
  readonly manifest: JsonObject;
  readonly isDirty: boolean;
  /** A draft of an earlier visit that nobody has decided about. */
  readonly offered: Draft | undefined;
  setText(text: string): void;
  set(path: FieldPath, value: unknown): void;
  /** What is on the hub now becomes what the text is compared with; the text stays. */
  rebase(base: Base): void;
  takeDraft(): void;
  dropOffered(): void;
  /** The text was saved, or is not wanted any more. */
  forget(): void;
}

/** One text behind form, YAML and difference; it is kept for the session until it is saved. */
export function useEditor(initial: Base, key: string, emptyManifest: JsonObject): Editor {
  const [base, rebase] = useState(initial);
  const [text, setText] = useState(initial.text);
  const [offered, setOffered] = useState(() => loadDraft(sessionStorage, key));
  const read = useMemo(() => readText(text), [text]);
  const lastGood = useRef(emptyManifest);
  if (read.ok) lastGood.current = read.manifest;
  const isDirty = text !== base.text;
  const isOver = useRef(false);
  useEffect(() => {
    if (offered !== undefined || isOver.current) return;
    const { resourceVersion, generation } = base.shown ?? {};
    keepDraft(sessionStorage, key, {
      text,
      baseText: base.text,
      ...(resourceVersion !== undefined && { resourceVersion }),
      ...(generation !== undefined && { generation }),
      savedAt: Date.now(),
    });
  }, [key, text, base, offered]);
  // A field keeps what is typed by itself: drawing the whole form anew must not hold up the next key.
  const set = useCallback(
    (path: FieldPath, value: unknown) =>
      startTransition(() => setText(before => editText(before, path, value))),
    [],
  );
  const takeDraft = () => {
    if (offered) setText(offered.text);
    setOffered(undefined);
  };
  const forget = () => {
    isOver.current = true;
    dropDraft(sessionStorage, key);
  };
  return {
    base,
    text,
    read,
    manifest: lastGood.current,
    isDirty,
    offered: offered?.text === text ? undefined : offered,
    setText,
    set,
    rebase,
    takeDraft,
    dropOffered: () => setOffered(undefined),
    forget,
  };
}
