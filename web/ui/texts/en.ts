import type { TextsLike } from './i18n.ts'

export const en = {
  cancel: 'Cancel',
  close: 'Close',
  copied: 'Copied',
  copy: 'Copy',
  copyFailed: 'The browser did not allow copying',
  failed: 'This could not be loaded',
  language: 'Language',
  loading: 'Loading',
  more: 'Show more',
  next: 'Next',
  pages: 'Pages',
  previous: 'Previous',
  required: 'required',
  retry: 'Try again',
  save: 'Save',
  theme: 'Colours',
  themeDark: 'Dark',
  themeLight: 'Light',
  themeSystem: 'As the system',
} as const

export type UiTexts = TextsLike<typeof en>
