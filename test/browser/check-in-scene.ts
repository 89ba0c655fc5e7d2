import type { Page } from 'playwright-core'
import { loadConfig } from '../../src/app/config/config.ts'
import { openContext } from '../../src/app/context/context.ts'
import { systemClock } from '../../src/kernel/base/clock.ts'
import { createLogger } from '../../src/kernel/base/log.ts'
import { qrSvg } from '../../src/kernel/images/qr-code.ts'
import { primaryOf, type Registered, register } from '../events/attendee-scene.ts'
import { createEvent, createOrganiser, type Json, type Organiser } from '../events/scene.ts'
import type { RunningApp } from '../harness.ts'
import type { BrowserSuite } from './chromium.ts'

export type Scene = {
  readonly organiser: Organiser
  readonly eventId: string
  /** Registers somebody; gives them with their ticket. */
  admit(firstName: string, lastName: string): Promise<Guest>
  summary(): Promise<Json>
}
type Guest = { attendeeId: string; registration: Registered; ticket: string }

const HOUR_MS = 3_600_000

/** An organisation with an event that takes place now, at the server of the suite. */
export async function createScene({ place, url }: BrowserSuite): Promise<Scene> {
  const config = loadConfig({
    cwd: place.dataFolder,
    readFile: () => undefined,
    env: { LANYARD_DATA: place.dataFolder },
  })
  const log = createLogger({ level: 'error', write: () => {}, clock: systemClock })
  const context = await openContext(config, { log })
  try {
    const running = { app: { context }, url } as unknown as RunningApp
    const organiser = await createOrganiser(running, { organisation: `House ${context.ids.uuid()}` })
    const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
    const { id } = await createEvent(running, organiser, {
      event: {
        code: `DOOR-${Date.now()}`,
        title: 'Doors and Keys',
        start: at(-2),
        end: at(20),
        timezone: 'Europe/Berlin',
      },
      registrationTypes: [{ name: 'Standard', code: 'STD' }],
      sessions: [{ code: 'KEY', title: 'Keynote', room: 'Hall 1', start: at(1), end: at(2), included: true }],
    })
    return sceneOf(organiser, id)
  } finally {
    await context.database.close()
  }
}

function sceneOf(organiser: Organiser, eventId: string): Scene {
  const base = `/registration/api/v1/events/${eventId}`
  return {
    organiser,
    eventId,
    async admit(firstName, lastName) {
      const registration = await register(organiser, eventId, { registrant: { firstName, lastName } })
      const attendeeId = primaryOf(registration).id
      const { body } = await organiser.call<{ ticket: string }>(
        'GET',
        `${base}/attendees/${attendeeId}/ticket`,
      )
      return { attendeeId, registration, ticket: body.ticket }
    },
    async summary() {
      return (await organiser.call<{ summary: Json }>('GET', `${base}/attendance`)).body.summary
    },
  }
}

/** A picture of the ticket, as somebody would send it. */
export async function pictureOf(page: Page, ticket: string): Promise<Buffer> {
  const svg = `data:image/svg+xml,${encodeURIComponent(qrSvg(ticket))}`
  const drawn = await page.evaluate(async (address) => {
    const image = new Image()
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 700
    const pen = canvas.getContext('2d')
    if (pen === null) throw new Error('nothing is drawn')
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, 700, 700)
    pen.drawImage(image, 50, 50, 600, 600)
    return canvas.toDataURL('image/png')
  }, svg)
  return Buffer.from(drawn.split(',')[1] ?? '', 'base64')
}
