import type { FieldError } from '../../kernel/base/fault.ts'

/** Why the console refuses, if a problem's code alone does not say it. */
export const reasons = {
  'delivery-under-way': 'The delivery is on its way already.',
  'identity-taken': 'This identity signs in another operator.',
  'identity-unconfirmed': 'The passkey did not confirm this identity: try again.',
  'identity-unknown':
    'No operator has linked this identity: sign in by a passkey, then link it in your account.',
  'invitation-over': 'This invitation is unknown, used or past its day: ask for a new one.',
  'key-ended': 'This key is revoked, or was rotated before.',
  'last-owner': 'This is the last owner: make somebody else one first.',
  'last-passkey': 'This is your last passkey: add another one first.',
  'messages-leave': 'Messages of this channel leave the machine.',
  'name-changed': 'This is no longer the name of a live application: read it again.',
  'no-email': 'This is not an e-mail address.',
  'operator-disabled': 'This operator is disabled.',
  'operator-elsewhere': 'This operator reaches other organisations: invite with the same.',
  'operator-role': 'This operator has another role: invite with that role.',
  'passkey-known': 'This passkey is known already.',
  'passkey-unconfirmed': 'The passkey was not confirmed: try again.',
  'passkey-unknown':
    'This passkey is not known here, or it was not confirmed: try again, or ask for an invitation.',
  'passkeys-full': 'Remove a passkey first.',
  'quota-opens-itself': 'A quota opens again at midnight, or with a larger quota.',
  'signing-key-changed': 'Another key signs by now: read the list again.',
  'task-over': 'The task is over already.',
  'task-unfinished': 'The task has not finished.',
} as const

/** For a problem or a fault: the reason as text, and its code for clients with their own texts. */
export function because(reason: keyof typeof reasons): { detail: string; errors: FieldError[] } {
  const detail = reasons[reason]
  return { detail, errors: [{ pointer: '', code: reason, message: detail }] }
}
