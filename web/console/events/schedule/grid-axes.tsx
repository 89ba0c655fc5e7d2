import { text } from '../base/texts.ts'
import { clockOf } from './move.ts'

type GridAxesProps = { rooms: readonly string[]; hours: { from: number; to: number } }

/** The room names, which stay visible, and the hours with their lines. */
export function GridAxes({ rooms, hours }: GridAxesProps) {
  const marks = Array.from({ length: hours.to - hours.from }, (_, at) => hours.from + at)
  return (
    <>
      <div class="schedule-rooms">
        {rooms.map((room) => (
          <div key={room} title={room}>
            <bdi>{room || text('noRoom')}</bdi>
          </div>
        ))}
      </div>
      <div class="schedule-hours" aria-hidden="true">
        {marks.map((hour) => (
          <div key={hour}>{clockOf(hour * 60)}</div>
        ))}
      </div>
    </>
  )
}
