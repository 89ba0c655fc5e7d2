import { useState } from 'preact/hooks'
import { Button } from '../../../../ui/button.tsx'
import { Form } from '../../../../ui/inputs/form.tsx'
import { TextInput } from '../../../../ui/inputs/inputs.tsx'
import { text } from '../../base/texts.ts'

/** A room exists only if a session uses it: this one is shown until then. */
export function RoomInput({ onAdd }: { onAdd: (room: string) => void }) {
  const [room, setRoom] = useState('')
  const add = () => {
    if (room.trim() === '') return
    onAdd(room.trim())
    setRoom('')
  }
  return (
    <Form class="room-input" onSubmit={add}>
      <TextInput
        label={text('roomNew')}
        help={text('roomNewHelp')}
        value={room}
        maxLength={200}
        onChange={setRoom}
      />
      <Button type="submit">{text('roomAdd')}</Button>
    </Form>
  )
}
