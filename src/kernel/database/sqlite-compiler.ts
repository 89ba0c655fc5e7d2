import { type LimitNode, SqliteQueryCompiler, ValueNode } from 'kysely'

/**
 * SQLite plans with the value of a bare `limit ?`, and so prepares the statement again at every run: ten times the cost
 * of a small read. A limit that is known is written out; one that is a parameter is hidden in an expression.
 */
export class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    if (ValueNode.is(limit) && typeof limit.value === 'number') {
      this.append(`limit ${limit.value}`)
      return
    }
    this.append('limit (')
    this.visitNode(limit)
    this.append(' + 0)')
  }
}
