interface DeclaredSetting extends Readonly<Record<string, unknown>> {
	readonly markdownDescription: string;
}

export const DECLARED_SETTINGS: Readonly<Record<string, DeclaredSetting>>;
