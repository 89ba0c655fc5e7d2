import type { Urls } from '../config/addresses.ts'
import { createTextFile, type PageFile } from './page-file.ts'
import type { WebApp } from './site.ts'

/** Which URL setting each app has; apps not listed here are served only below their path on the main host. */
const addresses: Readonly<Record<string, keyof Urls>> = {
  authenticator: 'authenticator',
  console: 'console',
  register: 'pages',
}

/** If an app has its own host, its files are named without the path that the build gave it. */
export function settleApp(app: WebApp, urls: Urls): WebApp {
  const address = addresses[app.name]
  const url = address === undefined ? undefined : urls[address]
  if (url === undefined || new URL(url).pathname !== '/') return app
  const files = [...app.files].map(
    ([name, file]) => [name, name.endsWith('.webmanifest') ? atRoot(file, app.path) : file] as const,
  )
  return { ...app, ownUrl: url, html: atRoot(app.html, app.path), files: new Map(files) }
}

function atRoot({ type, plain }: PageFile, path: string): PageFile {
  const text = plain.toString().replaceAll(`"${path}/`, '"/').replaceAll(`"${path}"`, '"/"')
  return createTextFile(type, text)
}
