import { useState } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/inputs/form.tsx'
import { TextInput } from '../../../ui/inputs/inputs.tsx'
import { twofactor } from '../../base/services.ts'
import { Failure } from '../../identity/parts.tsx'
import { text } from '../../identity/texts.ts'
import { useWork, type Work } from '../../identity/work.ts'
import type { TryOutUser, Verdict } from './try-out.ts'
import { VerdictShown } from './verdict.tsx'

type EnrolStepProps = {
  applicationId: string
  user: TryOutUser | undefined
  onUser: (user: TryOutUser | undefined) => void
}

export function EnrolStep({ applicationId, user, onUser }: EnrolStepProps) {
  const work = useWork()
  const [phone, setPhone] = useState('')
  const [email, setEmail] = useState('')
  const [answer, setAnswer] = useState<Verdict>()
  const enrol = () =>
    work.run(async () => {
      const body = email.trim() === '' ? { phone } : { phone, email: email.trim() }
      const enrolled = (await twofactor.benchEnrol({ params: { applicationId }, body })).body
      setAnswer(enrolled.answer)
      onUser(enrolled.user ?? undefined)
    })
  return (
    <>
      <h2>{text('benchEnrol')}</h2>
      <p>{text('benchEnrolLead')}</p>
      <Form onSubmit={enrol}>
        <div class="id-columns">
          <PhoneField value={phone} work={work} onChange={setPhone} />
          <TextInput
            label={text('emailOptional')}
            help={text('benchEmailHelp')}
            type="email"
            maxLength={254}
            value={email}
            onChange={setEmail}
          />
        </div>
        {work.errorAt('/phone') === undefined && <Failure work={work} />}
        <div class="id-actions">
          <Button
            {...(user === undefined ? { look: 'primary' as const } : {})}
            type="submit"
            disabled={work.isBusy}
          >
            {text('enrol')}
          </Button>
        </div>
      </Form>
      {answer !== undefined && <VerdictShown of={answer} />}
      {user !== undefined && (
        <p>
          {text(user.known ? 'benchKnown' : 'benchNew', { number: String(user.number), phone: user.phone })}
        </p>
      )}
    </>
  )
}

type PhoneFieldProps = { value: string; work: Work; onChange: (phone: string) => void }

function PhoneField({ value, work, onChange }: PhoneFieldProps) {
  return (
    <TextInput
      label={text('phoneNumber')}
      help={text('benchPhoneHelp')}
      error={work.errorAt('/phone')}
      required
      type="tel"
      maxLength={30}
      placeholder="+49 151 23456789"
      value={value}
      onChange={onChange}
    />
  )
}
