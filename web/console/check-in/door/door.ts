import { signal } from '@preact/signals'
import { Refusal } from '../../../../src/client/client.ts'
import { isOnline } from '../../../ui/offline/online.ts'
import { askPack, findAtDoor, sendNow, sendScans, undoAtDoor } from './door-server.ts'
import { judgePerson } from './judge.ts'
import { type DoorPlace, doorIdOf, type Pack } from './pack.ts'
import { countPeople, findPeople, type Person, type Tally, type Way } from './person.ts'
import { findPack, loadPeople, storePack, takeLines, updatePack } from './prepared.ts'
import { dropScans, groupScans, keepScans, listScans, settle } from './queue.ts'
import { findEarlier, findLater, isUnsent, type Scan, type Told, whereIs, withScan } from './scan.ts'
import { judgeTicket } from './ticket.ts'
import { type Verdict, verdictOfCode } from './verdict.ts'

const REFRESH_MS = 30_000
const RETRY_MS = 5_000

type DoorNames = { readonly gate: string; readonly device: string }
type Admission = {
  readonly way: Way
  readonly method: 'scan' | 'manual'
  readonly force?: boolean
  readonly ticket?: string
  /** The ticket's signature was verified on this device. */
  readonly isProven?: boolean
}

/** One door in operation: its list in memory, its scans on disk, and the server when there is a network. */
export class Door {
  readonly pack = signal<Pack | undefined>(undefined)
  readonly scans = signal<readonly Scan[]>([])
  readonly needsSignIn = signal(false)
  /** How many people of a list that is being loaded have arrived on this device. */
  readonly loading = signal<number | undefined>(undefined)
  readonly count = signal(0)
  /** How many of those who are expected are in, as far as this device knows. */
  readonly tally = signal<Tally>({ inside: 0, expected: 0 })
  #place: DoorPlace
  readonly #names: () => DoorNames
  readonly #over = new AbortController()
  /** The people as the list has them and, in `#scanned`, those whom this door has scanned, with the scan applied. */
  #plain = new Map<string, Person>()
  #scanned = new Map<string, Person>()
  #syncing: Promise<void> | undefined

  constructor(place: DoorPlace, names: () => DoorNames) {
    this.#place = place
    this.#names = names
  }

