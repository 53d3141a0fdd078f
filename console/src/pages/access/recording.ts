// Logging and metrics as one kind of form: what is recorded, and for how many days it is kept.

import type { Logging, Metrics, ServiceProperties } from "../../api/service_properties.ts";

export const recordingParts = ["logging", "hourMetrics", "minuteMetrics"] as const;
export type RecordingPart = (typeof recordingParts)[number];

export interface Recording {
  readonly chosen: readonly string[];
  readonly keepsForGood: boolean;
  readonly days: string; // typed
}

export const daysMax = 365;

interface PartForm {
  readonly title: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

const metricsOptions = [
  { value: "enabled", label: "Enabled" },
  { value: "apis", label: "For each operation, too" },
];

export const partForms: Readonly<Record<RecordingPart, PartForm>> = {
  logging: {
    title: "Logging",
    options: [
      { value: "read", label: "Reads" },
      { value: "write", label: "Writes" },
      { value: "delete", label: "Deletions" },
    ],
  },
  hourMetrics: { title: "Hour metrics", options: metricsOptions },
  minuteMetrics: { title: "Minute metrics", options: metricsOptions },
};

const namesOf = (flags: Readonly<Record<string, boolean>>): string[] =>
  Object.keys(flags).filter((name) => flags[name] === true);

export function recordingOf(properties: ServiceProperties, part: RecordingPart): Recording {
  const { days } = properties[part];
  const kept = { keepsForGood: days === undefined, days: String(days ?? 7) };
  if (part === "logging") {
    const { read, write, delete: isDelete } = properties.logging;
    return { ...kept, chosen: namesOf({ read, write, delete: isDelete }) };
  }
  const { enabled, includeApis } = properties[part];
  return { ...kept, chosen: namesOf({ enabled, apis: includeApis }) };
}

export function checkDays(recording: Recording): string | undefined {
  const isSound = /^\d{1,3}$/.test(recording.days) && Number(recording.days) >= 1 && Number(recording.days) <= daysMax;
  return recording.keepsForGood || isSound ? undefined : `Days are a whole number from 1 to ${daysMax}.`;
}

const daysOf = (recording: Recording): number | undefined =>
  recording.keepsForGood ? undefined : Number(recording.days);

export function loggingOf(recording: Recording): Logging {
  const has = (name: string): boolean => recording.chosen.includes(name);
  return { read: has("read"), write: has("write"), delete: has("delete"), days: daysOf(recording) };
}

export function metricsOf(recording: Recording): Metrics {
  const enabled = recording.chosen.includes("enabled");
  return { enabled, includeApis: enabled && recording.chosen.includes("apis"), days: daysOf(recording) };
}
