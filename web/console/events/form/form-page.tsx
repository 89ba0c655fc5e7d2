import { useState } from 'preact/hooks'
import { useAsked } from '../../../ui/ask.ts'
import { SelectInput } from '../../../ui/inputs/inputs.tsx'
import { Await } from '../../../ui/lists/load.tsx'
import { type EventInHand, eventPage } from '../base/event-frame.tsx'
import { text } from '../base/texts.ts'
import { FormBuilder } from './form-builder.tsx'
import { readForm, readFormParts } from './form-parts.ts'

export const FormPage = eventPage('form', Loader)

function Loader({ hand: { event } }: { hand: EventInHand }) {
  const [typeId, setTypeId] = useState('')
  const parts = useAsked(`form parts ${event.id}`, (signal) => readFormParts(event.id, signal))
  const form = useAsked(`form ${event.id} ${typeId}`, (signal) => readForm(event.id, typeId, signal))
  return (
    <Await loaded={parts.loaded}>
      {(known) => (
        <>
          <h2>{text('tabForm')}</h2>
          <p class="soft">{text('formLead')}</p>
          {known.types.length > 0 && (
            <SelectInput
              label={text('formFor')}
              help={text('formForHelp')}
              value={typeId}
              onChange={setTypeId}
              choices={[
                { value: '', label: text('formForAll') },
                ...known.types.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
          <Await loaded={form.loaded}>
            {(answer) => (
              <FormBuilder
                key={`${event.id} ${typeId} ${answer.version}`}
                {...{ event, typeId }}
                parts={known}
                form={answer}
                onSaved={(saved) => {
                  form.put(saved)
                  parts.reload()
                }}
              />
            )}
          </Await>
        </>
      )}
    </Await>
  )
}
