/** An invalid setting: its message is the one line that explains why the server does not start. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly setting: string

  constructor(setting: string, message: string) {
    super(message)
    this.setting = setting
  }
}

/** Why a text is refused, worded to follow the text: `is not a whole number`. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

const longestQuote = 80

/** A text made safe for an error line: one line, without terminal control codes or credentials in URLs. */
export function quote(text: string): string {
  const open = text.replace(/\/\/.*@/s, '//***@')
  const shown = open.length > longestQuote ? `${open.slice(0, longestQuote)}...` : open
  return JSON.stringify(shown).replace(/[^\x20-\x7e]/g, escapeUnit)
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
