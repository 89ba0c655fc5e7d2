import { readPages } from '../saved-pages.ts'
import type { Handler, Handlers } from './http.ts'

/** Serves what Lanyard answered from memory. */
export function pageHandlers(seedFile: string): Handlers {
  const handlers = readPages(seedFile).map(({ path, headers, body }): [string, Handler] => {
    const bytes = Buffer.from(body, 'base64')
    return [`GET ${path}`, (_request, response) => response.writeHead(200, headers).end(bytes)]
  })
  return Object.fromEntries(handlers)
}
