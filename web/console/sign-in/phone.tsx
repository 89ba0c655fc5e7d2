import { useEffect, useState } from 'preact/hooks'
import { useAsked } from '../../ui/ask.ts'
import { Button } from '../../ui/button.tsx'
import { Await } from '../../ui/lists/load.tsx'
import { repeatWhileSeen } from '../../ui/offline/poll.ts'
import { text } from './texts.ts'

type Asked = { ref: string; link: string; qrSvg: string; number: string; expiresAt: string }
type Progress = 'pending' | 'denied' | 'expired' | 'approved'

type PhoneProps<A extends { status: Progress }> = {
  ask: () => Promise<Asked>
  /** Reads the progress of a request. */
  read: (ref: string) => Promise<A>
  tell: (error: unknown) => string
  onApproved: (answer: A, ref: string) => void
}

const EVERY_MS = 1_500

/** A request to a phone: a code to scan, a number to enter there, and the outcome. */
export function AskPhone<A extends { status: Progress }>(props: PhoneProps<A>) {
  const [turn, setTurn] = useState(0)
  const { loaded } = useAsked(`phone ${turn}`, props.ask)
  return (
    <Await loaded={loaded}>
      {(asked) => <Question key={asked.ref} {...props} asked={asked} onAgain={() => setTurn(turn + 1)} />}
    </Await>
  )
}

function Question<A extends { status: Progress }>({
  asked,
  read,
  tell,
  onApproved,
  onAgain,
}: PhoneProps<A> & { asked: Asked; onAgain: () => void }) {
  const [outcome, setOutcome] = useState<string>()
  useEffect(() => {
    let isOver = false
    const stop = repeatWhileSeen(async () => {
      if (isOver) return
      try {
        const answer = await read(asked.ref)
        const { status } = answer
        if (isOver || status === 'pending') return
        isOver = true
        if (status === 'approved') onApproved(answer, asked.ref)
        else setOutcome(text(status === 'denied' ? 'phoneDenied' : 'phoneExpired'))
      } catch (error) {
        isOver = true
        setOutcome(tell(error))
      }
    }, EVERY_MS)
    return () => {
      isOver = true
      stop()
    }
  }, [asked.ref])
  if (outcome !== undefined)
    return (
      <>
        <p class="notice bad" role="alert">
          {outcome}
        </p>
        <Button onClick={onAgain}>{text('phoneAgain')}</Button>
      </>
    )
  return (
    <div class="ask-phone">
      <p>{text('phoneScan')}</p>
      <img
        width="220"
        height="220"
        alt={text('phoneCode')}
        src={`data:image/svg+xml,${encodeURIComponent(asked.qrSvg)}`}
      />
      <p>
        {text('phoneNumber')} <strong class="phone-number">{asked.number}</strong>
      </p>
      <p>
        <a href={asked.link} target="_blank" rel="noreferrer">
          {text('phoneHere')}
        </a>
      </p>
      <p class="soft" role="status">
        {text('phoneWaiting')}
      </p>
    </div>
  )
}
