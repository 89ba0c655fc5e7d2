import type { TextsLike } from './i18n.ts'

export const en = {
  cancel: 'Cancel',
  close: 'Close',
  copied: 'Copied',
  copy: 'Copy',
  copyFailed: 'Copying was blocked by the browser',
  failed: 'Could not load this',
  discard: 'Discard',
  discardTitle: 'Discard your changes?',
  keepEditing: 'Keep editing',
  language: 'Language',
  loading: 'Loading',
  more: 'Show more',
  next: 'Next',
  pages: 'Pages',
  previous: 'Previous',
  required: 'required',
  retry: 'Try again',
  save: 'Save',
  theme: 'Appearance',
  themeDark: 'Dark',
  themeLight: 'Light',
  themeSystem: 'Same as device',
} as const

export type UiTexts = TextsLike<typeof en>
