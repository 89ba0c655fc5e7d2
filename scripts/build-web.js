// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { root } from './setup.js'

/** @typedef {{ name: string, type: string, immutable: boolean }} WebFile */
/** @typedef {{ name: string, path: string, files: WebFile[] }} WebApp */

/** Where each app of web/ is served, once it is there. */
const PATHS = { docs: '/docs', authenticator: '/authenticator', console: '/console', register: '/e' }

const TYPES = /** @type {Record<string, string>} */ ({
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
})
const PLAIN = 'text/plain; charset=utf-8'
const DENSE = new Set(['.png', '.woff2'])

/**
 * Bundles every app of web/ into `target`, and names all files in its manifest: the server knows no others.
 * @param {string} target
 * @returns {Promise<WebApp[]>}
 */
export async function buildWeb(target) {
  const apps = await Promise.all(
    Object.entries(PATHS)
      .filter(([name]) => existsSync(join(root, 'web', name, 'main.tsx')))
      .map(([name, path]) => buildApp(name, path, join(target, name))),
  )
  if (apps.length > 0) writeFileSync(join(target, 'manifest.json'), JSON.stringify({ apps }))
  return apps
}

/**
 * @param {string} name
 * @param {string} path
 * @param {string} folder
 * @returns {Promise<WebApp>}
 */
async function buildApp(name, path, folder) {
  const { outputFiles, metafile } = await bundle(name, path)
  /** @type {WebFile[]} */
  const files = []
  const add = (
    /** @type {string} */ file,
    /** @type {string | Uint8Array} */ contents,
    immutable = false,
  ) => {
    write(join(folder, file), Buffer.from(contents))
    files.push({ name: file, type: TYPES[extname(file)] ?? PLAIN, immutable })
  }
  for (const output of outputFiles) add(`assets/${basename(output.path)}`, output.contents, true)
  const icon = readFileSync(join(root, 'web', 'ui', 'icon.svg'))
  const iconName = `assets/icon-${createHash('sha256').update(icon).digest('hex').slice(0, 8)}.svg`
  add(iconName, icon, true)
  const find = (/** @type {RegExp} */ pattern) => files.find((file) => pattern.test(file.name))?.name ?? ''
  const script = find(/\/main-.+\.js$/)
  const preloads = listStaticParts(metafile, script).map(
    (part) => `<link rel="modulepreload" href="${path}/${part}">`,
  )
  add(
    'index.html',
    readFileSync(join(root, 'web', name, 'index.html'), 'utf8')
      .replace('{{script}}', `${path}/${script}`)
      .replace('{{preload}}', preloads.join(''))
      .replace('{{style}}', `${path}/${find(/\/main-.+\.css$/)}`)
      .replace('{{icon}}', `${path}/${iconName}`),
  )
  if (name === 'docs') for (const [file, text] of readGuides()) add(`data/${file}`, text)
  return { name, path, files }
}

/**
 * @param {string} name
 * @param {string} path
 */
function bundle(name, path) {
  return build({
    absWorkingDir: root,
    entryPoints: [`web/${name}/main.tsx`],
    outdir: 'assets',
    publicPath: `${path}/assets`,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    legalComments: 'none',
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.svg': 'file', '.png': 'file', '.woff2': 'file' },
    write: false,
    metafile: true,
    logLevel: 'warning',
  })
}

/**
 * What the script needs before it can start.
 * @param {import('esbuild').Metafile} metafile
 * @param {string} script
 */
function listStaticParts({ outputs }, script) {
  const found = new Set([script])
  for (const name of found)
    for (const { path, kind } of outputs[name]?.imports ?? [])
      if (kind === 'import-statement') found.add(path)
  found.delete(script)
  return [...found]
}

/**
 * The guides as they are, and the list of their titles.
 * @returns {[file: string, text: string][]}
 */
function readGuides() {
  const folder = join(root, 'docs', 'guide')
  const names = existsSync(folder) ? readdirSync(folder).sort() : []
  const texts = names.map((name) => /** @type {const} */ ([name, readFileSync(join(folder, name), 'utf8')]))
  const guides = texts
    .filter(([name]) => name.endsWith('.md'))
    .map(([name, text]) => ({
      slug: name.slice(0, -'.md'.length),
      title: /^# (.+)$/m.exec(text)?.[1] ?? name,
    }))
  // A program of a guide is shown, never run.
  const shown = (/** @type {string} */ name) => (name.endsWith('.md') ? name : `${name}.txt`)
  return [
    ['guides.json', JSON.stringify(guides)],
    ...texts.map(([name, text]) => /** @type {[string, string]} */ ([`guide/${shown(name)}`, text])),
  ]
}

/**
 * Beside the file as it is, what browsers can decode.
 * @param {string} path
 * @param {Buffer} contents
 */
function write(path, contents) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, contents)
  if (DENSE.has(extname(path))) return
  writeFileSync(`${path}.gz`, gzipSync(contents, { level: 9 }))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: contents.length }
  writeFileSync(`${path}.br`, brotliCompressSync(contents, { params }))
}
