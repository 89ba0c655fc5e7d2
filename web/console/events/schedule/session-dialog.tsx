import { useState } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { problemOf } from '../../../ui/problem.ts'
import { registration } from '../../services.ts'
import { may } from '../../session.ts'
import { ConflictDialog } from '../details/conflict-dialog.tsx'
import { type EventAnswer, matchOf } from '../event.ts'
import { useMergedSave } from '../merged-save.ts'
import { SaveFailure } from '../save-failure.tsx'
import { text } from '../texts.ts'
import type { TypeAnswer } from '../types/draft.ts'
import type { SessionAnswer } from './session.ts'
import { changedMembers, draftOf, membersOf, type SessionDraft } from './session-draft.ts'
import { SessionFields } from './session-fields.tsx'

type SessionDialogProps = {
  event: EventAnswer
  types: readonly TypeAnswer[]
  /** Suggested while one types. */
  rooms: readonly string[]
  tracks: readonly string[]
  session?: SessionAnswer | undefined
  first: SessionDraft
  /** With what was saved; without anything where it is gone. */
  onDone: (session?: SessionAnswer) => void
  onClose: () => void
}

export function SessionDialog(props: SessionDialogProps) {
  const { event, session, first, onDone, onClose } = props
  const { id: eventId, timezone } = event
  const [draft, setDraft] = useState<SessionDraft>(() =>
    session === undefined ? first : draftOf(session, timezone),
  )
  const params = { eventId, sessionId: session?.id ?? '' }
  const { saving, met, save, resolve, dismiss } = useMergedSave<SessionAnswer>({
    membersOf,
    read: async () => (await registration.getEventSession({ params })).body as SessionAnswer,
    write: async (base, body) =>
      onDone((await registration.updateEventSession({ params, headers: matchOf(base), body })).body),
  })
  const submit = (submitted: SubmitEvent) => {
    submitted.preventDefault()
    if (session !== undefined) return save(session, changedMembers(draft, timezone, session))
    saving.run(async () => {
      const body = changedMembers(draft, timezone)
      onDone((await registration.createEventSession({ params: { eventId }, body })).body)
    })
  }
  return (
    <Dialog title={text(session === undefined ? 'sessionNew' : 'sessionEdit')} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <fieldset disabled={!may('events:write')}>
          <SessionFields
            {...props}
            draft={draft}
            saving={saving}
            onChange={(members) => setDraft((known) => ({ ...known, ...members }))}
          />
        </fieldset>
        <SaveFailure saving={saving} />
        <div class="dialog-actions">
          {session !== undefined && may('events:write') && (
            <RemoveSession session={session} onDone={() => onDone()} />
          )}
          <Button look="quiet" onClick={onClose}>
            {text('cancel')}
          </Button>
          {may('events:write') && (
            <Button look="primary" type="submit" disabled={saving.isBusy}>
              {text('save')}
            </Button>
          )}
        </div>
      </form>
      {met !== undefined && (
        <ConflictDialog conflicts={met.conflicts} taken={met.taken} onClose={dismiss} onResolve={resolve} />
      )}
    </Dialog>
  )
}

/** Asks once more where people are enrolled: their enrolments end with it. */
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
      else setFailure(problem.detail)
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
