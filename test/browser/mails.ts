import { join } from 'node:path'
import { vi } from 'vitest'
import { readOutbox } from '../../src/platform/delivery/outbox-channel.ts'
import { PATIENCE } from '../speed.ts'
import type { BrowserSuite } from './chromium.ts'

/** The newest mail to an address, and the link in it. */
export async function lastMail(
  { place, url }: Pick<BrowserSuite, 'place' | 'url'>,
  to: string,
  subject: RegExp,
) {
  return vi.waitFor(async () => {
    const mail = (await readOutbox(join(place.dataFolder, 'outbox.jsonl'), { to })).at(-1)
    if (mail === undefined || !subject.test(mail.subject ?? '')) throw new Error(`no mail ${subject} yet`)
    const link = /\/e\/\S+\/r\/\S+/.exec(mail.text)?.[0] ?? ''
    return { ...mail, link: link === '' ? '' : url + link }
  }, PATIENCE)
}
