import { useState } from 'preact/hooks'
import { useAnswer } from '../../ui/ask.ts'
import { Button } from '../../ui/button.tsx'
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx'
import { Await } from '../../ui/lists/load.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { consoleServer, type Listed } from '../base/services.ts'
import { guessDeviceName } from '../sign-in/device-name.ts'
import { findObstacle, makePasskey, tellFailure } from '../sign-in/passkey.ts'
import { momentText } from './moment.ts'
import { NameDialog } from './name-dialog.tsx'
import { text } from './texts.ts'

type Passkey = Listed<typeof consoleServer.listPasskeys>
type Open = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey }

export function Passkeys() {
  const asked = useAnswer('passkeys', (signal) => consoleServer.listPasskeys({ signal }))
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const done = () => {
    close()
    showToast(text('saved'))
    asked.reload()
  }
  return (
    <section>
      <h2>{text('passkeys')}</h2>
      <p>{text('addLead')}</p>
      <Await loaded={asked.loaded}>
        {({ data: passkeys }) => <PasskeyTable passkeys={passkeys} onOpen={setOpen} />}
      </Await>
      <Button disabled={findObstacle() !== undefined} onClick={() => setOpen({ kind: 'add' })}>
        {text('add')}
      </Button>
      {open?.kind === 'add' && <AddPasskey onDone={done} onClose={close} />}
      {open?.kind === 'rename' && <RenamePasskey passkey={open.passkey} onDone={done} onClose={close} />}
      {open?.kind === 'remove' && <RemovePasskey passkey={open.passkey} onDone={done} onClose={close} />}
    </section>
  )
}

type PasskeyTableProps = { passkeys: readonly Passkey[]; onOpen: (open: Open) => void }

function PasskeyTable({ passkeys, onOpen }: PasskeyTableProps) {
  return (
    <Table
      labelled
      label={text('passkeys')}
      head={[text('name'), text('made'), text('lastUsed'), '']}
      rows={passkeys.map((passkey) => ({
        key: passkey.id,
        cells: [
          <bdi>{passkey.name}</bdi>,
          momentText(passkey.createdAt),
          passkey.lastUsedAt === undefined ? text('never') : momentText(passkey.lastUsedAt),
          <div class="row-actions">
            <Button
              size="small"
              label={text('renameLabel', { name: passkey.name })}
              onClick={() => onOpen({ kind: 'rename', passkey })}
            >
              {text('rename')}
            </Button>
            <Button
              size="small"
              disabled={passkeys.length === 1}
              label={text('removeLabel', { name: passkey.name })}
              onClick={() => onOpen({ kind: 'remove', passkey })}
            >
              {text('remove')}
            </Button>
          </div>,
        ],
      }))}
    />
  )
}

type DialogProps = { onDone: () => void; onClose: () => void }

function AddPasskey({ onDone, onClose }: DialogProps) {
  const add = async (name: string) => {
    const { body } = await consoleServer.beginPasskey({})
    await consoleServer.addPasskey({ body: { name, response: await makePasskey(body) } })
    onDone()
  }
  return (
    <NameDialog
      title={text('add')}
      label={text('passkeyName')}
      start={guessDeviceName(navigator.userAgent)}
      tell={tellFailure}
      onName={add}
      onClose={onClose}
    />
  )
}

function RenamePasskey({ passkey, onDone, onClose }: DialogProps & { passkey: Passkey }) {
  const rename = async (name: string) => {
    await consoleServer.renamePasskey({ params: { passkeyId: passkey.id }, body: { name } })
    onDone()
  }
  return (
    <NameDialog
      title={text('rename')}
      label={text('passkeyName')}
      start={passkey.name}
      tell={tellFailure}
      onName={rename}
      onClose={onClose}
    />
  )
}

function RemovePasskey({ passkey, onDone, onClose }: DialogProps & { passkey: Passkey }) {
  const remove = async () => {
    await consoleServer.removePasskey({ params: { passkeyId: passkey.id } })
    onDone()
  }
  return (
    <ActionDialog
      title={text('removeTitle')}
      yes={text('remove')}
      act={remove}
      tell={tellFailure}
      onClose={onClose}
    >
      <p>{text('removeText', { name: passkey.name })}</p>
    </ActionDialog>
  )
}
