import { useAsked } from '../../../ui/ask.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { registration } from '../../base/services.ts'
import { may } from '../../base/session.ts'
import { matchOf } from '../base/event.ts'
import { type EventInHand, eventPage } from '../base/event-frame.tsx'
import type { GroupAnswer } from '../base/event-parts.ts'
import { OrderedParts, placesText } from '../base/ordered-parts.tsx'
import type { Saving } from '../base/saving.ts'
import { text } from '../base/texts.ts'
import { offerGroup } from '../form/offer.ts'
import { GroupDialog } from './group-dialog.tsx'
import { type Parts, readParts } from './parts.ts'

export const OptionsPage = eventPage('options', Options)

const words = {
  title: 'tabOptions',
  lead: 'optionsLead',
  add: 'groupNew',
  none: 'noGroups',
  noneHint: 'noGroupsHint',
  removeMeans: 'groupRemoveMeans',
} as const

function Options({ hand: { event } }: { hand: EventInHand }) {
  const eventId = event.id
  const asked = useAsked(`options ${eventId}`, (signal) => readParts(eventId, signal))
  const callFor = (group: GroupAnswer) => ({
    params: { eventId, optionGroupId: group.id },
    headers: matchOf(group),
  })
  const offer = (groupId: string, { types }: Parts, saving: Saving) =>
    saving.run(async () => {
      const typeIds = types.map(({ id }) => id)
      await offerGroup(eventId, typeIds, groupId)
      asked.reload()
    })
  return (
    <OrderedParts
      words={words}
      asked={asked}
      partsOf={({ groups }) => groups}
      place={(group, order) => registration.updateOptionGroup({ ...callFor(group), body: { order } })}
      remove={(group) => registration.deleteOptionGroup(callFor(group))}
      describe={(group) => <GroupFacts group={group} />}
      warn={(group, parts, saving) =>
        parts.hidden.has(group.id) && (
          <NotOffered group={group} disabled={saving.isBusy} onOffer={() => offer(group.id, parts, saving)} />
        )
      }
      dialog={(group, { loaded, order, onDone, onClose }) => (
        <GroupDialog {...{ eventId, group, order, onDone, onClose }} parts={loaded} />
      )}
    />
  )
}

type NotOfferedProps = { group: GroupAnswer; disabled: boolean; onOffer: () => void }

function NotOffered({ group, disabled, onOffer }: NotOfferedProps) {
  return (
    <div class="notice warn not-offered">
      <p>{text('groupNotOffered')}</p>
      {may('events:write') && (
        <Button
          size="small"
          disabled={disabled}
          label={text('groupOfferName', { name: group.name })}
          onClick={onOffer}
        >
          {text('groupOffer')}
        </Button>
      )}
    </div>
  )
}

function GroupFacts({ group }: { group: GroupAnswer }) {
  return (
    <>
      <span class="soft">
        {text(group.selection === 'single' ? 'selectionSingle' : 'selectionMultiple')}
        {group.required && ` · ${text('required')}`}
      </span>
      <ul class="plain">
        {group.options.map((option) => (
          <li key={option.id}>
            <bdi>{option.name}</bdi> <span class="soft">{placesText(option)}</span>{' '}
            {option.status !== 'open' && (
              <Badge tone="warn">{text(option.status === 'full' ? 'optionFull' : 'statusClosed')}</Badge>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
