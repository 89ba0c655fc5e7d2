/** A push message only says that something is waiting, without its content. */
type PushData =
  | { readonly kind: 'scope_job'; readonly ticket: string }
  | { readonly kind: 'approval_request'; readonly uuid: string }

type Shown = { readonly title: string; readonly options: NotificationOptions }

type Words = {
  readonly login: string
  readonly approval: string
  readonly other: string
  readonly open: string
}

/** Kept apart from the app's texts, so that a worker woken by a message loads little code. */
const words: Readonly<Record<string, Words>> = {
  en: {
    login: 'New sign-in request',
    approval: 'New approval request',
    other: 'New request',
    open: 'Open it to see who is asking. If it wasn’t you, deny it.',
  },
  de: {
    login: 'Neue Login-Anfrage',
    approval: 'Neue Bestätigungsanfrage',
    other: 'Neue Anfrage',
    open: 'Öffnen Sie sie, um zu sehen, wer anfragt. Wenn Sie es nicht waren, lehnen Sie ab.',
  },
  fr: {
    login: 'Nouvelle demande de connexion',
    approval: 'Nouvelle demande d’approbation',
    other: 'Nouvelle demande',
    open: 'Ouvrez-la pour voir qui la fait. Si ce n’était pas vous, refusez-la.',
  },
  es: {
    login: 'Nueva solicitud de inicio de sesión',
    approval: 'Nueva solicitud de aprobación',
    other: 'Nueva solicitud',
    open: 'Ábrala para ver quién la envía. Si no ha sido usted, rechácela.',
  },
}

/** Every message shows a notification, whatever its content: browsers require that. */
export function describePush(data: string | undefined, language: string): Shown {
  const told = readPush(data)
  const { login, approval, other, open } = words[language.slice(0, 2).toLowerCase()] ?? (words.en as Words)
  const title = told === undefined ? other : told.kind === 'scope_job' ? login : approval
  const hash =
    told === undefined ? '' : told.kind === 'scope_job' ? `#/job/${told.ticket}` : `#/approval/${told.uuid}`
  return { title, options: { body: open, tag: hash, data: { hash }, requireInteraction: true } }
}

/** The hash that a click opens; it is never sent to the server. */
export function hashOf(data: unknown): string {
  const hash: unknown = Object(data).hash
  return typeof hash === 'string' && hash.startsWith('#/') ? hash : ''
}

/** Only values that look like identifiers become part of an address. */
function readPush(data: string | undefined): PushData | undefined {
  try {
    const { kind, ticket, uuid } = Object(JSON.parse(data ?? '')) as Record<string, unknown>
    if (kind === 'scope_job' && /^[A-Za-z0-9]{20}$/.test(String(ticket)))
      return { kind, ticket: String(ticket) }
    if (kind === 'approval_request' && /^[0-9a-f-]{36}$/.test(String(uuid)))
      return { kind, uuid: String(uuid) }
  } catch {
    // Not our format, or from another version: shown without a link.
  }
  return undefined
}
