import { beforeAll, expect, it } from 'vitest'
import { oneOrAllEngines } from '../../engines.ts'
import { bodyFor, eventRows, nameOf, pathFor } from '../../events/matrix.ts'
import { createWorld } from '../../events/world.ts'
import { onEachApp } from '../../harness.ts'
import { failStatements, type StatementFaults } from '../statements.ts'
import { survey } from '../survey.ts'

onEachApp(
  'the event services while a statement fails',
  (running) => {
    let faults: StatementFaults
    beforeAll(() => {
      faults = failStatements(running())
    })

    it.each(eventRows.map((row) => [nameOf(row), row] as const))(
      'blame no caller: %s',
      async (_name, row) => {
        const world = await createWorld(running())
        const options = { body: bodyFor(row, world), headers: { 'idempotency-key': world.marker } }
        const { answer } = await survey(faults, async () => async () => {
          const { status, headers, text } = await world.organiser.call(
            row.operation.method,
            pathFor(row, world.ids),
            options,
          )
          return { status, type: headers.get('content-type') ?? '', text }
        })
        expect([400, 401, 403, 404, 422], answer.text).not.toContain(answer.status)
      },
    )
  },
  { settings: { LANYARD_RATE: 'off' }, engines: oneOrAllEngines },
)