  /** Shows the data stored on this device, then syncs with the server. */
  async open(): Promise<void> {
    await this.#readScans()
    const pack = await findPack(this.#place)
    if (pack !== undefined) {
      // Offline, the page does not know the event's organisation; the stored list does.
      this.#place = { ...this.#place, organisationId: pack.organisationId ?? this.#place.organisationId }
      await this.#show(pack)
    }
    const { signal: over } = this.#over
    if (over.aborted) return
    addEventListener('online', () => void this.sync(), { signal: over })
    const timer = setInterval(() => void this.#tick(), RETRY_MS)
    over.addEventListener('abort', () => clearInterval(timer))
    void this.sync()
  }

  close(): void {
    this.#over.abort()
  }

  now(): number {
    return Date.now() + (this.pack.peek()?.aheadMs ?? 0)
  }

  find(typed: string): Person[] {
    return findPeople(this.#plain.values(), typed).map((person) => this.#scanned.get(person.id) ?? person)
  }

  personOf(attendeeId: string): Person | undefined {
    return this.#scanned.get(attendeeId) ?? this.#plain.get(attendeeId)
  }

  /** Loads the whole list again. */
  async prepare(): Promise<void> {
    this.loading.value = 0
    try {
      const body = await this.#reach(() => askPack(this.#place))
      const pack = await storePack(this.#place, body, (count) => {
        this.loading.value = count
      })
      await this.#show(pack)
    } finally {
      this.loading.value = undefined
    }
  }

  /** Handles a ticket that was scanned, or its text. */
  async takeTicket(text: string, way: Way): Promise<Verdict> {
    const { head } = this.pack.peek() ?? {}
    const at = this.now()
    if (head === undefined) return { kind: 'failed', way, at }
    const judged = await judgeTicket(text, head, at)
    if ('fault' in judged) return { kind: judged.fault, way, at }
    const { attendeeId, isProven, generation } = judged
    const person = this.personOf(attendeeId)
    if (person !== undefined && person.generation > generation) return { kind: 'replaced', way, at }
    // The server checks what this device cannot: the signature, or people who registered after the list was loaded.
    const ticket = isProven && person !== undefined ? {} : { ticket: text.trim() }
    return this.admit(attendeeId, { way, method: 'scan', isProven, ...ticket })
  }

  /** Checks somebody in or out: the server decides if reachable, else this device. */
  async admit(
    attendeeId: string,
    { way, method, force = false, ticket, isProven = ticket === undefined }: Admission,
  ): Promise<Verdict> {
    const person = this.personOf(attendeeId)
    const scan: Scan = {
      ...this.#place,
      id: crypto.randomUUID(),
      doorId: doorIdOf(this.#place),
      attendeeId,
      ...(ticket === undefined ? {} : { ticket }),
      name: person?.name ?? '',
      way,
      at: this.now(),
      method,
      ...this.#names(),
      force,
      state: 'waiting',
    }
    // A new scan replaces a pending undo.
    await dropScans(
      this.#ownScans(attendeeId).flatMap(({ id, state }) => (state === 'taken-back' ? [id] : [])),
    )
    await this.#keep([scan])
    return (await this.#askNow(scan)) ?? this.#decide(scan, person, isProven)
  }

  /** Undoes a scan: on this device at once, on the server as soon as it is reachable. */
  async takeBack(attendeeId: string): Promise<void> {
    const own = this.#ownScans(attendeeId)
    if (own.length === 0) await this.#reach(() => undoAtDoor(this.#place, attendeeId))
    // A scan without an answer may have reached the server, too.
    await this.#keep(own.map((scan) => ({ ...scan, state: 'taken-back' })))
    void this.sync()
  }

  /** Marks the message about a scan as read. */
  dismiss(id: string): Promise<void> {
    return this.#drop(id)
  }

  /** Records somebody who was let in anyway. */
  async insist(scan: Scan): Promise<void> {
    const { told: _told, ...rest } = scan
    await dropScans([scan.id])
    await this.#keep([{ ...rest, id: crypto.randomUUID(), force: true, state: 'waiting' }])
    await this.sync()
  }

  /** Sends the waiting scans of all doors of this device and updates the list. Runs once at a time. */
  sync(): Promise<void> {
    this.#syncing ??= this.#syncAll().finally(() => {
      this.#syncing = undefined
    })
    return this.#syncing
  }

  async #syncAll(): Promise<void> {
    try {
      await this.#refresh().catch(unlessRefused)
      for (const scan of this.scans.peek().filter(({ state }) => state === 'taken-back'))
        await this.#undo(scan).catch((error: unknown) => this.#tellRefused([scan], error))
      for (const group of groupScans(this.scans.peek()))
        await this.#send(group).catch((error: unknown) => this.#tellRefused(group, error))
      await this.#refresh()
    } catch (error) {
      // Any failure is retried: waiting loses nothing.
      if (error instanceof Refusal && error.status !== 401) console.warn('check-in', error.status)
    }
  }

  async #tick(): Promise<void> {
    const waits = this.scans.peek().some(isUnsent)
    const age = this.now() - (this.pack.peek()?.freshAt ?? 0)
    if (waits || !isOnline.peek() || age > REFRESH_MS) await this.sync()
  }

