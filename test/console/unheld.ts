import type { Context } from '../../src/kernel/context.ts'
import type { Transaction } from '../../src/kernel/database/database.ts'
import { overriding } from '../platform/accounts/context.ts'

/** The same process on PostgreSQL, with its holds of operators turned off. */
export function withoutHold(context: Context): Context {
  const { database } = context
  const holds = /^update "operators" set "role" = "role"/
  return {
    ...context,
    database: overriding(database, {
      write: (work) =>
        database.write((tx) => {
          const loose: Transaction = {
            ...{ capabilities: tx.capabilities, origin: tx.origin },
            all: (statement, parameters) => tx.all(statement, parameters),
            first: (statement, parameters) => tx.first(statement, parameters),
            run: (statement, parameters) => tx.run(statement, parameters),
            send: (statement, parameters) =>
              holds.test(statement.compiled('postgres').sql)
                ? Promise.resolve()
                : tx.send(statement, parameters),
            afterCommit: (effect) => tx.afterCommit(effect),
          }
          return work(loose)
        }),
    }),
  }
}
