import type { ComponentChildren } from 'preact'
import { createTexts } from '../../ui/texts/i18n.ts'
import { pathTo } from '../base/place.ts'
import type { Entry } from './entry.ts'
import { pageOf, registrationPageOf } from './links.ts'
import { en } from './sentences/texts/en.ts'
import { text } from './texts.ts'

const say = createTexts(en, {
  de: async () => (await import('./sentences/texts/de.ts')).de,
  fr: async () => (await import('./sentences/texts/fr.ts')).fr,
  es: async () => (await import('./sentences/texts/es.ts')).es,
})

/** Private characters that stand for the parts of a sentence, so that each part can be a link. */
const marks = { actor: '\uE000', subject: '\uE001', person: '\uE002', action: '\uE003' } as const

/** An entry of the audit trail as a sentence, with links to what it is about. */
export function Sentence({ entry }: { entry: Entry }) {
  const parts: Readonly<Record<string, ComponentChildren>> = {
    [marks.actor]: <strong>{named(actorText(entry))}</strong>,
    [marks.subject]: (
      <Linked entry={entry} to={pageOf(entry)}>
        {entry.recordName ?? entry.record}
      </Linked>
    ),
    [marks.person]: (
      <Linked entry={entry} to={registrationPageOf(entry)}>
        {personText(entry)}
      </Linked>
    ),
    [marks.action]: <bdi class="mono">{entry.action}</bdi>,
  }
  return (
    <span>
      {say(sentenceOf(entry), marks)
        .split(/([\uE000-\uE003])/)
        .map((piece) => parts[piece] ?? piece)}
    </span>
  )
}

type LinkedProps = { entry: Entry; to: `/${string}` | undefined; children: string }

function Linked({ entry, to, children }: LinkedProps) {
  if (to === undefined) return named(children)
  return <a href={pathTo(to, entry.organisationId ?? undefined)}>{named(children)}</a>
}

function named(name: string) {
  return <bdi>{name}</bdi>
}

/** Actions of a newer server have no sentence here. */
function sentenceOf({ action, detail }: Entry): keyof typeof en {
  if (action.startsWith('events.checkIn') && detail?.status === 'checked-out') return 'events.checkOut'
  return Object.hasOwn(en, action) ? (action as keyof typeof en) : 'other'
}

function actorText({ actor, actorName }: Entry): string {
  if (actor === 'local') return text('actorLocal')
  if (actor === 'server') return text('actorServer')
  if (actorName === null) return actor.startsWith('operator:') ? text('actorGone') : actor
  return actor.startsWith('api-key:') ? text('actorKey', { name: actorName }) : actorName
}

/** Older entries do not say who it was; several people at once are counted. */
function personText({ personName, detail }: Entry): string {
  const count = typeof detail?.count === 'number' ? detail.count : 1
  return personName ?? text('people', { count })
}
