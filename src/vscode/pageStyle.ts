// How pages look: in the editor's own colours and fonts.

export const PAGE_STYLE = `body {
	padding: 0;
	color: var(--vscode-foreground);
	background: var(--vscode-editor-background);
	font: var(--vscode-font-size)/1.5 var(--vscode-font-family);
}
main {
	max-width: 75rem;
	margin: 0 auto;
	padding: 1.2rem 1.5rem 3rem;
	display: grid;
	grid-template-columns: minmax(0, 1fr);
	gap: 0;
}
header {
	grid-column: 1 / -1;
}
h1 {
	font-size: 1.6em;
	font-weight: 600;
	line-height: 1.2;
	margin: 0;
}
h2 {
	font-size: 1.1em;
	font-weight: 600;
	margin: 0 0 0.5rem;
}
p {
	margin: 0.1rem 0 0;
	overflow-wrap: anywhere;
}
section:focus {
	outline: none;
}
ul {
	list-style: none;
	margin: 0;
	padding: 0;
	border: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
	border-radius: 6px;
	background: var(--vscode-editorWidget-background);
}
li {
	display: flex;
	flex-wrap: wrap;
	gap: 0.3rem 1rem;
	align-items: center;
	justify-content: space-between;
	padding: 0.55rem 0.9rem;
	border-left: 3px solid transparent;
}
li + li {
	border-top: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
}
li.urgent {
	border-left-color: var(--vscode-editorWarning-foreground);
}
.what {
	flex: 1 1 16rem;
	min-width: 0;
	overflow-wrap: anywhere;
}
.name {
	font-weight: 600;
}
.quiet {
	color: var(--vscode-descriptionForeground);
}
.kind {
	display: inline-block;
	padding: 0 0.45em;
	margin-right: 0.3em;
	border-radius: 3px;
	font-size: 0.85em;
	color: var(--vscode-badge-foreground);
	background: var(--vscode-badge-background);
	border: 1px solid var(--vscode-contrastBorder, transparent);
}
.count {
	display: inline-block;
	min-width: 1.2em;
	padding: 0 0.35em;
	border-radius: 1em;
	text-align: center;
	font-size: 0.8em;
	font-weight: 600;
	color: var(--vscode-activityBarBadge-foreground, var(--vscode-badge-foreground));
	background: var(--vscode-activityBarBadge-background, var(--vscode-badge-background));
	border: 1px solid var(--vscode-contrastBorder, transparent);
}
.acts,
.foot {
	display: flex;
	flex-wrap: wrap;
	gap: 0.5rem;
}
.foot {
	margin-top: 0.6rem;
}
button {
	font: inherit;
	padding: 0.15rem 0.8rem;
	border-radius: 4px;
	cursor: pointer;
	border: 1px solid var(--vscode-button-border, transparent);
}
button.first {
	color: var(--vscode-button-foreground);
	background: var(--vscode-button-background);
}
button.first:hover {
	background: var(--vscode-button-hoverBackground);
}
button.second {
	color: var(--vscode-button-secondaryForeground);
	background: var(--vscode-button-secondaryBackground);
}
button.second:hover {
	background: var(--vscode-button-secondaryHoverBackground);
}
button.title {
	padding: 0;
	border: 0;
	border-radius: 0;
	background: none;
	text-align: left;
	font-weight: 600;
	color: var(--vscode-textLink-foreground);
	overflow-wrap: anywhere;
}
button.title:hover {
	text-decoration: underline;
	color: var(--vscode-textLink-activeForeground);
}
button:focus-visible {
	outline: 2px solid var(--vscode-focusBorder);
	outline-offset: 2px;
}
section {
	margin-top: 1.6rem;
}
`;
