import {
  type LimitNode,
  PostgresQueryCompiler as PlainPostgresCompiler,
  SqliteQueryCompiler as PlainSqliteCompiler,
  type SelectionNode,
  ValueNode,
} from 'kysely'
import { nameColumns } from './columns.ts'

/** A symbol, so that no column can have the same name. */
export const source = Symbol('source')

/** Represents a parameter while a statement is built, and reads the parameter's value when the statement runs. */
export class Placeholder {
  readonly [source]: { readonly name: string; readonly read: (given: object) => unknown }
  constructor(name: string, read: (given: object) => unknown) {
    this[source] = { name, read }
  }
}

/** Replaces `*` by the names of the columns. */
export class PostgresQueryCompiler extends PlainPostgresCompiler {
  protected override visitSelection(node: SelectionNode): void {
    const named = nameColumns(node, this.nodeStack)
    if (named === undefined) super.visitSelection(node)
    else this.compileList(named)
  }
}

/** Replaces `*` by the names of the columns. */
export class SqliteQueryCompiler extends PlainSqliteCompiler {
  protected override visitSelection(node: SelectionNode): void {
    const named = nameColumns(node, this.nodeStack)
    if (named === undefined) super.visitSelection(node)
    else this.compileList(named)
  }
}

/**
 * For statements that are prepared once: everything but parameters is a constant of the code and is written out. With
 * a bound value in place of a partial index's constant, an engine cannot use the index, or plans again at every run.
 */
export class PostgresCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof Placeholder) super.appendValue(value)
    else this.appendImmediateValue(value)
  }
}

/**
 * SQLite also plans by the value of a bare `limit ?`, which costs ten times a small read. Inside an expression it
 * does not.
 */
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
