import { createTexts } from '../../ui/texts/i18n.ts'

/** The texts of the navigation, needed before a page of these areas is loaded. */
export const navText = createTexts(
  { applications: 'Applications and keys', twofactor: 'Two-factor users', issuer: 'Identities' },
  {
    de: async () => ({
      applications: 'Anwendungen und Schlüssel',
      twofactor: 'Zwei-Faktor-Nutzer',
      issuer: 'Identitäten',
    }),
    fr: async () => ({
      applications: 'Applications et clés',
      twofactor: 'Utilisateurs du double facteur',
      issuer: 'Identités',
    }),
    es: async () => ({
      applications: 'Aplicaciones y claves',
      twofactor: 'Usuarios de doble factor',
      issuer: 'Identidades',
    }),
  },
)
