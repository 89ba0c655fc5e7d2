import { createTexts } from '../../ui/texts/i18n.ts'

/** Apart from the texts of the pages, which come with them. */
export const navText = createTexts(
  { events: 'Events' },
  {
    de: async () => ({ events: 'Veranstaltungen' }),
    fr: async () => ({ events: 'Événements' }),
    es: async () => ({ events: 'Eventos' }),
  },
)
