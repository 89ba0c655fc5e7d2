import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { install, isInstalled } from '../../scripts/install.js'
import { root } from '../../scripts/setup.js'

/** A call of the generated client; what it does not know of types is the caller's to check. */
type GeneratedCall = (options: GeneratedOptions) => Promise<GeneratedAnswer>
type GeneratedOptions = {
  path?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
  headers?: Readonly<Record<string, string>>
  parseAs?: 'text'
  baseUrl?: string
}
type GeneratedAnswer = { data?: unknown; error?: unknown; response: Response }
export type GeneratedClient = Readonly<Record<string, GeneratedCall>>

/** Has a public tool make a client of an OpenAPI document, as a user of ours would; gives its functions. */
export async function generateClient(
  folder: string,
  document: object,
  baseUrl: string,
): Promise<GeneratedClient> {
  const home = join(root, 'test', 'clients', folder)
  await ensureTool(home)
  const work = mkdtempSync(join(tmpdir(), 'lanyard-generated-'))
  try {
    writeFileSync(join(work, 'openapi.json'), JSON.stringify(document))
    await run(
      join(home, 'node_modules', '@hey-api', 'openapi-ts', 'bin', 'run.js'),
      ['-i', 'openapi.json', '-o', 'client'],
      work,
    )
    return await load(work, baseUrl)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** The generator has a lock file of its own: the product does without it. */
async function ensureTool(home: string): Promise<void> {
  if (isInstalled(home, 'all')) return
  process.stderr.write(`lanyard: installing the client generator in ${home}, once\n`)
  await install(home, 'all', () => {})
}

async function run(script: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(process.execPath, [script, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`the generator ended with ${code}:\n${output}`)
}

async function load(work: string, baseUrl: string): Promise<GeneratedClient> {
  const outfile = join(work, 'client.mjs')
  const entryPoints = [join(work, 'client', 'index.ts')]
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'silent' })
  const calls = (await import(pathToFileURL(outfile).href)) as Readonly<Record<string, GeneratedCall>>
  const located = (call: GeneratedCall) => (options: GeneratedOptions) => call({ ...options, baseUrl })
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, located(call)]))
}
