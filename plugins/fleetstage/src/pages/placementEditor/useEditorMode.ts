import { useUrlPatch, useUrlState } from '../../routing';

export const MODES = ['form', 'yaml', 'diff'] as const;
export type Mode = (typeof MODES)[number];

/** Form, YAML or difference; in the address. */
export function useEditorMode(): { readonly mode: Mode; setMode(mode: Mode): void } {
  const [text] = useUrlState('mode', MODES[0]);
  const patch = useUrlPatch();
  return {
    mode: MODES.find(one => one === text) ?? MODES[0],
    setMode: mode => patch({ mode: mode === MODES[0] ? undefined : mode }),
  };
}
