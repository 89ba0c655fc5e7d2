// @ts-check
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { parseModule } from './module.js'

/** @typedef {import('./module.js').Import & { target: string | undefined }} ResolvedImport a package has no target */
/** @typedef {Omit<import('./module.js').Module, 'imports'> & { path: string, imports: ResolvedImport[] }} SourceFile */
/** @typedef {Map<string, SourceFile>} Tree paths from the root, with slashes */

/**
 * Every source file of the product below the root, parsed, with its imports resolved.
 * @param {string} root
 * @returns {Tree}
 */
export function readTree(root) {
  const paths = ['src', 'web'].flatMap((folder) => listSources(root, folder))
  return new Map(paths.map((path) => [path, readSource(root, path)]))
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function listSources(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return listSources(root, path)
    return /\.tsx?$/.test(path) && !path.endsWith('.d.ts') ? [path] : []
  })
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {SourceFile}
 */
function readSource(root, path) {
  const parsed = parseModule(path, readFileSync(join(root, path), 'utf8'))
  const imports = parsed.imports.map((found) => {
    const isFile = found.specifier.startsWith('.')
    return { ...found, target: isFile ? posix.join(dirname(path), found.specifier) : undefined }
  })
  return { ...parsed, path, imports }
}
