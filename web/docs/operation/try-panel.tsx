import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Form } from '../../ui/inputs/form.tsx'
import { SelectInput } from '../../ui/inputs/inputs.tsx'
import type { ApiDocument, Operation } from '../base/document.ts'
import type { ApiSummary, OperationSummary } from '../base/product.ts'
import { text } from '../base/texts.ts'
import { makeExample, writeExample } from './example.ts'
import { useExchange } from './exchange.ts'
import { ExchangeView } from './exchange-view.tsx'
import { KeyChoice, keyOf } from './keys.tsx'
import { ParameterField } from './parameter-field.tsx'
import { type Filled, writeCurl } from './request.ts'

type TryPanelProps = {
  api: ApiSummary
  summary: OperationSummary
  document: ApiDocument
  operation: Operation
}

const nothing: Filled = { path: {}, query: {}, header: {}, body: undefined }

/** Fills in a request, sends it to this server and shows the response. */
export function TryPanel({ api, summary, document, operation }: TryPanelProps) {
  const types = Object.keys(operation.requestBody?.content ?? {})
  const bodyOf = (type: string) => {
    const schema = operation.requestBody?.content[type]?.schema ?? {}
    return { type, text: writeExample(type, makeExample(document, schema, false)) }
  }
  const [filled, setFilled] = useState<Filled>(() => ({
    ...nothing,
    body: types[0] === undefined ? undefined : bodyOf(types[0]),
  }))
  const { state, send, stop } = useExchange()
  const call = { api, operation: summary, filled }
  return (
    <section class="try card" aria-labelledby="try-it">
      <h2 id="try-it">{text('tryIt')}</h2>
      <p class="soft">{text('tryItIntro')}</p>
      {summary.keyed && <KeyChoice api={api} />}
      <Form onSubmit={() => void send(call, keyOf(api))}>
        {operation.parameters.map((parameter) => (
          <ParameterField
            key={`${parameter.in} ${parameter.name}`}
            parameter={parameter}
            value={filled[parameter.in][parameter.name] ?? ''}
            onChange={(value) =>
              setFilled({ ...filled, [parameter.in]: { ...filled[parameter.in], [parameter.name]: value } })
            }
          />
        ))}
        {filled.body !== undefined && (
          <BodyFields
            types={types}
            body={filled.body}
            onType={(type) => setFilled({ ...filled, body: bodyOf(type) })}
            onText={(written) =>
              setFilled({ ...filled, body: { type: filled.body?.type ?? '', text: written } })
            }
          />
        )}
        <div class="try-actions">
          <Button look="primary" type="submit">
            {text('send')}
          </Button>
          {state.kind === 'waiting' && <Button onClick={stop}>{text('stop')}</Button>}
        </div>
      </Form>
      <ExchangeView state={state} />
      <CodeBlock title={text('command')} text={writeCurl(call)} wrap />
    </section>
  )
}

type BodyFieldsProps = {
  types: readonly string[]
  body: { type: string; text: string }
  onType: (type: string) => void
  onText: (written: string) => void
}

function BodyFields({ types, body, onType, onText }: BodyFieldsProps) {
  return (
    <>
      {types.length > 1 && (
        <SelectInput
          label={text('bodyType')}
          value={body.type}
          onChange={onType}
          choices={types.map((type) => ({ value: type, label: type }))}
        />
      )}
      <Field label={text('body')} help={<code>{body.type}</code>}>
        {(control) => (
          <textarea
            {...control}
            spellcheck={false}
            rows={Math.min(24, body.text.split('\n').length + 1)}
            value={body.text}
            onInput={(event) => onText(event.currentTarget.value)}
          />
        )}
      </Field>
    </>
  )
}
