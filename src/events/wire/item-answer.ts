import { problem } from '../problems.ts'

type Header = (name: string) => string | undefined

/** `counts` are members that change without a new version: they belong to the tag, not to what If-Match compares. */
export function tagOf(version: number, counts: readonly (number | null)[] = []): string {
  return `"${[version, ...counts].join('-')}"`
}

/** 304 where the caller has it already (RFC 9110 §13.1.2). */
export function answerItem<A>(header: Header, tag: string, body: A) {
  const known = header('if-none-match')
  const headers = { etag: tag }
  if (known !== undefined && (known.trim() === '*' || listTags(known).includes(tag)))
    return { status: 304 as const, headers }
  return { status: 200 as const, headers, body }
}

/** RFC 9110 §13.1.1: nothing is done to another version than the caller knows. */
export function checkMatch(header: Header, version: number): void {
  const wanted = header('if-match')
  if (wanted === undefined || wanted.trim() === '*') return
  const versions = listTags(wanted).map((tag) => tag.slice(1, -1).split('-', 1)[0])
  if (!versions.includes(String(version))) throw problem('version-changed')
}

function listTags(text: string): string[] {
  return text.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
}
