/** Placeholders: `{code}` for the code and `{app}` for the application's name. */
type Texts = { code: string; verification: string; voice: string; subject: string }

const english: Texts = {
  code: 'Your {app} code is {code}. Do not share it with anyone.',
  verification: 'Your {app} verification code is {code}.',
  voice: 'Your {app} code is {code}. Once more: {code}.',
  subject: 'Your {app} code',
}

/** One row per language, by the primary tag of a locale; any other locale gets English. */
const texts: Readonly<Record<string, Texts>> = {
  de: {
    code: 'Ihr Code für {app} lautet {code}. Geben Sie ihn nicht weiter.',
    verification: 'Ihr Bestätigungscode für {app} lautet {code}.',
    voice: 'Ihr Code für {app} lautet {code}. Noch einmal: {code}.',
    subject: 'Ihr Code für {app}',
  },
  fr: {
    code: 'Votre code {app} est {code}. Ne le communiquez à personne.',
    verification: 'Votre code de vérification {app} est {code}.',
    voice: 'Votre code {app} est {code}. Je répète : {code}.',
    subject: 'Votre code {app}',
  },
  es: {
    code: 'Su código de {app} es {code}. No lo comparta con nadie.',
    verification: 'Su código de verificación de {app} es {code}.',
    voice: 'Su código de {app} es {code}. Repito: {code}.',
    subject: 'Su código de {app}',
  },
  it: {
    code: 'Il tuo codice {app} è {code}. Non condividerlo con nessuno.',
    verification: 'Il tuo codice di verifica {app} è {code}.',
    voice: 'Il tuo codice {app} è {code}. Ripeto: {code}.',
    subject: 'Il tuo codice {app}',
  },
  pt: {
    code: 'O seu código {app} é {code}. Não o partilhe com ninguém.',
    verification: 'O seu código de verificação {app} é {code}.',
    voice: 'O seu código {app} é {code}. Repito: {code}.',
    subject: 'O seu código {app}',
  },
  nl: {
    code: 'Uw code voor {app} is {code}. Deel deze met niemand.',
    verification: 'Uw verificatiecode voor {app} is {code}.',
    voice: 'Uw code voor {app} is {code}. Nogmaals: {code}.',
    subject: 'Uw code voor {app}',
  },
  pl: {
    code: 'Twój kod {app} to {code}. Nie podawaj go nikomu.',
    verification: 'Twój kod weryfikacyjny {app} to {code}.',
    voice: 'Twój kod {app} to {code}. Powtarzam: {code}.',
    subject: 'Twój kod {app}',
  },
  sv: {
    code: 'Din kod för {app} är {code}. Dela den inte med någon.',
    verification: 'Din verifieringskod för {app} är {code}.',
    voice: 'Din kod för {app} är {code}. En gång till: {code}.',
    subject: 'Din kod för {app}',
  },
  da: {
    code: 'Din kode til {app} er {code}. Del den ikke med nogen.',
    verification: 'Din bekræftelseskode til {app} er {code}.',
    voice: 'Din kode til {app} er {code}. Jeg gentager: {code}.',
    subject: 'Din kode til {app}',
  },
  tr: {
    code: '{app} kodunuz: {code}. Kimseyle paylaşmayın.',
    verification: '{app} doğrulama kodunuz: {code}.',
    voice: '{app} kodunuz {code}. Tekrar ediyorum: {code}.',
    subject: '{app} kodunuz',
  },
  cs: {
    code: 'Váš kód pro {app} je {code}. Nikomu ho nesdělujte.',
    verification: 'Váš ověřovací kód pro {app} je {code}.',
    voice: 'Váš kód pro {app} je {code}. Opakuji: {code}.',
    subject: 'Váš kód pro {app}',
  },
}

type Purpose = Exclude<keyof Texts, 'subject'>

/** `locale` is the language of the text: the requested one, or English. The subject of an e-mail contains no code. */
export function writeText(
  purpose: Purpose,
  locale: string | undefined,
  values: { code: string; app: string },
): { text: string; subject: string; locale: string } {
  const language = locale?.toLowerCase().split(/[-_]/, 1)[0] ?? ''
  const known = Object.hasOwn(texts, language) ? texts[language] : undefined
  const { [purpose]: template, subject } = known ?? english
  return {
    text: template.replaceAll('{code}', values.code).replaceAll('{app}', () => values.app),
    subject: subject.replaceAll('{app}', () => values.app),
    locale: known === undefined || locale === undefined ? 'en' : locale,
  }
}
