import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkStructure } from '../scripts/structure/rules.js'

type Files = Record<string, string>

/** A small tree that keeps every rule. Each case below changes a file or adds one. */
const healthy: Files = {
  'package-lock.json': '{ "packages": { "": {}, "node_modules/fastify": {} } }',
  'src/main.ts': "import { start } from './app/app.ts'\nstart()",
  'src/app/app.ts':
    "import fastify from 'fastify'\nimport { serveKeys } from '../issuer/routes.ts'\nimport { serveCodes } from '../twofactor/routes.ts'\nimport { port } from './config/config.ts'\nexport function start() {\n  serveKeys(fastify(), port)\n  serveCodes()\n}",
  'src/app/config/config.ts': 'export const port = process.env.PORT',
  'src/issuer/routes.ts':
    "import type { FastifyInstance } from 'fastify'\nimport { addKey } from './keys.ts'\nimport { operations } from './operations.ts'\nexport const serveKeys = (app: FastifyInstance, port: unknown) => addKey(app, port, operations)",
  'src/issuer/operations.ts':
    "import * as Type from 'typebox'\nexport const operations = { addKey: Type.Object({}) }",
  'src/issuer/keys.ts':
    "import { now } from '../kernel/clock.ts'\nimport { insertKey } from './store.ts'\nexport const addKey = (...parts: unknown[]) => insertKey(now(), parts)",
  'src/issuer/store.ts':
    "import { statement } from '../kernel/database/statement.ts'\nimport type { KeyRow } from './tables.ts'\nexport const insertKey = (at: number, row: KeyRow) => statement('insert into keys values (1)', at, row)",
  'src/issuer/tables.ts':
    "import type { Generated } from 'kysely'\nexport type KeyRow = { id: Generated<number> }",
  'src/twofactor/routes.ts': 'export const serveCodes = () => undefined',
  'src/kernel/clock.ts': 'export const now = () => Date.now()',
  'src/kernel/database/statement.ts':
    "import { sql } from 'kysely'\nexport const statement = (...parts: unknown[]) => [sql, parts]",
  'src/client/client.ts':
    "import { operations } from '../issuer/operations.ts'\nexport const client = { operations }",
  'web/console/main.ts': "import { client } from '../../src/client/client.ts'\nclient.operations",
}

