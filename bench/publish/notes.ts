import { section } from './markdown.ts'

/** What a reader must know before choosing by these figures. */
export const NOT_COMPARABLE = section(
  'What is not comparable',
  `- **oidc-provider** keeps everything in memory, so nothing of it survives a restart. Its approval is one call of its own
  API instead of the pages that a person would open. It signs ID tokens with RSA, its default; Lanyard signs with
  Ed25519, which needs less CPU time.
- **better-auth** keeps its data in a SQLite file that syncs every commit, as Lanyard does, but one commit per write. Its device flow
  approves with the cookie of a session that was opened once with a password, and gives out a random token; Lanyard checks the signature of the
  application and of the person's device, and signs the result. Its rate limit is off. The bench has no TOTP of better-auth: next to Lanyard's TOTP check
  (an API key, a code, and a write that makes the code valid only once) stands its session check, which only reads.
- **parse-server** stores an object as it is, with the master key: no check of answers, no places to take, no waiting list, no search
  by words. Lanyard does all of these for a registration.
- **The ceiling** checks the answers of a registration by hand and validates nothing else. It has no limits, log or metrics, and for
  registration pages it sends bytes that Lanyard rendered before.
- **Lanyard** runs with its limits on traffic off (\`LANYARD_RATE=off\`), because all load comes from one address. Log and metrics are on.
  On the one core that it has here, it verifies signatures on its main thread, as the ceiling does. With more cores it uses its thread pool: a
  signature then takes 20 to 30 µs more CPU time, and other cores do that work.
- While registration pages are opened, 50 people per second register. Their CPU time is part of the figure.
- All figures are **CPU time**, not waiting time. A request also waits for the disk and for other requests.
- It is **one machine** with its own processor and disk. Ratios vary less between machines than absolute figures do; run it on yours.`,
)

export const HOW_TO_RUN = section(
  'Run it again',
  `On Linux, on a machine that does nothing else. It takes about half an hour:

\`\`\`
npm run bench -- --publish
\`\`\`

This measures everything and writes this page and its chart. To keep every sample, and to write the page again without measuring:

\`\`\`
npm run -s bench -- --publish --json > speed.json
npm run bench -- --publish --from speed.json
\`\`\`

[bench/README.md](../bench/README.md) explains how the bench works, \`npm run bench -- --help\` lists its options.`,
)
