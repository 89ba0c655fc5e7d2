import type { TextsLike } from '../../../ui/i18n.ts'
import { en } from './en.ts'

export const fr: TextsLike<typeof en> = en
