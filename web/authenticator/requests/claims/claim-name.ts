import { locale } from '../../../ui/texts/i18n.ts'
import { text } from '../../base/texts.ts'

const names = {
  email: 'requestClaimEmail',
  phone: 'requestClaimPhone',
  name: 'requestClaimName',
  given_name: 'requestClaimGivenName',
  family_name: 'requestClaimFamilyName',
  nickname: 'requestClaimNickname',
  birthdate: 'requestClaimBirthdate',
  address: 'requestClaimAddress',
} as const

/** In the user's language for common claims, otherwise as requested. */
export function claimName(name: string): string {
  return Object.hasOwn(names, name) ? text(names[name as keyof typeof names]) : name
}

/** Several claims within a sentence: `name and e-mail address`. German nouns keep their capital letter. */
export function claimNames(names: readonly string[]): string {
  const language = locale.value
  const inSentence = names.map((name) =>
    language === 'de' || claimName(name) === name
      ? claimName(name)
      : claimName(name).toLocaleLowerCase(language),
  )
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(inSentence)
}
