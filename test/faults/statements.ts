import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import type { IncomingMessage, Server } from 'node:http'
import { Fault } from '../../src/kernel/base/fault.ts'
import type { Database, Transaction, Writer } from '../../src/kernel/database/database.ts'
import type { Statement } from '../../src/kernel/database/statement.ts'
import type { RunningApp } from '../harness.ts'

/** The database cannot be reached, or fails in a way that nobody expects. */
export const failures = ['away', 'broken'] as const
export type Failure = (typeof failures)[number]

/** `failAt` counts from 1. */
type Plan = { readonly failAt: number; readonly failure: Failure; readonly ran: string[] }

/** `failed` is the statement that failed; undefined where the request ran fewer. */
type Faulted<T> = { readonly answer: T; readonly failed: string | undefined }

export type StatementFaults = {
  /** Sends a request whose statement number `failAt` fails. */
  failAt<T>(failAt: number, failure: Failure, send: () => Promise<T>): Promise<Faulted<T>>
}

/**
 * Makes single statements of single requests fail. Statements of the background, and those that run after the commit, are
 * not of the request: they work as ever.
 */
export function failStatements({ app }: Pick<RunningApp, 'app'>): StatementFaults {
  const current = new AsyncLocalStorage<Plan | undefined>()
  let plan: Plan | undefined
  followRequests(app.server.server as Server, (handle) => current.run(plan, handle))
  breakStatements(app.context.database, current)
  return {
    async failAt(failAt, failure, send) {
      const planned: Plan = { failAt, failure, ran: [] }
      plan = planned
      try {
        return { answer: await send(), failed: planned.ran[failAt - 1] }
      } finally {
        plan = undefined
      }
    },
  }
}

/** A body arrives in the context of its connection: what listens for it is bound to that of the request. */
function followRequests(server: Server, within: (handle: () => void) => void): void {
  const listeners = server.listeners('request') as ((...args: unknown[]) => void)[]
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response) =>
    within(() => {
      const listen = request.on.bind(request)
      request.on = ((name: string, listener: (...args: unknown[]) => void) =>
        listen(name, AsyncResource.bind(listener))) as typeof request.on
      for (const listener of listeners) listener.call(server, request, response)
    }),
  )
}

function breakStatements(database: Database, current: AsyncLocalStorage<Plan | undefined>): void {
  const { capabilities } = database
  const original = {
    all: database.all.bind(database),
    run: database.run.bind(database),
    send: database.send.bind(database),
    write: database.write.bind(database),
  }
  const count = (plan: Plan | undefined, statement: Statement<never, unknown>) => {
    if (plan === undefined) return
    plan.ran.push(statement.compiled(capabilities.engine).sql)
    if (plan.ran.length === plan.failAt) throw failureOf(plan.failure)
  }
  const counted = (planOf: () => Plan | undefined, { all, run, send }: Omit<Writer, 'first'>): Writer => ({
    async all(statement, parameters) {
      count(planOf(), statement as Statement<never, unknown>)
      return all(statement, parameters)
    },
    async first(statement, parameters) {
      count(planOf(), statement as Statement<never, unknown>)
      return (await all(statement, parameters))[0]
    },
    async run(statement, parameters) {
      count(planOf(), statement as Statement<never, unknown>)
      return run(statement, parameters)
    },
    async send(statement, parameters) {
      count(planOf(), statement as Statement<never, unknown>)
      return send(statement, parameters)
    },
  })
  Object.assign(
    database,
    counted(() => current.getStore(), original),
    {
      write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
        // Writes of one turn share a commit, in the context of whichever was first.
        const plan = current.getStore()
        return original.write(async (tx) => {
          const inside = counted(() => plan, {
            all: tx.all.bind(tx),
            run: tx.run.bind(tx),
            send: tx.send.bind(tx),
          })
          const late = failingLate({ ...inside, send: tx.send.bind(tx) }, (statement) =>
            count(plan, statement),
          )
          try {
            return await work({
              capabilities,
              origin: tx.origin,
              afterCommit: (effect) => tx.afterCommit(() => current.exit(effect)),
              ...(capabilities.engine === 'postgres' ? late.writer : inside),
            })
          } finally {
            late.check()
          }
        })
      },
    },
  )
}

/** As PostgreSQL does it: a statement that nobody waits for fails with the next one, or with the commit. */
function failingLate(
  writer: Writer,
  fail: (statement: Statement<never, unknown>) => void,
): { writer: Writer; check: () => void } {
  let failure: unknown
  const check = () => {
    if (failure !== undefined) throw failure
  }
  const checked =
    <A extends unknown[], T>(run: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      check()
      return run(...given)
    }
  return {
    check,
    writer: {
      all: checked(writer.all) as Writer['all'],
      first: checked(writer.first) as Writer['first'],
      run: checked(writer.run) as Writer['run'],
      send: async (statement, parameters) => {
        try {
          fail(statement as Statement<never, unknown>)
        } catch (error) {
          failure ??= error
          return
        }
        await writer.send(statement, parameters)
      },
    },
  }
}

function failureOf(failure: Failure): Error {
  if (failure === 'broken') return new Error('the test breaks this statement')
  return new Fault('busy', { detail: 'the database cannot be reached now', retryAfterSeconds: 2 })
}
