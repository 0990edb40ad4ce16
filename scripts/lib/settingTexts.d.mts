export const SETTING_TEXTS: Readonly<Record<'SETTING_TEXTS', string>>;
