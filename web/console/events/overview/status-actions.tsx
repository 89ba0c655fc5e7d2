import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { pathTo } from '../../base/place.ts'
import { registration } from '../../base/services.ts'
import { type EventAnswer, matchOf } from '../base/event.ts'
import type { EventInHand } from '../base/event-frame.tsx'
import { SaveFailure } from '../base/save-failure.tsx'
import { type Saving, useSaving } from '../base/saving.ts'
import { statusTexts } from '../base/status.ts'
import { text } from '../base/texts.ts'
import { transitions } from './steps.ts'

type Wanted = EventAnswer['status'] | 'deleted'

const verbs = {
  draft: 'verbPublish',
  published: 'verbPublish',
  closed: 'verbClose',
  completed: 'verbComplete',
  cancelled: 'verbCancelEvent',
  archived: 'verbArchive',
  deleted: 'verbDelete',
} as const
const meanings = {
  draft: 'meansPublish',
  published: 'meansPublish',
  closed: 'meansClose',
  completed: 'meansComplete',
  cancelled: 'meansCancel',
  archived: 'meansArchive',
  deleted: 'meansDelete',
} as const

/** Changes that end an event are kept apart from everyday ones. */
const dangerous: ReadonlySet<Wanted> = new Set(['cancelled', 'archived', 'deleted'])

/** The everyday status changes. */
export function StatusActions({ hand }: { hand: EventInHand }) {
  const next = transitions[hand.event.status].filter((status) => !dangerous.has(status))
  return next.length === 0 ? null : <Verbs hand={hand} choices={next} />
}

/** Cancelling, archiving and deleting, at the end of the page. */
export function DangerZone({ hand }: { hand: EventInHand }) {
  const next = transitions[hand.event.status].filter((status) => dangerous.has(status))
  return (
    <section class="danger-zone">
      <h2>{text('dangerTitle')}</h2>
      <Verbs hand={hand} choices={[...next, 'deleted']} />
    </section>
  )
}

/** Each change has an explanation before it is made. */
function Verbs({ hand, choices }: { hand: EventInHand; choices: readonly Wanted[] }) {
  const [wanted, setWanted] = useState<Wanted>()
  const { event } = hand
  return (
    <>
      <div class="form-actions">
        {choices.map((status, at) => (
          <Button
            key={status}
            {...(at === 0 && status === 'published' ? { look: 'primary' as const } : {})}
            onClick={() => setWanted(status)}
          >
            {verbOf(status, event)}
          </Button>
        ))}
      </div>
      {wanted !== undefined && (
        <StatusDialog key={wanted} wanted={wanted} hand={hand} onClose={() => setWanted(undefined)} />
      )}
    </>
  )
}

/** An event that was public before is opened again. */
function verbOf(wanted: Wanted, { status }: EventAnswer): string {
  return text(wanted === 'published' && status !== 'draft' ? 'verbReopen' : verbs[wanted])
}

type StatusDialogProps = { wanted: Wanted; hand: EventInHand; onClose: () => void }

function StatusDialog({ wanted, hand, onClose }: StatusDialogProps) {
  const { route } = useLocation()
  const saving = useSaving()
  const { event, put, reload } = hand
  const params = { eventId: event.id }
  const act = () =>
    saving.run(async () => {
      if (wanted === 'deleted') {
        await registration.deleteEvent({ params, headers: matchOf(event) })
        showToast(text('eventDeleted'))
        return route(pathTo('/events'))
      }
      const { body } = await registration.updateEvent({
        params,
        headers: matchOf(event),
        body: { status: wanted },
      })
      put(body)
      showToast(text('statusIsNow', { status: text(statusTexts[wanted]) }))
      onClose()
    })
  return (
    <Dialog title={verbOf(wanted, event)} onClose={onClose}>
      <p>{text(meanings[wanted])}</p>
      {wanted === 'cancelled' && event.registeredCount > 0 && (
        <p>{text('cancelCount', { count: event.registeredCount })}</p>
      )}
      <SaveFailure saving={saving} />
      <Changed saving={saving} onReload={reload} />
      <DialogActions
        yes={verbOf(wanted, event)}
        look={dangerous.has(wanted) ? 'danger' : 'primary'}
        no={wanted === 'cancelled' ? text('keepEvent') : undefined}
        disabled={saving.isBusy}
        onYes={act}
        onClose={onClose}
      />
    </Dialog>
  )
}

/** After somebody else's change, the next attempt starts from the current event. */
function Changed({ saving, onReload }: { saving: Saving; onReload: () => void }) {
  if (saving.problem?.code !== 'version-changed') return null
  return (
    <Button
      onClick={() => {
        saving.clear()
        onReload()
      }}
    >
      {text('readAgain')}
    </Button>
  )
}
