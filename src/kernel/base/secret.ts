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

/** Tells nothing of the texts but whether they have the same length. */
export function equalInConstantTime(a: string, b: string): boolean {
  if (a.length !== b.length) return timingSafeEqual(hash(a), hash(b))
  return timingSafeEqual(Buffer.from(a, 'utf16le'), Buffer.from(b, 'utf16le'))
}

// UTF-16 keeps ill-formed strings apart, which UTF-8 would all turn into U+FFFD.
function hash(text: string): Buffer {
  return createHash('sha256').update(text, 'utf16le').digest()
}
