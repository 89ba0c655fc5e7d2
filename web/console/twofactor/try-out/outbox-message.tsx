import { useEffect, useState } from 'preact/hooks'
import { twofactor } from '../../base/services.ts'
import { text } from '../../identity/texts.ts'
import type { TryOutChannel } from './try-out.ts'

const LOOK_MS = 500
const MOST_LOOKS = 20

type OutboxMessageProps = {
  channel: TryOutChannel
  since: string
  params: { applicationId: string; number: number }
}

/** The message that was sent, if it stays on this machine: polls until it is there. */
export function OutboxMessage({ channel, since, params }: OutboxMessageProps) {
  const [found, setFound] = useState<string>()
  const [looks, setLooks] = useState(0)
  useEffect(() => {
    if (found !== undefined || looks >= MOST_LOOKS) return
    const over = new AbortController()
    const look = async () => {
      const query = { channel, since }
      const { body } = await twofactor.benchMessage({ params, query, signal: over.signal })
      if (body.message !== null) setFound(body.message.text)
      else setLooks((count) => count + 1)
    }
    const timer = setTimeout(() => look().catch(() => setLooks(MOST_LOOKS)), looks === 0 ? 0 : LOOK_MS)
    return () => {
      clearTimeout(timer)
      over.abort()
    }
  }, [found, looks])
  if (found === undefined)
    return <p role="status">{text(looks >= MOST_LOOKS ? 'messageMissing' : 'messageComing')}</p>
  return (
    <figure class="id-sent">
      <figcaption>{text('messageShown')}</figcaption>
      <blockquote class="id-message">
        <bdi>{found}</bdi>
      </blockquote>
    </figure>
  )
}
