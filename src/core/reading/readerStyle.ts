// How the page of a session looks in the editor: the editor's own colours and fonts around what the export shows, too.
import { TURN_STYLE } from './htmlStyle';

export const READER_STYLE = `${TURN_STYLE}
:root {
	--page: var(--vscode-editor-background); --text: var(--vscode-editor-foreground); --quiet: var(--vscode-descriptionForeground);
	--line: var(--vscode-contrastBorder, var(--vscode-editorWidget-border, var(--vscode-panel-border)));
	--accent: var(--vscode-textLink-foreground); --link: var(--vscode-textLink-foreground);
	--prompt: var(--vscode-textBlockQuote-background); --code: var(--vscode-textCodeBlock-background);
	--added: var(--vscode-gitDecoration-addedResourceForeground); --removed: var(--vscode-errorForeground);
	--red: var(--vscode-terminal-ansiRed); --green: var(--vscode-terminal-ansiGreen); --yellow: var(--vscode-terminal-ansiYellow);
	--blue: var(--vscode-terminal-ansiBlue); --magenta: var(--vscode-terminal-ansiMagenta); --cyan: var(--vscode-terminal-ansiCyan);
	--head: 0px;
}
html { scroll-padding-top: calc(var(--head) + .5rem); }
body {
	margin: 0; padding: 0; background: var(--page); color: var(--text); overflow-wrap: anywhere;
	font: var(--vscode-font-size, 13px)/1.6 var(--vscode-font-family, sans-serif);
}
code, pre, .tool { font-family: var(--vscode-editor-font-family, monospace); }
code, pre { color: inherit; }
a:focus-visible, button:focus-visible, input:focus-visible, summary:focus-visible, [tabindex]:focus-visible {
	outline: 1px solid var(--vscode-focusBorder); outline-offset: 1px;
}
main:focus-visible { outline: none; }
header { position: sticky; top: 0; z-index: 1; background: var(--page); border-bottom: 1px solid var(--line); padding: .6rem 1.5rem .5rem; }
h1 { font-size: 1.25rem; line-height: 1.3; margin: 0; font-weight: 600; }
.facts { color: var(--quiet); font-size: .92em; margin: 0; }
.bar, .actions, .find { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; }
.bar { margin-top: .45rem; }
button {
	font: inherit; line-height: 1.4; padding: .15rem .6rem; border-radius: 2px; cursor: pointer;
	border: 1px solid var(--vscode-button-border, transparent);
	color: var(--vscode-button-secondaryForeground); background: var(--vscode-button-secondaryBackground);
}
button:hover { background: var(--vscode-button-secondaryHoverBackground); }
button.first { color: var(--vscode-button-foreground); background: var(--vscode-button-background); }
button.first:hover { background: var(--vscode-button-hoverBackground); }
[hidden] { display: none !important; }
.find { margin-top: .45rem; }
.find input {
	font: inherit; padding: .15rem .4rem; min-width: 0; flex: 0 1 18rem; color: var(--vscode-input-foreground);
	background: var(--vscode-input-background); border: 1px solid var(--vscode-input-border, var(--line)); border-radius: 2px;
}
.find .count { color: var(--quiet); min-width: 5rem; }
.page { display: grid; grid-template-columns: minmax(0, 16rem) minmax(0, 52rem); gap: 2.5rem; justify-content: center; padding: 0 1.5rem; }
nav { position: sticky; top: var(--head); align-self: start; max-height: calc(100vh - var(--head)); overflow-y: auto; padding: 1rem 0; font-size: .92em; line-height: 1.4; }
header { overflow-anchor: none; }
.page:has(nav[hidden]) { grid-template-columns: minmax(0, 52rem); }
nav summary { cursor: pointer; color: var(--quiet); font-weight: 600; }
nav ol { list-style: none; margin: .3rem 0 0; padding: 0; }
nav li { padding: 0 0 0 1.2rem; background: linear-gradient(var(--line), var(--line)) 4px 0 / 1px 100% no-repeat; content-visibility: auto; contain-intrinsic-size: auto 1.75em; }
nav .day { padding: .6rem .4rem .2rem; font-weight: 600; color: var(--quiet); }
nav .gap { padding: .1rem .4rem; color: var(--quiet); font-style: italic; }
nav a { display: block; position: relative; padding: .2rem .4rem; border-radius: .3rem; color: inherit; text-decoration: none; }
nav a::before { content: ""; position: absolute; left: calc(-1.2rem + 1px); top: .6rem; width: 7px; height: 7px; border-radius: 50%; background: var(--page); border: 1px solid var(--quiet); }
nav time { color: var(--quiet); font-variant-numeric: tabular-nums; margin-right: .5rem; }
nav a:hover { background: var(--vscode-list-hoverBackground); color: var(--vscode-list-hoverForeground, inherit); }
nav a[aria-current] { background: var(--vscode-list-inactiveSelectionBackground); color: var(--vscode-list-inactiveSelectionForeground, inherit); }
nav a[aria-current] time { color: inherit; }
nav a[aria-current]::before { background: var(--accent); border-color: var(--accent); }

.vscode-high-contrast nav a[aria-current] { outline: 1px solid var(--vscode-contrastActiveBorder); outline-offset: -1px; }
nav .abandoned .words { text-decoration: line-through; color: var(--quiet); }
main { padding: 1rem 0 40vh; min-height: 100vh; }
.sheet { min-height: 1px; }
.turn { content-visibility: visible; }
main > .sheet:first-child .turn:first-child { border-top: 0; }
.turn > h2 { margin-bottom: .4rem; }
.turn { position: relative; }
.actions { position: absolute; top: 1.1rem; right: 0; gap: 0; }
.actions button { font-size: .92em; padding: 0 .5rem; background: none; color: var(--quiet); border-color: transparent; }
.actions button:hover { background: var(--vscode-toolbar-hoverBackground); color: var(--text); }
.turn.abandoned > :not(h2) { opacity: 1; color: var(--quiet); }
.prompt { border-left-color: var(--accent); }
.vscode-high-contrast .prompt, .vscode-high-contrast pre { border: 1px solid var(--vscode-contrastBorder); }
.vscode-high-contrast .prompt { border-left: 3px solid var(--accent); }
.agent-open { margin: .2rem 0 .8rem 1.8rem; font-size: .92em; }
.agent { margin: .2rem 0 1rem .6rem; padding-left: 1rem; border-left: 2px solid var(--accent); }
.tool pre { max-height: 24rem; overflow: auto; }
.here { animation: here 2s; }
@keyframes here { from { background: var(--vscode-editor-rangeHighlightBackground, var(--code)); } }
@media (prefers-reduced-motion: reduce) { .here { animation: none; outline: 1px solid var(--vscode-focusBorder); } }
::highlight(found) { background: var(--vscode-editor-findMatchHighlightBackground, #ea5c0055); }
::highlight(found-here) { background: var(--vscode-editor-findMatchBackground, #9e6a03); color: var(--vscode-editor-findMatchForeground, var(--text)); }
@media (max-width: 52rem) {
	.page { grid-template-columns: minmax(0, 1fr); gap: 0; padding: 0 .8rem; }
	header { padding: .5rem .8rem; }
	nav { position: static; max-height: 14rem; padding: .6rem 0 0; }
	.actions { position: static; margin: 0 0 .5rem -.5rem; }
}
@media (max-width: 30rem) {
	.page { padding: 0 .5rem; }
	header { padding: .5rem; }
	.tool pre, .agent-open { margin-left: 0; }
	.tool pre, .prompt { padding: .5rem; }
}
@media (max-width: 30rem), (max-height: 26rem) { header { position: static; } }
`;
