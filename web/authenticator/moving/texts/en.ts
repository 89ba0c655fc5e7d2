import type { TextsLike } from '../../../ui/texts/i18n.ts'

export const en = {
  // the old phone
  title: 'Move to a new phone',
  lead: 'Have both phones at hand. Your identities, connected services and one-time codes move to the new phone, and stop working on this one.',
  private: 'Make sure that no one else can see the screens.',
  nothing: 'There’s nothing to move yet.',
  start: 'Start',
  starting: 'Starting…',
  showTitle: 'Scan this with the new phone',
  showLead: 'Point the camera of the new phone at this code and open the link.',
  showInstalled: 'If this app is already installed there, open it and choose “Scan” instead.',
  showUntil: 'Valid until {time}.',
  showOver: 'This code has expired.',
  showAgain: 'Create a new code',
  showLink: 'Link for the new phone',
  showEnded:
    '“{name}” doesn’t move: this identity was deactivated or has already moved. You can remove it from this phone.',
  showRefused:
    '{app} doesn’t move: the service no longer knows this phone. Ask it for a new link and open that on the new phone.',
  next: 'Next',
  scanTitle: 'Scan the code on the new phone',
  scanLead: 'After you choose “Move here” on the new phone, it shows a code.',
  scanBack: 'Show my code again',
  scanWrong: 'This isn’t the code that the new phone shows.',
  askTitle: 'Move everything now?',
  askLead: 'From now on, you use the new phone. These identities stop working on this one.',
  askYes: 'Move now',
  asking: 'Moving…',
  askFailed: 'Not moved yet: {name}. {reason}',
  askTooLate: 'The code on the new phone has expired. Start again.',
  askMissing: 'It’s new or has changed since you started. Start again.',
  startAgain: 'Start again',
  strangerTitle: 'Start on your old phone',
  strangerLead:
    'This code belongs to another move, or the move took too long. Open the settings of your old phone and choose “Move to a new phone”.',
  // one-time codes
  codesTitle: 'Move your codes',
  codesLead: 'On the new phone, choose “Scan codes”, then point it at this code.',
  codesPart: 'Code {place} of {count}',
  codesDone: 'Done',
  // the end
  endTitle: 'Everything has moved',
  endLead: 'You can use your new phone now. Erase this one before you give it away.',
  endKept: 'Before you erase this phone, check that your one-time codes and services appear on the new one.',
  leftTitle: 'Not everything has moved',
  leftLead: 'These identities are still on this phone. Don’t erase it yet: start again to move them.',
  // the new phone
  hereTitle: 'Move to this phone?',
  hereLead: 'Continue only if your old phone shows this code right now.',
  hereServices: '{count} connected {count|service|services}',
  hereCodes: '{count} one-time {count|code|codes}',
  hereYes: 'Move here',
  hereBusy: 'Preparing…',
  hereOwn: 'This code is for your new phone. Scan it there.',
  answerTitle: 'Scan this with the old phone',
  answerLead: 'On the old phone, choose “Next” and point its camera at this code.',
  answerWaiting: 'Waiting for the old phone…',
  answerLink: 'Link for the old phone',
  serviceFailed: 'Couldn’t connect {app}. Try again, or connect it later: ask the service for a new link.',
  serviceSpent:
    'Couldn’t connect {app}: its code has expired, or someone else has used it. If you didn’t use it yourself, ask the service to remove the unknown device, then connect this phone there again.',
  serviceRetry: 'Try again',
  arrivedTitle: 'Your identity is here',
  arrivedServices: 'Everything is here',
  arrivedLead: 'You can use this phone from now on.',
  arrivedVerify: 'To share your e-mail address or phone number with a site, verify it again.',
  arrivedCodes: 'Last step: scan the one-time codes that your old phone shows.',
  arrivedScan: 'Scan codes',
} as const

export type MovingTexts = TextsLike<typeof en>
