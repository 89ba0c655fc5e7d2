// @ts-check
import { checkArrows, checkBrowser } from './arrows.js'
import { checkCatches } from './catches.js'
import { checkCycles } from './cycles.js'
import { checkLock } from './lock-file.js'
import { readTree } from './tree.js'

/** @typedef {import('./arrows.js').Finding} Finding */
/** @typedef {import('./tree.js').SourceFile} SourceFile */
/** @typedef {{ imports?: RegExp, code?: RegExp, text?: RegExp, where: RegExp, message: string }} PlaceRule */

/** The console's own API keeps to the rules of a service. */
const SERVICES = ['issuer', 'twofactor', 'events', 'console']

/** What a layer may import besides itself. The client's way into services is narrower: see `checkArrows`. */
const LAYERS = {
  main: ['app', 'client', ...SERVICES, 'platform', 'kernel'],
  app: ['client', ...SERVICES, 'platform', 'kernel'],
  ...Object.fromEntries(SERVICES.map((service) => [service, ['platform', 'kernel']])),
  platform: ['kernel'],
  kernel: [],
  client: ['kernel'],
  web: ['client'],
}

/** What a part of a service may not import of the same service. */
const PARTS = {
  domain: ['routes'],
  operations: ['routes', 'store', 'tables'],
  store: ['routes', 'operations'],
  record: ['routes', 'operations', 'store', 'tables'],
  tables: ['routes', 'operations', 'domain', 'store'],
  migrations: ['routes', 'operations', 'domain', 'store'],
}

const BROWSER_PACKAGES = /^typebox(\/|$)/

const SQL_FILES = /^src\/kernel\/database\/|(\/|-)store\.ts$|\/migrations\//

/**
 * Things that belong to some files of src/ only: an import, a piece of code, or the text of a string.
 * @type {PlaceRule[]}
 */
