import {
  type LimitNode,
  PostgresQueryCompiler as PlainPostgresCompiler,
  SqliteQueryCompiler as PlainSqliteCompiler,
  type SelectionNode,
  ValueNode,
} from 'kysely'
import { nameColumns } from './columns.ts'

/** Under a symbol, so that no column can have its name. */
export const source = Symbol('source')

/** Stands for a parameter while a statement is built, and reads its value from what the statement is run with. */
export class Placeholder {
  readonly [source]: { readonly name: string; readonly read: (given: object) => unknown }
  constructor(name: string, read: (given: object) => unknown) {
    this[source] = { name, read }
  }
}

/** Names the columns where a statement asks for all of them. */
export class PostgresQueryCompiler extends PlainPostgresCompiler {
  protected override visitSelection(node: SelectionNode): void {
    const named = nameColumns(node, this.nodeStack)
    if (named === undefined) super.visitSelection(node)
    else this.compileList(named)
  }
}

/** Names the columns where a statement asks for all of them. */
export class SqliteQueryCompiler extends PlainSqliteCompiler {
  protected override visitSelection(node: SelectionNode): void {
    const named = nameColumns(node, this.nodeStack)
    if (named === undefined) super.visitSelection(node)
    else this.compileList(named)
  }
}

/**
 * For statements that are prepared once: what is no parameter is a constant of the code, and is written out. An engine
 * that does not know the state which a partial index is of cannot plan with the index, or plans anew at every run.
 */
export class PostgresCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof Placeholder) super.appendValue(value)
    else this.appendImmediateValue(value)
  }
}

/** SQLite also plans with the value of a bare `limit ?`: ten times the cost of a small read. In an expression it is hidden. */
export class SqliteCompiler extends SqliteQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof Placeholder) super.appendValue(value)
    else this.appendImmediateValue(value)
  }

  protected override visitLimit(node: LimitNode): void {
    if (!(ValueNode.is(node.limit) && node.limit.value instanceof Placeholder)) {
      super.visitLimit(node)
      return
    }
    this.append('limit (')
    this.visitNode(node.limit)
    this.append(' + 0)')
  }
}
