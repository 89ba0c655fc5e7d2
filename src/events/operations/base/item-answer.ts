import { createHash } from 'node:crypto'
import { matchesEtag } from '../../../kernel/contract/etag.ts'
import { problem } from '../../problems.ts'

type Header = (name: string) => string | undefined

const DIGEST_LENGTH = 16

/**
 * The version, which If-Match compares, and a digest of the whole answer. Counts, positions in the line and offers that lapse
 * change without a new version: the digest covers them and whatever else the answer contains.
 */
function tagOf(body: { readonly version: number }): string {
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, DIGEST_LENGTH)
  return `"${body.version}-${digest}"`
}

/** An item as a write leaves it: its tag is the one that the next read has. */
export function writtenItem<A extends { readonly version: number }>(body: A) {
  return { headers: { etag: tagOf(body) }, body }
}

/** 304 where the caller has it already (RFC 9110 §13.1.2). */
export function answerItem<A extends { readonly version: number }>(header: Header, body: A) {
  return answerTagged(header, tagOf(body), body)
}

/** Under a tag that is known before the body is built. */
export function answerTagged<A>(header: Header, tag: string, body: A) {
  const headers = { etag: tag }
  if (matchesEtag(header('if-none-match'), tag)) return { status: 304 as const, headers }
  return { status: 200 as const, headers, body }
}

/** RFC 9110 §13.1.1: nothing is done to another version than the caller knows. */
export function checkMatch(header: Header, version: number): void {
  const wanted = header('if-match')
  if (wanted === undefined || wanted.trim() === '*') return
  const versions = wanted.split(',').map((tag) => /^(?:W\/)?"(\d+)/.exec(tag.trim())?.[1])
  if (!versions.includes(String(version))) throw problem('version-changed')
}
