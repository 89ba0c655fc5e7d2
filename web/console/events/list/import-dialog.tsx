import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Refusal } from '../../../../src/client/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { FailureNotice } from '../../../ui/dialogs/failure-notice.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form } from '../../../ui/inputs/form.tsx'
import type { Problem } from '../../../ui/problems/problem.ts'
import { uiText } from '../../../ui/texts.ts'
import { ownZone } from '../../../ui/time/moment.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { pathTo } from '../../base/place.ts'
import { type Answered, consoleEvents } from '../../base/services.ts'
import { TaskProgress } from '../../tasks/task-progress.tsx'
import type { EventAnswer } from '../base/event.ts'
import { errorText, failureText } from '../base/failure.ts'
import { type Saving, useSaving } from '../base/saving.ts'
import { text } from '../base/texts.ts'
import { ZoneInput } from '../base/zone-input.tsx'
import { readImport } from './import-file.ts'

type Outcome =
  | ({ readonly kind: 'done' } & Answered<typeof consoleEvents.importSchedule>)
  | { readonly kind: 'task'; readonly taskId: string }

type ImportDialogProps = {
  /** The event to import into; without it, the file names the event. */
  event?: EventAnswer
  onDone?: () => void
  onClose: () => void
}

export function ImportDialog({ event, onDone, onClose }: ImportDialogProps) {
  const { route } = useLocation()
  const saving = useSaving()
  const [file, setFile] = useState<File>()
  const [zone, setZone] = useState(event?.timezone ?? ownZone)
  const [outcome, setOutcome] = useState<Outcome>()
  const take = (chosen: File) =>
    saving.run(async () => {
      const read = readImport(new Uint8Array(await chosen.arrayBuffer()))
      if (read.kind === 'event' && event === undefined) {
        const { body } = await consoleEvents.importEvent({ body: read.document as never })
        showToast(text('eventImported'))
        return route(pathTo(`/events/${body.id}`))
      }
      if (read.kind === 'event') throw new Refusal(422, new Headers(), { code: NO_SCHEDULE })
      const named = event === undefined ? {} : { eventId: event.id }
      const { status, body } = await consoleEvents.importSchedule({
        body: {
          fileName: chosen.name.slice(-200) || 'schedule',
          content: read.content,
          timezone: zone,
          ...named,
        },
      })
      setOutcome(status === 202 ? { kind: 'task', taskId: body.taskId } : { kind: 'done', ...body })
      onDone?.()
    })
  return (
    <Dialog title={text(event === undefined ? 'import' : 'importSchedule')} onClose={onClose}>
      {outcome === undefined ? (
        <ImportForm
          {...{ saving, zone, onClose }}
          lead={text(event === undefined ? 'importLead' : 'importScheduleLead')}
          onZone={setZone}
          onFile={setFile}
          onTake={() => file !== undefined && take(file)}
        />
      ) : (
        <ImportOutcome outcome={outcome} onDone={onDone} onClose={onClose} />
      )}
    </Dialog>
  )
}

type ImportFormProps = {
  lead: string
  saving: Saving
  zone: string
  onZone: (zone: string) => void
  onFile: (file: File | undefined) => void
  onTake: () => void
  onClose: () => void
}

function ImportForm({ lead, saving, zone, onZone, onFile, onTake, onClose }: ImportFormProps) {
  return (
    <Form onSubmit={onTake}>
      <p>{lead}</p>
      <Field label={text('file')} required>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".json,.xml,.ics,application/json,application/xml,text/xml,text/calendar"
            onChange={(event) => onFile(event.currentTarget.files?.[0])}
          />
        )}
      </Field>
      <ZoneInput value={zone} onChange={onZone} />
      <FailureNotice failure={failureOf(saving.problem)} />
      <Faults saving={saving} />
      <DialogActions yes={text('importNow')} disabled={saving.isBusy} onClose={onClose} />
    </Form>
  )
}

/** An event document has no place in an event that exists. */
const NO_SCHEDULE = 'no-schedule'

function failureOf(problem: Problem | undefined): string | undefined {
  if (problem === undefined) return undefined
  if (problem.code === NO_SCHEDULE) return text('importNoSchedule')
  return problem.code === 'malformed' ? text('importUnreadable') : failureText(problem)
}

const SHOWN = 10

/** Where the errors in the file are. */
function Faults({ saving }: { saving: Saving }) {
  const errors = saving.problem?.errors ?? []
  if (errors.length === 0) return null
  return (
    <ul class="faults">
      {errors.slice(0, SHOWN).map(({ pointer, code }) => (
        <li key={pointer + code}>
          <code>{pointer}</code> {errorText({ code })} ({code})
        </li>
      ))}
    </ul>
  )
}

type ImportOutcomeProps = { outcome: Outcome; onDone?: (() => void) | undefined; onClose: () => void }

function ImportOutcome({ outcome, onDone, onClose }: ImportOutcomeProps) {
  if (outcome.kind === 'task')
    return (
      <>
        <p>{text('importTask')}</p>
        <TaskProgress id={outcome.taskId} {...(onDone === undefined ? {} : { onOver: onDone })} />
        <div class="dialog-actions">
          <Button look="quiet" onClick={onClose}>
            {uiText('close')}
          </Button>
        </div>
      </>
    )
  const { added, updated, cancelled, unchanged, notes, id } = outcome
  return (
    <>
      <p role="status">{text('importCounts', { added, updated, cancelled, unchanged })}</p>
      {notes.length > 0 && (
        <ul class="faults">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <div class="dialog-actions">
        <Button look="quiet" onClick={onClose}>
          {uiText('close')}
        </Button>
        <a class="button primary" href={pathTo(`/events/${id}/schedule`)} onClick={onClose}>
          {text('importSee')}
        </a>
      </div>
    </>
  )
}
