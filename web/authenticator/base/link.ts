import { signal } from '@preact/signals'
import { pathTo } from './place.ts'

const forms = {
  job: /^[A-Za-z0-9]{20}$/,
  enrol: /^[\w-]{1,128}$/,
  approval: /^[\w-]{1,64}$/,
  device: /^[\w-]{1,1024}$/,
} as const

/** What a link or a QR code brings to this device: `#/job/TICKET`, and the like. */
type Link = { readonly kind: keyof typeof forms; readonly value: string }

/** The one that is open. It is kept in the history's state: an address would be sent to the server on a reload. */
export const link = signal<Link | undefined>(undefined)

/** Whatever the address before it is. */
function readLink(text: string): Link | undefined {
  const [, kind, value = ''] = /#\/(job|enrol|approval|device)\/([\w-]+)$/.exec(text.trim()) ?? []
  if (kind === undefined || !forms[kind as Link['kind']].test(value)) return undefined
  return { kind: kind as Link['kind'], value }
}

/** Goes to the page of a link that was scanned or pasted; says false where it is none. */
export function openLink(text: string): boolean {
  const found = readLink(text)
  if (found === undefined) return false
  history.pushState({ link: found }, '', pathTo('/link'))
  dispatchEvent(new PopStateEvent('popstate'))
  return true
}

/** A link that is opened, at the start or in the running app, gives way to its page. */
export function followLinks(): void {
  takeHash()
  addEventListener('popstate', takeHash)
}

function takeHash(): void {
  const found = readLink(location.hash)
  if (found !== undefined) history.replaceState({ link: found }, '', pathTo('/link'))
  link.value = (history.state as { link?: Link } | null)?.link
}
