// How a session looks as HTML: the style of what was said, which the exported file and the page in the editor share, and
// the frame of the file. One style sheet, in the file itself; its hash is the only style that the file allows.

/** Of turns and what is in them. Colours and fonts are the frame's: `--text`, `--quiet`, `--line`, `--accent`, … */
export const TURN_STYLE = `
* { box-sizing: border-box; }
code, pre, .tool { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
a { color: var(--link); }
.turn { border-top: 1px solid var(--line); padding: 1.25rem 0 .75rem; content-visibility: auto; contain-intrinsic-size: auto 30rem; }
.turn > h2 { display: flex; gap: .7rem; align-items: baseline; margin: 0 0 .7rem; font-size: .85rem; font-weight: 600; color: var(--quiet); }
.turn > h2 a { color: var(--accent); text-decoration: none; }
.badge { border: 1px solid var(--line); border-radius: 1rem; padding: 0 .6rem; font-weight: 400; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.turn.abandoned > :not(h2) { opacity: .75; }
.prompt { background: var(--prompt); border-left: 3px solid var(--accent); border-radius: .3rem .6rem .6rem .3rem; padding: .8rem 1.1rem; margin: 0 0 1.1rem; white-space: pre-wrap; }
.reply, .quote { margin: 0 0 1.1rem; }
.quote { border-left: 3px solid var(--line); padding-left: 1.1rem; color: var(--quiet); }
.reply > :first-child, .quote > :first-child { margin-top: 0; }
.reply > :last-child, .quote > :last-child { margin-bottom: 0; }
h3, h4, h5, h6 { line-height: 1.3; margin: 1.4em 0 .5em; font-size: 1.05rem; }
h3 { font-size: 1.2rem; }
code { background: var(--code); border-radius: .3rem; padding: .1em .35em; font-size: .88em; }
pre { background: var(--code); border-radius: .5rem; padding: .8rem 1rem; margin: .6rem 0 1rem; overflow-x: auto; font-size: .84rem; line-height: 1.5; overflow-wrap: normal; }
pre code { background: none; padding: 0; font-size: inherit; }
pre.plain { white-space: pre-wrap; overflow-wrap: anywhere; }
table { border-collapse: collapse; display: block; overflow-x: auto; margin: 1em 0; font-size: .93em; }
th, td { border: 1px solid var(--line); padding: .35rem .7rem; text-align: left; vertical-align: top; }
.center { text-align: center; }
.right { text-align: right; }
blockquote { margin: 1em 0; padding-left: 1em; border-left: 3px solid var(--line); color: var(--quiet); }
hr { border: 0; border-top: 1px solid var(--line); margin: 1.5em 0; }
.file { border-bottom: 1px dotted var(--quiet); }
.tool { font-size: .82rem; line-height: 1.5; margin: 0 0 .3rem; color: var(--quiet); }
.tool + .reply, .tool + .mark, .tool + .quote { margin-top: 1rem; }
.tool > summary, .tool.flat { padding: .2rem .6rem; border-radius: .4rem; }
.tool > summary { cursor: pointer; list-style: none; }
.tool > summary::-webkit-details-marker { display: none; }
.tool > summary::before, .tool.flat::before { display: inline-block; width: 1.2rem; color: var(--accent); }
.tool > summary::before { content: "\\25B8"; }
.tool[open] > summary::before { content: "\\25BE"; }
.tool.flat::before { content: "\\00B7"; }
.tool > summary:hover, .tool > summary:focus-visible { background: var(--code); }
.tool b { color: var(--text); font-weight: 600; }
.tool .subject { color: var(--text); }
.tool .failed { color: var(--removed); font-weight: 600; }
.tool pre { margin: .3rem 0 .8rem 1.8rem; color: var(--text); }
.added { color: var(--added); }
.removed { color: var(--removed); }
.mark { display: flex; align-items: center; gap: 1rem; color: var(--quiet); font-size: .85rem; margin: 1.5rem 0; }
.mark::before, .mark::after { content: ""; flex: 1; border-top: 1px dashed var(--line); }
.note { color: var(--quiet); font-style: italic; margin: .8rem 0; }
.error { color: var(--removed); border: 1px solid; border-radius: .5rem; padding: .6rem 1rem; margin: .8rem 0; white-space: pre-wrap; }
.ansi-bold { font-weight: 600; }
.ansi-italic { font-style: italic; }
.ansi-underline { text-decoration: underline; }
.ansi-strikethrough { text-decoration: line-through; }
.ansi-dim { color: var(--quiet); }
.ansi-red, .ansi-bright-red { color: var(--red, var(--removed)); }
.ansi-green, .ansi-bright-green { color: var(--green, var(--added)); }
.ansi-yellow, .ansi-bright-yellow { color: var(--yellow, var(--accent)); }
.ansi-blue, .ansi-bright-blue { color: var(--blue, var(--link)); }
.ansi-magenta, .ansi-bright-magenta { color: var(--magenta, var(--accent)); }
.ansi-cyan, .ansi-bright-cyan { color: var(--cyan, var(--link)); }
`;

/** What stands between the style tags of the file, to the letter. */
export const HTML_STYLE = `
:root {
	color-scheme: light dark;
	--page: #fbfaf8; --card: #ffffff; --text: #22211f; --quiet: #6b6862; --line: #e4e1db;
	--accent: #b4532a; --prompt: #f6ece6; --code: #f3f1ec; --added: #1a6b3c; --removed: #a8322b; --link: #0b5cad;
}
@media (prefers-color-scheme: dark) {
	:root {
		--page: #191817; --card: #21201e; --text: #e8e5df; --quiet: #a09b92; --line: #35332f;
		--accent: #e58b62; --prompt: #2d2520; --code: #2a2926; --added: #7fce9b; --removed: #f0958d; --link: #82b8f0;
	}
}
${TURN_STYLE}html { scroll-padding-top: 1rem; }
body {
	margin: 0; background: var(--page); color: var(--text); overflow-wrap: anywhere;
	font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
.page { display: grid; grid-template-columns: minmax(0, 17rem) minmax(0, 50rem); gap: 3rem; justify-content: center; padding: 0 1.5rem; }
.page.alone { grid-template-columns: minmax(0, 50rem); }
nav { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: 2.5rem 0; font-size: .84rem; line-height: 1.4; }
nav summary { cursor: pointer; color: var(--quiet); font-weight: 600; margin-bottom: .5rem; }
nav ol { list-style: none; margin: 0; padding: 0; }
nav a { display: flex; gap: .6rem; padding: .3rem .5rem; border-radius: .4rem; color: inherit; text-decoration: none; }
nav a:hover, nav a:focus-visible { background: var(--code); }
nav .number { color: var(--quiet); min-width: 1.4rem; text-align: right; font-variant-numeric: tabular-nums; }
nav .abandoned { color: var(--quiet); text-decoration: line-through; }
main { padding: 2.5rem 0 6rem; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .4rem; }
.facts { color: var(--quiet); font-size: .9rem; margin: 0 0 2rem; }
footer { border-top: 1px solid var(--line); color: var(--quiet); font-size: .82rem; padding-top: 1rem; }
@media (max-width: 62rem) {
	.page { grid-template-columns: minmax(0, 50rem); gap: 0; }
	nav { position: static; max-height: 16rem; padding: 1.5rem 0 0; }
	main { padding-top: 1.5rem; }
}
@media print {
	nav { display: none; }
	.page { display: block; }
	.turn { content-visibility: visible; }
}
`;
