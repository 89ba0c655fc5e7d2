import { isolate } from '../../ui/texts/isolate.ts'
import { text } from '../base/texts.ts'
import type { CodeAccount } from '../store/records.ts'

type Names = Pick<CodeAccount, 'issuer' | 'label'>

/** In one line, for questions and labels. */
export function nameOf({ issuer, label }: Names): string {
  return (
    [issuer, label].flatMap((part) => (part === '' ? [] : [isolate(part)])).join(', ') ||
    text('codesNameless')
  )
}

/** Somebody else chose these words: each is a line of its own, whatever its direction. */
export function AccountName({ account: { issuer, label } }: { account: Names }) {
  const [first, second] = issuer === '' ? [label, ''] : [issuer, label]
  return (
    <div class="account-name">
      <strong class="untrusted">{first || text('codesNameless')}</strong>
      {second !== '' && <span class="untrusted soft">{second}</span>}
    </div>
  )
}
