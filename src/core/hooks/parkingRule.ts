/** The rule by which Claude parks by itself. It works only in the context of every session, so SessionStart can print it. */
export const PARKING_RULE = `Parking rule (the user turned it on): park open loops of this session as they arise, without being asked.
- The user sends a new top-level request before answering your question: "User raised: <idea>. Pending: <question asked>."
- Something is put off ("let's come back to that", "park this"): "Deferred: <idea>. Context: <why, in one sentence>."
- A side idea comes up during other work: "Side idea: <idea>. Raised while: <what we were doing>."
Each is one memory file session-open-<slug>-<YYYY-MM-DD>.md in your memory folder: front matter name, description,
type: project; then that text, a line **Why:** and a line **How to apply:**.
Ten may be open: with ten session-open-*.md files there, show the list and ask which to archive first.
Do not bring parked items up at the start of a session.`;
