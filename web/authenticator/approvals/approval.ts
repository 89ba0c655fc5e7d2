/** What the two-factor service shows a device. All words are the application's own. */
export type ShownApproval = {
  readonly uuid: string
  readonly message: string
  readonly details: Readonly<Record<string, string>>
  readonly logos: readonly { readonly res: string; readonly url: string }[]
  readonly app: { readonly name: string; readonly app_id: number }
  readonly created_at: string
  /** Null: it waits as long as it takes. */
  readonly expires_at: string | null
  /** Of which one is right, where the application asks for it. */
  readonly numbers?: readonly string[]
}

/** An approval that comes is told whole, one that ends by its uuid. */
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

/** The one for every resolution, or else the first. */
export function chooseLogo(logos: ShownApproval['logos']): number | undefined {
  const found = logos.findIndex(({ res }) => res === 'default')
  return logos.length === 0 ? undefined : Math.max(0, found)
}