const PLACES = [
  {
    imports: /^kysely(\/|$)/,
    where: new RegExp(`${SQL_FILES.source}|/tables\\.ts$`),
    message:
      'kysely belongs to store files, migrations and src/kernel/database: move the statement into the store',
  },
  {
    imports: /\/database\/(statement|store)\.ts$/,
    where: SQL_FILES,
    message: 'statements are made in store files only: move this one into the store',
  },
  {
    text: /^\s*(select\s[\s\S]*\sfrom\s|SELECT\s[\s\S]*\sFROM\s|insert\s+into\s|INSERT\s+INTO\s|update\s+\S+\s+set\s|UPDATE\s+\S+\s+SET\s|delete\s+from\s|DELETE\s+FROM\s|(create|alter|drop)\s+(unique\s+)?(table|index|view)\s|(CREATE|ALTER|DROP)\s+(UNIQUE\s+)?(TABLE|INDEX|VIEW)\s)/,
    where: SQL_FILES,
    message: 'SQL belongs to store files, migrations and src/kernel/database: move it into the store',
  },
  {
    imports: /^fastify(\/|$)/,
    where: /^src\/app\/|\/routes\.ts$/,
    message: 'Fastify belongs to src/app and routes.ts: answer with a value and let the route send it',
  },
  {
    code: /\bprocess\s*\.\s*env\b|\bimport\s*\.\s*meta\s*\.\s*env\b/g,
    where: /^src\/app\/config\/config\.ts$/,
    message:
      'the environment is read in src/app/config/config.ts only: add a row to the settings and take the value from there',
  },
  {
    code: /\bDate\s*\.\s*now\b|\bnew\s+Date\s*(\(\s*\)|(?![\s(\w]))|\bDate\s*\(\s*\)|\bperformance\s*\.\s*now\b|\bprocess\s*\.\s*hrtime\b/g,
    where: /^src\/kernel\//,
    message: 'time comes from the clock of the context, so that tests can set it',
  },
  {
    code: /\bMath\s*\.\s*random\b|\b(randomBytes|randomUUID|randomInt|randomFill|randomFillSync|getRandomValues)\b/g,
    where: /^src\/kernel\//,
    message: 'randomness and ids come from the context, so that tests can set them',
  },
]

const BACKGROUND =
  'runs in the background: no caller waits for the outcome, the failure is logged or tried again'
const GATEWAY = 'asks a gateway, never the database'

/** Where a catch may keep whatever it caught. */
const CATCHES = {
  /** These throw on what is not a refusal, pass it on (`reject`), or answer it with a 5xx. */
  sorters: ['reject', 'refusalOf', 'reasonOf', 'failedItem', 'inOurWords', 'troubleOf'],
  files: {
    'src/platform/audit/on-record.ts':
      'the intent in the audit trail is settled later; the answer stands without it',
    'src/app/http/ready.ts': 'the usual way reads again and reports the failure',
    'src/app/http/system.ts': 'answers 503: the probe asks whether the database answers',
    'src/app/services/twofactor.ts': BACKGROUND,
    'src/events/public-page/page-places.ts': BACKGROUND,
    'src/events/sync-delay.ts': BACKGROUND,
    'src/issuer/scope-jobs/follow.ts': 'a stream has begun: it ends, and the client connects again',
    'src/kernel/outbound/guard.ts': 'looks up names, never the database',
    'src/kernel/outbound/pictures.ts': 'fetches a picture, never the database',
    'src/platform/accounts/keyring.ts': BACKGROUND,
    'src/platform/changes/feed.ts': BACKGROUND,
    'src/platform/delivery/delivery.ts': BACKGROUND,
    'src/platform/delivery/first-attempt.ts': BACKGROUND,
    'src/platform/delivery/first-attempts.ts': BACKGROUND,
    'src/platform/delivery/gateways/failover.ts': GATEWAY,
    'src/platform/delivery/gateways/smpp-link.ts': GATEWAY,
    'src/platform/delivery/gateways/smpp.ts':
      'answers the gateway that it keeps the receipt and sends it again',
    'src/platform/delivery/outbox-channel.ts': 'waits for the line before it; each line has its own outcome',
    'src/platform/delivery/outbox-files.ts': 'a file that is gone is none; any other failure is thrown',
    'src/platform/figures/figures.ts': BACKGROUND,
    'src/platform/jobs/execution.ts': BACKGROUND,
    'src/platform/jobs/receiver-queue.ts': BACKGROUND,
    'src/platform/jobs/recurring.ts': BACKGROUND,
    'src/platform/jobs/runner.ts': BACKGROUND,
    'src/platform/operators/sign-in/webauthn.ts': 'checks a signature, never the database',
    'src/platform/tasks/handler.ts': BACKGROUND,
    'src/platform/tasks/task-run.ts': BACKGROUND,
    'src/platform/webhooks/delivery.ts': BACKGROUND,
    'src/twofactor/approvals/callbacks.ts': BACKGROUND,
    'src/twofactor/approvals/device-stream.ts': 'a stream has begun: it ends, and the client connects again',
    'src/twofactor/statistics/stats.ts': BACKGROUND,
  },
}

/**
 * Everything in the tree below `root` that breaks a rule, in the order of the files.
 * @param {string} root
 * @returns {Finding[]}
 */
export function checkStructure(root) {
  const tree = readTree(root)
  const files = [...tree.values()]
  return [
    ...checkArrows(tree, { layers: LAYERS, services: SERVICES, parts: PARTS }),
    ...checkBrowser(tree, BROWSER_PACKAGES),
    ...checkCycles(tree),
    ...files.flatMap(checkBarrel),
    ...files
      .filter(({ path }) => path.startsWith('src/'))
      .flatMap((file) => PLACES.flatMap((rule) => checkPlace(file, rule))),
    ...files.flatMap((file) => checkCatches(file, CATCHES)),
    ...checkLock(root),
  ].sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line)
}

/**
 * @param {SourceFile} file
 * @returns {Finding[]}
 */
function checkBarrel({ path, imports }) {
  return imports
    .filter(({ reExport }) => reExport)
    .map(({ line, specifier }) => ({
      path,
      line,
      message: `passes on what ${specifier} exports: let each user import it from there`,
    }))
}

/**
 * @param {SourceFile} file
 * @param {PlaceRule} rule
 * @returns {Finding[]}
 */
function checkPlace({ path, code, imports, texts, lineAt }, rule) {
  if (rule.where.test(path)) return []
  const lines = [
    ...imports.filter(({ specifier }) => rule.imports?.test(specifier)).map(({ line }) => line),
    ...texts.filter(({ text }) => rule.text?.test(text)).map(({ line }) => line),
    ...(rule.code ? [...code.matchAll(rule.code)].map(({ index }) => lineAt(index)) : []),
  ]
  return lines.map((line) => ({ path, line, message: rule.message }))
}
