/** Why something was not done; nothing where it was. */
export function FailureNotice({ failure }: { failure: string | undefined }) {
  if (failure === undefined) return null
  return (
    <p class="notice bad" role="alert">
      {failure}
    </p>
  )
}
