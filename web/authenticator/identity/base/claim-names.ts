/** The addresses that the issuer can verify. */
export const claimNames = ['email', 'phone'] as const
export const claimTexts = { email: 'identityEmail', phone: 'identityPhone' } as const
