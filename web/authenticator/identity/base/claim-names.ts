/** What the issuer can prove of a person. */
export const claimNames = ['email', 'phone'] as const
export const claimTexts = { email: 'identityEmail', phone: 'identityPhone' } as const
