import pg from 'pg'

/** 64-bit integers and sums are read as numbers: they are counts and epoch milliseconds, all below 2^53. */
const INT8 = 20
const NUMERIC = 1700

export const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}
