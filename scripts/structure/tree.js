// @ts-check
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { parseModule } from './module.js'

/** @typedef {import('./module.js').Import & { target: string | undefined, packageName: string | undefined }} ResolvedImport */
/** @typedef {Omit<import('./module.js').Module, 'imports'> & { path: string, imports: ResolvedImport[] }} SourceFile */
/** @typedef {Map<string, SourceFile>} Tree paths from the root, with slashes */

const FOLDERS = ['src', 'web', 'test', 'scripts', 'bench', 'examples']
const SINGLE_FILES = ['lanyard', 'vitest.config.ts']

/**
 * Every source file below the root, parsed, with its imports resolved.
 * @param {string} root
 * @returns {Tree}
 */
export function readTree(root) {
  const paths = [
    ...FOLDERS.flatMap((folder) => listSources(root, folder)),
    ...SINGLE_FILES.filter((path) => existsSync(join(root, path))),
  ]
  return new Map(paths.map((path) => [path, readSource(root, path, new Set(paths))]))
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function listSources(root, folder) {
  if (!statSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : listSources(root, path)
    return /\.(?:[cm]?[jt]s|tsx)$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : []
  })
}

/**
 * @param {string} root
 * @param {string} path
 * @param {ReadonlySet<string>} known
 * @returns {SourceFile}
 */
function readSource(root, path, known) {
  const parsed = parseModule(readFileSync(join(root, path), 'utf8'))
  const imports = parsed.imports.map((found) => ({ ...found, ...resolve(path, found.specifier) }))
  return { ...parsed, path, imports: [...imports, ...mentions(path, parsed, known)] }
}

/**
 * @param {string} from
 * @param {string} specifier
 */
function resolve(from, specifier) {
  if (specifier.startsWith('.'))
    return { target: posix.join(dirname(from), specifier), packageName: undefined }
  if (specifier.startsWith('node:')) return { target: undefined, packageName: undefined }
  const packageName = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  return { target: undefined, packageName }
}

/**
 * A worker, a bundle's entry or a page may name a source file in a string instead of importing it.
 * @param {string} path
 * @param {import('./module.js').Module} parsed
 * @param {ReadonlySet<string>} known
 * @returns {ResolvedImport[]}
 */
function mentions(path, parsed, known) {
  const imported = new Set(parsed.imports.map(({ specifier }) => specifier))
  return parsed.texts.flatMap(({ text, start }) => {
    if (imported.has(text) || !/\.[jt]sx?$/.test(text)) return []
    const target = [posix.join(dirname(path), text), posix.normalize(text)].find((candidate) =>
      known.has(candidate),
    )
    if (target === undefined) return []
    return [
      {
        specifier: text,
        line: parsed.lineAt(start),
        typeOnly: true,
        reExport: false,
        names: /** @type {const} */ ('*'),
        target,
        packageName: undefined,
      },
    ]
  })
}
