/** A bad setting: its message is the one line that stops the start. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly setting: string

  constructor(setting: string, message: string) {
    super(message)
    this.setting = setting
  }
}

/** Why a text is refused, in words that follow the text: `is not a whole number`. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

const longestQuote = 80

/** A text for an error line: in one line, harmless to a terminal, without the credentials of a URL. */
export function quote(text: string): string {
  const open = text.replace(/\/\/.*@/s, '//***@')
  const shown = open.length > longestQuote ? `${open.slice(0, longestQuote)}...` : open
  return JSON.stringify(shown).replace(/[^\x20-\x7e]/g, escapeUnit)
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
