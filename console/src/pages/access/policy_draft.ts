// An access policy while it is written: checks, and the list of policies with it.

import { type AccessPolicy, policiesMax, policyIdMax } from "../../api/access_policies.ts";
import { millisecondsOf } from "../../app/service_date.ts";

export const newPolicy: AccessPolicy = { id: "", start: "", expiry: "", permissions: "r" };

// Returns the policies with `policy` in place of the one called `before`; empty: as a new one at the end.
export function withPolicy(policies: readonly AccessPolicy[], before: string, policy: AccessPolicy): AccessPolicy[] {
  const isThere = policies.some((each) => each.id === before);
  return isThere ? policies.map((each) => (each.id === before ? policy : each)) : [...policies, policy];
}

function checkId(id: string, others: readonly AccessPolicy[]): string | undefined {
  if (id === "") return "A policy has a name, which signatures have in them.";
  if (id.length > policyIdMax) return `A policy's name has at most ${policyIdMax} characters; this one has ${id.length}.`;
  if (/[\u0000-\u001f\u007f\ufffe\uffff]/.test(id)) return "A policy's name has no control characters.";
  return others.some((each) => each.id === id) ? "The table has a policy of this name already." : undefined;
}

function checkExpiry({ start, expiry }: AccessPolicy): string | undefined {
  if (start === "" || expiry === "" || millisecondsOf(start) < millisecondsOf(expiry)) return undefined;
  return "It ends before it begins. Choose a later end, or an earlier start.";
}

export interface PolicyProblems {
  readonly id: string | undefined;
  readonly expiry: string | undefined;
  readonly count: string | undefined;
}

// What is wrong with `policy` in place of the one called `before`.
export function checkPolicy(policies: readonly AccessPolicy[], before: string, policy: AccessPolicy): PolicyProblems {
  const others = policies.filter((each) => each.id !== before);
  return {
    id: checkId(policy.id, others),
    expiry: checkExpiry(policy),
    count: others.length < policiesMax ? undefined : `A table has at most ${policiesMax} access policies. Remove one first.`,
  };
}