  async #send(group: readonly Scan[]): Promise<void> {
    const later = new Map(group.map((scan) => [scan.id, findLater(scan, this.#listed(scan))]))
    const settled = settle(group, await this.#reach(() => sendScans(group)))
    await this.#readScans()
    // Scans that were answered separately in the meantime are gone or settled.
    const waiting = new Set(this.scans.peek().flatMap(({ id, state }) => (state === 'waiting' ? [id] : [])))
    const news = settled.filter(({ id }) => waiting.has(id))
    await this.#keep(news.map((scan) => tell(scan, scan.state === 'sent' ? later.get(scan.id) : undefined)))
  }

  /** Undoes it on the server too, unless somebody else's scan is recorded there by now. */
  async #undo(scan: Scan): Promise<void> {
    const { attendeeId } = scan
    const [known] = await this.#reach(() => findAtDoor(scan, attendeeId))
    const place = whereIs(scan, { nonce: known?.record?.nonce, now: this.now() })
    if (place === 'perhaps') return
    if (place === 'there') await this.#reach(() => undoAtDoor(scan, attendeeId))
    const listed = this.#listed(scan)
    if (listed?.presence?.nonce === scan.id) this.#plain.set(attendeeId, { ...listed, presence: undefined })
    await this.#drop(scan.id)
  }

  #ownScans(attendeeId: string): Scan[] {
    const doorId = doorIdOf(this.#place)
    return this.scans.peek().filter((scan) => scan.attendeeId === attendeeId && scan.doorId === doorId)
  }

  /** An event that was deleted, or that this operator can no longer access, does not block the scans of other doors. */
  async #tellRefused(group: readonly Scan[], error: unknown): Promise<void> {
    const refusal = unlessRefused(error)
    const { code = 'refused' } = (refusal.body ?? {}) as { code?: string }
    await this.#keep(group.map((scan) => tell(scan, { code })))
  }

  /** The list's entry for the person, without this door's own scans. */
  #listed({ doorId, attendeeId }: Scan): Person | undefined {
    return doorId === doorIdOf(this.#place) ? this.#plain.get(attendeeId) : undefined
  }

  async #refresh(): Promise<void> {
    const pack = this.pack.peek()
    if (pack === undefined) return
    const body = await this.#reach(() =>
      askPack(this.#place, { token: pack.head.syncToken, at: pack.head.at }),
    )
    const changed = await updatePack(pack, body)
    // The list has been replaced or removed in the meantime.
    if (changed === undefined || this.pack.peek() !== pack) return
    const { pack: updated, lines } = changed
    takeLines(this.#plain, lines)
    this.pack.value = updated
    await this.#tellEarlier()
    this.#lay()
  }

  async #tellEarlier(): Promise<void> {
    const told = this.scans.peek().flatMap((scan) => {
      const earlier = findEarlier(scan, this.#listed(scan))
      return earlier === undefined ? [] : [tell(scan, earlier)]
    })
    const waiting = this.scans.peek().flatMap((scan) => {
      if (scan.state !== 'told' || scan.told?.code !== 'already-checked-in' || scan.told.at !== undefined)
        return []
      const presence = this.#listed(scan)?.presence
      return presence === undefined ? [] : [tell(scan, { code: scan.told.code, ...presence })]
    })
    if (told.length + waiting.length > 0) await this.#keep([...told, ...waiting])
  }

  async #askNow(scan: Scan): Promise<Verdict | undefined> {
    // If the last request failed, nobody waits for the network: the scan is sent later.
    if (!isOnline.peek()) return undefined
    try {
      const answer = await this.#reach(() => sendNow(scan))
      if (answer === undefined || answer.status >= 500 || answer.status === 429) return undefined
      if (answer.status < 300) {
        await this.#keep([{ ...scan, name: '', state: 'sent' }])
        return this.#verdict(scan, { kind: scan.way === 'checked-in' ? 'welcome' : 'goodbye' })
      }
      await this.#drop(scan.id)
      const [known] = await findAtDoor(this.#place, scan.attendeeId).catch(() => [])
      const kind = verdictOfCode(answer.problem?.code ?? '', known?.standing)
      const presence = presenceOf(known?.record)
      return this.#verdict(scan, { kind, ...(presence === undefined ? {} : { presence }) })
    } catch {
      return undefined
    }
  }

  /** Decides offline, by the server's rules and the data on this device. */
  async #decide(scan: Scan, person: Person | undefined, isProven: boolean): Promise<Verdict> {
    if (person === undefined && scan.ticket === undefined && !scan.force) {
      await this.#drop(scan.id)
      return this.#verdict(scan, { kind: 'unknown' })
    }
    const judged = person === undefined ? { way: scan.way } : judgePerson(person, scan.way, scan.force)
    if ('refused' in judged) {
      await this.#drop(scan.id)
      const presence = judged.presence === undefined ? {} : { presence: judged.presence }
      return this.#verdict(scan, { kind: judged.refused, ...presence })
    }
    const proven = scan.way === 'checked-in' ? 'welcome' : 'goodbye'
    const isUnlisted = isProven && person === undefined && scan.ticket !== undefined
    return this.#verdict(scan, { kind: isProven ? proven : 'unproven', isUnlisted, isWaiting: true })
  }

  #verdict(
    { attendeeId, way, method, at }: Scan,
    said: Pick<Verdict, 'kind' | 'presence' | 'isUnlisted' | 'isWaiting'>,
  ): Verdict {
    const person = this.personOf(attendeeId)
    const type = this.pack.peek()?.head.types[person?.type ?? -1]?.name
    return {
      ...said,
      attendeeId,
      way,
      method,
      at,
      ...(person === undefined ? {} : { name: person.name }),
      ...(type === undefined ? {} : { type }),
    }
  }

