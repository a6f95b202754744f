import type { JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { dropDraft, keepDraft, loadDraft, type Draft } from '../../model/placementEditor/draft';
import {
  followHub,
  isDirty as isDirtyText,
  takeUpDraft,
  type Base,
  type Edited,
} from '../../model/placementEditor/edited';
import { editText, readText, type FieldPath, type ReadText } from '../../model/placementEditor/placementText';

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
  /** Changes the text as a whole, e.g. the order of a list. */
  rewrite(change: (text: string) => string): void;
  /** What is on the hub now becomes what the text is compared with; the text stays. */
  rebase(base: Base): void;
  takeDraft(): void;
  dropOffered(): void;
  /** The text was saved, or is not wanted any more. */
  forget(): void;
}

/**
 * One text behind form, YAML and difference; it is kept for the session until it is saved. While nothing is typed it follows
 * the hub; what comes later is a change of somebody else.
 */
export function useEditor(
  live: Base,
  key: string,
  emptyManifest: JsonObject,
  reader: (text: string) => ReadText = readText,
): Editor {
  const [edited, change] = useState<Edited>({ base: live, text: live.text });
  const { base, text } = edited;
  const [offered, setOffered] = useState(() => loadDraft(sessionStorage, key));
  const read = useMemo(() => reader(text), [reader, text]);
  const lastGood = useRef(emptyManifest);
  if (read.ok) lastGood.current = read.manifest;
  const isDirty = isDirtyText(edited);
  const isOver = useRef(false);
  useEffect(() => {
    if (!isDirty) startTransition(() => change(before => followHub(before, live)));
  }, [isDirty, live]);
  useEffect(() => {
    // The hub has what the draft says: there is nothing to decide.
    if (offered?.text === base.text) setOffered(undefined);
  }, [offered, base]);
  useEffect(() => {
    if (offered === undefined && !isOver.current) keepDraft(sessionStorage, key, draftOf({ base, text }));
  }, [key, text, base, offered]);
  // A field keeps what is typed by itself: drawing the whole form anew must not hold up the next key.
  const rewrite = useCallback(
    (by: (before: string) => string) =>
      startTransition(() => change(before => ({ ...before, text: by(before.text) }))),
    [],
  );
  const set = useCallback(
    (path: FieldPath, value: unknown) => rewrite(before => editText(before, path, value)),
    [rewrite],
  );
  const takeDraft = () => {
    if (offered) change(before => takeUpDraft(before, offered, reader));
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
    setText: next => change(before => ({ ...before, text: next })),
    set,
    rewrite,
    rebase: next => change(before => ({ ...before, base: next })),
    takeDraft,
    dropOffered: () => setOffered(undefined),
    forget,
  };
}

function draftOf({ base, text }: Edited): Draft {
  const { readAt, shown: { resourceVersion, generation } = {} } = base;
  return {
    text,
    baseText: base.text,
    ...(resourceVersion !== undefined && { resourceVersion }),
    ...(generation !== undefined && { generation }),
    ...(readAt !== undefined && { readAt }),
    savedAt: Date.now(),
  };
}
