import { type Fault, type FaultKind, type FieldError, faultKinds } from '../base/fault.ts'

/** `detail` is the public text when the thrower gives none; it says what to change. */
type ProblemRow = { status: number; title: string; detail: string }
export type ProblemTable = Readonly<Record<string, ProblemRow>>

type ProblemOptions = {
  detail?: string
  errors?: readonly FieldError[]
  headers?: Readonly<Record<string, string>>
  /** Further public members of the answer. */
  members?: Readonly<Record<string, unknown>>
  /** For the log only. */
  cause?: unknown
}

/** A refusal that the caller is told: the only thing that becomes a 4xx. */
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

/** Gives a service its `problem('code')`, limited to the codes of its table. */
export function problemsOf<T extends ProblemTable>(table: T) {
  return (code: keyof T & string, options?: ProblemOptions): Problem => {
    const row: ProblemRow | undefined = table[code]
    if (row === undefined) throw new Error(`no problem is called ${code}`)
    return new Problem(code, row, options)
  }
}

export type FaultNames<T extends ProblemTable> = Readonly<Record<FaultKind, keyof T & string>>

/** A fault that the table has no problem of the same name for must be among them. */
type OtherNames<T extends ProblemTable> = Readonly<
  Record<Exclude<FaultKind, keyof T>, keyof T & string> & Partial<Record<FaultKind, keyof T & string>>
>

/** The problem of a table for each fault: the one of the same name, but for those named here. */
export function nameFaults<T extends ProblemTable>(_table: T, others: OtherNames<T>): FaultNames<T> {
  const own = Object.fromEntries(faultKinds.map((kind) => [kind, kind])) as FaultNames<T>
  return { ...own, ...others }
}

/** A fault in the words of the API that met it; the public text of an internal one is always the table's. */
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
