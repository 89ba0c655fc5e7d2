import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Asked } from '../../../ui/ask.ts'
import { Button } from '../../../ui/button.tsx'
import { Await } from '../../../ui/lists/load.tsx'
import { EmptyState } from '../../../ui/lists/states.tsx'
import type { PlainKey } from '../../../ui/texts/i18n.ts'
import { may } from '../../base/session.ts'
import type { en } from '../texts/en.ts'
import { moved } from './order.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { SaveFailure } from './save-failure.tsx'
import { type Saving, useSaving } from './saving.ts'
import { Sortable } from './sortable.tsx'
import { text } from './texts.ts'

type Part = { readonly id: string; readonly name: string; readonly order: number }
type Words = 'title' | 'lead' | 'add' | 'none' | 'noneHint' | 'removeMeans'

/** `L` is what is loaded, with the parts in it. */
type OrderedPartsProps<P extends Part, L> = {
  words: Readonly<Record<Words, PlainKey<typeof en>>>
  asked: Asked<L>
  partsOf: (loaded: L) => readonly P[]
  /** Saves a part at its new position. */
  place: (part: P, order: number) => Promise<unknown>
  remove: (part: P) => Promise<unknown>
  /** What is shown below the name of a part. */
  describe: (part: P) => ComponentChildren
  /** What is wrong with a part, if anything. */
  warn?: (part: P, loaded: L, saving: Saving) => ComponentChildren
  /** The dialog for a part; undefined for a new one, which is added at the end. */
  dialog: (
    part: P | undefined,
    rest: { loaded: L; order: number; onDone: () => void; onClose: () => void },
  ) => ComponentChildren
  /** Called after a part was added, changed or removed. */
  onDone?: () => void
}

/** The parts of an event of one kind, in an order that is changed by dragging. */
export function OrderedParts<P extends Part, L>(props: OrderedPartsProps<P, L>) {
  const { words, asked, partsOf, remove, dialog } = props
  const [edited, setEdited] = useState<P | 'new'>()
  const [removed, setRemoved] = useState<P>()
  const close = () => {
    setEdited(undefined)
    setRemoved(undefined)
  }
  const onDone = () => {
    close()
    asked.reload()
    props.onDone?.()
  }
  return (
    <section>
      <div class="section-head">
        <h2>{text(words.title)}</h2>
        {may('events:write') && (
          <Button look="primary" onClick={() => setEdited('new')}>
            {text(words.add)}
          </Button>
        )}
      </div>
      <p class="soft">{text(words.lead)}</p>
      <Await loaded={asked.loaded}>
        {(loaded) => (
          <>
            <PartList {...props} loaded={loaded} onEdit={setEdited} onRemove={setRemoved} />
            {edited !== undefined &&
              dialog(edited === 'new' ? undefined : edited, {
                ...{ loaded, onDone },
                order: partsOf(loaded).length,
                onClose: close,
              })}
          </>
        )}
      </Await>
      {removed !== undefined && (
        <RemoveDialog
          name={removed.name}
          means={text(words.removeMeans)}
          onRemove={() => remove(removed).then(onDone)}
          onClose={close}
        />
      )}
    </section>
  )
}

type PartListProps<P extends Part, L> = OrderedPartsProps<P, L> & {
  loaded: L
  onEdit: (part: P) => void
  onRemove: (part: P) => void
}

function PartList<P extends Part, L>(props: PartListProps<P, L>) {
  const { words, asked, partsOf, place, describe, warn, loaded, onEdit, onRemove } = props
  const saving = useSaving()
  const parts = partsOf(loaded)
  const reorder = (from: number, to: number) =>
    saving.run(async () => {
      try {
        for (const [order, part] of moved(parts, from, to).entries())
          if (part.order !== order) await place(part, order)
      } finally {
        asked.reload()
      }
    })
  if (parts.length === 0) return <EmptyState title={text(words.none)}>{text(words.noneHint)}</EmptyState>
  return (
    <>
      <SaveFailure saving={saving} />
      <Sortable
        label={text(words.title)}
        disabled={saving.isBusy || !may('events:write')}
        onMove={reorder}
        items={parts.map((part) => ({
          key: part.id,
          name: part.name,
          content: (
            <>
              <div class="item">
                <div class="item-text">
                  <strong>
                    <bdi class="clip-2">{part.name}</bdi>
                  </strong>
                  {describe(part)}
                </div>
                {may('events:write') && (
                  <ItemActions name={part.name} onEdit={() => onEdit(part)} onRemove={() => onRemove(part)} />
                )}
              </div>
              {warn?.(part, loaded, saving)}
            </>
          ),
        }))}
      />
    </>
  )
}

type ItemActionsProps = { name: string; onEdit: () => void; onRemove: () => void }

function ItemActions({ name, onEdit, onRemove }: ItemActionsProps) {
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

type Places = { capacity: number | null; remaining: number | null }

export function placesText({ capacity, remaining }: Places): string {
  if (capacity === null) return text('placesUnlimited')
  return text('placesOf', { left: remaining ?? 0, count: capacity })
}
