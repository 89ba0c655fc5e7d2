import { useState } from 'preact/hooks'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { may } from '../base/session.ts'
import { When } from '../identity/parts.tsx'
import { text } from '../identity/texts.ts'
import { type Key, keyStates, keyTones } from './key.ts'
import { RevokeDialog } from './revoke-dialog.tsx'
import { RotateDialog } from './rotate-dialog.tsx'

type KeyTableProps = { keys: readonly Key[]; withScopes: boolean; onChange: () => void }
type Open = { kind: 'rotate' | 'revoke'; key: Key }

/** A table of API keys without their secrets. */
export function KeyTable({ keys, withScopes, onChange }: KeyTableProps) {
  const [open, setOpen] = useState<Open>()
  const close = () => {
    setOpen(undefined)
    onChange()
  }
  return (
    <>
      <Table
        labelled
        wide
        label={text('keys')}
        head={[
          text('key'),
          text('state'),
          ...(withScopes ? [text('scopes')] : []),
          text('lastUsed'),
          text('made'),
          '',
        ]}
        rows={keys.map((key) => ({
          key: key.id,
          cells: [
            <span>
              {withScopes && (
                <>
                  <bdi class="id-clip">{key.name}</bdi>
                  <br />
                </>
              )}
              <code>{key.hint}…</code>
            </span>,
            <StateOf of={key} />,
            ...(withScopes ? [<span>{key.scopes.join(', ')}</span>] : []),
            key.lastUsedAt === null ? text('never') : <When at={key.lastUsedAt} />,
            <When at={key.createdAt} />,
            <KeyActions of={key} onOpen={setOpen} />,
          ],
        }))}
      />
      {open?.kind === 'rotate' && <RotateDialog of={open.key} onClose={close} />}
      {open?.kind === 'revoke' && <RevokeDialog of={open.key} onClose={close} />}
    </>
  )
}

function StateOf({ of: { state, endsAt } }: { of: Key }) {
  return (
    <>
      <Badge tone={keyTones[state]}>{text(keyStates[state])}</Badge>
      {state === 'ending' && (
        <>
          {' '}
          <When at={endsAt} />
        </>
      )}
    </>
  )
}

function KeyActions({ of: key, onOpen }: { of: Key; onOpen: (open: Open) => void }) {
  if (!may('keys:write') || key.state === 'ended' || key.state === 'revoked') return null
  const name = `${key.name} ${key.hint}…`
  return (
    <div class="id-actions">
      {key.state === 'live' && (
        <Button
          size="small"
          label={text('rotateOf', { name })}
          onClick={() => onOpen({ kind: 'rotate', key })}
        >
          {text('rotate')}
        </Button>
      )}
      <Button size="small" label={text('revokeOf', { name })} onClick={() => onOpen({ kind: 'revoke', key })}>
        {text('revoke')}
      </Button>
    </div>
  )
}
