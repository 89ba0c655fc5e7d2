import { useState } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { locale } from '../../../ui/texts/i18n.ts'
import { twofactor } from '../../base/services.ts'
import { may } from '../../base/session.ts'
import { Failure } from '../../identity/parts.tsx'
import { text } from '../../identity/texts.ts'
import { useWork } from '../../identity/work.ts'
import { OutboxMessage } from './outbox-message.tsx'
import type { TryOutChannel, TryOutUser, Verdict, Ways } from './try-out.ts'
import { VerdictShown } from './verdict.tsx'

const channelTexts = { sms: 'sendSms', voice: 'sendVoice', email: 'sendEmail' } as const
const channels = ['sms', 'voice', 'email'] as const

type SendStepProps = { applicationId: string; user: TryOutUser; ways: Ways }
type Sent = { channel: TryOutChannel; at: string; answer: Verdict }

export function SendStep({ applicationId, user, ways }: SendStepProps) {
  const work = useWork()
  const [sent, setSent] = useState<Sent>()
  const params = { applicationId, number: user.number }
  const send = (channel: TryOutChannel) =>
    work.run(async () => {
      const body = { channel, locale: locale.value }
      setSent({ channel, ...(await twofactor.benchSend({ params, body })).body })
    })
  return (
    <>
      <h2>{text('benchSend')}</h2>
      <p>{text('benchSendLead')}</p>
      <div class="id-actions">
        {channels
          .filter((channel) => ways[channel] !== 'off' && (channel !== 'email' || user.email !== null))
          .map((channel) => (
            <Button key={channel} disabled={work.isBusy} onClick={() => send(channel)}>
              {text(channelTexts[channel])}
            </Button>
          ))}
      </div>
      <Failure work={work} />
      {sent !== undefined && <VerdictShown of={sent.answer} />}
      {sent?.answer.status === 200 && <WhereItWent sent={sent} ways={ways} params={params} />}
    </>
  )
}

type WhereProps = { sent: Sent; ways: Ways; params: { applicationId: string; number: number } }

function WhereItWent({ sent, ways, params }: WhereProps) {
  if (ways[sent.channel] === 'gateway') return <p>{text('leftByGateway')}</p>
  if (!may('messages:read', true)) return <p>{text('inOutbox')}</p>
  return <OutboxMessage key={sent.at} channel={sent.channel} since={sent.at} params={params} />
}
