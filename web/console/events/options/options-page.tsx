import { useState } from 'preact/hooks'
import { useAsked } from '../../../ui/ask.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Await } from '../../../ui/lists/load.tsx'
import { EmptyState } from '../../../ui/lists/states.tsx'
import { registration } from '../../base/services.ts'
import { may } from '../../base/session.ts'
import { matchOf } from '../base/event.ts'
import { EventFrame } from '../base/event-frame.tsx'
import type { GroupAnswer } from '../base/event-parts.ts'
import { moved } from '../base/order.ts'
import { RemoveDialog } from '../base/remove-dialog.tsx'
import { SaveFailure } from '../base/save-failure.tsx'
import { useSaving } from '../base/saving.ts'
import { Sortable } from '../base/sortable.tsx'
import { text } from '../base/texts.ts'
import { offerGroup } from '../form/offer.ts'
import { ItemActions, placesText } from '../types/types-page.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { type Parts, readParts } from './parts.ts'

export function OptionsPage({ eventId }: { eventId: string }) {
  return (
    <EventFrame eventId={eventId} tab="options">
      {() => <Options key={eventId} eventId={eventId} />}
    </EventFrame>
  )
}

type Open = { kind: 'new' } | { kind: 'edit' | 'remove'; group: GroupAnswer }

function Options({ eventId }: { eventId: string }) {
  const { loaded, reload } = useAsked(`options ${eventId}`, (signal) => readParts(eventId, signal))
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const done = () => {
    close()
    reload()
  }
  return (
    <section>
      <div class="section-head">
        <h2>{text('tabOptions')}</h2>
        {may('events:write') && (
          <Button look="primary" onClick={() => setOpen({ kind: 'new' })}>
            {text('groupNew')}
          </Button>
        )}
      </div>
      <p class="soft">{text('optionsLead')}</p>
      <Await loaded={loaded}>
        {(parts) => (
          <>
            <GroupList parts={parts} eventId={eventId} onOpen={setOpen} onChanged={reload} />
            <GroupDialogs open={open} eventId={eventId} parts={parts} onDone={done} onClose={close} />
          </>
        )}
      </Await>
    </section>
  )
}

type GroupDialogsProps = {
  open: Open | undefined
  eventId: string
  parts: Parts
  onDone: () => void
  onClose: () => void
}

function GroupDialogs({ open, eventId, parts, onDone, onClose }: GroupDialogsProps) {
  if (open === undefined) return null
  if (open.kind !== 'remove') {
    const group = open.kind === 'edit' ? open.group : undefined
    const order = parts.groups.length
    const shared = { eventId, parts, onDone, onClose }
    return <GroupDialog {...shared} group={group} order={order} />
  }
  const { group } = open
  const remove = async () => {
    const params = { eventId, optionGroupId: group.id }
    await registration.deleteOptionGroup({ params, headers: matchOf(group) })
    onDone()
  }
  return (
    <RemoveDialog name={group.name} means={text('groupRemoveMeans')} onRemove={remove} onClose={onClose} />
  )
}

type GroupListProps = {
  parts: Parts
  eventId: string
  onOpen: (open: Open) => void
  onChanged: () => void
}

function GroupList({ parts: { groups, types, hidden }, eventId, onOpen, onChanged }: GroupListProps) {
  const saving = useSaving()
  const offer = (groupId: string) =>
    saving.run(async () => {
      const typeIds = types.map(({ id }) => id)
      await offerGroup(eventId, typeIds, groupId)
      onChanged()
    })
  const reorder = (from: number, to: number) =>
    saving.run(async () => {
      try {
        for (const [order, group] of moved(groups, from, to).entries()) {
          if (group.order === order) continue
          const params = { eventId, optionGroupId: group.id }
          await registration.updateOptionGroup({ params, headers: matchOf(group), body: { order } })
        }
      } finally {
        onChanged()
      }
    })
  if (groups.length === 0) return <EmptyState title={text('noGroups')}>{text('noGroupsHint')}</EmptyState>
  return (
    <>
      <SaveFailure saving={saving} />
      <Sortable
        label={text('tabOptions')}
        disabled={saving.isBusy || !may('events:write')}
        onMove={reorder}
        items={groups.map((group) => ({
          key: group.id,
          name: group.name,
          content: (
            <>
              <GroupRow group={group} onOpen={onOpen} />
              {hidden.has(group.id) && (
                <NotOffered group={group} disabled={saving.isBusy} onOffer={() => offer(group.id)} />
              )}
            </>
          ),
        }))}
      />
    </>
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

function GroupRow({ group, onOpen }: { group: GroupAnswer; onOpen: (open: Open) => void }) {
  return (
    <div class="item">
      <div class="item-text">
        <strong>
          <bdi class="clip-2">{group.name}</bdi>
        </strong>
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
      </div>
      {may('events:write') && (
        <ItemActions
          name={group.name}
          onEdit={() => onOpen({ kind: 'edit', group })}
          onRemove={() => onOpen({ kind: 'remove', group })}
        />
      )}
    </div>
  )
}
