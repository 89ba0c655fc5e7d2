import { type Fault, type FaultKind, type FieldError, faultKinds } from '../base/fault.ts'

/** `detail` is the public text unless the thrower gives another one; it says what to change. */
type ProblemRow = { status: number; title: string; detail: string }
export type ProblemTable = Readonly<Record<string, ProblemRow>>

export function row(status: number, title: string, detail: string): ProblemRow {
  return { status, title, detail }
}

type ProblemOptions = {
  detail?: string
  errors?: readonly FieldError[]
  headers?: Readonly<Record<string, string>>
  /** Additional public members of the response. */
  members?: Readonly<Record<string, unknown>>
  /** The underlying error, for the log only. */
  cause?: unknown
}

/** A refusal that is reported to the caller: the only error that becomes a 4xx response. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: string
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly errors: readonly FieldError[]
  readonly headers: Readonly<Record<string, string>>
  readonly members: Readonly<Record<string, unknown>>

  constructor(code: string, row: ProblemRow, options: ProblemOptions = {}) {
    super(options.detail ?? row.detail, { cause: options.cause })
    this.code = code
    this.status = row.status
    this.title = row.title
    this.detail = options.detail ?? row.detail
    this.errors = options.errors ?? []
    this.headers = options.headers ?? {}
    this.members = options.members ?? {}
  }
}

/** Creates a service's `problem('code')`, which accepts only the codes of its table. */
export function problemsOf<T extends ProblemTable>(table: T) {
  return (code: keyof T & string, options?: ProblemOptions): Problem => {
    const row: ProblemRow | undefined = table[code]
    if (row === undefined) throw new Error(`unknown problem code ${code}`)
    return new Problem(code, row, options)
  }
}

export type FaultNames<T extends ProblemTable> = Readonly<Record<FaultKind, keyof T & string>>

/** Faults without a problem of the same name in the table must be listed here. */
type OtherNames<T extends ProblemTable> = Readonly<
  Record<Exclude<FaultKind, keyof T>, keyof T & string> & Partial<Record<FaultKind, keyof T & string>>
>

/** Maps each fault to a problem of the table: the one of the same name, unless another is named here. */
export function nameFaults<T extends ProblemTable>(_table: T, others: OtherNames<T>): FaultNames<T> {
  const own = Object.fromEntries(faultKinds.map((kind) => [kind, kind])) as FaultNames<T>
  return { ...own, ...others }
}

/** Turns a fault into the API's own problem. An internal fault always shows the table's text, never its own. */
export function problemOfFault<T extends ProblemTable>(
  table: T,
  names: FaultNames<T>,
  fault: Fault,
): Problem {
  const detail = fault.kind === 'internal' ? undefined : fault.detail
  return problemsOf(table)(names[fault.kind], {
    ...(detail === undefined ? {} : { detail }),
    errors: fault.errors,
    headers: fault.headers,
    cause: fault.cause,
  })
}
