import { createTexts } from '../../ui/texts/i18n.ts'

/** Separate from the pages' texts, which are loaded with the pages. */
export const navText = createTexts(
  { events: 'Events' },
  {
    de: async () => ({ events: 'Veranstaltungen' }),
    fr: async () => ({ events: 'Événements' }),
    es: async () => ({ events: 'Eventos' }),
  },
)
