import type { TextsLike } from '../../../ui/texts/i18n.ts'

export const en = {
  cancelled: 'No passkey was chosen. Try again when you are ready.',
  endedTitle: 'Your session has ended',
  endedLead: 'Sign in again to go on. What you typed on this page is still there.',
  failed: 'That did not work: {detail}',
  insecure: 'Passkeys need a secure page: open the console by https, or by localhost.',
  invitedLead: 'This link makes you {role} of this server. It works once.',
  invitedTitle: 'Welcome',
  known: 'This device has a passkey for your account already. Sign in with it.',
  makePasskey: 'Make a passkey',
  noInvitation: 'This invitation does not work any more',
  noInvitationLead: 'It was used, a newer one took its place, or its day is over. Ask for a new one.',
  noPasskey: 'No passkey yet?',
  noPasskeyLead:
    'Ask an owner to invite you. Whoever has a shell on the server makes an invitation with this command:',
  offline: 'The server cannot be reached. Check the network and try again.',
  passkeyHelp: 'So that you recognise it among others, say “Laptop” or “Key on my ring”.',
  passkeyLead:
    'A passkey takes the place of a password: your device keeps it, and asks for your fingerprint, face or PIN when you use it.',
  passkeyName: 'Name of the passkey',
  signIn: 'Sign in',
  signInLead: 'With the passkey that you made when you were invited.',
  signInPasskey: 'Sign in with a passkey',
  toSignIn: 'Go to the sign-in',
  unsupported: 'This browser has no passkeys. Use a newer one.',
  you: 'You are',
  phoneAgain: 'Ask again',
  phoneCode: 'QR code for the authenticator',
  phoneDenied: 'The request was denied on the phone.',
  phoneExpired: 'Nobody answered in time.',
  phoneHere: 'Open the authenticator on this device',
  phoneNumber: 'Type this number on your phone:',
  phoneScan: 'Scan the code with your authenticator.',
  phoneWaiting: 'Waiting for your phone …',
  signInPhone: 'Sign in with your phone',
  signInOther: 'Sign in another way',
} as const

export type SignInTexts = TextsLike<typeof en>
