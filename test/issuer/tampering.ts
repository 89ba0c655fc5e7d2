import type { Database, Transaction } from '../../src/kernel/database/database.ts'
import type { Statement } from '../../src/kernel/database/statement.ts'

type Run = {
  readonly sql: string
  /** The first argument of a store's function. */
  readonly parameters: Readonly<Record<string, unknown>>
  /** What the same transaction has run before. */
  readonly before: readonly string[]
}

/** `skip` does nothing and says that a row was changed; a text is run in place of the statement. */
type Decision = 'skip' | { sql: string } | undefined

/** A store's function passes a list of arguments, a plain statement its only one. */
function ownParameters(parameters: unknown): Run['parameters'] {
  return (Array.isArray(parameters) ? parameters[0] : parameters) as Run['parameters']
}

/** For controls: changes what transactions write, so that a guard is off. Gives the way back. */
export function tamper(database: Database, decide: (run: Run) => Decision): () => void {
  const { write } = database
  const { engine } = database.capabilities
  const tampered = (tx: Transaction): Transaction => {
    const before: string[] = []
    const run = async <P>(statement: Statement<P, unknown>, parameters: P): Promise<number> => {
      const compiled = statement.compiled(engine)
      const decision = decide({ sql: compiled.sql, parameters: ownParameters(parameters), before })
      before.push(compiled.sql)
      if (decision === 'skip') return 1
      if (decision === undefined) return tx.run(statement, parameters)
      return tx.run({ name: undefined, compiled: () => ({ ...compiled, ...decision }) }, parameters)
    }
    const first: Transaction['first'] = (statement, parameters) => {
      const compiled = statement.compiled(engine)
      const decision = decide({ sql: compiled.sql, parameters: ownParameters(parameters), before })
      if (typeof decision !== 'object') return tx.first(statement, parameters)
      return tx.first({ name: undefined, compiled: () => ({ ...compiled, ...decision }) }, parameters)
    }
    return new Proxy(tx, {
      get(target, name) {
        const member: unknown =
          name === 'run' ? run : name === 'first' ? first : Reflect.get(target, name, target)
        return typeof member === 'function' ? member.bind(target) : member
      },
    })
  }
  database.write = (work) => write.call(database, (tx) => work(tampered(tx))) as never
  return () => {
    database.write = write
  }
}
