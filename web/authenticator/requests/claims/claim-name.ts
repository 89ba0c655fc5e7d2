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
