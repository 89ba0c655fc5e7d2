import { useState } from 'preact/hooks'
import { useAnswer } from '../../ui/ask.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/inputs/form.tsx'
import { NumberInput } from '../../ui/inputs/inputs.tsx'
import { Await } from '../../ui/lists/load.tsx'
import { uiText } from '../../ui/texts.ts'
import { showToast } from '../../ui/toast.tsx'
import { type Answered, twofactor } from '../base/services.ts'
import { may } from '../base/session.ts'
import { Failure } from '../identity/parts.tsx'
import { text } from '../identity/texts.ts'
import { useWork } from '../identity/work.ts'

type QuotaState = Answered<typeof twofactor.getQuota>

/** How much the organisation may send per day. */
export function Quota() {
  const { loaded, put } = useAnswer('quota', (signal) => twofactor.getQuota({ signal }))
  return (
    <section>
      <h2>{text('organisationQuota')}</h2>
      <Await loaded={loaded}>
        {(state) => (
          <>
            <p>
              {state.quota === null
                ? text('noQuota')
                : text('quotaUsed', { sent: state.sentToday, quota: state.quota })}
            </p>
            {may('keys:write') && <QuotaForm key={state.quota} of={state} onSaved={put} />}
          </>
        )}
      </Await>
    </section>
  )
}

function QuotaForm({ of: { quota }, onSaved }: { of: QuotaState; onSaved: (state: QuotaState) => void }) {
  const work = useWork()
  const [entry, setEntry] = useState(quota === null ? '' : String(quota))
  const save = () =>
    work.run(async () => {
      const body = { quota: entry.trim() === '' ? null : Number(entry) }
      onSaved((await twofactor.setQuota({ body })).body)
      showToast(text('saved'))
    })
  return (
    <Form onSubmit={save}>
      <div class="id-bar">
        <NumberInput
          label={text('quotaField')}
          help={text('quotaFieldHelp')}
          error={work.errorAt('/quota')}
          min={1}
          max={1_000_000_000}
          value={entry}
          onChange={setEntry}
        />
        <Button type="submit" disabled={work.isBusy}>
          {uiText('save')}
        </Button>
      </div>
      <Failure work={work} />
    </Form>
  )
}
