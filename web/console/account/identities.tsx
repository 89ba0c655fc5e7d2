import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { useAnswer } from '../../ui/ask.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { FailureNotice } from '../../ui/dialogs/failure-notice.tsx'
import { Await } from '../../ui/lists/load.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { problemText } from '../../ui/problems/problem-text.ts'
import { uiText } from '../../ui/texts.ts'
import { Moment } from '../../ui/time/moment.tsx'
import { showToast } from '../../ui/toast.tsx'
import { consoleServer, type Listed } from '../base/services.ts'
import { confirmByPasskey, tellFailure } from '../sign-in/passkey.ts'
import { AskPhone } from '../sign-in/phone.tsx'
import { text } from './texts.ts'

type Identity = Listed<typeof consoleServer.listIdentities>

/** A short form of a fingerprint, enough to tell a few apart. */
const shortOf = (fingerprint: string) => `${fingerprint.slice(0, 8)}…`

/** The authenticator identities that can sign in as this operator. */
export function Identities() {
  const asked = useAnswer('identities', (signal) => consoleServer.listIdentities({ signal }))
  const [isLinking, setLinking] = useState(false)
  const { failure, run } = useAction(problemText)
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
        {({ data: identities }) =>
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
          <code>{shortOf(fingerprint)}</code>,
          <Moment at={createdAt} />,
          lastUsedAt === undefined ? text('never') : <Moment at={lastUsedAt} />,
          <Button
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

type Answer = { ref: string; approver: { fingerprint: string; name?: string } }
type LinkProps = { onDone: () => void; onClose: () => void }

/** Asks a phone, shows the identity that approved, and links it once the operator confirms. */
function LinkDialog({ onDone, onClose }: LinkProps) {
  const [answer, setAnswer] = useState<Answer>()
  return (
    <Dialog title={text(answer === undefined ? 'link' : 'approverTitle')} onClose={onClose}>
      {answer === undefined ? (
        <>
          <AskPhone
            ask={async () => (await consoleServer.askToLink({})).body}
            read={async (ref) => (await consoleServer.findApprover({ body: { ref } })).body}
            tell={problemText}
            onApproved={({ approver }, ref) => approver !== undefined && setAnswer({ ref, approver })}
          />
          <div class="dialog-actions">
            <Button look="quiet" onClick={onClose}>
              {uiText('cancel')}
            </Button>
          </div>
        </>
      ) : (
        <ConfirmApprover answer={answer} onDone={onDone} onClose={onClose} />
      )}
    </Dialog>
  )
}

function ConfirmApprover({ answer: { ref, approver }, onDone, onClose }: LinkProps & { answer: Answer }) {
  const { isBusy, failure, run } = useAction(tellFailure)
  const { fingerprint, name } = approver
  const confirm = async () => {
    const { body } = await consoleServer.beginLink({ body: { ref, fingerprint } })
    const response = await confirmByPasskey(body)
    const linked = await consoleServer.linkIdentity({ body: { ref, fingerprint, response } })
    if (linked.body.status === 'approved') return onDone()
    showToast(text('identityExpired'))
    onClose()
  }
  const reject = async () => {
    await consoleServer.rejectIdentity({ body: { ref } })
    showToast(text('identityRejected'))
    onClose()
  }
  return (
    <>
      <p>{text('approverLead')}</p>
      <p>
        {text('approverName')}: {name === undefined ? text('approverNameless') : <bdi>{name}</bdi>}
      </p>
      <CodeBlock title={text('fingerprint')} text={fingerprint} wrap />
      <FailureNotice failure={failure} />
      <div class="dialog-actions">
        <Button look="quiet" disabled={isBusy} onClick={() => run(reject)}>
          {text('notMe')}
        </Button>
        <Button look="primary" disabled={isBusy} onClick={() => run(confirm)}>
          {text('confirmApprover')}
        </Button>
      </div>
    </>
  )
}