  async #keep(scans: readonly Scan[]): Promise<void> {
    await keepScans(scans)
    await this.#readScans()
  }

  async #drop(id: string): Promise<void> {
    await dropScans([id])
    await this.#readScans()
  }

  async #readScans(): Promise<void> {
    this.scans.value = await listScans()
    this.#lay()
  }

  async #show(pack: Pack): Promise<void> {
    this.#plain = await loadPeople(pack)
    this.pack.value = pack
    this.#lay()
  }

  #lay(): void {
    this.#scanned = new Map()
    for (const scan of this.scans.peek()) {
      const person = scan.doorId === doorIdOf(this.#place) ? this.personOf(scan.attendeeId) : undefined
      if (person !== undefined) this.#scanned.set(person.id, asScanned(person, scan))
    }
    this.count.value = this.#plain.size
    this.tally.value = countPeople(this.#plain.values(), this.#scanned)
  }

  /** Notes whether the session is still valid. */
  async #reach<T>(ask: () => Promise<T>): Promise<T> {
    try {
      const answer = await ask()
      this.needsSignIn.value = false
      return answer
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) this.needsSignIn.value = true
      throw error
    }
  }
}

const laterStatuses: ReadonlySet<number> = new Set([401, 408, 425, 429])

/** A permanent refusal; all other errors are rethrown and retried. */
function unlessRefused(error: unknown): Refusal {
  if (error instanceof Refusal && error.status < 500 && !laterStatuses.has(error.status)) return error
  throw error
}

function asScanned(person: Person, scan: Scan): Person {
  if (scan.state === 'taken-back')
    return person.presence?.nonce === scan.id ? { ...person, presence: undefined } : person
  return scan.state !== 'told' || scan.told?.code === 'also-in' ? withScan(person, scan) : person
}

function tell(scan: Scan, told: Told | undefined): Scan {
  return told === undefined ? scan : { ...scan, state: 'told', told }
}

type Recorded = Awaited<ReturnType<typeof findAtDoor>>[number]['record']

function presenceOf(record: Recorded | undefined): Verdict['presence'] {
  if (record?.checkedInAt == null) return undefined
  const status = record.status === 'checked-out' ? 'checked-out' : 'checked-in'
  return { status, at: Date.parse(record.checkedOutAt ?? record.checkedInAt), gate: record.gate }
}
