import { Ajv } from 'ajv'
import { expect, it, onTestFinished } from 'vitest'
import { startApp } from '../harness.ts'
import { temporaryPlace } from '../place.ts'

it('every schema of an operation is a JSON schema: the server compiles them without looking', async () => {
  const { app } = await startApp(await temporaryPlace('sqlite'))
  onTestFinished(() => app.stop().then(() => {}))
  const ajv = new Ajv({ strict: false, logger: false })
  const faults: string[] = []
  let looked = 0
  for (const { name, operations } of app.apis)
    for (const [id, { params, query, body, bag, answers }] of Object.entries(operations)) {
      const answered = Object.values(answers).map(({ schema }) => schema)
      for (const schema of [params, query, body?.schema, bag, ...answered]) {
        if (schema === undefined) continue
        looked += 1
        if (!ajv.validateSchema(schema)) faults.push(`${name} ${id}: ${ajv.errorsText()}`)
      }
    }
  expect(faults).toEqual([])
  expect(looked).toBeGreaterThan(300)
  expect(ajv.validateSchema({ type: 'strange' })).toBe(false)
})
