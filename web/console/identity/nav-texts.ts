import { createTexts } from '../../ui/texts/i18n.ts'

/** The texts of the navigation, needed before a page of these areas is loaded. */
export const navText = createTexts(
  { applications: 'Applications', twofactor: 'Two-factor', issuer: 'Issuer' },
  {
    de: async () => ({
      applications: 'Anwendungen',
      twofactor: 'Zwei-Faktor',
      issuer: 'Identitäten',
    }),
    fr: async () => ({
      applications: 'Applications',
      twofactor: 'Double facteur',
      issuer: 'Identités',
    }),
    es: async () => ({
      applications: 'Aplicaciones',
      twofactor: 'Doble factor',
      issuer: 'Identidades',
    }),
  },
)
