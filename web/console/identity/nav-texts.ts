import { createTexts } from '../../ui/texts/i18n.ts'

/** The texts of the navigation, needed before a page of these areas is loaded. */
export const navText = createTexts(
  { applications: 'API keys', twofactor: 'Two-factor users', issuer: 'Identities' },
  {
    de: async () => ({
      applications: 'API-Schlüssel',
      twofactor: 'Zwei-Faktor-Nutzer',
      issuer: 'Identitäten',
    }),
    fr: async () => ({
      applications: 'Clés d’API',
      twofactor: 'Double facteur',
      issuer: 'Identités',
    }),
    es: async () => ({
      applications: 'Claves de API',
      twofactor: 'Doble factor',
      issuer: 'Identidades',
    }),
  },
)
