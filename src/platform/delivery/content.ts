import type { Vault } from '../../kernel/base/vault.ts'
import type { OutgoingMessage } from './channel.ts'
import type { DeliveryTables } from './tables.ts'

type Content = Pick<OutgoingMessage, 'to' | 'text'>
type StoredContent = Pick<DeliveryTables['messages'], 'recipient' | 'text'>

const sealed = 'delivery/content'

/** Encrypts address and text together, because each encryption costs as much as storing the row. */
export function sealContent(vault: Vault, { to, text }: Content): string {
  return vault.seal(sealed, JSON.stringify([to, text]))
}

export function openContent(vault: Vault, { recipient, text }: StoredContent): Content {
  if (text === null) throw new Error('an open message has no text')
  if (recipient !== null)
    return { to: vault.open('delivery/recipient', recipient), text: vault.open('delivery/text', text) }
  const [to, plain] = JSON.parse(vault.open(sealed, text)) as [string, string]
  return { to, text: plain }
}
