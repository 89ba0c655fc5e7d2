import { useState } from 'preact/hooks'
import { useAsked } from '../../../ui/ask.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Await } from '../../../ui/lists/load.tsx'
import { EmptyState } from '../../../ui/lists/states.tsx'
import { registration } from '../../base/services.ts'
import { may } from '../../base/session.ts'
import { type EventAnswer, matchOf } from '../base/event.ts'
import { EventFrame, type EventInHand } from '../base/event-frame.tsx'
import { readTypes, type TypeAnswer } from '../base/event-parts.ts'
import { moved } from '../base/order.ts'
import { RemoveDialog } from '../base/remove-dialog.tsx'
import { SaveFailure } from '../base/save-failure.tsx'
import { useSaving } from '../base/saving.ts'
import { Sortable } from '../base/sortable.tsx'
import { text } from '../base/texts.ts'
import { TypeDialog } from './type-dialog.tsx'

export function TypesPage({ eventId }: { eventId: string }) {
  return (
    <EventFrame eventId={eventId} tab="types">
      {(hand) => <Types key={eventId} hand={hand} />}
    </EventFrame>
  )
}

type Open = { kind: 'new' } | { kind: 'edit' | 'remove'; type: TypeAnswer }

function Types({ hand: { event, reload: reloadEvent } }: { hand: EventInHand }) {
  const { loaded, reload } = useAsked(`types ${event.id}`, (signal) => readTypes(event.id, signal))
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const done = () => {
    close()
    reload()
    reloadEvent()
  }
  return (
    <section>
      <div class="section-head">
        <h2>{text('tabTypes')}</h2>
        {may('events:write') && (
          <Button look="primary" onClick={() => setOpen({ kind: 'new' })}>
            {text('typeNew')}
          </Button>
        )}
      </div>
      <p class="soft">{text('typesLead')}</p>
      <Await loaded={loaded}>
        {(types) => (
          <>
            <TypeList types={types} event={event} onOpen={setOpen} onChanged={reload} />
            <TypeDialogs open={open} event={event} count={types.length} onDone={done} onClose={close} />
          </>
        )}
      </Await>
    </section>
  )
}

type TypeDialogsProps = {
  open: Open | undefined
  event: EventAnswer
  count: number
  onDone: () => void
  onClose: () => void
}

function TypeDialogs({ open, event, count, onDone, onClose }: TypeDialogsProps) {
  if (open === undefined) return null
  if (open.kind !== 'remove') {
    const type = open.kind === 'edit' ? open.type : undefined
    return <TypeDialog event={event} type={type} order={count} onDone={onDone} onClose={onClose} />
  }
  const { type } = open
  const remove = async () => {
    const params = { eventId: event.id, registrationTypeId: type.id }
    await registration.deleteRegistrationType({ params, headers: matchOf(type) })
    onDone()
  }
  return <RemoveDialog name={type.name} means={text('typeRemoveMeans')} onRemove={remove} onClose={onClose} />
}

type TypeListProps = {
  types: readonly TypeAnswer[]
  event: EventAnswer
  onOpen: (open: Open) => void
  onChanged: () => void
}

function TypeList({ types, event, onOpen, onChanged }: TypeListProps) {
  const saving = useSaving()
  const reorder = (from: number, to: number) =>
    saving.run(async () => {
      try {
        for (const [order, type] of moved(types, from, to).entries()) {
          if (type.order === order) continue
          const params = { eventId: event.id, registrationTypeId: type.id }
          await registration.updateRegistrationType({ params, headers: matchOf(type), body: { order } })
        }
      } finally {
        onChanged()
      }
    })
  if (types.length === 0) return <EmptyState title={text('noTypes')}>{text('noTypesHint')}</EmptyState>
  return (
    <>
      <SaveFailure saving={saving} />
      <Sortable
        label={text('tabTypes')}
        disabled={saving.isBusy || !may('events:write')}
        onMove={reorder}
        items={types.map((type) => ({
          key: type.id,
          name: type.name,
          content: <TypeRow type={type} onOpen={onOpen} />,
        }))}
      />
    </>
  )
}

function TypeRow({ type, onOpen }: { type: TypeAnswer; onOpen: (open: Open) => void }) {
  return (
    <div class="item">
      <div class="item-text">
        <strong>
          <bdi class="clip-2">{type.name}</bdi>
        </strong>
        <span class="soft">
          {[type.code, placesText(type)].filter(Boolean).join(' · ')}
          {type.approvalRequired && (
            <>
              {' '}
              <Badge tone="warn">{text('byApproval')}</Badge>
            </>
          )}
          {type.virtual && (
            <>
              {' '}
              <Badge tone="info">{text('formatVirtual')}</Badge>
            </>
          )}
        </span>
      </div>
      {may('events:write') && (
        <ItemActions
          name={type.name}
          onEdit={() => onOpen({ kind: 'edit', type })}
          onRemove={() => onOpen({ kind: 'remove', type })}
        />
      )}
    </div>
  )
}

type ItemActionsProps = { name: string; onEdit: () => void; onRemove: () => void }

export function ItemActions({ name, onEdit, onRemove }: ItemActionsProps) {
  return (
    <div class="item-actions">
      <Button size="small" label={text('editNamed', { name })} onClick={onEdit}>
        {text('edit')}
      </Button>
      <Button size="small" look="quiet" label={text('deleteNamed', { name })} onClick={onRemove}>
        {text('delete')}
      </Button>
    </div>
  )
}

export function placesText({
  capacity,
  remaining,
}: {
  capacity: number | null
  remaining: number | null
}): string {
  if (capacity === null) return text('placesUnlimited')
  return text('placesOf', { left: remaining ?? 0, count: capacity })
}
