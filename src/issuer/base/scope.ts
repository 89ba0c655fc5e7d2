import { Fault } from '../../kernel/base/fault.ts'

/** A claim that an application asks for; `email~r` marks a required one. */
export type AskedClaim = { name: string; required: boolean }

const MOST_CLAIMS = 20
const claimPattern = /^([A-Za-z][A-Za-z0-9_.-]{0,39})(~r)?$/

export function readScope(scope: string): AskedClaim[] {
  const claims = scope.split(' ').map((word) => {
    const match = claimPattern.exec(word)
    if (match?.[1] === undefined)
      throw invalid('holds names of claims, one space between them, ~r behind a required one')
    return { name: match[1], required: match[2] !== undefined }
  })
  if (claims.length > MOST_CLAIMS) throw invalid(`asks for at most ${MOST_CLAIMS} claims`)
  if (new Set(claims.map(({ name }) => name)).size < claims.length) throw invalid('names each claim once')
  return claims
}

function invalid(message: string): Fault {
  return new Fault('invalid', {
    detail: `/scope ${message}`,
    errors: [{ pointer: '/scope', code: 'scope', message }],
  })
}
