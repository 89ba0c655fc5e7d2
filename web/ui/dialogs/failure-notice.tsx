/** Says why something was not done; empty otherwise. */
export function FailureNotice({ failure }: { failure: string | undefined }) {
  if (failure === undefined) return null
  return (
    <p class="notice bad" role="alert">
      {failure}
    </p>
  )
}
