import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPageFile, type PageFile } from './page-file.ts'

/** The contents of a build of web/. */
type Manifest = {
  readonly apps: readonly {
    readonly name: string
    readonly path: string
    readonly files: readonly { readonly name: string; readonly type: string; readonly immutable: boolean }[]
  }[]
}

export type WebApp = {
  readonly name: string
  /** The app's path, such as `/docs`. */
  readonly path: string
  /** Its URL if it has its own host. */
  readonly ownUrl?: string
  /** The page for every path of the app that is not a file. */
  readonly html: PageFile
  readonly files: ReadonlyMap<string, PageFile>
}

/** Reads a build into memory, so that no name from a request ever reaches the disk. Undefined if there is none. */
export function readSite(folder: string): WebApp[] | undefined {
  const text = readIfPresent(join(folder, 'manifest.json'))
  if (text === undefined) return undefined
  const { apps } = JSON.parse(text.toString()) as Manifest
  return apps.map(({ name, path, files }) => {
    const read = files.map((file) => [`${path}/${file.name}`, readFile(join(folder, name), file)] as const)
    const known = new Map(read)
    const html = known.get(`${path}/index.html`)
    if (html === undefined) throw new Error(`the build of ${path} has no index.html`)
    known.delete(`${path}/index.html`)
    return { name, path, html, files: known }
  })
}

function readFile(
  folder: string,
  { name, type, immutable }: Manifest['apps'][number]['files'][number],
): PageFile {
  const [br, gzip] = ['.br', '.gz'].map((ending) => readIfPresent(join(folder, name + ending)))
  return createPageFile({
    type,
    immutable,
    plain: readFileSync(join(folder, name)),
    coded: { ...(br === undefined ? {} : { br }), ...(gzip === undefined ? {} : { gzip }) },
  })
}

function readIfPresent(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
