/** Chooses a picture from the device, in a label that looks like a button. */
export function PictureChoice({ text, onFile }: { text: string; onFile: (file: Blob) => void }) {
  return (
    <label class="button file-choice">
      {text}
      <input
        class="visually-hidden"
        type="file"
        accept="image/*"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          // Allows choosing the same file again.
          event.currentTarget.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
    </label>
  )
}
