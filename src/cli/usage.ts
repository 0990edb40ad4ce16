import { version } from '../../package.json';

export const VERSION: string = version;

const PARKED = `parked: open loops of this project
  parked list                       open items, newest first; expired ones leave the list
  parked park --name N --text T     park an item; at 10 open ones, archive one first
      [--description D] [--why W] [--how H] [--kind question|deferred|idea]
      [--session ID] [--due YYYY-MM-DD]      --stdin reads the text from standard input
  parked archive TEXT               close the one item that TEXT names
  parked restore [TEXT]             bring an archived or expired item back
  parked suggestions                what sessions left open and nobody parked
      [--park NAME | --dismiss NAME]  park one, or never offer it again
  parked summary [--session ID]     digest of the session
  parked session MODE [TEXT]        what /session runs: resume, archive TEXT or summary`;

const BACKUPS = `backups: raw transcript backups that wait
  backups list                      what is pending
  backups create [--session ID]     make one now, of the latest session
  backups verify [NAME|--all]       read copies again; exit 1 with findings
  backups restore NAME              put a session back for claude --resume, by its id, its title
                                    or a raw file
  backups discard [NAME]            move a pending backup to the trash
  backups discard --undo [NAME]     take that back
  backups archive [--older]         transcripts that Claude Code is about to delete
      [--session ID]
  backups purge                     empty the archive of this project`;

const HOOK = `hook: a hook by hand, its JSON on standard input
  hook SessionStart|SessionEnd|PreCompact|Stop`;

const SESSIONS = `sessions: conversations of this project
  sessions list [--all | --limit N] who waits first, then running, pinned, newest
      [--hidden] [--programs]
      [--deleted]                   those that are gone and can be put back
  sessions show ID                  facts, and the context that Claude is given on resuming
      [--verbosity brief|normal|full]
  sessions search WORDS             in prompts, replies and tools; "a phrase" in quotes
      [--everywhere] [--limit N]
  sessions blame FILE:LINE          which session changed this line
  sessions export ID                to standard output, redacted
      [--format md|html] [--output FILE] [--raw]
  sessions archive ID               write its record to the archive
  sessions private ID [--off]       mark it as one that is never reflected on`;

const RESUME = `resume: go on where you left off
  resume [latest|PATH|SESSION|NAME] the newest session with work, or the one that is named: its document
                                    is made, if it has none, and the next sessions load it
      [--start]                     starts claude with it, in the folder of the session
      [--prompt]                    only the first words for a fresh session; writes nothing
      [--engine claude|anthropic]   as documents save
      [--stdin]                     reads the name from standard input`;

const DOCUMENTS = `documents: the state of a session, for whoever goes on
  documents list [--all]            by session, newest first, with drafts and what has no document yet
  documents save [PATH]             of the latest session, to a path of your own or the usual one
      [--session ID]
      [--engine claude|anthropic]   what a language model adds, where you said yes to it
      [--from-answer]               with the statements that Claude wrote before it called
      [--statements FILE|-]         with statements of a file: lines or JSON
  documents open [NAME]             print one, and what has changed since
  documents resume …                the older name of resume
  documents keep [NAME]             facts that it offers; --fact N or --all puts them into
      [--fact N]... [--all]         project-memory.md
      everywhere: --stdin reads PATH or NAME from standard input`;

const PROTOCOL = `protocol: session-protocol.json, which carries unfinished work to the next session
  protocol save [FILE]              tasks, context and git state of a session
      [--session ID] [--dry-run] [--without TASK_001,TASK_002]
      [--priority TASK_001=P1] [--category TASK_001=BUGFIX]
      [--from-answer] [--statements FILE|-]    as documents save
      --add adds tasks and context from a JSON document on standard input
  protocol load [FILE]              age, counts, what is next, and what has drifted
      [--session ID] [--context]    --stdin reads FILE from standard input
  protocol check [FILE]             everything that is wrong with it; exit 1 with findings
  protocol undo [ID]                take the last save back: the file is what it was before`;

const REVIEW = `review: what waits for your word
  review list                       what was said that could be remembered, and drafts
  review show ID                    what accepting would write, beside what there is
  review accept ID [--replace]      write it where Claude loads it, with its line in MEMORY.md
      [--into claude|project]
  review edit ID --text T           change what it says; --stdin reads the text, --undo takes it back
  review reject ID                  it is never offered again
  review ratify ID, discard ID      the same for a draft of a hand-off; ratify asks
  review decided                    what was decided
  review undo [ID]                  take a decision back`;

const MEMORY = `memory: what Claude keeps of this project
  memory list                       each memory, and how full MEMORY.md is
  memory health                     what is wrong with it; exit 1 with findings
  memory fix ID                     mend one finding
  memory adopt                      bring over what stayed where the project was; takes --yes
  memory undo [ID]                  take the last change of memory back`;

const UPDATE = `update: what to run to get a newer version; it asks no other machine`;

const HOOKS = `hooks: what Claude Code runs for us, in its settings
  hooks install [--scope S]         show a summary and the change, ask, install; repair, too
      --scope local                 for you, in this project: git shows nothing of it (default)
      --scope user                  for you, in all your projects
      --scope project               for everybody who clones this project, in git
      --no-commands                 without the slash commands and the skill
      --no-rules                    Claude asks you before it parks, saves, resumes or lists
      --no-parking-rule             Claude does not park by itself
      --no-context                  a session is not told where the last one stood
      --imports | --no-imports      load active-context.md and project-memory.md by .claude/CLAUDE.md;
                                    with --scope project by default
                                    what was left out stays out until it is said without no-
      --cleanup-days N              Claude Code keeps transcripts for N days, if that is longer
      --strict-json                 take out comments and trailing commas, which Claude Code does not read
      --dry-run                     show it, and change nothing
  hooks uninstall [--scope S] [--dry-run]       put the settings back as they were
      [--parking-rule]              turn the rule off, also where other projects have the hooks
  hooks cleanup-days N [--dry-run]  keep transcripts for so long, and change nothing else
  hooks status                      what is installed where
  hooks doctor                      whether it works, with a fix for each finding`;

const REFLECT = `reflect: the hand-off that nobody wrote, as a draft to be reviewed
  reflect --session ID              on one session, now
  reflect --idle                    on up to three that were left without a hand-off
      [--engine builtin|claude|anthropic] [--dry-run]
  reflect schedule [--every 10]     a launchd agent or systemd user timer that does so
  reflect unschedule                remove it
  reflect ledger [--limit N]        what was reflected on, what it cost, what came of it`;

const COMMON = `everywhere
  --project DIR    the project, as it is (default: the git root of this folder)
  --json           one JSON document on standard output
  --yes            yes to what would be asked
  --for-claude     exit 0 even where it could not: Claude is told the reason
  --help           this text

exit codes: 0 done, 1 could not, 2 wrong usage`;

/** Help for people: everything, or one group. */
export function usage(group?: string): string {
	const sections: Readonly<Record<string, string>> = {
		resume: RESUME,
		parked: PARKED,
		backups: BACKUPS,
		sessions: SESSIONS,
		documents: DOCUMENTS,
		protocol: PROTOCOL,
		review: REVIEW,
		memory: MEMORY,
		hook: HOOK,
		hooks: HOOKS,
		update: UPDATE,
		reflect: REFLECT,
	};
	const own = group === undefined ? Object.values(sections) : [sections[group] ?? ''];
	return [
		`session-keeper ${VERSION}: loses nothing from your Claude Code sessions`,
		'usage: session-keeper <group> <verb> [options]',
		...own,
		COMMON,
	].join('\n\n');
}
