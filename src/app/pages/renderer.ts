import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageView } from '../../events/public-page/view.ts'

/** The components of web/register as the build makes them for the server. */
export type RenderPage = (view: PageView) => { readonly title: string; readonly html: string }

/** Undefined where nothing is built. */
export async function loadRenderer(folder: string): Promise<RenderPage | undefined> {
  const path = join(folder, 'register', 'server.js')
  if (!existsSync(path)) return undefined
  const { renderPage } = (await import(pathToFileURL(path).href)) as { renderPage: RenderPage }
  return renderPage
}
