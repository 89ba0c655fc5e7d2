/** Whether a path below the console's base is that of a door. */
export function isDoorPath(path: string): boolean {
  return /^\/events\/[\w-]+\/check-in\/?$/.test(path)
}
