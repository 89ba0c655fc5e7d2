type Spot = { readonly id: string; readonly room: string; readonly from: number }

/** Where an arrow key leads: up and down in the room, left and right to the nearest in time in the next room in use. */
export function neighbourOf(
  spots: readonly Spot[],
  rooms: readonly string[],
  { id, key }: { id: string; key: string },
): string | undefined {
  const here = spots.find((spot) => spot.id === id)
  if (here === undefined) return undefined
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const column = inRoom(spots, here.room)
    return column[column.indexOf(here) + (key === 'ArrowUp' ? -1 : 1)]?.id
  }
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  const step = key === 'ArrowLeft' ? -1 : 1
  for (let at = rooms.indexOf(here.room) + step; at >= 0 && at < rooms.length; at += step) {
    const column = inRoom(spots, rooms[at] ?? '')
    const nearest = column.toSorted((a, b) => Math.abs(a.from - here.from) - Math.abs(b.from - here.from))[0]
    if (nearest !== undefined) return nearest.id
  }
  return undefined
}

function inRoom(spots: readonly Spot[], room: string): Spot[] {
  return spots.filter((spot) => spot.room === room).sort((a, b) => a.from - b.from)
}
