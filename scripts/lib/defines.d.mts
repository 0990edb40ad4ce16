export const DEFINES: Readonly<Record<string, string>>;
