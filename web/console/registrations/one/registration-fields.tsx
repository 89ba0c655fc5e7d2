import type { FormSection } from '../../../../src/client/forms.ts'
import { FormFields } from '../../../ui/form/form-fields.tsx'
import { OptionChoice } from '../../../ui/form/option-choice.tsx'
import { ErrorNote } from '../../../ui/inputs/field-notes.tsx'
import { AreaInput, SelectInput, TextInput } from '../../../ui/inputs/inputs.tsx'
import type { Problem } from '../../../ui/problems/problem.ts'
import type { GroupAnswer, SessionAnswer } from '../../events/base/event-parts.ts'
import type { Setting } from '../base/setting.ts'
import { text } from '../base/texts.ts'
import {
  choosableSessions,
  filledFields,
  groupsFor,
  type Member,
  type Person,
  type RegistrationDraft,
} from './draft.ts'
import { errorAt, errorsOfAnswers } from './errors.ts'

type RegistrationFieldsProps = {
  draft: RegistrationDraft
  onChange: (draft: RegistrationDraft) => void
  setting: Setting
  sections: readonly FormSection[]
  zone: string
  problem: Problem | undefined
}

/** All inputs of a registration: person, answers, options and sessions. */
export function RegistrationFields({
  draft,
  onChange,
  setting,
  sections,
  zone,
  problem,
}: RegistrationFieldsProps) {
  const change = (part: Partial<RegistrationDraft>) => onChange({ ...draft, ...part })
  const groups = groupsFor(setting.groups, draft.typeId)
  const sessions = choosableSessions(setting.sessions, setting.groups)
  return (
    <>
      {setting.types.length > 0 && (
        <SelectInput
          label={text('fieldType')}
          value={draft.typeId}
          onChange={(typeId) => change({ typeId })}
          error={errorAt(problem, '/registrationTypeId')}
          required={setting.types.length > 1}
          choices={[
            ...(draft.typeId === '' ? [{ value: '', label: text('chooseType') }] : []),
            ...setting.types.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      <fieldset class="form-section">
        <legend>{text('registrant')}</legend>
        <PersonFields
          person={draft.registrant}
          onChange={(registrant) => change({ registrant })}
          at="/registrant"
          problem={problem}
          isRegistrant
        />
      </fieldset>
      <FormFields
        sections={sections}
        values={draft.entries}
        errors={errorsOfAnswers(problem, sections)}
        timezone={zone}
        without={new Set(filledFields(sections).keys())}
        onChange={(name, entry) => change({ entries: { ...draft.entries, [name]: entry } })}
      />
      {groups.map((group, at) => (
        <OptionChoice
          key={group.id}
          group={{
            ...group,
            options: group.options.map((option) => ({ ...option, isClosed: option.status === 'closed' })),
          }}
          chosen={draft.chosen}
          left={leftOf(group)}
          error={at === 0 ? errorAt(problem, '/options') : undefined}
          onChange={(chosen) => change({ chosen })}
        />
      ))}
      {sessions.length > 0 && (
        <SessionChoice
          sessions={sessions}
          chosen={draft.sessionIds}
          error={errorAt(problem, '/sessionIds')}
          onChange={(sessionIds) => change({ sessionIds })}
        />
      )}
      <TextInput
        label={text('fieldTags')}
        help={text('tagsHelp')}
        value={draft.tags}
        onChange={(tags) => change({ tags })}
        error={errorAt(problem, '/tags')}
      />
      <AreaInput
        label={text('fieldNote')}
        help={text('noteHelp')}
        value={draft.note}
        onChange={(note) => change({ note })}
        error={errorAt(problem, '/note')}
        maxLength={4_000}
      />
    </>
  )
}

function leftOf({ options }: GroupAnswer): Record<string, number> {
  return Object.fromEntries(
    options.flatMap(({ id, remaining }) => (remaining === null ? [] : [[id, remaining]])),
  )
}

type PersonFieldsProps = {
  person: Person
  onChange: (person: Person) => void
  at: string
  problem: Problem | undefined
  /** A registrant must have an e-mail address; a guest may have none. */
  isRegistrant?: boolean
}

const labels = {
  firstName: 'fieldFirstName',
  lastName: 'fieldLastName',
  email: 'fieldEmail',
  phone: 'fieldPhone',
  company: 'fieldCompany',
  title: 'fieldTitle',
} as const

export function PersonFields({ person, onChange, at, problem, isRegistrant = false }: PersonFieldsProps) {
  const input = (member: Member, type: 'text' | 'email' | 'tel' = 'text', required = false) => (
    <TextInput
      label={text(labels[member])}
      type={type}
      value={person[member]}
      onChange={(value) => onChange({ ...person, [member]: value })}
      error={errorAt(problem, `${at}/${member}`)}
      required={required}
    />
  )
  return (
    <div class="person-fields">
      {input('firstName', 'text', true)}
      {input('lastName', 'text', true)}
      {input('email', 'email', isRegistrant)}
      {input('phone', 'tel')}
      {input('company')}
      {input('title')}
    </div>
  )
}

type SessionChoiceProps = {
  sessions: readonly SessionAnswer[]
  chosen: readonly string[]
  error: string | undefined
  onChange: (chosen: readonly string[]) => void
}

function SessionChoice({ sessions, chosen, error, onChange }: SessionChoiceProps) {
  return (
    <fieldset class="field choices">
      <legend>{text('fieldSessions')}</legend>
      {sessions.map(({ id, title, remaining }) => (
        <label class="choice" key={id}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={() =>
              onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
            }
          />
          <span>
            <bdi>{title}</bdi>{' '}
            {remaining !== null && <span class="mark">{text('left', { count: remaining })}</span>}
          </span>
        </label>
      ))}
      <ErrorNote error={error} />
    </fieldset>
  )
}
