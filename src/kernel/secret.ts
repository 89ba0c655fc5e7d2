import { createHash, timingSafeEqual } from 'node:crypto'
import { inspect } from 'node:util'

const mask = '[secret]'

/** A text that no log line, template, JSON document or inspection prints. */
export class Secret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  reveal(): string {
    return this.#text
  }

  toString(): string {
    return mask
  }

  toJSON(): string {
    return mask
  }

  [inspect.custom](): string {
    return mask
  }
}

export function equalInConstantTime(a: string, b: string): boolean {
  return timingSafeEqual(hash(a), hash(b))
}

// UTF-16 keeps ill-formed strings apart, which UTF-8 would all turn into U+FFFD.
function hash(text: string): Buffer {
  return createHash('sha256').update(text, 'utf16le').digest()
}
