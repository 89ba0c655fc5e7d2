/** Twilio-compatible gateways name voices by language and region; this is the default region for each language. */
const voices: Readonly<Record<string, string>> = {
  ar: 'ar-XA',
  ca: 'ca-ES',
  cs: 'cs-CZ',
  da: 'da-DK',
  de: 'de-DE',
  el: 'el-GR',
  en: 'en-US',
  es: 'es-ES',
  fi: 'fi-FI',
  fr: 'fr-FR',
  hu: 'hu-HU',
  it: 'it-IT',
  ja: 'ja-JP',
  ko: 'ko-KR',
  nb: 'nb-NO',
  nl: 'nl-NL',
  pl: 'pl-PL',
  pt: 'pt-PT',
  ro: 'ro-RO',
  ru: 'ru-RU',
  sk: 'sk-SK',
  sv: 'sv-SE',
  tr: 'tr-TR',
  uk: 'uk-UA',
  zh: 'zh-CN',
}

/** Other regions with their own voice; for any other region the language's default voice is used. */
const regional = new Set(['en-AU', 'en-CA', 'en-GB', 'en-IN', 'es-MX', 'fr-CA', 'pt-BR', 'zh-HK', 'zh-TW'])

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** The text to read aloud, with a code spoken digit by digit. */
export function writeTwiml(text: string, locale: string | undefined): string {
  const spoken = text
    .replace(/\d{4,}/g, (code) => [...code].join(', '))
    .replace(/\p{Cc}/gu, ' ')
    .replace(/[&<>"]/g, (mark) => marks[mark] ?? ' ')
  const voice = voiceOf(locale)
  const language = voice === undefined ? '' : ` language="${voice}"`
  return `<Response><Say${language}>${spoken}</Say></Response>`
}

function voiceOf(locale = ''): string | undefined {
  const [, tag = '', region = ''] = /^([a-z]{2})(?:[-_]([a-z]{2}))?\b/i.exec(locale) ?? []
  const language = tag.toLowerCase()
  const voice = `${language}-${region.toUpperCase()}`
  if (regional.has(voice)) return voice
  return Object.hasOwn(voices, language) ? voices[language] : undefined
}
