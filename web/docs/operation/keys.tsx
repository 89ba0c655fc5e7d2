import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx'
import { Form } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/inputs.tsx'
import type { ApiSummary } from '../base/product.ts'
import { text } from '../base/texts.ts'

/** By API. In memory only: any script that runs here later could read a key from storage. */
const keys = signal<Readonly<Record<string, string>>>({})

export function keyOf(api: ApiSummary): string {
  return keys.value[api.name] ?? ''
}

/** Says whether a key is sent, and lets the user enter one. */
export function KeyChoice({ api }: { api: ApiSummary }) {
  const [isOpen, setOpen] = useState(false)
  const known = keyOf(api) !== ''
  return (
    <div class="key-choice">
      <p>{text(known ? 'apiKeySet' : 'apiKeyNeeded')}</p>
      <Button size="small" onClick={() => setOpen(true)}>
        {text(known ? 'changeKey' : 'enterKey')}
      </Button>
      {isOpen && <KeyDialog api={api} onClose={() => setOpen(false)} />}
    </div>
  )
}

function KeyDialog({ api, onClose }: { api: ApiSummary; onClose: () => void }) {
  const [typed, setTyped] = useState(keyOf(api))
  const keep = (key: string) => {
    keys.value = { ...keys.value, [api.name]: key.trim() }
    onClose()
  }
  return (
    <Dialog title={`${text('apiKey')}: ${api.title}`} onClose={onClose}>
      <Form onSubmit={() => keep(typed)}>
        <TextInput
          label={api.keyHeader}
          help={text('apiKeyHelp')}
          type="password"
          spellcheck={false}
          value={typed}
          onChange={setTyped}
        />
        <p>{text('apiKeyMake')}</p>
        <CodeBlock
          title="sh"
          text={`./lanyard key create --service ${api.name === 'twofactor' ? 'twofactor' : 'events'} --name Docs`}
          wrap
        />
        <DialogActions yes={text('save')} onClose={onClose}>
          {keyOf(api) !== '' && <Button onClick={() => keep('')}>{text('clear')}</Button>}
        </DialogActions>
      </Form>
    </Dialog>
  )
}
