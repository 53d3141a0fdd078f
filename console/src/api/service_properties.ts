// Service properties of an account: its CORS rules, and what it would log and measure.

import { type XmlElement, childOf, childText, parseXml, printElement, printXml } from "./xml.ts";

export interface Logging {
  readonly read: boolean;
  readonly write: boolean;
  readonly delete: boolean;
  readonly days: number | undefined; // undefined: kept for good
}

export interface Metrics {
  readonly enabled: boolean;
  readonly includeApis: boolean; // false unless enabled
  readonly days: number | undefined;
}

export interface CorsRule {
  readonly methods: readonly string[];
  readonly origins: readonly string[]; // "*": any
  readonly allowedHeaders: readonly string[]; // names, and prefixes that end with "*"
  readonly exposedHeaders: readonly string[];
  readonly maxAgeSeconds: number;
}

export interface ServiceProperties {
  readonly logging: Logging;
  readonly hourMetrics: Metrics;
  readonly minuteMetrics: Metrics;
  readonly cors: readonly CorsRule[];
}

const isTrue = (element: XmlElement, name: string): boolean => childText(element, name) === "true";
const listOf = (element: XmlElement, name: string): string[] =>
  childText(element, name)
    .split(",")
    .filter((item) => item !== "");

function section(root: XmlElement, name: string): XmlElement {
  return childOf(root, name) ?? { name, children: [], text: "" };
}

function daysOf(element: XmlElement): number | undefined {
  const retention = section(element, "RetentionPolicy");
  return isTrue(retention, "Enabled") ? Number(childText(retention, "Days")) : undefined;
}

const metricsOf = (element: XmlElement): Metrics => ({
  enabled: isTrue(element, "Enabled"),
  includeApis: isTrue(element, "IncludeAPIs"),
  days: daysOf(element),
});

const ruleOf = (element: XmlElement): CorsRule => ({
  methods: listOf(element, "AllowedMethods"),
  origins: listOf(element, "AllowedOrigins"),
  allowedHeaders: listOf(element, "AllowedHeaders"),
  exposedHeaders: listOf(element, "ExposedHeaders"),
  maxAgeSeconds: Number(childText(element, "MaxAgeInSeconds")),
});

export function parseProperties(xml: string): ServiceProperties {
  const root = parseXml(xml);
  const logging = section(root, "Logging");
  return {
    logging: {
      read: isTrue(logging, "Read"),
      write: isTrue(logging, "Write"),
      delete: isTrue(logging, "Delete"),
      days: daysOf(logging),
    },
    hourMetrics: metricsOf(section(root, "HourMetrics")),
    minuteMetrics: metricsOf(section(root, "MinuteMetrics")),
    cors: section(root, "Cors").children.map(ruleOf),
  };
}

const version = printElement("Version", "1.0");

function printRetention(days: number | undefined): string {
  const enabled = printElement("Enabled", String(days !== undefined));
  const kept = days === undefined ? [] : [printElement("Days", String(days))];
  return printElement("RetentionPolicy", [enabled, ...kept]);
}

function printLogging(logging: Logging): string {
  return printElement("Logging", [
    version,
    printElement("Read", String(logging.read)),
    printElement("Write", String(logging.write)),
    printElement("Delete", String(logging.delete)),
    printRetention(logging.days),
  ]);
}

function printMetrics(name: string, metrics: Metrics): string {
  return printElement(name, [
    version,
    printElement("Enabled", String(metrics.enabled)),
    ...(metrics.enabled ? [printElement("IncludeAPIs", String(metrics.includeApis))] : []),
    printRetention(metrics.days),
  ]);
}

function printRule(rule: CorsRule): string {
  return printElement("CorsRule", [
    printElement("AllowedMethods", rule.methods.join(",")),
    printElement("AllowedOrigins", rule.origins.join(",")),
    printElement("AllowedHeaders", rule.allowedHeaders.join(",")),
    printElement("ExposedHeaders", rule.exposedHeaders.join(",")),
    printElement("MaxAgeInSeconds", String(rule.maxAgeSeconds)),
  ]);
}

// What is absent stays as it is on the server.
export function printProperties(change: Partial<ServiceProperties>): string {
  const { logging, hourMetrics, minuteMetrics, cors } = change;
  return printXml(
    printElement("StorageServiceProperties", [
      ...(logging ? [printLogging(logging)] : []),
      ...(hourMetrics ? [printMetrics("HourMetrics", hourMetrics)] : []),
      ...(minuteMetrics ? [printMetrics("MinuteMetrics", minuteMetrics)] : []),
      ...(cors ? [printElement("Cors", cors.map(printRule))] : []),
    ]),
  );
}
