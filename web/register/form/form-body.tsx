import { useMemo } from 'preact/hooks'
import { FormFields } from '../../ui/form/form-fields.tsx'
import { OptionChoice } from '../../ui/form/option-choice.tsx'
import { useEnhanced } from '../base/enhanced.ts'
import { text } from '../base/texts.ts'
import type { EventView, FormView, Places } from '../base/view.ts'
import { answerErrors, type Errors } from './errors.ts'
import { askedOfAll, type useDraft } from './form-state.ts'
import { Guests } from './guests.tsx'
import { PersonFields } from './person-fields.tsx'
import { asksSessions, findClashes, groupsFor, sessionsFor } from './selection.ts'
import { SessionChoice } from './sessions.tsx'
import { Summary } from './summary.tsx'

type FormBodyProps = {
  event: EventView
  places: Places
  form: FormView | undefined
  state: ReturnType<typeof useDraft>
  /** The address that the form is sent to. */
  action: string
  /** `guests`: how many guests are allowed; undefined if their number is fixed. */
  asks: { email: 'required' | 'fixed'; phone: boolean; guests: number | undefined }
}

/** All inputs of a registration. */
export function FormBody({ event, places, form, state, action, asks }: FormBodyProps) {
  const enhanced = useEnhanced()
  const { draft, errors, change, check } = state
  const { registrant } = draft
  const { timezone } = event
  const { sessionIds, options } = draft
  // Without a script, clashes are found when the form is sent.
  const clashes = useMemo(
    () => (enhanced ? findClashes(event, { sessionIds, options }) : {}),
    [enhanced, event, sessionIds, options],
  )
  return (
    <>
      <fieldset class="form-section">
        <legend>{text('yourDetails')}</legend>
        <PersonFields
          person={registrant}
          at="/registrant"
          prefix=""
          errors={errors}
          asks={asks}
          onChange={(changes, pointer) => change({ registrant: { ...registrant, ...changes } }, pointer)}
          onLeave={check}
        />
      </fieldset>
      <FormFields
        sections={form?.sections ?? []}
        values={registrant.entries}
        errors={answerErrors(errors, '')}
        timezone={timezone}
        enhanced={enhanced}
        without={askedOfAll(form)}
        left={places.left}
        onChange={(name, entry) =>
          change(
            { registrant: { ...registrant, entries: { ...registrant.entries, [name]: entry } } },
            `/answers/${name}`,
          )
        }
        onLeave={(name) => check(`/answers/${name}`)}
      />
      <Options {...{ event, places, form, state, action, clashes }} />
      <Sessions {...{ event, places, form, state, action, clashes }} />
      <Guests
        guests={draft.guests}
        most={asks.guests}
        action={action}
        form={form}
        timezone={timezone}
        places={places}
        errors={errors}
        onChange={(guests, pointer) => change({ guests }, pointer)}
        onLeave={check}
      />
      {enhanced && (
        <Summary event={event} form={form} draft={draft} hasClash={Object.keys(clashes).length > 0} />
      )}
    </>
  )
}

type PartProps = Omit<FormBodyProps, 'asks'> & {
  /** By session. */
  clashes: Errors
}

function Options({ event, places, form, clashes, state: { draft, errors, change } }: PartProps) {
  const groups = groupsFor(event, form, draft.typeId)
  if (groups.length === 0) return null
  return (
    <fieldset class="form-section">
      <legend>{text('options')}</legend>
      {groups.map((group) => (
        <OptionChoice
          key={group.id}
          group={group}
          chosen={draft.options}
          left={places.left}
          error={errors[`/options/${group.id}`] ?? clashOf(group, { draft, clashes })}
          onChange={(options) => change({ options }, `/options/${group.id}`)}
        />
      ))}
    </fieldset>
  )
}

type Clashing = { draft: PartProps['state']['draft']; clashes: Errors }

/** A chosen option may come with a session, which has no place of its own in the form. */
function clashOf({ options }: EventView['groups'][number], { draft, clashes }: Clashing): string | undefined {
  const found = options.find(
    ({ id, sessionId }) => draft.options[id] !== undefined && clashes[sessionId ?? ''],
  )
  return found === undefined ? undefined : clashes[found.sessionId ?? '']
}

function Sessions({ event, places, form, action, clashes, state: { draft, errors, change } }: PartProps) {
  if (!asksSessions(event, form, draft.typeId)) return null
  const own = Object.entries(errors)
    .filter(([key]) => key.startsWith('/sessions/'))
    .map(([key, words]) => [key.slice('/sessions/'.length), words])
  return (
    <SessionChoice
      event={{ ...event, sessions: sessionsFor(event, form, draft.typeId) }}
      chosen={draft.sessionIds}
      rule={form?.sessionSelection}
      places={places}
      action={action}
      errors={{ ...Object.fromEntries(own), ...clashes }}
      onChange={(sessionIds) => change({ sessionIds }, '/sessions/')}
    />
  )
}
