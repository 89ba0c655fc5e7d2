// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { root } from './setup.js'
import { slimTables } from './slim-tables.js'

/** @typedef {{ name: string, type: string, immutable: boolean }} WebFile */
/** @typedef {{ name: string, path: string, files: WebFile[] }} WebApp */

/** Where each app of web/ is served, once it is there. */
const PATHS = { docs: '/docs', authenticator: '/authenticator', console: '/console', register: '/e' }

const TYPES = /** @type {Record<string, string>} */ ({
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
})
const MANIFEST = 'manifest.webmanifest'
const PLAIN = 'text/plain; charset=utf-8'
const DENSE = new Set(['.png', '.woff2'])

const browserBundle = /** @satisfies {import('esbuild').BuildOptions} */ ({
  absWorkingDir: root,
  bundle: true,
  plugins: [slimTables()],
  format: /** @type {const} */ ('esm'),
  target: 'es2022',
  minify: true,
  legalComments: /** @type {const} */ ('none'),
  write: /** @type {const} */ (false),
  logLevel: /** @type {const} */ ('warning'),
})

/**
 * Bundles every app of web/ into `target`, and names all files in its manifest: the server knows no others.
 * @param {string} target
 * @param {readonly string[]} names of the apps
 * @returns {Promise<WebApp[]>}
 */
export async function buildWeb(target, names = Object.keys(PATHS)) {
  const apps = await Promise.all(
    Object.entries(PATHS)
      .filter(([name]) => names.includes(name) && existsSync(join(root, 'web', name, 'main.tsx')))
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
  const { outputFiles, metafile } = await bundle(name)
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
  const icons = readIcons(name).map(([icon, contents]) => {
    const hashed = `assets/${hashName(icon, contents)}`
    add(hashed, contents, true)
    return /** @type {const} */ ([icon, `${path}/${hashed}`])
  })
  const find = (/** @type {RegExp} */ pattern) => files.find((file) => pattern.test(file.name))?.name ?? ''
  const script = find(/\/main-.+\.js$/)
  const preloads = listStaticParts(metafile, script).map(
    (part) => `<link rel="modulepreload" href="${path}/${part}">`,
  )
  const fill = (/** @type {string} */ file) =>
    fillIn(readFileSync(join(root, 'web', name, file), 'utf8'), {
      path,
      script: `${path}/${script}`,
      preload: preloads.join(''),
      style: `${path}/${find(/\/main-.+\.css$/)}`,
      ...Object.fromEntries(icons),
    })
  const html = fill('index.html')
  add('index.html', html)
  if (existsSync(join(root, 'web', name, MANIFEST))) add(MANIFEST, fill(MANIFEST))
  if (existsSync(join(root, 'web', name, 'service-worker.ts')))
    add('service-worker.js', await bundleWorker(name, files, html))
  if (existsSync(join(root, 'web', name, 'server.tsx'))) await bundleServer(name, folder)
  if (name === 'docs') for (const [file, text] of readGuides()) add(`data/${file}`, text)
  return { name, path, files }
}

/**
 * The icon that all apps share, and those that an app has besides.
 * @param {string} name
 * @returns {[file: string, contents: Buffer][]}
 */
function readIcons(name) {
  const own = join(root, 'web', name, 'icons')
  const names = existsSync(own) ? readdirSync(own).sort() : []
  return [
    ['icon.svg', readFileSync(join(root, 'web', 'ui', 'icon.svg'))],
    ...names.map((file) => /** @type {[string, Buffer]} */ ([file, readFileSync(join(own, file))])),
  ]
}

/**
 * `icon.svg` → `icon-1a2b3c4d.svg`
 * @param {string} file
 * @param {Buffer} contents
 */
function hashName(file, contents) {
  const ending = extname(file)
  return `${basename(file, ending)}-${hash(contents)}${ending}`
}

/** @param {string | Buffer} contents */
function hash(contents) {
  return createHash('sha256').update(contents).digest('hex').slice(0, 8)
}

/**
 * @param {string} text
 * @param {Record<string, string>} values by the names that stand in double braces
 */
function fillIn(text, values) {
  return text.replace(/\{\{([\w.-]+)\}\}/g, (_slot, name) => {
    const value = values[name]
    if (value === undefined) throw new Error(`a page of web/ asks for {{${name}}}, which no build has`)
    return value
  })
}

/**
 * Paths inside are relative: the app may also answer at the root of a host of its own.
 * @param {string} name
 */
function bundle(name) {
  return build({
    ...browserBundle,
    entryPoints: [`web/${name}/main.tsx`],
    outdir: 'assets',
    splitting: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.svg': 'file', '.png': 'file', '.woff2': 'file' },
    metafile: true,
  })
}

/**
 * The service worker knows the names of all files: it changes when one of them does.
 * @param {string} name
 * @param {readonly WebFile[]} files
 * @param {string} html
 */
async function bundleWorker(name, files, html) {
  const names = files.filter(({ immutable }) => immutable).map((file) => file.name)
  const { outputFiles } = await build({
    ...browserBundle,
    entryPoints: [`web/${name}/service-worker.ts`],
    outfile: 'service-worker.js',
    format: 'iife',
    define: {
      BUILD_FILES: JSON.stringify(names),
      BUILD_NAME: JSON.stringify(hash(names.join() + html)),
    },
  })
  return outputFiles[0]?.contents ?? ''
}

/**
 * The same components for the server, which loads them when it starts: no browser ever asks for them.
 * @param {string} name
 * @param {string} folder
 */
async function bundleServer(name, folder) {
  await build({
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.css': 'empty', '.svg': 'empty' },
    legalComments: 'none',
    logLevel: 'warning',
    entryPoints: [`web/${name}/server.tsx`],
    outfile: join(folder, 'server.js'),
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
 * The guides as they are, the list of their titles, and what the search finds in them.
 * @returns {[file: string, text: string][]}
 */
function readGuides() {
  const folder = join(root, 'docs', 'guide')
  const names = existsSync(folder) ? readdirSync(folder).sort() : []
  const texts = names.map((name) => /** @type {const} */ ([name, readFileSync(join(folder, name), 'utf8')]))
  const written = texts.filter(([name]) => name.endsWith('.md'))
  const guides = written.map(([name, text]) => ({
    slug: name.slice(0, -'.md'.length),
    title: /^# (.+)$/m.exec(text)?.[1] ?? name,
  }))
  // A program of a guide is shown, never run.
  const shown = (/** @type {string} */ name) => (name.endsWith('.md') ? name : `${name}.txt`)
  return [
    ['guides.json', JSON.stringify(guides)],
    [
      'sections.json',
      JSON.stringify(written.flatMap(([name, text]) => listSections(name.slice(0, -'.md'.length), text))),
    ],
    ...texts.map(([name, text]) => /** @type {[string, string]} */ ([`guide/${shown(name)}`, text])),
  ]
}

/**
 * The different words of each section of a guide, without its programs.
 * @param {string} slug
 * @param {string} text
 */
function listSections(slug, text) {
  return text
    .replaceAll(/^```.*?^```$/gms, '')
    .split(/^(?=##+ )/m)
    .map((section) => {
      const heading = /^##+ (.+)$/m.exec(section)?.[1]
      const words = new Set(section.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_-]*/gu))
      return { slug, ...(heading === undefined ? {} : { heading }), words: [...words].join(' ') }
    })
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
