import type { Visit } from './chromium.ts'

/** A security key that confirms everything, in the browser's own debugger. */
export async function plugInKey({ page, context }: Pick<Visit, 'page' | 'context'>): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
