/** An approval as the two-factor service sends it to a device. All texts come from the application. */
export type ShownApproval = {
  readonly uuid: string
  readonly message: string
  readonly details: Readonly<Record<string, string>>
  readonly logos: readonly { readonly res: string; readonly url: string }[]
  readonly app: { readonly name: string; readonly app_id: number }
  readonly created_at: string
  /** Null: it does not expire. */
  readonly expires_at: string | null
  /** Numbers to choose from, one of which is right, if the application asks for that. */
  readonly numbers?: readonly string[]
}

/** The approval as stored in the history. */
export function describeApproval({ uuid, app, message }: ShownApproval) {
  return { id: uuid, kind: 'approval', who: app.name, message } as const
}

/** A new approval arrives in full; for one that has ended, only its uuid arrives. */
export function applyEvent(
  waiting: readonly ShownApproval[],
  event: string,
  data: string,
): readonly ShownApproval[] {
  const told = JSON.parse(data) as ShownApproval
  const others = waiting.filter(({ uuid }) => uuid !== told.uuid)
  if (event === 'approval_request') return [...others, told]
  return event === 'approval_request_status' ? others : waiting
}

/** The logo for every resolution, else the first one. */
export function chooseLogo(logos: ShownApproval['logos']): number | undefined {
  const found = logos.findIndex(({ res }) => res === 'default')
  return logos.length === 0 ? undefined : Math.max(0, found)
}
