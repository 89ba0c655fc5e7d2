import { signal } from '@preact/signals'
import { pathTo } from './place.ts'

const forms = {
  job: /^[A-Za-z0-9]{20}$/,
  enrol: /^[\w-]{1,128}$/,
  approval: /^[\w-]{1,64}$/,
  device: /^[\w-]{1,1024}$/,
  move: /^[\w-]{1,4096}$/,
  moved: /^[\w-]{1,4096}$/,
} as const

/** A link or QR code opened on this device, such as `#/job/TICKET`. */
type Link = { readonly kind: keyof typeof forms; readonly value: string }

/** The open link. It is kept in the history state, because a reload would send an address to the server. */
export const link = signal<Link | undefined>(undefined)

/** Ignores the part of the URL before the hash. */
function readLink(text: string): Link | undefined {
  const [, kind, value = ''] = /#\/(job|enrol|approval|device|moved?)\/([\w-]+)$/.exec(text.trim()) ?? []
  if (kind === undefined || !forms[kind as Link['kind']].test(value)) return undefined
  return { kind: kind as Link['kind'], value }
}

/** Opens the page of a scanned or pasted link; false if it is not a known link. */
export function openLink(text: string): boolean {
  const found = readLink(text)
  if (found === undefined) return false
  history.pushState({ link: found }, '', pathTo('/link'))
  dispatchEvent(new PopStateEvent('popstate'))
  return true
}

/** Replaces an opened link by its page, at the start and while the app runs. */
export function followLinks(): void {
  takeHash()
  addEventListener('popstate', takeHash)
}

/** An answer to a move is not followed: any site could lead to one, but only the new phone shows the right one. */
function takeHash(): void {
  const found = readLink(location.hash)
  if (found !== undefined && found.kind !== 'moved')
    history.replaceState({ link: found }, '', pathTo('/link'))
  link.value = (history.state as { link?: Link } | null)?.link
}
