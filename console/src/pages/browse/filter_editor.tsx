// One line in which a filter is written: coloured, completed, and with the place of an error underlined. It is in a
// shadow tree, where the editor may have its styles without 'unsafe-inline' in the security policy.

import { acceptCompletion, closeCompletion, completionStatus } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { EditorState, Prec } from "@codemirror/state";
import { EditorView, keymap, placeholder } from "@codemirror/view";
import { useEffect, useImperativeHandle, useRef } from "preact/hooks";
import type { Ref } from "preact";
import { type KnownProperty, filterLanguage } from "./filter_language.ts";
import { rangeOfProblem } from "./problem_range.ts";

export interface FilterEditorHandle {
  focus(): void;
  write(text: string): void; // in place of what is there
}

export interface FilterProblem {
  readonly message: string;
  readonly position: number | undefined; // in UTF-16 units; undefined: the whole filter
}

interface FilterEditorProps {
  readonly first: string; // what it has at first
  readonly problem: FilterProblem | undefined;
  readonly properties: readonly KnownProperty[];
  readonly onChange: (value: string) => void;
  readonly onRun: () => void;
  readonly handle: Ref<FilterEditorHandle>;
}

const label = "Filter";

const theme = EditorView.theme({
  "&": { fontSize: "12.5px", color: "var(--text)", height: "28px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "20px", overflowX: "auto", scrollbarWidth: "none" },
  ".cm-content": { padding: "4px 0", caretColor: "var(--text)" },
  ".cm-line": { padding: "0 8px" },
  ".cm-placeholder": { color: "var(--text-faint)" },
  ".cm-tooltip": {
    border: "1px solid var(--edge)",
    borderRadius: "5px",
    background: "var(--raised)",
    color: "var(--text)",
    boxShadow: "var(--shadow)",
    overflow: "hidden",
  },
  ".cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxHeight: "220px" },
  ".cm-tooltip-autocomplete > ul > li": { padding: "3px 10px !important" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { background: "var(--chosen)", color: "var(--text)" },
  ".cm-completionDetail": { color: "var(--text-faint)", fontStyle: "normal", marginLeft: "12px" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--danger)",
    textUnderlineOffset: "4px",
  },
  ".cm-diagnostic": { fontFamily: "var(--font)", borderLeftColor: "var(--danger)", padding: "4px 10px" },
});

// A filter has one line: breaks in what is pasted become spaces.
const oneLine = EditorState.transactionFilter.of((transaction) => {
  if (transaction.newDoc.lines === 1) return transaction;
  const text = transaction.newDoc.toString().replace(/\s*\n\s*/g, " ");
  return [{ changes: { from: 0, to: transaction.startState.doc.length, insert: text }, selection: { anchor: text.length } }];
});

function diagnosticsOf(text: string, problem: FilterProblem | undefined): Diagnostic[] {
  if (!problem || text === "") return [];
  const { from, to } = rangeOfProblem(text, problem.position);
  return [{ from, to: Math.min(to, text.length), severity: "error", message: problem.message }];
}

export function FilterEditor(props: FilterEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>();
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
    const editor = new EditorView({ root, parent: root, state: createState(props.first, latest) });
    view.current = editor;
    return () => editor.destroy();
  }, []);
  useEffect(() => {
    const editor = view.current;
    if (editor) editor.dispatch(setDiagnostics(editor.state, diagnosticsOf(editor.state.doc.toString(), props.problem)));
  }, [props.problem]);
  useImperativeHandle(
    props.handle,
    () => ({
      focus: () => view.current?.focus(),
      write: (text) => {
        const editor = view.current;
        if (editor && editor.state.doc.toString() !== text) {
          editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
        }
      },
    }),
    [],
  );
  return <div class={`filter-editor${props.problem ? " has-problem" : ""}`} ref={host} />;
}

function createState(value: string, latest: { readonly current: FilterEditorProps }): EditorState {
  const run = (editor: EditorView): boolean => {
    if (completionStatus(editor.state) === "active" && acceptCompletion(editor)) return true;
    closeCompletion(editor);
    latest.current.onRun();
    return true;
  };
  const leave = (editor: EditorView): boolean => {
    if (closeCompletion(editor)) return true;
    editor.contentDOM.blur();
    return true;
  };
  return EditorState.create({
    doc: value,
    extensions: [
      Prec.highest(
        keymap.of([
          { key: "Enter", run },
          { key: "Mod-Enter", run },
          { key: "Tab", run: acceptCompletion },
          { key: "Escape", run: leave },
        ]),
      ),
      history(),
      keymap.of([...historyKeymap, ...defaultKeymap]),
      filterLanguage(() => latest.current.properties),
      placeholder("PartitionKey eq 'uk' and Born lt 1850"),
      EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) latest.current.onChange(update.state.doc.toString());
      }),
      oneLine,
      theme,
    ],
  });
}
