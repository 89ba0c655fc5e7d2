import type { TextsLike } from '../../../ui/texts/i18n.ts'

export const en = {
  cancelled: 'No passkey was selected. Try again when you are ready.',
  endedTitle: 'Your session has ended',
  endedLead: 'Sign in again to continue. Everything you typed on this page is still there.',
  failed: 'That didn’t work: {detail}',
  insecure: 'Passkeys only work on secure pages. Open the console with https, or on localhost.',
  invitedLead: 'You have been invited as {role}. Create a passkey to get started. This link works once.',
  invitedTitle: 'Welcome',
  known: 'This device already has a passkey for your account. Sign in with it.',
  makePasskey: 'Create a passkey',
  noInvitation: 'This invitation is no longer valid',
  noInvitationLead: 'It was already used, replaced by a newer one, or has expired. Ask for a new invitation.',
  noPasskey: 'No passkey yet?',
  noPasskeyLead:
    'Ask an owner for an invitation. With access to the server, you can create one with this command:',
  offline: 'The server can’t be reached. Check your connection and try again.',
  passkeyHelp: 'Helps you tell your passkeys apart.',
  passkeyLead:
    'A passkey replaces the password. Your device stores it and asks for your fingerprint, face or PIN when you sign in.',
  passkeyName: 'Passkey name',
  signIn: 'Sign in',
  signInLead: 'Use the passkey you created from your invitation.',
  signInPasskey: 'Sign in with a passkey',
  toSignIn: 'Go to sign-in',
  unsupported: 'This browser does not support passkeys. Use a newer one.',
  you: 'Account:',
  phoneAgain: 'Try again',
  phoneCode: 'QR code for the authenticator',
  phoneDenied: 'The request was denied on your phone.',
  phoneExpired: 'The request expired before it was answered.',
  phoneHere: 'Open the authenticator on this device',
  phoneNumber: 'Enter this number on your phone:',
  phoneScan: 'Scan this code with your authenticator.',
  phoneWaiting: 'Waiting for your phone…',
  signInPhone: 'Sign in with your phone',
  signInOther: 'Sign in another way',
} as const

export type SignInTexts = TextsLike<typeof en>