function writeTree(changes: Files): string {
  const root = mkdtempSync(join(tmpdir(), 'lanyard-structure-'))
  for (const [path, text] of Object.entries({ ...healthy, ...changes })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  return root
}

function findingsIn(root: string): string[] {
  return checkStructure(root).map(({ path, line, message }) => `${path}:${line}: ${message}`)
}

/** The healthy file with a line in front of it. */
function prepend(path: string, line: string): Files {
  return { [path]: `${line}\n${healthy[path]}` }
}

const violations: [title: string, changes: Files, finding: string][] = [
  [
    'the kernel imports a service',
    prepend('src/kernel/clock.ts', "import '../twofactor/routes.ts'"),
    'src/kernel/clock.ts:1: kernel imports src/twofactor/routes.ts',
  ],
  [
    'a service imports the app',
    prepend('src/issuer/keys.ts', "import type {} from '../app/config/config.ts'"),
    'src/issuer/keys.ts:1: issuer imports src/app/config/config.ts',
  ],
  [
    'a service imports another',
    prepend('src/issuer/keys.ts', "import '../twofactor/routes.ts'"),
    'src/issuer/keys.ts:1: issuer imports twofactor',
  ],
  [
    'a folder is not in the tree',
    prepend('src/helpers/text.ts', ''),
    'src/helpers/text.ts:1: src/helpers is no part of the tree',
  ],
  [
    'the client imports a store',
    prepend('src/client/client.ts', "import type { insertKey } from '../issuer/store.ts'"),
    'src/client/client.ts:1: client imports src/issuer/store.ts',
  ],
  [
    'the client reaches what a browser cannot load',
    prepend('src/client/client.ts', "import { hash } from 'node:crypto'"),
    'src/client/client.ts:1: src/client loads this file, and node:crypto',
  ],
  [
    'a page imports more than the client',
    prepend('web/console/main.ts', "import '../../src/kernel/clock.ts'"),
    'web/console/main.ts:1: web imports src/kernel/clock.ts',
  ],
  [
    'a store imports operations',
    prepend('src/issuer/store.ts', "import type { operations } from './operations.ts'"),
    'src/issuer/store.ts:1: store imports operations',
  ],
  [
    'the domain imports routes',
    prepend('src/twofactor/codes.ts', "import { serveCodes } from './routes.ts'"),
    'src/twofactor/codes.ts:1: domain imports routes',
  ],
  [
    'the domain imports the routes of a part',
    {
      'src/twofactor/code-routes.ts': 'export const serveCode = () => undefined',
      ...prepend('src/twofactor/codes.ts', "import { serveCode } from './code-routes.ts'"),
    },
    'src/twofactor/codes.ts:1: domain imports routes',
  ],
  [
    'rows of operations import a store',
    { 'src/issuer/key-rows.ts': "import { insertKey } from './store.ts'\nexport const rows = { insertKey }" },
    'src/issuer/key-rows.ts:1: operations imports store',
  ],
  [
    'tables import the domain',
    prepend('src/issuer/tables.ts', "import type { addKey } from './keys.ts'"),
    'src/issuer/tables.ts:1: tables imports domain',
  ],
  [
    'files import each other',
    {
      ...prepend('src/kernel/clock.ts', "import type { statement } from './database/statement.ts'"),
      ...prepend('src/kernel/database/statement.ts', "import { now } from '../clock.ts'"),
    },
    'src/kernel/clock.ts → src/kernel/database/statement.ts → src/kernel/clock.ts',
  ],
  [
    'folders import each other, and no file does',
    {
      'src/kernel/base/id.ts': "import { sep } from '../path/sep.ts'\nexport const id = sep",
      'src/kernel/base/word.ts': "export const word = 'a'",
      'src/kernel/path/sep.ts': "export const sep = '/'",
      'src/kernel/path/name.ts': "import { word } from '../base/word.ts'\nexport const name = word",
      ...prepend(
        'src/issuer/keys.ts',
        "import { id } from '../kernel/base/id.ts'\nimport { name } from '../kernel/path/name.ts'\nexport const key = id + name",
      ),
    },
    'src/kernel/path/name.ts:1: imports src/kernel/base/word.ts, which closes a circle of folders, src/kernel/base → src/kernel/path → src/kernel/base',
  ],
  [
    'a file passes on exports',
    prepend('src/twofactor/routes.ts', "export { now } from '../kernel/clock.ts'"),
    'src/twofactor/routes.ts:1: passes on what ../kernel/clock.ts exports',
  ],
  [
    'a file passes on everything',
    prepend('src/twofactor/routes.ts', "export * from '../kernel/clock.ts'"),
    'src/twofactor/routes.ts:1: passes on what ../kernel/clock.ts exports',
  ],
  [
    'the domain imports kysely',
    prepend('src/issuer/keys.ts', "import { sql } from 'kysely'"),
    'src/issuer/keys.ts:1: kysely belongs to store files',
  ],
  [
    'the domain makes a statement',
    prepend('src/issuer/keys.ts', "import { statement } from '../kernel/database/statement.ts'"),
    'src/issuer/keys.ts:1: statements are made in store files',
  ],
  [
    "the domain makes a store's function",
    {
      ...prepend('src/issuer/keys.ts', "import { storeOf } from '../kernel/database/store.ts'"),
      'src/kernel/database/store.ts': 'export const storeOf = () => undefined',
    },
    'src/issuer/keys.ts:1: statements are made in store files',
  ],
  [
    'the domain holds SQL',
    prepend('src/issuer/keys.ts', `const text = \`select id\\n from keys where id = \${1}\``),
    'src/issuer/keys.ts:1: SQL belongs to store files',
  ],
  [
    'the domain imports Fastify',
    prepend('src/issuer/keys.ts', "import type { FastifyReply } from 'fastify'"),
    'src/issuer/keys.ts:1: Fastify belongs to src/app',
  ],
  [
    'a service reads the environment',
    prepend('src/issuer/keys.ts', 'const level = process.env.LOG_LEVEL'),
    'src/issuer/keys.ts:1: the environment is read',
  ],
  [
    'a service reads the time',
    prepend('src/issuer/keys.ts', 'const at = Date.now()'),
    'src/issuer/keys.ts:1: time comes from the clock',
  ],
  [
    'a service makes a date of now',
    prepend('src/issuer/keys.ts', 'const at = new Date()'),
    'src/issuer/keys.ts:1: time comes from the clock',
  ],
  [
    'a service reads the monotonic time',
    prepend('src/issuer/keys.ts', 'const at = performance.now()'),
    'src/issuer/keys.ts:1: time comes from the clock',
  ],
  [
    'a service rolls dice',
    prepend('src/issuer/keys.ts', 'const n = Math.random()'),
    'src/issuer/keys.ts:1: randomness and ids come from',
  ],
  [
    'a service makes an id',
    prepend('src/issuer/keys.ts', "import { randomUUID } from 'node:crypto'"),
    'src/issuer/keys.ts:1: randomness and ids come from',
  ],
  [
    'a failure of the database becomes a refusal',
    prepend('src/issuer/keys.ts', "addKey().catch(() => {\n  throw problem('unknown')\n})"),
    'src/issuer/keys.ts:1: catches any failure of what it awaits',
  ],
  [
    'a refusal only mentions the failure',
    prepend(
      'src/issuer/keys.ts',
      "try {\n  await addKey()\n} catch (error) {\n  throw problem('unknown', { cause: error })\n}",
    ),
    'src/issuer/keys.ts:3: catches any failure of what it awaits',
  ],
  [
    'a failure of the database is swallowed',
    prepend('src/issuer/keys.ts', 'try {\n  await addKey()\n} catch {\n  return undefined\n}'),
    'src/issuer/keys.ts:3: catches any failure of what it awaits',
  ],
  [
    'the second argument of then keeps a failure',
    prepend('src/issuer/keys.ts', 'addKey(1, 2).then((a, b) => use(a, b), () => undefined)'),
    'src/issuer/keys.ts:1: catches any failure of what it awaits',
  ],
  [
    'a catch of an async function takes every Fault for a refusal',
    prepend(
      'src/issuer/keys.ts',
      'try {\n  await addKey()\n} catch (error) {\n  if (error instanceof Fault) return error\n  throw error\n}',
    ),
    'src/issuer/keys.ts:3: catches every Fault',
  ],
  [
    'a file that may keep failures keeps none',
    { 'src/twofactor/statistics/stats.ts': '' },
    'src/twofactor/statistics/stats.ts:1: keeps no failure',
  ],
  [
    'the lock file lacks a package of some platform',
    {
      'package-lock.json':
        '{ "packages": { "": {}, "node_modules/fastify": { "optionalDependencies": { "fastify-arm64": "1" } } } }',
    },
    'package-lock.json:1: node_modules/fastify asks for fastify-arm64',
  ],
]

const harmless: [title: string, changes: Files][] = [
  [
    'a rule broken in a comment',
    prepend('src/issuer/keys.ts', '// Date.now() and process.env\n/* import { sql } from "kysely" */'),
  ],
  [
    'a rule broken in a string',
    prepend('src/issuer/keys.ts', 'const text = \'Date.now() or process.env, see import x from "kysely"\''),
  ],
  [
    'a regular expression with a quote',
    prepend('src/issuer/keys.ts', "const quote = /['`]/\nconst half = 1 / 2 // it's"),
  ],
  [
    'a sentence that begins like SQL',
    prepend('src/issuer/keys.ts', "const text = 'Select a day from the list, or delete from there'"),
  ],
  [
    'a catch that throws on what it does not expect',
    prepend(
      'src/issuer/keys.ts',
      "try {\n  await addKey()\n} catch (error) {\n  if (!isUnknown(error)) throw error\n  throw problem('unknown')\n}",
    ),
  ],
  [
    'a catch that throws either of two',
    prepend(
      'src/issuer/keys.ts',
      "addKey().catch((error: unknown) => {\n  throw isUnknown(error) ? problem('unknown') : error\n})",
    ),
  ],
  [
    'a catch that leaves the choice to a sorter',
    prepend('src/issuer/keys.ts', 'try {\n  await addKey()\n} catch (error) {\n  say(refusalOf(error))\n}'),
  ],
  [
    'a catch around what waits for nothing',
    prepend('src/issuer/keys.ts', 'try {\n  JSON.parse(text)\n} catch {\n  read(undefined)\n}'),
  ],
  [
    'a command that tells every failure in its own words',
    {
      ...prepend('src/app/app.ts', "import { run } from './commands/run.ts'\nrun()"),
      'src/app/commands/run.ts': 'export const run = () => start().catch(() => undefined)',
    },
  ],
  ['a date made of a known time', prepend('src/issuer/keys.ts', 'const at = new Date(0)')],
]

describe('the structure check', () => {
  it('passes a tree that keeps the rules', () => {
    expect(findingsIn(writeTree({}))).toEqual([])
  })

  it.each(violations)('fails when %s', (_title, changes, finding) => {
    expect(findingsIn(writeTree(changes)).join('\n')).toContain(finding)
  })

  it.each(harmless)('passes %s', (_title, changes) => {
    expect(findingsIn(writeTree(changes))).toEqual([])
  })

  it('prints where and what, and ends with a status', () => {
    const command = fileURLToPath(new URL('../scripts/check-structure.js', import.meta.url))
    const run = (changes: Files) =>
      spawnSync(process.execPath, [command, writeTree(changes)], { encoding: 'utf8' })
    expect(run({})).toMatchObject({ status: 0, stdout: '', stderr: '' })
    const broken = run(prepend('src/issuer/keys.ts', 'const at = Date.now()'))
    expect(broken).toMatchObject({ status: 1, stderr: '' })
    expect(broken.stdout).toMatch(/^src\/issuer\/keys\.ts:1: time comes from the clock .+\n$/)
  })
})

it('this repository keeps the rules', () => {
  expect(findingsIn(fileURLToPath(new URL('..', import.meta.url)))).toEqual([])
})
