import type { ComponentChildren } from 'preact'

/** The notes of the control with that id. */
type Noted = { id: string; help?: ComponentChildren; error?: string | undefined }

/** The attributes that connect a control with its notes. */
export function describedBy({ id, help, error }: Noted): { 'aria-describedby'?: string } {
  const notes = [help ? `${id}-help` : '', error === undefined ? '' : `${id}-error`].filter(Boolean)
  return notes.length === 0 ? {} : { 'aria-describedby': notes.join(' ') }
}

/** The help and the error below a control. */
export function FieldNotes({ id, help, error }: Noted) {
  return (
    <>
      {help && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      <ErrorNote id={`${id}-error`} error={error} />
    </>
  )
}

type ErrorNoteProps = { id?: string; error: string | undefined }

/** The error of a control, or of a group of controls; empty if there is none. */
export function ErrorNote({ id, error }: ErrorNoteProps) {
  if (error === undefined) return null
  return (
    <p class="error" role="alert" {...(id === undefined ? {} : { id })}>
      {error}
    </p>
  )
}
