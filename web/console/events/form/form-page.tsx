import { useState } from 'preact/hooks'
import { useAsked } from '../../../ui/ask.ts'
import { SelectInput } from '../../../ui/inputs/inputs.tsx'
import { Await } from '../../../ui/lists/load.tsx'
import type { EventAnswer } from '../base/event.ts'
import { EventFrame } from '../base/event-frame.tsx'
import type { TypeAnswer } from '../base/event-parts.ts'
import { text } from '../base/texts.ts'
import { FormBuilder } from './form-builder.tsx'
import { readForm, readFormParts } from './form-parts.ts'

export function FormPage({ eventId }: { eventId: string }) {
  return (
    <EventFrame eventId={eventId} tab="form">
      {({ event }) => <Loader key={eventId} event={event} />}
    </EventFrame>
  )
}

function Loader({ event }: { event: EventAnswer }) {
  const [typeId, setTypeId] = useState('')
  const parts = useAsked(`form parts ${event.id}`, (signal) => readFormParts(event.id, signal))
  const form = useAsked(`form ${event.id} ${typeId}`, (signal) => readForm(event.id, typeId, signal))
  return (
    <Await loaded={parts.loaded}>
      {(known) => (
        <>
          <h2>{text('tabForm')}</h2>
          <p class="soft">{text('formLead')}</p>
          {known.types.length > 0 && <TypeSelect types={known.types} value={typeId} onChange={setTypeId} />}
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

type TypeSelectProps = { types: readonly TypeAnswer[]; value: string; onChange: (id: string) => void }

function TypeSelect({ types, value, onChange }: TypeSelectProps) {
  return (
    <SelectInput
      label={text('formFor')}
      help={text('formForHelp')}
      value={value}
      onChange={onChange}
      choices={[
        { value: '', label: text('formForAll') },
        ...types.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}
