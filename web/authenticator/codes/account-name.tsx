import { isolate } from '../../ui/texts/isolate.ts'
import { text } from '../base/texts.ts'
import type { CodeAccount } from '../store/records.ts'

type Names = Pick<CodeAccount, 'issuer' | 'label'>

/** On one line, for questions and labels. */
export function nameOf({ issuer, label }: Names): string {
  return (
    [issuer, label].flatMap((part) => (part === '' ? [] : [isolate(part)])).join(', ') ||
    text('codesNameless')
  )
}

/** These names come from other parties: each is isolated on its own line, whatever its direction. */
export function AccountName({ account: { issuer, label } }: { account: Names }) {
  const [first, second] = issuer === '' ? [label, ''] : [issuer, label]
  return (
    <div class="account-name">
      <strong class="untrusted">{first || text('codesNameless')}</strong>
      {second !== '' && <span class="untrusted soft">{second}</span>}
    </div>
  )
}
