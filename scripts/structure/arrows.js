// @ts-check

/** @typedef {import('./tree.js').Tree} Tree */
/** @typedef {import('./tree.js').SourceFile} SourceFile */
/** @typedef {{ path: string, line: number, message: string }} Finding */
/** @typedef {{ layers: Record<string, readonly string[]>, services: readonly string[], parts: Record<string, readonly string[]> }} ArrowRules */

/**
 * Imports that point against the arrows between layers, and between the parts of a service.
 * @param {Tree} tree
 * @param {ArrowRules} rules
 * @returns {Finding[]}
 */
export function checkArrows(tree, rules) {
  const shared = sharedWithClient(tree, rules.services)
  return [...tree.values()].flatMap((file) => {
    const layer = layerOf(file.path)
    if (!(layer in rules.layers)) {
      const message = `src/${layer} is no part of the tree: use one of ${Object.keys(rules.layers).join(', ')}`
      return [{ path: file.path, line: 1, message }]
    }
    return file.imports.flatMap(({ target, line }) => {
      if (target === undefined || !tree.has(target)) return []
      const message =
        layer === layerOf(target)
          ? objectionInside(file.path, target, rules)
          : objectionBetween(file.path, target, { ...rules, shared })
      return message === undefined ? [] : [{ path: file.path, line, message }]
    })
  })
}

/**
 * What a browser would load with the client: everything it reaches must run there. The build hands browsers tables of
 * operations and records without their schemas, so nothing is reached through these.
 * @param {Tree} tree
 * @param {RegExp} browserPackages
 * @returns {Finding[]}
 */
export function checkBrowser(tree, browserPackages) {
  const loaded = reach(
    tree,
    [...tree.keys()].filter((path) => layerOf(path) === 'client'),
    ({ typeOnly, target }) => !typeOnly && !['operations', 'record'].includes(partOf(target ?? '')),
  )
  return [...loaded].flatMap((path) =>
    (tree.get(path)?.imports ?? [])
      .filter(({ target, typeOnly, specifier }) => !target && !typeOnly && !browserPackages.test(specifier))
      .map(({ specifier, line }) => ({
        path,
        line,
        message: `src/client loads this file, and ${specifier} does not run in a browser: move what the client needs into a file without it`,
      })),
  )
}

/**
 * Every file that `roots` reach by imports that `follows` accepts, the roots included.
 * @param {Tree} tree
 * @param {readonly string[]} roots
 * @param {(found: import('./tree.js').ResolvedImport) => boolean} follows
 */
export function reach(tree, roots, follows) {
  const reached = new Set(roots)
  for (const path of reached) {
    for (const found of tree.get(path)?.imports ?? []) {
      if (found.target !== undefined && tree.has(found.target) && follows(found)) reached.add(found.target)
    }
  }
  return reached
}

/**
 * @param {string} from
 * @param {string} to
 * @param {ArrowRules & { shared: ReadonlySet<string> }} rules
 */
function objectionBetween(from, to, { layers, services, shared }) {
  const [layer, target] = [layerOf(from), layerOf(to)]
  if (layers[layer]?.includes(target)) return undefined
  if (layer === 'client' && services.includes(target)) {
    if (shared.has(to)) return undefined
    return `client imports ${to}: of a service it may import operations.ts and what that imports`
  }
  if (services.includes(layer) && services.includes(target)) {
    return `${layer} imports ${target}: no service imports another; declare a port here and let src/app hand it over`
  }
  const allowed = layers[layer]?.join(', ') || 'nothing but itself'
  return `${layer} imports ${to}: it may import ${allowed}; move what both need down, or take it as a parameter`
}

/**
 * @param {string} from
 * @param {string} to
 * @param {ArrowRules} rules
 */
function objectionInside(from, to, { parts, services }) {
  if (![...services, 'platform'].includes(layerOf(from)) || !parts[partOf(from)]?.includes(partOf(to)))
    return undefined
  return `${partOf(from)} imports ${partOf(to)}: inside a service routes → domain → store → tables`
}

/**
 * Files of services that the client may import: the tables of operations and what these import of their own service.
 * @param {Tree} tree
 * @param {readonly string[]} services
 */
function sharedWithClient(tree, services) {
  const tables = [...tree.keys()].filter(
    (path) => services.includes(layerOf(path)) && partOf(path) === 'operations',
  )
  return reach(tree, tables, ({ target }) => target !== undefined && services.includes(layerOf(target)))
}

/**
 * `web`, `main` for src/main.ts, or the folder in src/.
 * @param {string} path
 */
function layerOf(path) {
  const [top = '', folder = ''] = path.split('/')
  return top === 'src' ? folder.replace(/\.ts$/, '') : top
}

/** @param {string} path */
function partOf(path) {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (path.includes('/migrations/')) return 'migrations'
  const kind = /(?:^|-)(routes|operations|rows|store|tables)\.ts$/.exec(name)?.[1]
  if (kind === 'rows') return 'operations'
  return kind ?? (path.includes('/records/') ? 'record' : 'domain')
}
