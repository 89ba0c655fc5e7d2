import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RenderPage } from '../../events/public-page/view.ts'

/** Undefined if nothing is built. */
export async function loadRenderer(folder: string): Promise<RenderPage | undefined> {
  const path = join(folder, 'register', 'server.js')
  if (!existsSync(path)) return undefined
  const { renderPage } = (await import(pathToFileURL(path).href)) as { renderPage: RenderPage }
  return renderPage
}
