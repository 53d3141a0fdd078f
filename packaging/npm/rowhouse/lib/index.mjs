import rowhouse from "./index.cjs";

export const { start } = rowhouse;
