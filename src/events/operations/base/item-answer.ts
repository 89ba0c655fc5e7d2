import { hash } from 'node:crypto'
import { matchesEtag } from '../../../kernel/contract/etag.ts'
import { problem } from '../../problems.ts'

type Header = (name: string) => string | undefined

const DIGEST_LENGTH = 16

/**
 * The version, which If-Match compares, and a digest of the whole answer. Counts, waiting-list positions and expiring
 * offers change without a new version, so the digest covers them.
 */
function tagOf(body: { readonly version: number }): string {
  const digest = hash('sha256', JSON.stringify(body), 'base64url').slice(0, DIGEST_LENGTH)
  return `"${body.version}-${digest}"`
}

/** What presenting a single row gives. */
export function only<A>([answer]: readonly A[]): A {
  if (answer === undefined) throw new Error('one row gives one answer')
  return answer
}

/** The answer to a change; its entity tag equals that of the next read. */
export function writtenItem<A extends { readonly version: number }>(body: A) {
  return { status: 200 as const, headers: { etag: tagOf(body) }, body }
}

/** The answer to a creation. */
export function madeItem<A extends { readonly version: number }>(body: A, location: string) {
  return { status: 201 as const, headers: { etag: tagOf(body), location }, body }
}

/** Answers 304 if the caller already has this version (RFC 9110 §13.1.2). */
export function answerItem<A extends { readonly version: number }>(header: Header, body: A) {
  return answerTagged(header, tagOf(body), body)
}

/** Uses an entity tag that is known before the body is built. */
export function answerTagged<A>(header: Header, tag: string, body: A) {
  const headers = { etag: tag }
  if (matchesEtag(header('if-none-match'), tag)) return { status: 304 as const, headers }
  return { status: 200 as const, headers, body }
}

/** RFC 9110 §13.1.1: refuses a change if the caller knows another version. */
export function checkMatch(header: Header, version: number): void {
  const wanted = header('if-match')
  if (wanted === undefined || wanted.trim() === '*') return
  const versions = wanted.split(',').map((tag) => /^(?:W\/)?"(\d+)/.exec(tag.trim())?.[1])
  if (!versions.includes(String(version))) throw problem('version-changed')
}
