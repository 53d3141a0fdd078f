// The CORS rules of the account, in the order in which they decide.

import { useState } from "preact/hooks";
import type { CorsRule } from "../../api/service_properties.ts";
import { Button } from "../../components/button.tsx";
import { Menu } from "../../components/menu.tsx";
import { Sentence } from "../../components/text.tsx";
import { tellFailure } from "../../components/toasts.tsx";
import { CorsDialog } from "./cors_dialog.tsx";
import { indexOfRule, movedUp, ruleWords, rulesMax, withRule, withoutRule } from "./cors_draft.ts";
import type { SavePart } from "./service_section.tsx";

interface Asked {
  readonly before: CorsRule | undefined; // the rule to change; undefined: a new one
}

interface CorsRulesProps {
  readonly rules: readonly CorsRule[];
  readonly save: SavePart;
}

export function CorsRules({ rules, save }: CorsRulesProps) {
  const [asked, setAsked] = useState<Asked>();
  const write = (next: readonly CorsRule[], done: string): void => {
    save("cors", next, done).catch((error: unknown) => tellFailure("The CORS rules were not saved.", error));
  };
  const moveUp = (index: number): void => write(movedUp(rules, index), "Moved the CORS rule up");
  return (
    <section class="cors">
      <div class="section-head">
        <h2>CORS rules</h2>
        <Button
          icon="add"
          kind="primary"
          disabled={rules.length >= rulesMax}
          onClick={() => setAsked({ before: undefined })}
        >
          Add a rule
        </Button>
      </div>
      <p class="faint">
        They say to browsers which web pages of other origins may call this account; the calls still need a signature.
        The first rule with the origin and the method decides. At most {rulesMax}; in force as soon as they are saved.
      </p>
      {rules.length === 0 && <p>There are none: no page of another origin can call the account.</p>}
      <ol class="cors-list">
        {rules.map((rule, index) => (
          <li key={JSON.stringify(rule) + index} class="card cors-rule">
            <p>
              <Sentence words={ruleWords(rule)} />
            </p>
            <Menu
              label={`Actions on rule ${index + 1}`}
              icon="more"
              items={[
                { label: "Change…", icon: "edit", run: () => setAsked({ before: rule }) },
                ...(index === 0 ? [] : [{ label: "Move up", icon: "up" as const, run: () => moveUp(index) }]),
                {
                  label: "Remove",
                  icon: "trash",
                  danger: true,
                  run: () => write(withoutRule(rules, index), "Removed the CORS rule"),
                },
              ]}
            />
          </li>
        ))}
      </ol>
      {asked && (
        <CorsDialog
          before={asked.before}
          others={withoutRule(rules, indexOfRule(rules, asked.before))}
          onSave={async (rule) => {
            await save("cors", withRule(rules, indexOfRule(rules, asked.before), rule), "Saved the CORS rule");
            setAsked(undefined);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}
