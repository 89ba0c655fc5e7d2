import { useState } from 'preact/hooks'
import { Button } from '../../../../ui/button.tsx'
import { problemOf } from '../../../../ui/problems/problem.ts'
import { textOf } from '../../../../ui/problems/problem-text.ts'
import { registration } from '../../../base/services.ts'
import { may } from '../../../base/session.ts'
import { type EventAnswer, matchOf } from '../../base/event.ts'
import type { SessionAnswer, TypeAnswer } from '../../base/event-parts.ts'
import { text } from '../../base/texts.ts'
import { plainForm } from '../../record/form.ts'
import { RecordDialog } from '../../record/record-dialog.tsx'
import { useDialogEdit } from '../../record/use-record-edit.ts'
import { fields, labels, SessionFields } from './session-fields.tsx'

type SessionDialogProps = {
  event: EventAnswer
  types: readonly TypeAnswer[]
  /** Suggested while typing. */
  rooms: readonly string[]
  tracks: readonly string[]
  session?: SessionAnswer | undefined
  /** The initial values of a new session. */
  first: { start: string; end: string; room: string }
  /** Called with the saved session; with nothing if it was deleted. */
  onDone: (session?: SessionAnswer) => void
  onClose: () => void
}

export function SessionDialog(props: SessionDialogProps) {
  const { event, session, first, onDone, onClose } = props
  const { id: eventId, timezone } = event
  const params = { eventId, sessionId: session?.id ?? '' }
  const form = plainForm<typeof fields, SessionAnswer>(fields, labels, timezone)
  const draft = session === undefined ? { ...form.draftOf(), ...first } : form.draftOf(session)
  const edit = useDialogEdit(
    form,
    { base: session, draft },
    {
      create: async (body) =>
        onDone((await registration.createEventSession({ params: { eventId }, body })).body),
      read: async () => (await registration.getEventSession({ params })).body as SessionAnswer,
      write: async (base, body) =>
        onDone((await registration.updateEventSession({ params, headers: matchOf(base), body })).body),
    },
  )
  return (
    <RecordDialog
      title={text(session === undefined ? 'sessionNew' : 'sessionEdit')}
      edit={edit}
      isReadOnly={!may('events:write')}
      beside={
        session !== undefined &&
        may('events:write') && <RemoveSession session={session} onDone={() => onDone()} />
      }
      onClose={onClose}
    >
      <fieldset class="session-fields" disabled={!may('events:write')}>
        <SessionFields {...props} scope={edit.scope} field={edit.field} />
      </fieldset>
    </RecordDialog>
  )
}

/** Asks again if attendees are enrolled: their enrolments end with the session. */
function RemoveSession({ session, onDone }: { session: SessionAnswer; onDone: () => void }) {
  const [asked, setAsked] = useState<'no' | 'once' | 'enrolled'>('no')
  const [failure, setFailure] = useState('')
  const remove = async (force: boolean) => {
    const params = { eventId: session.eventId, sessionId: session.id }
    const query = force ? { force: true } : {}
    try {
      await registration.deleteEventSession({ params, query, headers: matchOf(session) })
      onDone()
    } catch (error) {
      const problem = problemOf(error)
      if (problem.code === 'session-has-enrolments') setAsked('enrolled')
      else setFailure(textOf(problem))
    }
  }
  if (asked === 'no')
    return (
      <Button look="quiet" onClick={() => setAsked('once')}>
        {text('delete')}
      </Button>
    )
  return (
    <div class="ask" role="alert">
      <span>{failure || text(asked === 'enrolled' ? 'sessionRemoveEnrolled' : 'sessionRemoveAsk')}</span>
      <Button size="small" onClick={() => void remove(asked === 'enrolled')}>
        {text(asked === 'enrolled' ? 'sessionRemoveForce' : 'sessionRemoveYes')}
      </Button>
    </div>
  )
}
