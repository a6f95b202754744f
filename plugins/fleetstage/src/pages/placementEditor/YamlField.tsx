import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useTheme } from '@mui/material/styles';
import CodeMirror from '@uiw/react-codemirror';
import { useEffect, useMemo, useRef } from 'react';
import type { YamlFault } from '../../model/placementEditor/placementText';

interface YamlFieldProps {
  readonly value: string;
  readonly faults: readonly YamlFault[];
  readonly label: string;
  readonly isReadOnly: boolean;
  readonly onChange: (text: string) => void;
}

/** The editor's own colours of tokens are made for light paper; these have 4.5:1 and more on the portal's dark one. */
const darkTokens = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: '#90caf9' },
    { tag: [tags.string, tags.content], color: '#ffcc80' },
    { tag: [tags.comment, tags.lineComment], color: '#bdbdbd', fontStyle: 'italic' },
  ]),
);

/** A text editor for YAML. Tab leaves it, as it does any other field. */
export const YamlField = ({ value, faults, label, isReadOnly, onChange }: YamlFieldProps) => {
  const { palette } = useTheme();
  const isDark = palette.mode === 'dark';
  const view = useRef<EditorView>();
  const extensions = useMemo(
    () => [
      yaml(),
      isDark ? darkTokens : [],
      lintGutter(),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label }),
      EditorView.theme(
        {
          '&': { fontSize: '13px', color: palette.text.primary, backgroundColor: 'transparent' },
          '.cm-gutters': {
            color: palette.text.secondary,
            backgroundColor: 'transparent',
            borderRight: `1px solid ${palette.divider}`,
          },
          '.cm-content': { caretColor: palette.text.primary },
          '.cm-activeLineGutter': { backgroundColor: 'transparent' },
          '&.cm-focused': { outline: `2px solid ${palette.primary.main}`, outlineOffset: '-2px' },
        },
        { dark: isDark },
      ),
    ],
    [label, palette, isDark],
  );
  useEffect(() => {
    if (view.current) mark(view.current, faults);
  }, [faults, value]);
  return (
    <CodeMirror
      value={value}
      theme="none"
      extensions={extensions}
      indentWithTab={false}
      readOnly={isReadOnly}
      minHeight="480px"
      basicSetup={{ highlightActiveLine: false, foldGutter: false, syntaxHighlighting: !isDark }}
      onCreateEditor={created => {
        view.current = created;
        mark(created, faults);
      }}
      onChange={onChange}
    />
  );
};

function mark(view: EditorView, faults: readonly YamlFault[]): void {
  const { doc } = view.state;
  const diagnostics = faults.map(({ line, message }): Diagnostic => {
    const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines));
    return { from, to, severity: 'error', message };
  });
  view.dispatch(setDiagnostics(view.state, diagnostics));
}
