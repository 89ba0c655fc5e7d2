import { brotliDecompressSync } from 'node:zlib'
import type { Reply } from '../load/exchange.ts'

/** The form of the event's page: where it is sent, and the type that is chosen in it. */
export type PageForm = { readonly action: string; readonly typeId: string }

/** What a browser keeps of an open page. */
export type OpenPage = { readonly etag: string; readonly form: PageForm }

/** Thousands get the same page, so each version of it is read once. */
export function createPageReader(): (reply: Reply) => OpenPage {
  const known = new Map<string, PageForm>()
  return (reply) => {
    const etag = headerOf(reply, 'etag')
    const form = known.get(etag) ?? readForm(reply)
    known.set(etag, form)
    return { etag, form }
  }
}

function readForm(reply: Reply): PageForm {
  if (headerOf(reply, 'content-encoding') !== 'br') throw new Error('the page was not sent with Brotli')
  const html = brotliDecompressSync(reply.body).toString()
  const find = (pattern: RegExp) => {
    const found = pattern.exec(html)?.[1]
    if (found === undefined) throw new Error(`the page has no form to register with: ${pattern}`)
    return found
  }
  return {
    action: find(/<form method="post" action="([^"]+)"/),
    typeId: find(/<input type="hidden" name="type" value="([^"]+)"/),
  }
}

export function headerOf({ head }: Reply, name: string): string {
  return new RegExp(`\\r\\n${name}: ([^\\r]*)`, 'i').exec(head)?.[1] ?? ''
}
