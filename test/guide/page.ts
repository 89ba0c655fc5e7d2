import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/setup.js'

export type Block = { language: string; mark: string | undefined; text: string }
export type Step = { script: string; output: string }

/** A page of the guide and its fenced blocks; the word behind a block's language says what a test does with it. */
export function readPage(name: string): { text: string; blocks: Block[] } {
  const text = readFileSync(join(root, 'docs', 'guide', name), 'utf8')
  const fences = text.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)
  const blocks = [...fences].map(([, language = '', mark, inside = '']) => ({ language, mark, text: inside }))
  return { text, blocks }
}

/** Each block with this mark, and the output that the page shows behind it. */
export function listSteps(blocks: readonly Block[], mark: string): Step[] {
  return blocks.flatMap((block, at) => {
    const next = blocks[at + 1]
    const output = next?.language === 'text' ? next.text : ''
    return block.mark === mark ? [{ script: block.text, output }] : []
  })
}

/** The page writes … for what differs every time. */
export function toPattern(output: string): RegExp {
  const parts = output.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.+')}$`)
}
