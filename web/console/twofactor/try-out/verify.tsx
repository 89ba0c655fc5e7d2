import { useState } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/inputs/form.tsx'
import { TextInput } from '../../../ui/inputs/inputs.tsx'
import { type Answered, twofactor } from '../../base/services.ts'
import { Failure } from '../../identity/parts.tsx'
import { text } from '../../identity/texts.ts'
import { useWork } from '../../identity/work.ts'
import type { TryOutUser } from './try-out.ts'
import { VerdictShown } from './verdict.tsx'

type Judged = Answered<typeof twofactor.benchVerify>

export function VerifyStep({ applicationId, user }: { applicationId: string; user: TryOutUser }) {
  const work = useWork()
  const [token, setToken] = useState('')
  const [judged, setJudged] = useState<Judged>()
  const verify = () =>
    work.run(async () => {
      const params = { applicationId, number: user.number }
      const body = { token: token.trim() }
      setJudged((await twofactor.benchVerify({ params, body })).body)
    })
  return (
    <>
      <h2>{text('benchVerify')}</h2>
      <p>{text('benchVerifyLead')}</p>
      <Form onSubmit={verify}>
        <div class="id-bar">
          <TextInput
            label={text('codeField')}
            required
            inputMode="numeric"
            maxLength={20}
            autocomplete="one-time-code"
            value={token}
            onChange={setToken}
          />
          <Button look="primary" type="submit" disabled={work.isBusy}>
            {text('verify')}
          </Button>
        </div>
      </Form>
      <Failure work={work} />
      {judged !== undefined && (
        <>
          <VerdictShown of={judged.answer} />
          <p>{text(judged.valid ? (judged.by === 'app' ? 'validByApp' : 'validByCode') : 'notValid')}</p>
        </>
      )}
    </>
  )
}
