import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { useAsked } from '../../ui/ask.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { Await } from '../../ui/load.tsx'
import { Moment } from '../../ui/moment.tsx'
import { problemOf } from '../../ui/problem.ts'
import { Table } from '../../ui/table.tsx'
import { uiText } from '../../ui/texts.ts'
import { showToast } from '../../ui/toast.tsx'
import { consoleServer } from '../services.ts'
import { AskPhone } from '../sign-in/phone.tsx'
import { text } from './texts.ts'

type Identity = Awaited<ReturnType<typeof consoleServer.listIdentities>>['body']['data'][number]

/** What a fingerprint is shown as: enough to tell a few apart. */
const shortOf = (fingerprint: string) => `${fingerprint.slice(0, 8)}…`
const tell = (error: unknown) => problemOf(error).detail

/** The identities of the authenticator that sign the operator in. */
export function Identities() {
  const asked = useAsked(
    'identities',
    async (signal) => (await consoleServer.listIdentities({ signal })).body.data,
  )
  const [isLinking, setLinking] = useState(false)
  const { failure, run } = useAction(tell)
  const unlink = async (fingerprint: string) => {
    await consoleServer.unlinkIdentity({ params: { fingerprint } })
    showToast(text('saved'))
    asked.reload()
  }
  const done = () => {
    setLinking(false)
    showToast(text('saved'))
    asked.reload()
  }
  return (
    <section>
      <h2>{text('identities')}</h2>
      <p>{text('identitiesLead')}</p>
      <Await loaded={asked.loaded}>
        {(identities) =>
          identities.length === 0 ? (
            <p class="soft">{text('identityNone')}</p>
          ) : (
            <IdentityTable identities={identities} onUnlink={(id) => run(() => unlink(id))} />
          )
        }
      </Await>
      <FailureNotice failure={failure} />
      <Button onClick={() => setLinking(true)}>{text('link')}</Button>
      {isLinking && <LinkDialog onDone={done} onClose={() => setLinking(false)} />}
    </section>
  )
}

type IdentityTableProps = { identities: readonly Identity[]; onUnlink: (fingerprint: string) => void }

function IdentityTable({ identities, onUnlink }: IdentityTableProps) {
  return (
    <Table
      labelled
      label={text('identities')}
      head={[text('identity'), text('linked'), text('lastUsed'), '']}
      rows={identities.map(({ fingerprint, createdAt, lastUsedAt }) => ({
        key: fingerprint,
        cells: [
          <code key="name">{shortOf(fingerprint)}</code>,
          <Moment key="made" at={createdAt} />,
          lastUsedAt === undefined ? text('never') : <Moment key="used" at={lastUsedAt} />,
          <Button
            key="unlink"
            size="small"
            label={text('unlinkLabel', { name: shortOf(fingerprint) })}
            onClick={() => onUnlink(fingerprint)}
          >
            {text('unlink')}
          </Button>,
        ],
      }))}
    />
  )
}

function LinkDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  return (
    <Dialog title={text('link')} onClose={onClose}>
      <AskPhone
        ask={async () => (await consoleServer.askToLink({})).body}
        read={async (ref) => (await consoleServer.linkIdentity({ body: { ref } })).body.status}
        tell={tell}
        onApproved={onDone}
      />
      <div class="dialog-actions">
        <Button look="quiet" onClick={onClose}>
          {uiText('cancel')}
        </Button>
      </div>
    </Dialog>
  )
}
