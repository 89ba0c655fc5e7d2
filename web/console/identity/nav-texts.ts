import { createTexts } from '../../ui/i18n.ts'

/** What the navigation says, before a page of these areas is loaded. */
export const navText = createTexts(
  { applications: 'Applications and keys', twofactor: 'Two-factor', issuer: 'Issuer' },
  {
    de: async () => ({
      applications: 'Anwendungen und Schlüssel',
      twofactor: 'Zwei-Faktor',
      issuer: 'Identitäten',
    }),
    fr: async () => ({
      applications: 'Applications et clés',
      twofactor: 'Double facteur',
      issuer: 'Identités',
    }),
    es: async () => ({
      applications: 'Aplicaciones y claves',
      twofactor: 'Doble factor',
      issuer: 'Identidades',
    }),
  },
)
