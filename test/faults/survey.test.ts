import { expect, it } from 'vitest'
import { failures, type StatementFaults } from './statements.ts'
import { type Answer, survey } from './survey.ts'

/** A request of one statement, which is answered like this while the statement fails. */
function surveyOf(answers: Readonly<Record<string, Partial<Answer>>>) {
  const right = { status: 200, type: 'application/json', text: '' }
  const faults: StatementFaults = {
    async failAt(n, failure, send) {
      const answer = await send()
      return n > 1
        ? { answer, failed: undefined }
        : { answer: { ...answer, ...answers[failure] }, failed: 'select 1' }
    },
  }
  return survey(
    faults,
    async () => async () => right,
    [],
    () => failures,
  )
}

it.each([
  ['a refusal', { away: { status: 404 }, broken: { status: 500 } }],
  ['another refusal', { away: { status: 503 }, broken: { status: 401 } }],
  ['a success', { away: { status: 503 }, broken: { status: 200 } }],
  ['a failure for ever of what passes', { away: { status: 500 }, broken: { status: 500 } }],
])('the survey finds %s', async (_name, answers) => {
  await expect(surveyOf(answers)).rejects.toThrow()
})

it('the survey passes what is told as a failure, or cut', async () => {
  const honest = { away: { status: 503 }, broken: { status: 500 } }
  expect((await surveyOf(honest)).statements).toBe(1)
  expect((await surveyOf({ ...honest, broken: { status: 200, isCut: true } })).statements).toBe(1)
})
